//! A body overshoots by the percentage that the panel shows, even after a slider is dragged. Clicks select bodies. The panel fits every
//! screen.

use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy_exact_motion::{math, prelude::*};
use harness::{
    Harness,
    cli::Options,
    script::{Script, click, drag},
    trace::Row,
};

use crate::scenes::tune as scene;
use scene::{
    bodies::{FLOORS, Lift, PERIOD, Puck},
    measure::Record,
    script,
};

fn run(seconds: f64, size: UVec2, script: Script) -> (App, Vec<Row>) {
    let options = Options { seconds: Some(seconds), frame_rate: Some(64.0), size, ..Options::default() };
    let harness = Harness::in_process("tune", options, script).with_interface();
    let harness = harness.designed_for(scene::SMALLEST).in_full_size_on(scene::LOWEST);
    let mut app = scene::build(&harness);
    let rows = harness.simulate(&mut app);
    (app, rows)
}

const SCREEN: UVec2 = UVec2::new(1280, 720);

/// Returns all texts of the panel, one per line.
fn panel_text(app: &mut App) -> String {
    let world = app.world_mut();
    let panel = world.query_filtered::<Entity, With<SpringPanel>>().single(world).expect("one panel");
    let mut texts = world.query::<(Entity, &Text)>();
    let of_panel = |entity: Entity| {
        let mut node = Some(entity);
        while let Some(here) = node.filter(|here| *here != panel) {
            node = world.get::<ChildOf>(here).map(ChildOf::parent);
        }
        node.is_some()
    };
    let texts = texts.iter(world).filter(|(entity, _)| of_panel(*entity)).map(|(_, text)| text.0.clone());
    texts.collect::<Vec<_>>().join("\n")
}

/// Returns the number after a word in the panel's texts.
fn number_after(word: &str, text: &str) -> f64 {
    let (_, rest) = text.split_once(word).unwrap_or_else(|| panic!("no {word} in\n{text}"));
    rest.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn the_lift_overshoots_by_the_percentage_in_the_panel_after_a_slider_is_dragged() {
    let middle = Vec2::splat(0.5);
    let at = |x| Vec2::new(x, 0.75);
    for (to, at_most) in [(0.05, 0.2), (0.6, 1.6)] {
        let events = [click("lift", middle, 0.1), drag("zeta", at(0.25), at(to), 0.5, 1.0)].concat();
        // The lift starts upwards from rest after one period, and downwards after two.
        let (mut app, rows) = run(f64::from(1.9 * PERIOD), SCREEN, Script::new(events));
        let text = panel_text(&mut app);
        let zeta = number_after("zeta ", &text);
        assert!(zeta < at_most && zeta > 0.0, "{text}");
        let claimed = number_after("overshoot ", &text) / 100.0;
        let spring = app.world_mut().query_filtered::<&Spring, With<Lift>>().single(app.world()).expect("one lift");
        let solved = math::Spring::new(spring.angular_frequency.into(), spring.damping_ratio.into()).expect("a spring");
        assert!((claimed - solved.overshoot()).abs() < 1e-4, "{claimed} and {}", solved.overshoot());
        let highest = rows.iter().filter(|row| row.sample.name == "lift").map(|row| row.sample.position.y);
        let highest = f64::from(highest.fold(f32::MIN, f32::max));
        let [floor, upper] = FLOORS.map(|floor| f64::from(floor.y));
        let seen = (highest - upper) / (upper - floor);
        // The tolerance: the tick nearest to the peak may be half a tick away from it, where (ω/128)²/2 of the peak's height is
        // missing.
        assert!((seen.max(0.0) - claimed).abs() < 1e-3, "the overshoot is {seen}, the panel says {claimed}");
        let record = app.world().resource::<Record>();
        assert!((f64::from(record.overshoot) - claimed).abs() < 1e-3, "the summary shows {}", record.overshoot);
    }
}

#[test]
fn the_script_selects_bodies_and_changes_springs() {
    let (mut app, rows) = run(8.0, SCREEN, script::play());
    assert!(!rows.is_empty());
    let world = app.world_mut();
    let puck = world.query_filtered::<&Spring, With<Puck>>().single(world).expect("one puck");
    assert!(puck.damping_ratio < 0.2, "{puck:?}");
    let lift = world.query_filtered::<&Spring, With<Lift>>().single(world).expect("one lift");
    assert!(lift.damping_ratio < 0.3, "{lift:?}");
    let inspected = world.query_filtered::<&Name, With<Inspected>>().single(world).expect("one is inspected");
    assert_eq!(inspected.as_str(), "ball");
    assert!(panel_text(&mut app).contains("has no spring"));
}

#[test]
fn the_panel_fits_every_screen_and_its_controls_are_large_enough_for_fingers() {
    let select = || Script::new(click("lift", Vec2::splat(0.5), 0.1));
    for size in [UVec2::new(360, 640), UVec2::new(640, 360), UVec2::new(1280, 720), UVec2::new(3840, 2160)] {
        let (mut app, _) = run(0.5, size, select());
        let world = app.world_mut();
        let screen = Rect::from_corners(Vec2::ZERO, size.as_vec2());
        let scale = world.resource::<UiScale>().0;
        let mut nodes = world.query::<(&Name, &ComputedNode, &UiGlobalTransform, &ChildOf)>();
        let parts = [
            "omega",
            "zeta",
            "Translation",
            "Rotation",
            "Scale",
            "next convention",
            "copy as code",
            "fold",
            "response",
        ];
        let mut found = 0;
        for (name, node, transform, _) in nodes.iter(world).filter(|(name, ..)| parts.contains(&name.as_str())) {
            found += 1;
            let (low, high) = (transform.translation - 0.5 * node.size(), transform.translation + 0.5 * node.size());
            // The panel scrolls if the screen is shorter than the panel.
            let fits = screen.contains(low) && screen.contains(high);
            assert!(
                fits || size.y < 640 && low.x >= 0.0 && high.x <= screen.max.x,
                "{name} on {size}: {low} to {high}"
            );
            if name.as_str() != "response" {
                let high_enough = node.size().y / scale >= 43.5 && node.size().x / scale >= 43.5;
                assert!(high_enough, "{name} on {size} is {} large", node.size() / scale);
            }
        }
        assert_eq!(found, parts.len(), "on {size}");
    }
}
