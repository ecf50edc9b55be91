//! The type data that `bevy-inspector-egui` needs for this crate's types. Copy this file into your app.

use std::{
    any::{Any, TypeId},
    fmt::Debug,
    ops::RangeInclusive,
};

use bevy::{
    prelude::*,
    reflect::{Type, TypeData, TypeInfo, TypeRegistration, TypeRegistry, enums::VariantInfo},
};
use bevy_exact_motion::{
    SnapBy,
    camera::{
        AimPitch, AimYaw, Blending, Composed, Fitted, GroupMembers, GroupMiddle, GroupWeight, OrbitDistance,
        OrbitPitch, OrbitYaw, Reach, ShakeOffset, ShakeTurn, Sight,
    },
    prelude::*,
    property::{FieldOfView, Property},
    rail::{Rail, RailDistance},
};
use bevy_inspector_egui::{
    egui::Ui,
    inspector_egui_impls::InspectorEguiImpl,
    inspector_options::{
        InspectorOptions, ReflectInspectorOptions, Target as Member,
        std_options::{EntityDisplay, EntityOptions, NumberOptions},
    },
};

/// Makes an inspector keep numbers within their ranges, and show the plugin's internal state as text.
pub struct ExactInspectorPlugin;

impl Plugin for ExactInspectorPlugin {
    fn build(&self, _: &mut App) {}

    /// Runs when all types are registered.
    fn finish(&self, app: &mut App) {
        let mut registry = app.world().resource::<AppTypeRegistry>().write();
        show_internal_state(&mut registry);
        registry.iter_mut().for_each(add_ranges);
        show_members_by_id(&mut registry);
    }
}

/// Adds the ranges of a type's numbers as options of the inspector. This crate's types have these ranges as reflection attributes.
fn add_ranges(registered: &mut TypeRegistration) {
    let mut options = InspectorOptions::new();
    let mut add = |member, ty: &Type, range: Option<&RangeInclusive<f32>>| {
        if let Some(range) = range {
            options.insert_boxed(member, options_of(ty, range));
        }
    };
    match registered.type_info() {
        TypeInfo::Struct(info) => {
            info.iter().enumerate().for_each(|(i, field)| add(Member::Field(i), field.ty(), field.get_attribute()));
        }
        TypeInfo::TupleStruct(info) => {
            info.iter().enumerate().for_each(|(i, field)| add(Member::Field(i), field.ty(), field.get_attribute()));
        }
        TypeInfo::Enum(info) => {
            for (variant_index, variant) in info.iter().enumerate() {
                let VariantInfo::Struct(info) = variant else { continue };
                for (field_index, field) in info.iter().enumerate() {
                    let member = Member::VariantField { variant_index, field_index };
                    add(member, field.ty(), field.get_attribute());
                }
            }
        }
        _ => {}
    }
    if options.iter().next().is_some() {
        registered.insert(ReflectInspectorOptions(options));
    }
}

/// Shows the members of a group by their ids. The inspector panics if a member is unfolded in its own group.
fn show_members_by_id(registry: &mut TypeRegistry) {
    let (mut options, mut ids) = (InspectorOptions::new(), EntityOptions::default());
    ids.display = EntityDisplay::Id;
    options.insert(Member::Field(0), ids);
    if let Some(registered) = registry.get_mut(TypeId::of::<GroupMembers>()) {
        registered.insert(ReflectInspectorOptions(options));
    }
}

/// Options for a number, for each component of a vector or an array, or for an optional number.
fn options_of(ty: &Type, range: &RangeInclusive<f32>) -> Box<dyn TypeData> {
    let (least, most) = (*range.start(), *range.end());
    // The speed is the change per pixel of a drag.
    let number = NumberOptions::between(least, most).with_speed((most - least).min(10.0) / 100.0);
    if ty.is::<Vec2>() {
        Box::new(number.map(|number| Vec2::splat(*number)))
    } else if ty.is::<Vec3>() {
        Box::new(number.map(|number| Vec3::splat(*number)))
    } else if ty.is::<Vec4>() {
        Box::new(number.map(|number| Vec4::splat(*number)))
    } else if ty.is::<Option<f32>>() {
        let mut some = InspectorOptions::new();
        some.insert(Member::VariantField { variant_index: 1, field_index: 0 }, number);
        Box::new(some)
    } else {
        Box::new(number)
    }
}

/// Shows the plugin's internal state, and curves, read-only.
fn show_internal_state(registry: &mut TypeRegistry) {
    let motions: [fn(&mut TypeRegistry); 14] = [
        show_motion::<Translation>,
        show_motion::<Rotation>,
        show_motion::<Scale>,
        show_motion::<Progress>,
        show_motion::<OrbitYaw>,
        show_motion::<OrbitPitch>,
        show_motion::<OrbitDistance>,
        show_motion::<AimYaw>,
        show_motion::<AimPitch>,
        show_motion::<ShakeTurn>,
        show_motion::<ShakeOffset>,
        show_motion::<GroupWeight>,
        show_motion::<FieldOfView>,
        show_motion::<RailDistance>,
    ];
    motions.into_iter().for_each(|show| show(registry));
    show::<Composed>(registry);
    show::<Blending>(registry);
    show::<Sight>(registry);
    show::<Reach>(registry);
    show::<GroupMiddle>(registry);
    show::<Fitted>(registry);
    show::<Rail>(registry);
    for registered in registry.iter_mut() {
        let (info, is_shown) = (registered.type_info(), registered.contains::<InspectorEguiImpl>());
        if matches!(info, TypeInfo::Opaque(_)) && info.type_path().starts_with("bevy_exact_motion::") && !is_shown {
            registered.insert(text::<()>());
        }
    }
}

/// Shows the motion of a property. Call it for your own properties.
pub fn show_motion<P: Property>(registry: &mut TypeRegistry) {
    show::<Motion<P>>(registry);
    show::<SnapBy<P::Value>>(registry);
}

fn show<T: Debug + 'static>(registry: &mut TypeRegistry) {
    if let Some(registered) = registry.get_mut(TypeId::of::<T>()) {
        registered.insert(text::<T>());
    }
}

fn text<T: Debug + 'static>() -> InspectorEguiImpl {
    InspectorEguiImpl::new(
        |value, ui, _, _, _| {
            write::<T>(value, ui);
            false
        },
        |value, ui, _, _, _| write::<T>(value, ui),
        |ui, _, _, _, _, _| {
            ui.label("one entity at a time");
            false
        },
    )
}

/// Shows a value as text. A value of a type other than `T` is a motion for which [`show_motion`] was not called.
fn write<T: Debug + 'static>(value: &dyn Any, ui: &mut Ui) {
    match value.downcast_ref::<T>() {
        Some(value) => ui.monospace(format!("{value:#?}")),
        None => ui.label("internal state of the plugin: call show_motion to show it"),
    };
}
