//! What the scenes, README and the guide say of themselves is so. One program, because the scenes take long to compile and to link.

mod bevys_properties;
mod camera_tour;
mod explosion_ring;
mod fling;
mod fountain;
mod guide;
mod layout;
mod readme;
mod scenes;
mod third_person_camera;
mod tune;
mod ui_properties;
