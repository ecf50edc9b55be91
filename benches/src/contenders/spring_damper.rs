//! The plugin of `spring_damper`: critically damped springs, stepped in `PostUpdate` by the frame's delta time.

use bevy::prelude::*;
use spring_damper::{SpringPlugin, SpringSystems, TranslationSpring};

use super::{
    Contender,
    field::{Given, TARGET, field},
    stages::time_set,
    ticking::{Ticking, app},
};
use crate::measure::Part;

pub fn plugin(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    time_set(&mut app, PostUpdate, SpringSystems, Part::Advance);
    sprung(app, size)
}

pub fn whole_frame(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    app.add_plugins(TransformPlugin);
    sprung(app, size)
}

fn sprung(mut app: App, size: usize) -> Box<dyn Contender> {
    app.add_plugins(SpringPlugin);
    for given in field(size) {
        app.world_mut().spawn(bundle(given));
    }
    Ticking::boxed(app)
}

fn bundle(given: Given) -> impl Bundle {
    // The spring is so slow that its entity still moves after thousands of ticks.
    let spring = TranslationSpring { goal: TARGET, velocity: Vec3::ZERO, halflife: 60.0 / given.angular_frequency };
    (Transform::from_translation(given.place), spring)
}
