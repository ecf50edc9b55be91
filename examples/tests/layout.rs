//! Every scene fits screens from a phone to 3840 × 2160 pixels. No panel covers another panel or the scene's picture, nothing is outside
//! the screen, texts are legible, and touch targets are large enough. Bevy computes the layout without a graphics driver. Sizes are in
//! logical pixels, so the scale factor does not matter.

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::ui::{CalculatedClip, UiGlobalTransform};
use bevy::ui_widgets::{Button, Checkbox, Slider};
use bevy_exact_motion::dev_tools::SpringPanel;
use bevy_exact_motion::prelude::*;
use harness::{
    Harness,
    cli::Options,
    drawn::Drawn,
    layout::{DESIGN_SIZE, Screen, UPRIGHT_DESIGN_SIZE},
    pages::{Open, Page},
    script::{Script, tap},
    style::{KeepUncovered, Panel, SMALLEST_TEXT, TOUCH, TouchArea},
};

use crate::scenes::{
    camera_tour, chase, explosion_ring, five_cameras, fling, fountain, frame_rate_independence, many_springs, menu,
    minimal, network, spring_lab, stride, tail, third_person_camera, tune, ui_spring,
};

/// The screen sizes, in an order in which columns become pages and pages become columns.
const SIZES: [UVec2; 5] =
    [UVec2::new(1280, 720), UVec2::new(360, 640), UVec2::new(3840, 2160), UVec2::new(800, 600), UVec2::new(2560, 1440)];
/// The number of frames, of 1/16 s each, in which the layout settles after a resize.
const SETTLED: usize = 32;
/// The tolerance of comparisons, because Bevy rounds both edges of a node to whole pixels. Unit: px.
const ROUNDING: f32 = 1.0;
/// The largest allowed overlap of two widgets' touch areas. Unit: pixels at the design size.
const SHARED: f32 = 2.0;

/// A scene to check.
struct Scene {
    name: &'static str,
    build: fn(&Harness) -> App,
    /// The smallest screen on which the scene's columns fit.
    design: Vec2,
    script: Script,
    /// Returns the points of the scene's world that have to be visible.
    places: fn(&mut World) -> Vec<Vec3>,
}

fn start(scene: &Scene, size: UVec2) -> App {
    let options = Options { seconds: Some(2.0), frame_rate: Some(16.0), size, ..Options::default() };
    let harness = Harness::in_process(scene.name, options, scene.script.clone());
    let harness = harness.with_interface().designed_for(scene.design);
    let mut app = (scene.build)(&harness);
    harness.simulate(&mut app);
    app
}

/// A node, and its visible rectangle.
struct Item {
    entity: Entity,
    name: String,
    rect: Rect,
}

/// Returns the visible nodes with this component.
fn items<C: Component>(world: &mut World) -> Vec<Item> {
    let mut nodes =
        world.query_filtered::<(Entity, &ComputedNode, &UiGlobalTransform, &InheritedVisibility), With<C>>();
    let found: Vec<_> = nodes
        .iter(world)
        .filter(|(_, node, _, visibility)| visibility.get() && node.size.min_element() > 0.0)
        .map(|(entity, node, transform, _)| {
            let half = 0.5 * node.size;
            let corners = [half, -half, Vec2::new(half.x, -half.y), Vec2::new(-half.x, half.y)];
            let corners = corners.map(|corner| transform.transform_point2(corner));
            let (min, max) = corners.iter().fold((Vec2::MAX, Vec2::MIN), |(min, max), at| (min.min(*at), max.max(*at)));
            (entity, Rect { min, max })
        })
        .collect();
    let mut seen = Vec::new();
    for (entity, rect) in found {
        let rect = world.get::<CalculatedClip>(entity).map_or(rect, |clip| rect.intersect(clip.clip));
        if !rect.is_empty() {
            seen.push(Item { entity, name: name(world, entity), rect });
        }
    }
    seen
}

