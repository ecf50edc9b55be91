//! Blends that are interrupted three times in a second, between shots that move and turn, one of which a user's system moves.

use std::{f64::consts::E, time::Duration};

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::{app::Bench, app::ulp, stage::cameras_at_rate};

/// Of the blends. Unit: rad/s.
const OMEGA: f64 = 8.0;

/// Of the way of the foreign shot: 2 m/s, 10 m/s², 50 m/s³. Units: m, rad/s.
const RADIUS: f64 = 0.4;
const PACE: f64 = 5.0;
/// Of its yaw: 1.2 rad/s, 4.8 rad/s², 19.2 rad/s³. Units: rad, rad/s.
const SWING: f64 = 0.3;
const SWINGS: f64 = 4.0;

/// Place, yaw and pitch, and their rates.
#[derive(Clone, Copy, Debug)]
struct View {
    place: DVec3,
    velocity: DVec3,
    angles: [f64; 2],
    rates: [f64; 2],
}

/// Where the foreign shot is at `t` (s).
fn flown(t: f64) -> View {
    let (sin, cos) = (PACE * t).sin_cos();
    View {
        place: DVec3::new(3.0 + RADIUS * sin, 2.0, RADIUS * cos),
        velocity: RADIUS * PACE * DVec3::new(cos, 0.0, -sin),
        angles: [SWING * (SWINGS * t).sin(), 0.0],
        rates: [SWING * SWINGS * (SWINGS * t).cos(), 0.0],
    }
}

#[derive(Component)]
struct Flown;

/// The user's system.
fn fly(time: Res<Time>, mut flown_ones: Query<&mut Transform, With<Flown>>) {
    let View { place, angles, .. } = flown(time.elapsed_secs_f64());
    for mut transform in &mut flown_ones {
        *transform =
            Transform::from_translation(place.as_vec3()).with_rotation(Quat::from_rotation_y(angles[0] as f32));
    }
}

/// What a pose shows.
fn shown(pose: &Pose) -> View {
    let turn = pose.rotation.as_dquat().normalize();
    let (back, right, w) = (turn * DVec3::Z, turn * DVec3::X, pose.angular_velocity.as_dvec3());
    // w = ψ' up − θ' right, where the view is level.
    assert!(right.y.abs() < 1e-6, "it should be level: {pose:?}");
    View {
        place: pose.position.as_dvec3(),
        velocity: pose.velocity.as_dvec3(),
        angles: [back.x.atan2(back.z), back.y.asin()],
        rates: [w.y, -w.dot(right)],
    }
}

/// What is left of an offset and its rate.
#[derive(Clone, Copy, Debug)]
struct Rest {
    eased: bool,
    /// When it began. Unit: s.
    since: f64,
    offset: View,
}

impl Rest {
    fn between(eased: bool, since: f64, shown: &View, base: &View) -> Self {
        let near = |angle: f64| angle - std::f64::consts::TAU * (angle / std::f64::consts::TAU).round();
        let offset = View {
            place: shown.place - base.place,
            velocity: shown.velocity - base.velocity,
            angles: [0, 1].map(|i| near(shown.angles[i] - base.angles[i])),
            rates: [0, 1].map(|i| shown.rates[i] - base.rates[i]),
        };
        Self { eased, since, offset }
    }

    fn on(&self, base: &View, t: f64) -> View {
        let t = t - self.since;
        let (s, left) = (OMEGA * t, (-OMEGA * t).exp());
        // What is left of an offset o and its rate u: of each, how much, and how fast it goes.
        let (of_offset, of_rate) = if self.eased {
            ([1.0 + s + s * s * (0.5 + s / 6.0), -OMEGA * s * s * s / 6.0], [t, 1.0 - s])
        } else {
            ([1.0 + s, -OMEGA * s], [t, 1.0 - s])
        };
        let at = |o: f64, u: f64| (o * of_offset[0] + u * of_rate[0]) * left;
        let rate = |o: f64, u: f64| (o * of_offset[1] + u * of_rate[1]) * left;
        let View { place, velocity, angles, rates } = self.offset;
        let each = |f: &dyn Fn(f64, f64) -> f64| DVec3::from_array([0, 1, 2].map(|i| f(place[i], velocity[i])));
        View {
            place: base.place + each(&at),
            velocity: base.velocity + each(&rate),
            angles: [0, 1].map(|i| base.angles[i] + at(angles[i], rates[i])),
            rates: [0, 1].map(|i| base.rates[i] + rate(angles[i], rates[i])),
        }
    }
}

/// What the camera is on, and what is left of the last change.
#[derive(Clone, Copy, Debug)]
enum Base {
    Own(Entity),
    /// It is drawn where it was written in the frame before.
    Foreign,
    /// Before two samples are known it counts as standing.
    Standing(View),
}

struct Expected {
    base: Base,
    rest: Option<Rest>,
}

impl Expected {
    fn at(&self, bench: &Bench, t: f64, dt: f64) -> View {
        let base = match self.base {
            Base::Own(shot) => shown(bench.get::<Pose>(shot)),
            Base::Foreign => flown(t - dt),
            Base::Standing(view) => view,
        };
        self.rest.map_or(base, |rest| rest.on(&base, t))
    }
}

fn moving_shot(bench: &mut Bench, place: Vec3, velocity: Vec3, orbit: Orbit, turn_rate: Vec2) -> Entity {
    let pivot = bench.spawn((Transform::from_translation(place), Visibility::default(), Velocity::new(velocity)));
    bench.spawn((orbit, OrbitInput { turn_rate, ..default() }, ChildOf(pivot)))
}

