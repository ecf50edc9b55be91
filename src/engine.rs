//! Differences between Bevy 0.19 and Bevy 0.20. No other file depends on Bevy's version.

#[cfg(feature = "bevy_picking")]
pub(crate) use pointer::{HasPointer, PointerPress};
#[cfg(feature = "dev_tools")]
pub(crate) use pointer::{PointerDrag, PointerDragEnd, PointerDragStart};

#[cfg(all(feature = "camera", not(bevy_0_20)))]
pub(crate) use bevy::math::bounding::Aabb3d;
#[cfg(all(feature = "camera", bevy_0_20))]
pub(crate) use bevy::shape::Aabb3d;
#[cfg(all(feature = "camera", feature = "bevy_picking", feature = "bevy_ui", bevy_0_20))]
pub(crate) use bevy::ui::DeprecatedInteraction as Interaction;
#[cfg(all(feature = "camera", feature = "bevy_picking", feature = "bevy_ui", not(bevy_0_20)))]
pub(crate) use bevy::ui::Interaction;
#[cfg(feature = "bevy_ui")]
pub(crate) use length::number_and_unit;
#[cfg(any(feature = "camera", feature = "dev_tools"))]
pub(crate) use lifecycle::Removed;
pub(crate) use lifecycle::{AddEvent, Added, InsertEvent, RemoveEvent};

pub(crate) use many::found;

#[cfg(not(bevy_0_20))]
mod lifecycle {
    use bevy::ecs::{lifecycle, observer::On};

    pub(crate) type Added<'w, 't, B> = On<'w, 't, lifecycle::Add, B>;
    #[cfg(any(feature = "camera", feature = "dev_tools"))]
    pub(crate) type Removed<'w, 't, B> = On<'w, 't, lifecycle::Remove, B>;
    // For observers of components whose ids are known only at runtime.
    pub(crate) use lifecycle::{Add as AddEvent, Insert as InsertEvent, Remove as RemoveEvent};
}

#[cfg(bevy_0_20)]
mod lifecycle {
    use bevy::ecs::{lifecycle, observer::On};

    pub(crate) type Added<'w, 't, B> = On<'w, 't, lifecycle::Add<B>>;
    #[cfg(any(feature = "camera", feature = "dev_tools"))]
    pub(crate) type Removed<'w, 't, B> = On<'w, 't, lifecycle::Remove<B>>;
    pub(crate) use lifecycle::{AddEvent, InsertEvent, RemoveEvent};
}

mod many {
    /// Converts the next item of a query over a list of entities: `None` if the entity does not match the query.
    #[cfg(not(bevy_0_20))]
    #[expect(clippy::unnecessary_wraps, reason = "this release skips entities that do not match")]
    pub(crate) const fn found<T>(next: T) -> Option<T> {
        Some(next)
    }

    #[cfg(bevy_0_20)]
    pub(crate) fn found<T, E>(next: Result<T, E>) -> Option<T> {
        next.ok()
    }
}

#[cfg(feature = "bevy_picking")]
mod pointer {
    use bevy::picking::{
        events,
        pointer::{Location, PointerId},
    };

    /// A pointer event, with its pointer and location.
    pub(crate) trait HasPointer {
        fn pointer_id(&self) -> PointerId;
        fn location(&self) -> Location;
    }

    #[cfg(not(bevy_0_20))]
    mod per_release {
        use core::fmt::Debug;

        use bevy::{picking::events::Pointer, reflect::Reflect};

        use super::{HasPointer, Location, PointerId, events};

        pub(crate) type PointerPress = Pointer<events::Press>;
        #[cfg(feature = "dev_tools")]
        pub(crate) type PointerDragStart = Pointer<events::DragStart>;
        #[cfg(feature = "dev_tools")]
        pub(crate) type PointerDrag = Pointer<events::Drag>;
        #[cfg(feature = "dev_tools")]
        pub(crate) type PointerDragEnd = Pointer<events::DragEnd>;

        impl<E: Debug + Clone + Reflect> HasPointer for Pointer<E> {
            fn pointer_id(&self) -> PointerId {
                self.pointer_id
            }

            fn location(&self) -> Location {
                self.pointer_location.clone()
            }
        }
    }

    #[cfg(bevy_0_20)]
    mod per_release {
        use super::{HasPointer, Location, PointerId, events};

        pub(crate) use events::PointerPress;
        #[cfg(feature = "dev_tools")]
        pub(crate) use events::{PointerDrag, PointerDragEnd, PointerDragStart};

        impl<E: events::PointerEvent> HasPointer for E {
            fn pointer_id(&self) -> PointerId {
                self.pointer().id
            }

            fn location(&self) -> Location {
                self.pointer().location()
            }
        }
    }

    pub(crate) use per_release::*;
}

#[cfg(feature = "bevy_ui")]
mod length {
    use bevy::ui::Val;

    /// A length's number, and the constructor for its unit. Returns `None` for [`Val::Auto`].
    pub(crate) fn number_and_unit(length: Val) -> Option<(f32, fn(f32) -> Val)> {
        Some(match length {
            Val::Auto => return None,
            Val::Px(number) => (number, Val::Px),
            Val::Percent(number) => (number, Val::Percent),
            Val::Vw(number) => (number, Val::Vw),
            Val::Vh(number) => (number, Val::Vh),
            Val::VMin(number) => (number, Val::VMin),
            Val::VMax(number) => (number, Val::VMax),
            #[cfg(bevy_0_20)]
            Val::Em(number) => (number, Val::Em),
            #[cfg(bevy_0_20)]
            Val::Rem(number) => (number, Val::Rem),
        })
    }
}