/// Returns the name of a node for fault messages: its `Name`, otherwise its text, otherwise the first text in it.
fn name(world: &World, entity: Entity) -> String {
    let first_line =
        |entity| world.get::<Text>(entity).map(|text| text.0.lines().next().unwrap_or_default().to_owned());
    let own = world.get::<Name>(entity).map(ToString::to_string).or_else(|| first_line(entity));
    let below = || {
        let mut all = vec![entity];
        while let Some(node) = all.pop() {
            if let Some(text) = first_line(node).filter(|text| !text.is_empty()) {
                return Some(format!("the panel \"{text}\""));
            }
            all.extend(world.get::<Children>(node).into_iter().flatten().rev());
        }
        None
    };
    own.or_else(below).unwrap_or_else(|| entity.to_string())
}

fn is_in(world: &World, entity: Entity, mut test: impl FnMut(Entity) -> bool) -> bool {
    let mut node = Some(entity);
    while let Some(here) = node {
        if test(here) {
            return true;
        }
        node = world.get::<ChildOf>(here).map(ChildOf::parent);
    }
    false
}

/// Returns the overlap of two rectangles, along the axis on which they overlap less.
fn overlap(left: Rect, right: Rect) -> f32 {
    let both = left.intersect(right);
    both.size().min_element()
}

fn is_inside(inner: Rect, outer: Rect) -> bool {
    (inner.min + ROUNDING).cmpge(outer.min).all() && (inner.max - ROUNDING).cmple(outer.max).all()
}

/// Returns a description of each fault on the screen.
fn faults(app: &mut App, size: UVec2, places: &[Vec2]) -> Vec<String> {
    let world = app.world_mut();
    let window = Rect::from_corners(Vec2::ZERO, size.as_vec2());
    let scale = world.resource::<UiScale>().0;
    let screen = *world.resource::<Screen>();
    let mut faults = Vec::new();

    // A closed menu is outside the screen by design; only its handle is visible.
    let closed: Vec<Entity> = items::<ui_spring::menu::Menu>(world)
        .into_iter()
        .filter(|menu| menu.rect.min.x < 0.0)
        .map(|menu| menu.entity)
        .collect();
    let is_in_closed_menu = |world: &World, entity| is_in(world, entity, |above| closed.contains(&above));

    let mut panels = items::<Panel>(world);
    panels.extend(items::<SpringPanel>(world));
    let seen = items::<KeepUncovered>(world);
    for (number, panel) in panels.iter().enumerate() {
        for other in &panels[number + 1..] {
            let is_nested = is_in(world, panel.entity, |above| above == other.entity)
                || is_in(world, other.entity, |above| above == panel.entity);
            if overlap(panel.rect, other.rect) > ROUNDING && !is_nested {
                faults.push(format!("{} covers {}", other.name, panel.name));
            }
        }
        for thing in &seen {
            if overlap(panel.rect, thing.rect) > ROUNDING && !is_in(world, thing.entity, |above| above == panel.entity)
            {
                faults.push(format!("{} at {:?} covers {} at {:?}", panel.name, panel.rect, thing.name, thing.rect));
            }
        }
        if !is_inside(panel.rect, window) && !closed.contains(&panel.entity) {
            faults.push(format!("{} is outside: {:?}", panel.name, panel.rect));
        }
    }
    for (number, thing) in seen.iter().enumerate() {
        if !is_inside(thing.rect, window) {
            faults.push(format!("{} is outside: {:?}", thing.name, thing.rect));
        }
        if thing.rect.size().min_element() < TOUCH {
            faults.push(format!("{} is too small to be seen or grabbed: {:?}", thing.name, thing.rect.size()));
        }
        // The cards of `fling` may cover each other.
        for other in seen[number + 1..].iter().filter(|_| world.get_resource::<fling::cards::Next>().is_none()) {
            if overlap(thing.rect, other.rect) > ROUNDING {
                faults.push(format!("{} and {} cover each other", thing.name, other.name));
            }
        }
    }
    for place in places {
        let covered = panels.iter().find(|panel| panel.rect.contains(*place));
        let outside = if screen.has_pages() {
            Rect { min: screen.free.min * scale, max: screen.free.max * scale }
        } else {
            window
        };
        if !outside.contains(*place) {
            faults.push(format!("the point of the world at {place} is outside"));
        } else if let Some(panel) = covered {
            faults.push(format!("{} covers the point of the world at {place}", panel.name));
        }
    }
    faults.extend(faults_of_texts(world, window, scale, &is_in_closed_menu));
    faults.extend(faults_of_targets(world, window, scale, &is_in_closed_menu));
    faults
}

