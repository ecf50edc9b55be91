//! Colours and lights on springs that overshoot. The written value is clamped to a valid colour; the motion is not clamped.

use std::time::Duration;

use bevy::{
    color::{ColorToComponents, Oklaba},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{
    prelude::*,
    property::{LightIntensity, SpriteColor},
};

/// A colour whose property does not clamp, for comparison.
#[derive(Component)]
struct Free(Oklaba);

property! {
    FreeShade: Free.0 as Oklaba;
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .register_motion::<FreeShade>()
        .register_motion::<SpriteColor>()
        .register_motion::<BackgroundColor>()
        .register_motion::<LightIntensity<PointLight>>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60));
    app.update();
    app
}

fn tinted(color: Color) -> Sprite {
    Sprite { color, ..default() }
}

fn assert_is_shown(color: Color, most: f32) {
    let linear = color.to_linear();
    for channel in [linear.red, linear.green, linear.blue] {
        assert!((-1e-5..=most).contains(&channel), "{color:?}");
    }
    assert!((0.0..=1.0).contains(&linear.alpha), "{color:?}");
}

const YELLOW: Color = Color::srgb(1.0, 1.0, 0.0);
const PURPLE: Color = Color::srgba(0.5, 0.0, 0.5, 0.0);

#[test]
fn an_overshooting_colour_stays_valid_and_ends_on_its_target() {
    let mut app = app();
    let spring = Spring::wobbly();
    let target = Oklaba::from(PURPLE);
    let sprite =
        app.world_mut().spawn((tinted(YELLOW), spring.on::<SpriteColor>(), Target::<SpriteColor>::of(target))).id();
    let back = (BackgroundColor(YELLOW), spring.on::<BackgroundColor>(), Target::<BackgroundColor>::of(target));
    let back = app.world_mut().spawn(back).id();
    let free = (Free(YELLOW.into()), spring.on::<FreeShade>(), Target::<FreeShade>::of(target));
    let free = app.world_mut().spawn(free).id();
    let mut cut = 0;
    for _ in 0..400 {
        app.update();
        let world = app.world();
        let path = world.get::<Free>(free).expect("it should exist").0;
        let colors = [
            world.get::<Sprite>(sprite).expect("it should exist").color,
            world.get::<BackgroundColor>(back).expect("it should exist").0,
        ];
        for color in colors {
            assert_is_shown(color, 1.0 + 1e-5);
            if color == Color::Oklaba(path) {
                continue;
            }
            // The channels of this colour are clamped, but by no more than necessary.
            cut += 1;
            let (off, path) = (Vec4::from(color.to_linear().to_f32_array()), LinearRgba::from(path));
            let clamped = Vec4::from(path.to_f32_array()).clamp(Vec4::ZERO, Vec4::ONE);
            assert!((off - clamped).abs().max_element() < 1e-5, "{color:?}, {path:?}");
        }
        // The motion itself is not clamped.
        let velocity = world.get::<Velocity<SpriteColor>>(sprite).expect("it should have one").0;
        assert_eq!(velocity, world.get::<Velocity<FreeShade>>(free).expect("it should have one").0);
    }
    assert!(cut > 30, "{cut} frames were clamped");
    let world = app.world();
    assert_eq!(world.get::<Sprite>(sprite).expect("it should exist").color, Color::Oklaba(target));
    assert!(world.get::<Resting<SpriteColor>>(sprite).is_some());
}

/// At every frame rate, the plugin recognizes a value that it has clamped. It still adopts a write by user code during an overshoot.
#[test]
fn a_clamped_value_is_not_mistaken_for_a_write() {
    for fps in [20, 60, 144] {
        let mut app = app();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / fps));
        let color = |color: Color| (tinted(color), Spring::wobbly().on::<SpriteColor>());
        let faded = Target::<SpriteColor>::of(Color::WHITE.with_alpha(0.0).into());
        let faded = app.world_mut().spawn((color(Color::WHITE), faded)).id();
        let free = (Free(Color::WHITE.into()), Spring::wobbly().on::<FreeShade>());
        let goal = Target::<FreeShade>::of(Color::WHITE.with_alpha(0.0).into());
        let free = app.world_mut().spawn((free, goal)).id();
        for _ in 0..5 * fps {
            app.update();
            assert_is_shown(app.world().get::<Sprite>(faded).expect("it should exist").color, 1.0 + 1e-5);
            let velocity = app.world().get::<Velocity<SpriteColor>>(faded).expect("it should have one").0;
            assert_eq!(velocity, app.world().get::<Velocity<FreeShade>>(free).expect("it should have one").0);
        }
        assert!(app.world().get::<Resting<SpriteColor>>(faded).is_some(), "{fps} frames per second");
        assert_eq!(app.world().get::<Sprite>(faded).expect("it should exist").color.alpha(), 0.0);
        // User code writes in the middle of an overshoot.
        let written = Target::<SpriteColor>::of(Color::BLACK.into());
        let written = app.world_mut().spawn((color(Color::WHITE), written)).id();
        for _ in 0..5 * fps {
            app.update();
            if app.world().get::<Sprite>(written).expect("it should exist").color.to_linear().red == 0.0 {
                break;
            }
        }
        app.world_mut().get_mut::<Sprite>(written).expect("it should exist").color = Color::WHITE;
        app.update();
        assert!(app.world().get::<Sprite>(written).expect("it should exist").color.to_linear().red > 0.3);
    }
}

/// One motion starts at a bright colour, as for bloom. Another one ends at this colour.
#[test]
fn a_channel_above_1_is_kept_if_the_motion_starts_or_ends_there() {
    let mut app = app();
    let bright = Color::linear_rgb(5.0, 2.0, 0.5);
    let flash = (
        tinted(bright),
        Spring::wobbly().on::<SpriteColor>(),
        Target::<SpriteColor>::of(Color::linear_rgb(0.5, 0.2, 0.1).into()),
    );
    let flash = app.world_mut().spawn(flash).id();
    let glow = (tinted(Color::BLACK), Spring::wobbly().on::<SpriteColor>(), Target::<SpriteColor>::of(bright.into()));
    let glow = app.world_mut().spawn(glow).id();
    let red = |app: &App, entity| app.world().get::<Sprite>(entity).expect("it should exist").color.to_linear().red;
    let (mut brightest, mut before) = (0.0_f32, 5.0_f32);
    for frame in 0..400 {
        app.update();
        let flashed = red(&app, flash);
        assert!(frame > 0 || flashed > 3.0, "it should start at the bright colour: {flashed}");
        assert!(flashed <= before.max(1.0) + 1e-4, "{flashed} after {before}");
        before = flashed;
        brightest = brightest.max(red(&app, glow));
    }
    assert!((4.9..5.1).contains(&brightest), "{brightest}");
    assert!((red(&app, glow) - 5.0).abs() < 1e-3);
}

#[test]
fn a_light_that_overshoots_0_is_never_negative() {
    let mut app = app();
    let lamp = (PointLight { intensity: 800.0, ..default() }, Spring::wobbly().on::<LightIntensity<PointLight>>());
    let lamp = app.world_mut().spawn((lamp, Target::<LightIntensity<PointLight>>::of(0.0))).id();
    for _ in 0..400 {
        app.update();
        assert!(app.world().get::<PointLight>(lamp).expect("it should exist").intensity >= 0.0);
    }
    assert!(app.world().get::<Resting<LightIntensity<PointLight>>>(lamp).is_some());
}
