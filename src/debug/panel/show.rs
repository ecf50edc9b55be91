//! What the nodes of a panel say.

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
    Part, Shown, SpringPanel, Standing,
    build::{BUTTON, CHOSEN, THUMB, build, spawn_tab},
    curve::{self, Extent},
    drag::{gripped, is_in_hand},
    handle::Handle,
};
use crate::{
    debug::{
        Convention,
        convention::{SETTLED, math_spring},
        inspected::Inspection,
        tunable::{Knob, Numbers, Tunable},
    },
    diagnosis::Diagnosis,
    math,
    property::{disabling::is_disabling, newcomer::who},
};

/// Of what has the keyboard's focus.
const FOCUSED: Color = Color::WHITE;
/// Letters before the numbers of the table.
const LABEL_LETTERS: usize = 26;

/// Brings every panel to what it has to show. Runs in `PostUpdate`, before the layout.
pub(crate) fn show(world: &mut World, panels: &mut QueryState<Entity, With<SpringPanel>>) {
    let panels: Vec<Entity> = panels.iter(world).collect();
    for panel in panels {
        show_one(world, panel);
    }
}

/// Outlines what has the focus.
pub(crate) fn show_focus(focus: Option<Res<InputFocus>>, mut parts: Query<(Entity, &mut Outline), With<Part>>) {
    let focused = focus.and_then(|focus| focus.get());
    for (part, mut outline) in &mut parts {
        let color = if focused == Some(part) { FOCUSED } else { Color::NONE };
        if outline.color != color {
            outline.color = color;
        }
    }
}

/// The parts of a panel.
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

    fn display(&self, world: &mut World, part: Part, is_there: bool) {
        if let Some(mut node) = self.get(part).and_then(|node| world.get_mut::<Node>(node)) {
            node.display = if is_there { Display::Flex } else { Display::None };
        }
    }

    fn say(&self, world: &mut World, part: Part, content: &str) {
        if let Some(mut text) = self.get(part).and_then(|node| world.get_mut::<Text>(node)) {
            text.set_if_neq(Text(content.to_string()));
        }
    }

    /// The extent that the picture keeps while a handle is dragged.
    fn kept_extent(&self, world: &World) -> Option<Extent> {
        let handles = self.0.iter().filter(|(part, _)| matches!(part, Part::Handle(_)));
        handles.filter_map(|(_, node)| gripped(world, *node)).map(|grip| grip.extent).next()
    }
}

fn show_one(world: &mut World, panel: Entity) {
    let Some(&SpringPanel { convention, is_folded }) = world.get::<SpringPanel>(panel) else { return };
    let Some(mut before) = world.get::<Standing>(panel).cloned() else { return };
    let mut parts = Parts::of(world, panel);
    if parts.count(Part::Title) != 1 {
        // It is new; or a clone, which may have its original's nodes beside its own.
        build(world, panel);
        before.shown = Shown::default();
        parts = Parts::of(world, panel);
    }
    let tunables: Vec<Tunable> = world.get_resource::<Diagnosis>().into_iter().flat_map(Diagnosis::tunables).collect();
    // While something is in a hand, what is shown stays what it turns.
    let in_hand = is_in_hand(world, panel);
    let entity = if in_hand {
        before.shown.of.map(|(entity, _)| entity)
    } else {
        world.get_resource::<Inspection>().and_then(Inspection::last)
    };
    let found = entity.and_then(|entity| world.get_entity(entity).ok());
    let read = |tunable: &Tunable| found.and_then(|found| tunable.read(found));
    let tabs: Vec<_> = tunables.iter().filter(|tunable| read(tunable).is_some()).collect();
    let property = if in_hand {
        before.shown.of.map(|(_, property)| property)
    } else {
        let kept = tabs.iter().find(|tunable| Some(tunable.property) == before.chosen);
        kept.or(tabs.first()).map(|tunable| tunable.property)
    };
    let tunable = tunables.iter().find(|tunable| Some(tunable.property) == property);
    let numbers = tunable.and_then(read);
    let spring = numbers.and_then(math_spring);
    let extent = spring.map(|spring| parts.kept_extent(world).unwrap_or_else(|| Extent::of(&spring)));
    let picture = parts.get(Part::Picture).and_then(|node| world.get::<ComputedNode>(node));
    let shown = Shown {
        of: entity.zip(property),
        title: title(world, found, tunable.filter(|_| numbers.is_some())),
        tabs: tabs.iter().map(|tunable| (tunable.property, tunable.name)).collect(),
        bits: numbers.map(|numbers| [numbers.angular_frequency, numbers.damping_ratio].map(f32::to_bits)),
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
    parts.display(world, Part::Body, numbers.is_some());
    parts.display(world, Part::Table, !shown.is_folded);
    parts.display(world, Part::Code, !shown.is_folded);
    parts.say(world, Part::Title, &shown.title);
    parts.say(world, Part::Readout, &readout(numbers));
    parts.say(world, Part::Table, &table(numbers, shown.convention));
    let code = numbers.map(|numbers| shown.convention.code_of(numbers, name));
    let code =
        code.map(|code| code.unwrap_or_else(|| format!("not for this spring: {}", shown.convention.condition())));
    parts.say(world, Part::Code, &code.unwrap_or_default());
    show_knob(world, &parts, Knob::AngularFrequency, numbers);
    show_knob(world, &parts, Knob::DampingRatio, numbers);
    show_picture(world, &parts, shown.picture, spring.as_ref().zip(extent));
    show_handle(world, &parts, Handle::HalfPeriod, spring.as_ref().zip(extent));
    show_handle(world, &parts, Handle::SettlingTime, spring.as_ref().zip(extent));
    if let Some(mut standing) = world.get_mut::<Standing>(panel) {
        standing.shown = shown;
    }
}

fn title(world: &World, found: Option<EntityRef>, tunable: Option<&Tunable>) -> String {
    let Some(found) = found else { return "Nothing is inspected".to_string() };
    let stands = if is_disabling(world, found.archetype()) { " (disabled)" } else { "" };
    match tunable {
        Some(tunable) => format!("{}: {}{stands}", who(found), tunable.name),
        None => format!("{} has no spring{stands}", who(found)),
    }
}

/// One tab is none.
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
        let is_chosen = shown.of.is_some_and(|(_, chosen)| chosen == property);
        if let Some(mut color) = world.get_mut::<BackgroundColor>(tab) {
            color.set_if_neq(BackgroundColor(if is_chosen { CHOSEN } else { BUTTON }));
        }
    }
}

