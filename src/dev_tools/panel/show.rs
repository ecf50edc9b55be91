//! Updates the nodes of a panel.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use bevy::{
    asset::Assets,
    image::Image,
    input_focus::InputFocus,
    math::{DVec2, UVec2, ops},
    prelude::*,
    ui::{
        BackgroundColor, ComputedNode, Display, Outline, percent, px,
        widget::{ImageNode, Text},
    },
    ui_widgets::{SliderRange, SliderValue},
};

use super::{
    PanelState, Part, Shown, SpringPanel,
    build::{BUTTON, SELECTED, THUMB, build, spawn_tab},
    curve::{self, Extent},
    drag::{active_grip, is_dragged},
    handle::Handle,
};
use crate::{
    dev_tools::{
        Convention,
        convention::{SETTLED, math_spring},
        inspected::InspectedEntities,
        tunable::{Knob, SpringParameters, Tunable},
    },
    diagnosis::Diagnosis,
    math,
    property::{disabling::is_disabled_archetype, on_insert::describe},
};

/// The colour of the outline of the node that has the keyboard focus.
const FOCUSED: Color = Color::WHITE;
/// The width of the table's column of labels, in letters.
const LABEL_LETTERS: usize = 26;

/// Updates every panel. Runs in `PostUpdate`, before the layout.
pub(crate) fn show(world: &mut World, panels: &mut QueryState<Entity, With<SpringPanel>>) {
    let panels: Vec<Entity> = panels.iter(world).collect();
    for panel in panels {
        show_one(world, panel);
    }
}

/// Outlines the node that has the keyboard focus.
pub(crate) fn show_focus(focus: Option<Res<InputFocus>>, mut parts: Query<(Entity, &mut Outline), With<Part>>) {
    let focused = focus.and_then(|focus| focus.get());
    for (part, mut outline) in &mut parts {
        let color = if focused == Some(part) { FOCUSED } else { Color::NONE };
        if outline.color != color {
            outline.color = color;
        }
    }
}

/// The nodes of a panel, each with its part.
struct Parts(Vec<(Part, Entity)>);

impl Parts {
    fn of(world: &World, panel: Entity) -> Self {
        let mut found = Vec::new();
        let mut open = Vec::from([panel]);
        while let Some(node) = open.pop() {
            found.extend(world.get::<Part>(node).map(|part| (*part, node)));
            open.extend(world.get::<Children>(node).into_iter().flat_map(|children| children.iter()));
        }
        Self(found)
    }

    fn get(&self, part: Part) -> Option<Entity> {
        self.0.iter().find(|(other, _)| *other == part).map(|(_, node)| *node)
    }

    fn count(&self, part: Part) -> usize {
        self.0.iter().filter(|(other, _)| *other == part).count()
    }

    fn display(&self, world: &mut World, part: Part, is_visible: bool) {
        if let Some(mut node) = self.get(part).and_then(|node| world.get_mut::<Node>(node)) {
            node.display = if is_visible { Display::Flex } else { Display::None };
        }
    }

    fn set_text(&self, world: &mut World, part: Part, content: &str) {
        if let Some(mut text) = self.get(part).and_then(|node| world.get_mut::<Text>(node)) {
            text.set_if_neq(Text(content.to_string()));
        }
    }

    /// The extent that the picture keeps while a handle is dragged.
    fn kept_extent(&self, world: &World) -> Option<Extent> {
        let handles = self.0.iter().filter(|(part, _)| matches!(part, Part::Handle(_)));
        handles.filter_map(|(_, node)| active_grip(world, *node)).map(|grip| grip.extent).next()
    }
}