/// By how much the velocity of what others move may be off, in units of the derivatives and of what f32 rounds of one sample: of the line
/// through two samples, and of the parabola through three.
struct Wrong {
    two: f64,
    three: f64,
}

impl Wrong {
    fn of(second: f64, third: f64, rounded: f64, dt: f64) -> Self {
        // The weights of the samples, 1 and 1 over h, and 3, 4 and 1 over 2 h.
        Self { two: dt / 2.0 * second + 2.0 * rounded / dt, three: dt * dt / 3.0 * third + 4.0 * rounded / dt }
    }
}

#[test]
fn with_a_shot_of_others_among_them_what_is_drawn_is_the_closed_form_in_every_frame() {
    for eased in [false, true] {
        for fps in [64u32, 144, 500] {
            let mut bench = cameras_at_rate(64.0);
            bench.app.add_systems(Update, fly);
            let foreign = bench.spawn((Transform::default(), Flown));
            let first = Orbit::new(0.0, 0.3, 6.0);
            let first = moving_shot(&mut bench, Vec3::ZERO, Vec3::new(3.0, 0.0, 1.0), first, Vec2::new(1.2, 0.1));
            let second = Orbit::new(2.4, 0.9, 5.0);
            let second =
                moving_shot(&mut bench, Vec3::new(4.0, 1.0, -6.0), Vec3::X * -2.0, second, Vec2::new(-0.7, 0.0));
            let path = BlendPath::Straight;
            let angular_frequency = OMEGA as f32;
            let blend = if eased {
                Blend::Eased { angular_frequency, path }
            } else {
                Blend::Spring { angular_frequency, path }
            };
            let camera = bench.spawn((Transform::default(), Shows::new(first).by(blend)));
            bench.frame(Duration::ZERO);
            let frame = Duration::from_nanos(1_000_000_000 / u64::from(fps));
            let dt = frame.as_secs_f64();
            // What f32 rounds of a sample: half a step in each of three numbers, and in each of a quaternion's, of half the angle.
            let place_rounded = 0.5 * ulp(4.0) * 3.0f64.sqrt();
            let place_wrong = Wrong::of(RADIUS * PACE.powi(2), RADIUS * PACE.powi(3), place_rounded, dt);
            let turn_wrong = Wrong::of(SWING * SWINGS.powi(2), SWING * SWINGS.powi(3), ulp(1.0), dt);
            let changes = [(0.3, Some(second)), (0.6, None), (0.85, Some(first)), (1.1, None), (1.35, Some(second))];
            let mut changes = changes.iter();
            let mut next = changes.next();
            let mut expected = Expected { base: Base::Own(first), rest: None };
            // What may be wrong by now with the velocities, and how many times it was captured.
            let (mut off, mut turn_off, mut captures) = (0.0, 0.0, 0.0);
            let mut known_at = None;
            let (mut t, mut n) = (0.0, 0u32);
            while t < 2.0 {
                if let Some((instant, shot)) = next
                    && t >= *instant
                {
                    let was = expected.at(&bench, t, dt);
                    bench.edit::<Shows>(camera, |shows| shows.shot = shot.unwrap_or(foreign));
                    let base = if let Some(shot) = shot {
                        Base::Own(*shot)
                    } else {
                        Base::Standing(View { velocity: DVec3::ZERO, rates: [0.0; 2], ..flown(t) })
                    };
                    if shot.is_none() {
                        known_at = Some(n + 2);
                    }
                    expected = Expected { base, rest: None };
                    let base = expected.at(&bench, t, dt);
                    expected.rest = Some(Rest::between(eased, t, &was, &base));
                    captures += 1.0;
                    next = changes.next();
                }
                bench.frame(frame);
                (n, t) = (n + 1, bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64());
                if known_at == Some(n) {
                    let was = expected.at(&bench, t, dt);
                    expected =
                        Expected { base: Base::Foreign, rest: Some(Rest::between(eased, t, &was, &flown(t - dt))) };
                    off += place_wrong.two + place_wrong.three;
                    turn_off += turn_wrong.two + turn_wrong.three;
                    captures += 1.0;
                    known_at = None;
                }
                let (wanted, found) = (expected.at(&bench, t, dt), shown(bench.get::<Pose>(camera)));
                let what = format!("eased {eased}, {fps} fps, {t}: {found:?} should be {wanted:?}");
                // A velocity that is off by this leads astray by at most that/(e ω); an eased offset that is captured anew begins
                // anew, and goes by another 0.083 of it.
                let count = if eased { captures } else { 1.0 };
                let (astray, faster) = (count / (E * OMEGA), 1.0 + 0.083 * count);
                let error = found.place.distance(wanted.place);
                assert!(error <= off * astray + 4.0 * ulp(16.0), "{what}: {error} m, at most {}", off * astray);
                let error = found.velocity.distance(wanted.velocity);
                assert!(error <= off * faster + 1e-5, "{what}: {error} m/s, at most {}", off * faster);
                for i in [0, 1] {
                    let error = (DVec3::X.rotate_y(found.angles[i])).angle_between(DVec3::X.rotate_y(wanted.angles[i]));
                    assert!(error <= turn_off * astray + 1e-6, "{what}: {error} rad, at most {}", turn_off * astray);
                    let error = (found.rates[i] - wanted.rates[i]).abs();
                    assert!(error <= turn_off * faster + 1e-5, "{what}: {error} rad/s, at most {}", turn_off * faster);
                }
            }
        }
    }
}
