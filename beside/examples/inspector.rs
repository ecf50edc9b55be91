//! All components of ours in bevy-inspector-egui, to be read and to be changed within their ranges while they move.

use bevy::{prelude::*, reflect::TypeInfo};
use bevy_exact_motion::prelude::*;
use bevy_inspector_egui::{
    bevy_egui::EguiPlugin,
    inspector_options::{InspectorOptions, ReflectInspectorOptions, Target as Member, std_options::NumberOptions},
    quick::WorldInspectorPlugin,
};

fn main() {
    let inspector = (EguiPlugin::default(), WorldInspectorPlugin::new());
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, ExactMotionPlugin::default(), inspector));
    app.add_systems(Startup, (spawn, tell_ranges)).run();
}

fn spawn(mut commands: Commands) {
    commands.spawn((Camera2d, Name::new("camera")));
    let square = Sprite::from_color(Color::srgb(0.9, 0.5, 0.3), Vec2::splat(80.0));
    let motion = (Spring::new(6.0, 0.2), Target::new(Vec3::ZERO), Limits::at_least(Vec3::ZERO));
    let square = (Name::new("square"), square, Transform::from_xyz(0.0, 200.0, 0.0));
    commands.spawn((square, motion));
}

/// Numbers of ours have their ranges in their reflection; the inspector wants them as options of its own.
fn tell_ranges(registry: Res<AppTypeRegistry>) {
    for registered in registry.write().iter_mut() {
        let TypeInfo::Struct(info) = registered.type_info() else { continue };
        let mut options = InspectorOptions::new();
        for (i, field) in info.iter().enumerate() {
            let Some(range) = field.get_attribute::<std::ops::RangeInclusive<f32>>() else { continue };
            options.insert(Member::Field(i), NumberOptions::between(*range.start(), *range.end()));
        }
        if options.iter().next().is_some() {
            registered.insert(ReflectInspectorOptions(options));
        }
    }
}