fn show_knob(world: &mut World, parts: &Parts, knob: Knob, numbers: Option<Numbers>) {
    let said = numbers.map(|numbers| match knob {
        Knob::AngularFrequency => format!("omega {} rad/s", short(numbers.angular_frequency.into())),
        Knob::DampingRatio => format!("zeta {}", short(numbers.damping_ratio.into())),
    });
    parts.say(world, Part::Number(knob), &said.unwrap_or_default());
    let Some(slider) = parts.get(Part::Slider(knob)) else { return };
    let value = numbers.map_or(f32::NAN, |numbers| match knob {
        // Its logarithm: of 0 it is the slider's lower end.
        Knob::AngularFrequency => ops::log10(numbers.angular_frequency),
        Knob::DampingRatio => numbers.damping_ratio,
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
    parts.say(world, Part::Top, &top);
    parts.say(world, Part::Right, &right);
    let Some(node) = parts.get(Part::Picture).filter(|_| size.min_element() > 0) else { return };
    let Some(mut images) = world.get_resource_mut::<Assets<Image>>() else { return };
    let mut image = Image::transparent();
    curve::draw(&mut image, size, spring);
    let image = images.add(image);
    if let Some(mut node) = world.get_mut::<ImageNode>(node) {
        node.image = image;
    }
}

/// Puts a handle onto the curve; past the edges of the picture it stays at them.
fn show_handle(world: &mut World, parts: &Parts, handle: Handle, spring: Option<(&math::Spring, Extent)>) {
    let share =
        spring.and_then(|(spring, extent)| Some(handle.place(spring)? / DVec2::new(extent.seconds, extent.top)));
    let Some(mut node) = parts.get(Part::Handle(handle)).and_then(|node| world.get_mut::<Node>(node)) else { return };
    let share = share.map(|share| share.as_vec2().clamp(Vec2::ZERO, Vec2::ONE));
    node.display = if share.is_some() { Display::Flex } else { Display::None };
    if let Some(share) = share {
        (node.left, node.bottom) = (percent(100.0 * share.x), percent(100.0 * share.y));
    }
}

/// What comes of a release at rest.
fn readout(numbers: Option<Numbers>) -> String {
    let Some(numbers) = numbers else { return String::new() };
    let Some(spring) = math_spring(numbers) else {
        return "Invalid: the last valid motion goes on".to_string();
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

/// The rate at which what lasts longest of a swing dies out: the smaller root's real part. Unit: 1/s.
fn decay(spring: &math::Spring) -> f64 {
    let (omega, zeta) = (spring.angular_frequency, spring.damping_ratio);
    if zeta <= 1.0 { zeta * omega } else { omega / (zeta + libm::sqrt(zeta * zeta - 1.0)) }
}

/// The spring in every convention; the one that is copied is marked.
fn table(numbers: Option<Numbers>, marked: Convention) -> String {
    let Some(spring) = numbers.and_then(math_spring) else { return String::new() };
    let rows = Convention::ALL.iter().map(|convention| {
        let mark = if *convention == marked { '>' } else { ' ' };
        let numbers = convention.arguments(&spring).map_or_else(
            || convention.condition().to_string(),
            |numbers| numbers.into_iter().map(short).collect::<Vec<_>>().join(" "),
        );
        format!("{mark} {:LABEL_LETTERS$}{numbers}", convention.label())
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// A number as people read it: four digits at most, or its power of ten.
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
