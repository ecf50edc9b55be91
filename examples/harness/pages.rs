//! Pages: on a small screen, each panel has a tab, and at most one panel is open.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button};

use crate::button::{CHOSEN, UP};
use crate::layout::{Arrangement, Holder, Screen, Tabs};
use crate::style::{BODY, SMALL_TEXT_SIZE, TOUCH};

/// Marks a panel, or a part of one, that becomes a page if the screen is too small for all panels. Insert it together with a [`Node`].
#[derive(Component, Clone, Copy, Debug)]
pub struct Page {
    /// The text on the page's tab.
    pub tab: &'static str,
    /// Tabs are sorted by this number. The page of the first tab is open at the start.
    pub order: u8,
}

/// Marks a panel that contains pages. It is displayed while one of its pages is open.
#[derive(Component)]
pub struct ContainsPages;

/// Marks a node that is displayed only while panels are in columns.
#[derive(Component)]
pub struct InColumnsOnly;

/// The height of a node, which depends on the arrangement of the panels. Unit: pixels.
#[derive(Component, Clone, Copy, Debug)]
pub struct Height {
    /// The height while panels are in columns.
    pub in_columns: f32,
    /// The height while panels are pages.
    pub on_page: f32,
}

/// The open page.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// The page of the first tab.
    #[default]
    First,
    /// This page.
    Page(Entity),
    /// No page.
    Nothing,
}

/// A tab. Pressing it opens its page, or closes the page if it is already open.
#[derive(Component)]
pub(super) struct Tab(Entity);

/// Sets the heights of nodes with [`Height`]. Runs when the screen has changed.
pub(super) fn fit_heights(screen: Res<Screen>, mut nodes: Query<(&Height, &mut Node)>) {
    for (height, mut node) in &mut nodes {
        let wanted = px(if screen.has_pages() { height.on_page } else { height.in_columns });
        if node.height != wanted {
            node.height = wanted;
        }
    }
}

/// A copy of the entity's [`Node`] as spawned. The entity has this node again whenever panels are in columns.
#[derive(Component)]
pub(super) struct AsSpawned(Node);

pub(super) fn add(app: &mut App) {
    app.init_resource::<Open>().add_observer(save_node::<Page>).add_observer(save_node::<ContainsPages>);
}

/// Inserts [`AsSpawned`] when a node gets the component `C`.
fn save_node<C: Component>(added: On<Add, C>, nodes: Query<&Node, Without<AsSpawned>>, mut commands: Commands) {
    if let Ok(node) = nodes.get(added.entity) {
        commands.entity(added.entity).insert(AsSpawned(node.clone()));
    }
}

/// Returns all pages, in the order of their tabs.
fn in_order(pages: &Query<(Entity, &Page)>) -> Vec<(Entity, Page)> {
    let mut pages: Vec<_> = pages.iter().map(|(entity, page)| (entity, *page)).collect();
    pages.sort_by_key(|(_, page)| page.order);
    pages
}

/// Respawns the tabs, one for each page, when a page is added.
pub(super) fn spawn_tabs(
    new: Query<(), Added<Page>>,
    pages: Query<(Entity, &Page)>,
    bar: Single<Entity, With<Tabs>>,
    mut commands: Commands,
) {
    if new.is_empty() {
        return;
    }
    commands.entity(*bar).despawn_related::<Children>().with_children(|bar| {
        for (entity, page) in in_order(&pages) {
            let node = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(0),
                height: px(TOUCH),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                border_radius: BorderRadius::all(px(6)),
                ..default()
            };
            let label =
                (Text::new(page.tab), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(BODY), Pickable::IGNORE);
            bar.spawn((
                Tab(entity),
                Name::new(format!("tab {}", page.tab)),
                node,
                Button,
                BackgroundColor(UP),
                children![label],
            ))
            .observe(toggle_page);
        }
    });
}

fn toggle_page(pressed: On<Activate>, tabs: Query<&Tab>, pages: Query<(Entity, &Page)>, mut open: ResMut<Open>) {
    let Ok(&Tab(page)) = tabs.get(pressed.entity) else { return };
    *open = if open.page(&pages) == Some(page) { Open::Nothing } else { Open::Page(page) };
}

impl Open {
    fn page(self, pages: &Query<(Entity, &Page)>) -> Option<Entity> {
        match self {
            Self::First => in_order(pages).first().map(|(page, _)| *page),
            Self::Page(page) => Some(page),
            Self::Nothing => None,
        }
    }
}

/// Displays the open page and the nodes that contain it. If panels are in columns, displays all nodes.
pub(super) fn show(
    screen: Res<Screen>,
    open: Res<Open>,
    pages: Query<(Entity, &Page)>,
    parents: Query<&ChildOf>,
    mut spawned: Query<(Entity, &AsSpawned, &mut Node)>,
    mut others: Query<(Entity, &mut Node), (Or<(With<Holder>, With<InColumnsOnly>)>, Without<AsSpawned>)>,
    holders: Query<(), With<Holder>>,
    mut tabs: Query<(&Tab, &mut BackgroundColor)>,
    mut bar: Single<&mut Node, (With<Tabs>, Without<Holder>, Without<InColumnsOnly>, Without<AsSpawned>)>,
) {
    let shown = open.page(&pages);
    let holds = |entity: Entity| {
        shown.is_some_and(|page| page == entity || parents.iter_ancestors(page).any(|above| above == entity))
    };
    let display = |is_shown: bool| if is_shown { Display::Flex } else { Display::None };
    let has_pages = screen.has_pages();
    for (entity, AsSpawned(node), mut shown) in &mut spawned {
        let wanted = if has_pages {
            // A single page has no tab and cannot be closed, so it is only as large as its content.
            let align_self = match screen.arrangement {
                _ if pages.iter().len() > 1 => AlignSelf::Stretch,
                Arrangement::PagesBeside => AlignSelf::End,
                _ => AlignSelf::Start,
            };
            Node { width: auto(), max_width: auto(), align_self, display: display(holds(entity)), ..node.clone() }
        } else {
            Node { display: Display::Flex, ..node.clone() }
        };
        shown.set_if_neq(wanted);
    }
    for (entity, mut node) in &mut others {
        let wanted = display(!has_pages || holders.contains(entity) && holds(entity));
        if node.display != wanted {
            node.display = wanted;
        }
    }
    for (Tab(page), mut color) in &mut tabs {
        color.set_if_neq(BackgroundColor(if shown == Some(*page) { CHOSEN } else { UP }));
    }
    let wanted = display(has_pages && pages.iter().len() > 1);
    if bar.display != wanted {
        bar.display = wanted;
    }
}