fn faults_of_texts(
    world: &mut World,
    window: Rect,
    scale: f32,
    is_in_closed_menu: &dyn Fn(&World, Entity) -> bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    let texts: Vec<_> = items::<Text>(world)
        .into_iter()
        .filter(|text| world.get::<Text>(text.entity).is_some_and(|text| !text.0.trim().is_empty()))
        .filter(|text| !is_in_closed_menu(world, text.entity))
        .collect();
    for (number, text) in texts.iter().enumerate() {
        // Rows of a list may scroll out of view.
        let is_clipped = world.get::<CalculatedClip>(text.entity).is_some();
        if !is_inside(text.rect, window) && !is_clipped {
            faults.push(format!("the text \"{}\" is outside: {:?}", text.name, text.rect));
        }
        let font = world.get::<TextFont>(text.entity).expect("texts have fonts");
        let FontSize::Px(font) = font.font_size else { panic!("sizes are pixels") };
        if font * scale < SMALLEST_TEXT {
            faults.push(format!("the text \"{}\" is {} px high", text.name, font * scale));
        }
        let laid_out = world.get::<TextLayoutInfo>(text.entity).expect("laid out").size;
        if (laid_out - text.rect.size()).max_element() > ROUNDING && !is_clipped {
            faults.push(format!("the text \"{}\" is cut off: {laid_out} in {}", text.name, text.rect.size()));
        }
        let mut panel = None;
        is_in(world, text.entity, |above| {
            let is_panel = world.get::<Panel>(above).is_some() || world.get::<Button>(above).is_some();
            panel = is_panel.then_some(above);
            is_panel
        });
        if let Some(panel) = panel {
            let transform = world.get::<UiGlobalTransform>(panel).expect("a node").translation;
            let around = Rect::from_center_size(transform, world.get::<ComputedNode>(panel).expect("a node").size);
            if !is_inside(text.rect, around) {
                faults.push(format!("the text \"{}\" at {:?} is not in its panel, {around:?}", text.name, text.rect));
            }
        }
        // Whether the entity is in a node that moves. Texts in such nodes may cover other texts.
        let moves = |entity| {
            is_in(world, entity, |above| {
                world.get::<UiTransform>(above).is_some_and(|moved| *moved != UiTransform::default())
            }) || is_in(world, entity, |above| world.get::<tune::look::Label>(above).is_some())
        };
        for other in &texts[number + 1..] {
            if overlap(text.rect, other.rect) > ROUNDING && !moves(text.entity) && !moves(other.entity) {
                faults.push(format!("the texts \"{}\" and \"{}\" cover each other", text.name, other.name));
            }
        }
    }
    faults
}

fn faults_of_targets(
    world: &mut World,
    window: Rect,
    scale: f32,
    is_in_closed_menu: &dyn Fn(&World, Entity) -> bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    let touch_areas = items::<TouchArea>(world);
    let mut targets = items::<Button>(world);
    targets.extend(items::<Slider>(world));
    targets.extend(items::<Checkbox>(world));
    for target in &mut targets {
        for touch_area in &touch_areas {
            if world.get::<ChildOf>(touch_area.entity).map(ChildOf::parent) == Some(target.entity) {
                target.rect = target.rect.union(touch_area.rect);
            }
        }
        target.rect = target.rect.intersect(window);
    }
    targets.retain(|target| !is_in_closed_menu(world, target.entity));
    for (number, target) in targets.iter().enumerate() {
        let least = target.rect.size().min_element();
        if least < TOUCH - ROUNDING {
            faults.push(format!("the touch target of {} is only {least} px wide or high", target.name));
        }
        for other in &targets[number + 1..] {
            if overlap(target.rect, other.rect) > SHARED * scale + ROUNDING {
                faults.push(format!(
                    "the touch targets of {} and {} overlap: {:?}",
                    other.name,
                    target.name,
                    overlap(target.rect, other.rect)
                ));
            }
        }
    }
    faults
}

