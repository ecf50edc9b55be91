//! Tests of the claims of the scenes. They are one program, because the scenes take a long time to compile and link.

mod camera_tour;
mod chase;
mod explosion_ring;
mod five_cameras;
mod fling;
mod fountain;
mod layout;
mod network;
mod scenes;
mod stride;
mod tail;
mod tune;