fn show_one(world: &mut World, panel: Entity) {
    let Some(&SpringPanel { convention, is_folded }) = world.get::<SpringPanel>(panel) else { return };
    let Some(mut before) = world.get::<PanelState>(panel).cloned() else { return };
    let mut parts = Parts::of(world, panel);
    if parts.count(Part::Title) != 1 {
        // The panel is new, or it is a clone, which may have its original's nodes in addition to its own.
        build(world, panel);
        before.shown = Shown::default();
        parts = Parts::of(world, panel);
    }
    let tunables: Vec<Tunable> = world.get_resource::<Diagnosis>().into_iter().flat_map(Diagnosis::tunables).collect();
    // During a drag, the panel keeps showing the spring that the drag changes.
    let is_dragged = is_dragged(world, panel);
    let entity = if is_dragged {
        before.shown.of.map(|(entity, _)| entity)
    } else {
        world.get_resource::<InspectedEntities>().and_then(InspectedEntities::last)
    };
    let found = entity.and_then(|entity| world.get_entity(entity).ok());
    let read = |tunable: &Tunable| found.and_then(|found| tunable.read(found));
    let tabs: Vec<_> = tunables.iter().filter(|tunable| read(tunable).is_some()).collect();
    let property = if is_dragged {
        before.shown.of.map(|(_, property)| property)
    } else {
        let kept = tabs.iter().find(|tunable| Some(tunable.property) == before.selected);
        kept.or(tabs.first()).map(|tunable| tunable.property)
    };
    let tunable = tunables.iter().find(|tunable| Some(tunable.property) == property);
    let parameters = tunable.and_then(read);
    let spring = parameters.and_then(math_spring);
    let extent = spring.map(|spring| parts.kept_extent(world).unwrap_or_else(|| Extent::of(&spring)));
    let picture = parts.get(Part::Picture).and_then(|node| world.get::<ComputedNode>(node));
    let shown = Shown {
        of: entity.zip(property),
        title: title(world, found, tunable.filter(|_| parameters.is_some())),
        tabs: tabs.iter().map(|tunable| (tunable.property, tunable.name)).collect(),
        bits: parameters.map(|parameters| [parameters.angular_frequency, parameters.damping_ratio].map(f32::to_bits)),
        convention,
        is_folded,
        extent,
        picture: picture.map_or(UVec2::ZERO, |picture| picture.size().round().as_uvec2()),
    };
    if shown == before.shown {
        return;
    }
    let name = tunable.filter(|tunable| !tunable.is_default()).map(|tunable| tunable.name);
    show_tabs(world, &parts, &shown, &before.shown);
    parts.display(world, Part::Body, parameters.is_some());
    parts.display(world, Part::Table, !shown.is_folded);
    parts.display(world, Part::Code, !shown.is_folded);
    parts.set_text(world, Part::Title, &shown.title);
    parts.set_text(world, Part::Readout, &readout(parameters));
    parts.set_text(world, Part::Table, &table(parameters, shown.convention));
    let code = parameters.map(|parameters| shown.convention.code_of(parameters, name));
    let code =
        code.map(|code| code.unwrap_or_else(|| format!("not for this spring: {}", shown.convention.condition())));
    parts.set_text(world, Part::Code, &code.unwrap_or_default());
    show_knob(world, &parts, Knob::AngularFrequency, parameters);
    show_knob(world, &parts, Knob::DampingRatio, parameters);
    show_picture(world, &parts, shown.picture, spring.as_ref().zip(extent));
    show_handle(world, &parts, Handle::HalfPeriod, spring.as_ref().zip(extent));
    show_handle(world, &parts, Handle::SettlingTime, spring.as_ref().zip(extent));
    if let Some(mut state) = world.get_mut::<PanelState>(panel) {
        state.shown = shown;
    }
}

fn title(world: &World, found: Option<EntityRef>, tunable: Option<&Tunable>) -> String {
    let Some(found) = found else { return "Nothing is inspected".to_string() };
    let suffix = if is_disabled_archetype(world, found.archetype()) { " (disabled)" } else { "" };
    match tunable {
        Some(tunable) => format!("{}: {}{suffix}", describe(found), tunable.name),
        None => format!("{} has no spring{suffix}", describe(found)),
    }
}

/// Shows the row of tabs if there are at least two tabs.
fn show_tabs(world: &mut World, parts: &Parts, shown: &Shown, before: &Shown) {
    let Some(row) = parts.get(Part::Tabs) else { return };
    if shown.tabs != before.tabs {
        let mut commands = world.commands();
        let mut row = commands.entity(row);
        row.despawn_related::<Children>();
        if shown.tabs.len() > 1 {
            for (property, name) in &shown.tabs {
                spawn_tab(&mut row, Part::Tab(*property), name);
            }
        }
        world.flush();
    }
    parts.display(world, Part::Tabs, shown.tabs.len() > 1);
    let tabs: Vec<Entity> = world.get::<Children>(row).map_or_else(Vec::new, |tabs| tabs.to_vec());
    for tab in tabs {
        let Some(&Part::Tab(property)) = world.get::<Part>(tab) else { continue };
        let is_selected = shown.of.is_some_and(|(_, selected)| selected == property);
        if let Some(mut color) = world.get_mut::<BackgroundColor>(tab) {
            color.set_if_neq(BackgroundColor(if is_selected { SELECTED } else { BUTTON }));
        }
    }
}