/// Returns the screen positions of the scene's points, for each camera that draws them. Unit: logical pixels.
fn on_screen(app: &mut App, scene: &Scene) -> Vec<Vec2> {
    let world = app.world_mut();
    let places = (scene.places)(world);
    type Draws = (&'static Camera, &'static GlobalTransform, Has<Camera3d>);
    type Whole = Without<third_person_camera::usual::Inset>;
    let mut cameras = world.query_filtered::<Draws, (Whole, Or<(With<Camera3d>, With<IsDefaultUiCamera>)>)>();
    // In a 3D scene, the 2D camera draws only the UI.
    let has_depth = cameras.iter(world).any(|(.., has_depth)| has_depth);
    let cameras = cameras.iter(world).filter(|(.., draws)| *draws == has_depth);
    let seen = |(camera, transform, _): (&Camera, &GlobalTransform, bool)| {
        let seen = places.iter().map(|place| camera.world_to_viewport(transform, *place).unwrap_or(Vec2::MIN));
        seen.collect::<Vec<_>>()
    };
    cameras.flat_map(seen).collect()
}

fn settle(app: &mut App) {
    for _ in 0..SETTLED {
        app.update();
    }
}

/// Returns the names and the rectangles of panels, widgets and parts of the scene's picture, sorted, to compare two layouts.
fn picture(app: &mut App) -> Vec<(String, Rect)> {
    let world = app.world_mut();
    let mut all = items::<Panel>(world);
    all.extend(items::<KeepUncovered>(world));
    all.extend(items::<Button>(world));
    all.extend(items::<Slider>(world));
    let mut all: Vec<_> = all.into_iter().map(|item| (item.name, item.rect)).collect();
    all.sort_by(|left, right| left.0.cmp(&right.0).then(left.1.min.x.total_cmp(&right.1.min.x)));
    all
}

fn check(scene: &Scene) {
    let mut app = start(scene, SIZES[0]);
    let mut all = Vec::new();
    for size in SIZES {
        harness::resize(&mut app, size);
        *app.world_mut().resource_mut::<Open>() = Open::First;
        settle(&mut app);
        let screen = *app.world().resource::<Screen>();
        let mut opens = vec![Open::First];
        if screen.has_pages() {
            let world = app.world_mut();
            opens.extend(world.query_filtered::<Entity, With<Page>>().iter(world).map(Open::Page));
            opens.push(Open::Nothing);
        }
        if size == UVec2::new(360, 640) {
            let (resized, fresh) = (picture(&mut app), picture(&mut start(scene, size)));
            for ((name, resized), (_, fresh)) in resized.iter().zip(&fresh) {
                if (resized.min - fresh.min).abs().max_element() > ROUNDING
                    || (resized.max - fresh.max).abs().max_element() > ROUNDING
                {
                    all.push(format!(
                        "{size}: {name} is at {resized:?} after a resize, and at {fresh:?} in a new run of the scene"
                    ));
                }
            }
            if resized.len() != fresh.len() {
                all.push(format!(
                    "{size}: {} nodes after a resize, {} nodes in a new run of the scene",
                    resized.len(),
                    fresh.len()
                ));
            }
        }
        for open in opens {
            *app.world_mut().resource_mut::<Open>() = open;
            settle(&mut app);
            let page = match open {
                Open::Page(page) => app.world().get::<Page>(page).map_or("?", |page| page.tab),
                Open::First => "first",
                Open::Nothing => "closed",
            };
            let places = on_screen(&mut app, scene);
            all.extend(faults(&mut app, size, &places).into_iter().map(|fault| format!("{size}, {page}: {fault}")));
        }
    }
    assert!(all.is_empty(), "{}: {} faults\n{}", scene.name, all.len(), all.join("\n"));
}

fn scene(name: &'static str, build: fn(&Harness) -> App) -> Scene {
    Scene { name, build, design: DESIGN_SIZE, script: Script::default(), places: |_| Vec::new() }
}

/// Returns the positions of all entities with this component.
fn places_of<C: Component>(world: &mut World) -> Vec<Vec3> {
    let mut places = world.query_filtered::<&GlobalTransform, With<C>>();
    places.iter(world).map(GlobalTransform::translation).collect()
}

