//! Random changes of a layout, in the midst of the last ones.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::prelude::*;

use crate::{
    laid_out::drawn,
    layout::{app, frames},
    random::Random,
};

/// Nodes in lists, all of which glide.
struct Tree {
    app: App,
    lists: Vec<Entity>,
    cards: Vec<Entity>,
    random: Random,
}

impl Tree {
    fn new(seed: u64) -> Self {
        let mut app = app();
        let root = app.world_mut().spawn(Node { width: percent(100), height: percent(100), ..default() }).id();
        let list = |_| {
            let node = Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Start,
                flex_shrink: 0.0,
                // A list without cards has a size as well.
                padding: px(4).all(),
                ..default()
            };
            app.world_mut().spawn((node, LayoutGlide::default(), ChildOf(root))).id()
        };
        let lists = [0, 1, 2].map(list).to_vec();
        let mut tree = Self { app, lists, cards: Vec::new(), random: Random::new(seed) };
        for _ in 0..12 {
            tree.spawn();
        }
        frames(&mut tree.app, 2);
        tree
    }

    /// A size of 10 to 110 logical px.
    fn size(&mut self) -> Val {
        px(10 + self.random.below(100) as u32)
    }

    fn card(&mut self) -> Entity {
        self.random.pick(&self.cards.clone())
    }

    fn spawn(&mut self) {
        let (width, height) = (self.size(), self.size());
        let list = self.random.pick(&self.lists.clone());
        let card = (Node { width, height, flex_shrink: 0.0, ..default() }, LayoutGlide::default(), ChildOf(list));
        self.cards.push(self.app.world_mut().spawn(card).id());
    }

    /// Whether `entity` is `above` or below it.
    fn is_below(&self, entity: Entity, above: Entity) -> bool {
        let parent = |entity: &Entity| self.app.world().get::<ChildOf>(*entity).map(ChildOf::parent);
        core::iter::successors(Some(entity), parent).any(|entity| entity == above)
    }

    /// Changes the layout.
    fn change(&mut self) {
        let card = self.card();
        match self.random.below(8) {
            0 | 1 => {
                let (width, height) = (self.size(), self.size());
                let mut node = self.app.world_mut().get_mut::<Node>(card).expect("it should be a node");
                (node.width, node.height) = (width, height);
            }
            2 | 3 => {
                let parents: Vec<Entity> = self.lists.iter().chain(&self.cards).copied().collect();
                let parent = self.random.pick(&parents);
                if !self.is_below(parent, card) {
                    self.app.world_mut().entity_mut(card).insert(ChildOf(parent));
                }
            }
            4 | 5 => {
                let list = self.random.pick(&self.lists.clone());
                let children = self.app.world().get::<Children>(list).map(|children| children.to_vec());
                if let Some(mut children) = children {
                    self.random.shuffle(&mut children);
                    self.app.world_mut().entity_mut(list).replace_children(&children);
                }
            }
            6 => {
                let last = self.app.world().get::<Children>(card).is_none();
                if last && self.cards.len() > 6 {
                    self.cards.retain(|other| *other != card);
                    self.app.world_mut().entity_mut(card).despawn();
                }
            }
            _ => self.spawn(),
        }
    }

    fn corners(&self) -> Vec<(Entity, Vec2)> {
        self.lists.iter().chain(&self.cards).map(|node| (*node, drawn(&self.app, *node)[0])).collect()
    }
}

fn set_frame(app: &mut App, milliseconds: u64) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(milliseconds)));
}

#[test]
fn no_node_jumps_whatever_the_layout_does_and_all_end_where_the_layout_has_them() {
    let seeds =
        std::env::var("LAYOUT_SEEDS").map_or(12, |seeds| seeds.parse().expect("LAYOUT_SEEDS should be a number"));
    for seed in 0..seeds {
        let mut tree = Tree::new(seed);
        for round in 0..25 {
            set_frame(&mut tree.app, 16);
            let count = tree.random.below(6);
            frames(&mut tree.app, count);
            let before = tree.corners();
            for _ in 0..1 + tree.random.below(3) {
                tree.change();
            }
            // In a frame that takes no time, nothing may move.
            set_frame(&mut tree.app, 0);
            tree.app.update();
            let after = tree.corners();
            for (node, was) in before {
                if let Some((_, is)) = after.iter().find(|(other, _)| *other == node) {
                    assert!(is.distance(was) < 0.01, "seed {seed}, round {round}: {node} jumps from {was} to {is}");
                }
            }
        }
        set_frame(&mut tree.app, 16);
        frames(&mut tree.app, 300);
        for (node, corner) in tree.corners() {
            assert_eq!(tree.app.world().get::<LayoutGlide>(node), Some(&LayoutGlide::default()), "seed {seed}");
            assert!(corner.is_finite());
        }
    }
}
