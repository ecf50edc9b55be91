//! The marked drops: one of this crate and one of Euler's method are thrown straight up, and the heights that they reach after each
//! bounce are compared with the closed form.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::drops::{Body, DEPTH, Drop, mirrored};
use super::euler::Stepped;
use super::law::{self, BOUNCES, Restitution};
use super::look::{Discs, FAINT_LINE, MARKED, MARKED_EULER, WorldText};

/// The radius of a marked drop. Unit: m.
pub(crate) const RADIUS: f32 = 0.05;
/// The start position of this crate's marked drop. Unit: m.
pub(crate) const START: Vec2 = Vec2::new(-0.17, 0.3);
/// The start velocity of this crate's marked drop. Unit: m/s.
pub(crate) const VELOCITY: Vec2 = Vec2::new(0.0, 7.0);
/// The time from one throw to the next. Unit: s.
const PERIOD: f64 = 4.5;
/// The size of the lines at the expected heights. Unit: m.
const LINE: Vec2 = Vec2::new(0.7, 0.006);

/// Marks this crate's marked drop, which is traced.
#[derive(Component)]
pub(crate) struct Marked;
/// Marks Euler's marked drop.
#[derive(Component)]
pub(crate) struct MarkedTwin;
/// The line at the height after the bounce with this number, or the line's label. Bounces are counted from 0.
#[derive(Component)]
pub(crate) struct Line(usize);

/// The heights of the marked drops after each bounce since the last throw. Unit: m.
#[derive(Resource, Default)]
pub(crate) struct Tops {
    /// The heights in closed form.
    pub(crate) closed_form: [f64; BOUNCES],
    /// The heights of this crate's drop, forecast when the contact is reported.
    pub(crate) ours: [Option<f32>; BOUNCES],
    /// The largest heights that Euler's drop has reached so far.
    pub(crate) euler: [Option<f32>; BOUNCES],
    /// The number of contacts of this crate's drop.
    contacts: usize,
    /// The time of the last throw. Unit: s.
    thrown: f64,
}

pub(crate) fn spawn(discs: Res<Discs>, restitution: Res<Restitution>, mut commands: Commands) {
    let body = |color| (discs.sprite(RADIUS, color), Body::new(RADIUS, color, None));
    let place = START.extend(DEPTH + 0.5);
    commands
        .spawn((Marked, Drop, body(MARKED), Transform::from_translation(place), law::components(RADIUS, *restitution)))
        .insert(Velocity::new(VELOCITY.extend(0.0)))
        .observe(forecast);
    let place = mirrored(START).extend(DEPTH + 0.5);
    let twin = (MarkedTwin, Stepped::thrown(mirrored(VELOCITY)), body(MARKED_EULER));
    commands.spawn((twin, Transform::from_translation(place)));
    for number in 0..BOUNCES {
        commands.spawn((Line(number), Sprite::from_color(FAINT_LINE, LINE), Transform::from_xyz(0.0, 0.0, 0.2)));
        let label = (Text2d::new((number + 1).to_string()), TextFont::from_font_size(13.0), TextColor(FAINT_LINE));
        commands.spawn((
            Line(number),
            label,
            WorldText { offset: Vec2::new(0.0, 9.0) },
            Transform::from_xyz(0.0, 0.0, 0.2),
        ));
    }
}

/// Forecasts the height that the drop will reach after a contact, when the contact is reported.
fn forecast(contact: On<LimitReached>, marked: Query<&Motion, With<Marked>>, mut tops: ResMut<Tops>) {
    let number = tops.contacts;
    tops.contacts += 1;
    let Some(top) = tops.ours.get_mut(number) else { return };
    *top = marked.get(contact.entity).ok().and_then(|motion| motion.will_turn(1, 10.0)).map(|(_, place)| place.y);
}

/// Records the heights of Euler's marked drop. Runs once a tick, after the step.
pub(crate) fn watch(twin: Single<(&Transform, &Stepped), With<MarkedTwin>>, mut tops: ResMut<Tops>) {
    let (transform, stepped) = *twin;
    if let Some(top) = stepped.contacts.checked_sub(1).and_then(|number| tops.euler.get_mut(number)) {
        *top = Some(top.map_or(transform.translation.y, |top| top.max(transform.translation.y)));
    }
}

/// Throws both marked drops again after each [`PERIOD`] and when the restitution has changed. Runs once a frame.
pub(crate) fn throw(
    time: Res<Time>,
    restitution: Res<Restitution>,
    mut tops: ResMut<Tops>,
    mut ours: Single<(&mut Transform, &mut Velocity), (With<Marked>, Without<MarkedTwin>)>,
    mut twin: Single<(&mut Transform, &mut Stepped), With<MarkedTwin>>,
    mut lines: Query<(&Line, &mut Transform), (Without<Marked>, Without<MarkedTwin>)>,
) {
    let now = time.elapsed_secs_f64();
    let is_due = now - tops.thrown >= PERIOD;
    if !is_due && !restitution.is_changed() {
        return;
    }
    let thrown = if is_due { tops.thrown + PERIOD } else { now };
    let closed_form = law::tops(START.y, VELOCITY.y, RADIUS, *restitution);
    *tops = Tops { closed_form, thrown, ..default() };
    for (Line(number), mut transform) in &mut lines {
        transform.translation.y = law::narrow(closed_form[*number]);
    }
    let (place, velocity) = law::after(START, VELOCITY, now - thrown);
    ours.0.translation = place.extend(DEPTH + 0.5);
    ours.1.0 = velocity.extend(0.0);
    twin.0.translation = mirrored(START).extend(DEPTH + 0.5);
    *twin.1 = Stepped::thrown(mirrored(VELOCITY));
}