#[test]
fn camera_tour_fits_every_screen() {
    let places = places_of::<camera_tour::place::Runner>;
    check(&Scene { design: UPRIGHT_DESIGN_SIZE, places, ..scene("camera_tour", camera_tour::build) });
}

#[test]
fn chase_fits_every_screen() {
    let places = places_of::<chase::halves::Square>;
    check(&Scene { design: chase::SMALLEST, places, ..scene("chase", chase::build) });
}

#[test]
fn explosion_ring_fits_every_screen() {
    let places = |world: &mut World| {
        let middle = explosion_ring::stage::first(world.resource::<Screen>());
        let reach = world.resource::<explosion_ring::design::Design>().reach;
        [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|way| (middle + reach * way).extend(0.0)).to_vec()
    };
    check(&Scene { places, ..scene("explosion_ring", explosion_ring::build) });
}

#[test]
fn five_cameras_fits_every_screen() {
    check(&Scene { design: UPRIGHT_DESIGN_SIZE, ..scene("five_cameras", five_cameras::build) });
}

#[test]
fn fling_fits_every_screen() {
    check(&Scene { design: UPRIGHT_DESIGN_SIZE, ..scene("fling", fling::build) });
}

#[test]
fn fountain_fits_every_screen() {
    let places = |_: &mut World| {
        let nozzle = fountain::drops::NOZZLE;
        [nozzle, nozzle * Vec2::new(-1.0, 1.0), 2.5 * Vec2::Y, Vec2::ZERO].map(|place| place.extend(0.0)).to_vec()
    };
    check(&Scene { design: UPRIGHT_DESIGN_SIZE, places, ..scene("fountain", fountain::build) });
}

#[test]
fn frame_rate_independence_fits_every_screen() {
    check(&scene("frame_rate_independence", frame_rate_independence::build));
}

#[test]
fn many_springs_fits_every_screen() {
    // If panels are in columns, they cover the corners of the field; only its middle has to be visible.
    let places = |_: &mut World| vec![Vec3::ZERO, 300.0 * Vec3::X, -300.0 * Vec3::Y];
    check(&Scene { places, ..scene("many_springs", many_springs::build) });
}

#[test]
fn menu_fits_every_screen() {
    check(&Scene { design: menu::SMALLEST, ..scene("menu", menu::build) });
}

#[test]
fn minimal_fits_every_screen() {
    let places = |world: &mut World| {
        let mut player = world.query_filtered::<&GlobalTransform, With<Limits>>();
        player.iter(world).map(GlobalTransform::translation).collect()
    };
    check(&Scene { places, ..scene("minimal", minimal::stage::build) });
}

#[test]
fn network_fits_every_screen() {
    let places = places_of::<network::client::Avatar>;
    check(&Scene { design: network::SMALLEST, places, ..scene("network", network::build) });
}

#[test]
fn spring_lab_fits_every_screen() {
    check(&scene("spring_lab", spring_lab::build));
}

#[test]
fn stride_fits_every_screen() {
    check(&Scene { design: stride::SMALLEST, places: places_of::<Drawn>, ..scene("stride", stride::build) });
}

#[test]
fn tail_fits_every_screen() {
    check(&Scene { design: tail::SMALLEST, places: places_of::<Drawn>, ..scene("tail", tail::build) });
}

#[test]
fn third_person_camera_fits_every_screen() {
    let script = Script::new(tap(KeyCode::KeyL, 0.25));
    let places = places_of::<third_person_camera::player::Player>;
    check(&Scene { script, places, ..scene("third_person_camera", third_person_camera::build) });
}

#[test]
fn tune_fits_every_screen() {
    let places = |world: &mut World| {
        let mut bodies = world.query_filtered::<&GlobalTransform, (With<Velocity>, With<Name>)>();
        bodies.iter(world).map(GlobalTransform::translation).collect()
    };
    check(&Scene { design: tune::SMALLEST, places, ..scene("tune", tune::build) });
}

#[test]
fn ui_spring_fits_every_screen() {
    check(&scene("ui_spring", ui_spring::build));
}