fn show_knob(world: &mut World, parts: &Parts, knob: Knob, parameters: Option<SpringParameters>) {
    let text = parameters.map(|parameters| match knob {
        Knob::AngularFrequency => format!("omega {} rad/s", short(parameters.angular_frequency.into())),
        Knob::DampingRatio => format!("zeta {}", short(parameters.damping_ratio.into())),
    });
    parts.set_text(world, Part::Number(knob), &text.unwrap_or_default());
    let Some(slider) = parts.get(Part::Slider(knob)) else { return };
    let value = parameters.map_or(f32::NAN, |parameters| match knob {
        // The logarithm of 0 is −∞, which is clamped to the slider's lower end.
        Knob::AngularFrequency => ops::log10(parameters.angular_frequency),
        Knob::DampingRatio => parameters.damping_ratio,
    });
    let Some(range) = world.get::<SliderRange>(slider).copied() else { return };
    let value = if value.is_nan() { range.start() } else { range.clamp(value) };
    if world.get::<SliderValue>(slider).is_none_or(|before| before.0 != value) {
        world.entity_mut(slider).insert(SliderValue(value));
    }
    let share = range.thumb_position(value);
    if let Some(mut thumb) = parts.get(Part::Thumb(knob)).and_then(|thumb| world.get_mut::<Node>(thumb)) {
        thumb.left = percent(100.0 * share);
        thumb.margin.left = px(-share * THUMB);
    }
}

fn show_picture(world: &mut World, parts: &Parts, size: UVec2, spring: Option<(&math::Spring, Extent)>) {
    let extent = spring.map(|(_, extent)| extent);
    let top = extent.map_or_else(String::new, |extent| short(extent.top));
    let right = extent.map_or_else(String::new, |extent| format!("{} s", short(extent.seconds)));
    parts.set_text(world, Part::Top, &top);
    parts.set_text(world, Part::Right, &right);
    let Some(node) = parts.get(Part::Picture).filter(|_| size.min_element() > 0) else { return };
    let Some(mut images) = world.get_resource_mut::<Assets<Image>>() else { return };
    let mut image = Image::transparent();
    curve::draw(&mut image, size, spring);
    let image = images.add(image);
    if let Some(mut node) = world.get_mut::<ImageNode>(node) {
        node.image = image;
    }
}

/// Places a handle on the curve, clamped to the edges of the picture.
fn show_handle(world: &mut World, parts: &Parts, handle: Handle, spring: Option<(&math::Spring, Extent)>) {
    let share =
        spring.and_then(|(spring, extent)| Some(handle.position(spring)? / DVec2::new(extent.seconds, extent.top)));
    let Some(mut node) = parts.get(Part::Handle(handle)).and_then(|node| world.get_mut::<Node>(node)) else { return };
    let share = share.map(|share| share.as_vec2().clamp(Vec2::ZERO, Vec2::ONE));
    node.display = if share.is_some() { Display::Flex } else { Display::None };
    if let Some(share) = share {
        (node.left, node.bottom) = (percent(100.0 * share.x), percent(100.0 * share.y));
    }
}

/// Describes the response to a release at rest.
fn readout(parameters: Option<SpringParameters>) -> String {
    let Some(parameters) = parameters else { return String::new() };
    let Some(spring) = math_spring(parameters) else {
        return "Invalid: the last valid motion continues".to_string();
    };
    let percent = short(100.0 * spring.overshoot());
    let settled = spring.settling_time(SETTLED);
    let settles = if settled.is_finite() { format!("{} s (1 %)", short(settled)) } else { "never".to_string() };
    let frequency = short(1.0 / spring.duration());
    format!(
        "overshoot {percent} %  settles {settles}\nfrequency {frequency} Hz  decay rate {} /s",
        short(decay(&spring))
    )
}

/// The decay rate of the slowest part of the response: the magnitude of the real part of the characteristic root nearest to 0. Unit: 1/s.
fn decay(spring: &math::Spring) -> f64 {
    let (omega, zeta) = (spring.angular_frequency, spring.damping_ratio);
    if zeta <= 1.0 { zeta * omega } else { omega / (zeta + libm::sqrt(zeta * zeta - 1.0)) }
}

/// The spring in every convention. A `>` marks the convention in which code is copied.
fn table(parameters: Option<SpringParameters>, marked: Convention) -> String {
    let Some(spring) = parameters.and_then(math_spring) else { return String::new() };
    let rows = Convention::ALL.iter().map(|convention| {
        let mark = if *convention == marked { '>' } else { ' ' };
        let arguments = convention.arguments(&spring).map_or_else(
            || convention.condition().to_string(),
            |arguments| arguments.into_iter().map(short).collect::<Vec<_>>().join(" "),
        );
        format!("{mark} {:LABEL_LETTERS$}{arguments}", convention.label())
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Formats a number for people: with about four digits, or with its power of ten if it is very large or small.
fn short(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        return format!("{number:.1e}");
    }
    let decimals = match size {
        _ if size >= 1000.0 => 0,
        _ if size >= 100.0 => 1,
        _ if size >= 10.0 => 2,
        _ => 3,
    };
    let written = format!("{number:.decimals$}");
    if !written.contains('.') {
        return written;
    }
    written.trim_end_matches('0').trim_end_matches('.').to_string()
}
