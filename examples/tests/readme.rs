//! The first program in the README and in the library's documentation is a copy of `paste/click.rs`. The README's table of errors is
//! correct. The program of the example `minimal` is short, and its camera does what the example says.

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::Pose,
    math::{Law, Propagator},
    prelude::*,
};
use harness::{
    Harness,
    cli::Options,
    script::{Input, Script, at, hold},
};

use crate::scenes::minimal;

const README: &str = include_str!("../../README.md");
const LIBRARY: &str = include_str!("../../src/lib.rs");
const CLICK: &str = include_str!("../paste/click.rs");
const MINIMAL: &str = include_str!("../minimal/main.rs");

/// The line of `minimal` that replaces Bevy's `DefaultPlugins`. The program starts after this line.
const STAGE: &str = "use stage::DefaultPlugins;\n";
/// The start of the first function after the camera's part of the program.
const GAME: &str = "fn walk(";

/// Returns the README's first Rust block.
fn program() -> &'static str {
    let (_, rest) = README.split_once("```rust,no_run\n").expect("README should begin with a program");
    rest.split_once("```").expect("the block should end").0
}

/// Returns the number of lines that are not empty.
fn count(code: &str) -> usize {
    code.lines().filter(|line| !line.trim().is_empty()).count()
}

#[test]
fn the_first_program_of_the_readme_is_click_rs_and_has_at_most_25_lines() {
    assert!(CLICK.ends_with(program()), "paste/click.rs should end with:\n{}", program());
    assert!(count(program()) <= 25, "{} lines", count(program()));
    let (_, rest) = LIBRARY.split_once("//! ```\n").expect("the library's page should begin with a program");
    let (block, _) = rest.split_once("//! ```").expect("the block should end");
    let lines = block.lines().filter(|line| !line.starts_with("//! #"));
    let lines = lines.map(|line| line.trim_start_matches("//!").strip_prefix(' ').unwrap_or_default());
    assert!(lines.eq(program().lines()), "the library's page should have README's program, word for word:\n{block}");
}

#[test]
fn the_camera_code_of_minimal_has_at_most_25_lines_and_the_whole_program_at_most_55() {
    let (_, program) = MINIMAL.split_once(STAGE).expect("minimal should use its stage");
    let (camera, _) = program.split_once(GAME).expect("the player should walk");
    assert!(count(camera) <= 25, "{} lines", count(camera));
    assert_eq!(camera.matches("\nfn ").count(), 4);
    assert!(count(program) <= 55, "{} lines", count(program));
}

/// The state of the camera in each frame.
#[derive(Resource, Default)]
struct Seen(Vec<Drawn>);

/// The state of the camera in a frame.
struct Drawn {
    time: f64,
    /// The camera's position.
    camera: Vec3,
    /// The angle between the camera's view direction and the direction to the player. Unit: rad.
    off: f32,
    /// The length of the boom.
    length: f32,
}

fn look(
    time: Res<Time<Virtual>>,
    camera: Single<(&Transform, &Pose, &Orbit)>,
    player: Single<&Transform, With<Limits>>,
    mut seen: ResMut<Seen>,
) {
    let (transform, pose, orbit) = *camera;
    let off = transform.forward().angle_between(player.translation - pose.position);
    seen.0.push(Drawn { time: time.elapsed_secs_f64(), camera: pose.position, off, length: orbit.distance });
}

/// The mouse lowers the camera to the lowest pitch. The player runs to the wall behind the camera and back, and the mouse turns the camera.
#[test]
fn the_camera_of_minimal_avoids_walls_but_not_the_player_and_looks_at_the_player() {
    let lower = (0..16).map(|step| at(0.1 + f64::from(step) / 64.0, Input::MoveMouse(Vec2::new(0.0, -20.0))));
    let turn = (0..64).map(|step| at(5.0 + f64::from(step) / 64.0, Input::MoveMouse(Vec2::new(-25.0, 0.0))));
    let run = [hold(KeyCode::KeyS, 0.75, 3.0), hold(KeyCode::KeyW, 3.25, 4.0)].concat();
    let script = Script::new(run.into_iter().chain(lower).chain(turn));
    let options = Options { seconds: Some(7.0), frame_rate: Some(60.0), ..Options::default() };
    let harness = Harness::in_process("minimal", options, script).with_interface();
    let mut app = minimal::stage::build(&harness);
    app.init_resource::<Seen>().add_systems(Last, look);
    harness.simulate(&mut app);
    let seen = &app.world().resource::<Seen>().0;
    assert!(seen.len() > 400, "{} frames", seen.len());
    let lengths = |from: f64, to: f64| {
        let within = seen.iter().filter(move |frame| (from..to).contains(&frame.time));
        within
            .map(|frame| frame.length)
            .fold([f32::INFINITY, 0.0], |[least, most], length| [least.min(length), most.max(length)])
    };
    // At first the player is between the pivot and the camera, 1 m from the pivot, and the wall is further away than the camera.
    let [least, _] = lengths(0.0, 1.1);
    assert!(least > 7.9, "the player should not shorten the boom: {least} m");
    let [least, most] = lengths(1.1, 7.0);
    assert!(least < 2.0 && most > 7.0, "the wall should shorten the boom, and then release it: {least} m, {most} m");
    for Drawn { time, camera, off, .. } in seen {
        assert!(camera.x.abs() < 10.0 && camera.z.abs() < 10.0, "{time} s: in a wall, at {camera}");
        // Half the vertical field of view, which is 45°.
        assert!(*off < core::f32::consts::FRAC_PI_8, "{time} s: the player is {off} rad off");
    }
}

/// Parses the README's table. Each row is a tick rate, and the largest errors of semi-implicit Euler with ω 10, ζ 0.5 and with ω 30, ζ 1.
fn table() -> Vec<[f64; 3]> {
    let number = |cell: &str| -> f64 {
        let plain = cell.trim().replace(" · 10", "e").replace('¹', "1");
        plain.parse().unwrap_or_else(|_| panic!("{cell} should be a number"))
    };
    let (_, table) = README.split_once("this crate, both |\n").expect("README should have the table");
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        assert_eq!(cells[3].trim(), "< 10⁻¹⁵");
        [number(cells[0]), number(cells[1]), number(cells[2])]
    })
    .collect()
}

#[test]
fn the_table_of_errors_in_the_readme_is_correct() {
    let table = table();
    assert_eq!(table.len(), 3);
    for [rate, under, critical] in table {
        for (omega, zeta, stated) in [(10.0, 0.5, under), (30.0, 1.0, critical)] {
            let law = Law { k: omega * omega, c: 2.0 * zeta * omega, ..Law::default() };
            let h = 1.0 / rate;
            let step = Propagator::new(law.k, law.c, h);
            let ([mut euler, mut speed], [mut x, mut v]) = ([1.0, 0.0], [1.0, 0.0]);
            let [mut euler_error, mut error] = [0.0f64; 2];
            for tick in (1..).take_while(|tick| f64::from(*tick) <= rate) {
                speed -= h * (law.k * euler + law.c * speed);
                euler += h * speed;
                let by = step.held(x, v, law.a);
                (x, v) = (x + by.position, v + by.velocity);
                let (exact, _) = law.step_held(1.0, 0.0, 0.0, f64::from(tick) * h);
                (euler_error, error) = (euler_error.max((euler - exact).abs()), error.max((x - exact).abs()));
            }
            let holds = (0.95..1.05).contains(&(euler_error / stated)) && error < 1e-15;
            assert!(holds, "{rate} ticks/s, ω {omega}, ζ {zeta}: Euler {euler_error:.2e}, this crate {error:.1e}");
        }
    }
}
