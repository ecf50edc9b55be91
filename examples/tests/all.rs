//! Tests of the claims of the scenes, the README and the guide. They are one program, because the scenes take a long time to compile and
//! link.

mod bevys_properties;
mod camera_tour;
mod chase;
mod explosion_ring;
mod five_cameras;
mod fling;
mod fountain;
mod guide;
mod layout;
mod network;
mod readme;
mod scenes;
mod stride;
mod tail;
mod third_person_camera;
mod tune;
mod ui_properties;
