//! Draws the response of a spring that is released at rest and moves from 0 to 1.

use alloc::{vec, vec::Vec};
use core::ops::RangeInclusive;

use bevy::{image::Image, math::UVec2};

use crate::{dev_tools::convention::SETTLED, math, space::nearest};

/// The colours of lines, as bytes of sRGB.
const TARGET_COLOR: [u8; 3] = [96, 108, 128];
pub(super) const CURVE_COLOR: [u8; 3] = [255, 212, 115];
pub(super) const SETTLED_COLOR: [u8; 3] = [86, 180, 233];
/// The widths of lines, as fractions of the picture's height.
const CURVE_WIDTH: f32 = 0.03;
const LINE_WIDTH: f32 = 0.014;
/// The points at which the curve is sampled for one column of pixels, as distances from the column's middle. They reach a little less than
/// half a line width to each side. Unit: line widths.
const COLUMN_SAMPLES: [f64; 5] = [-0.35, -0.18, 0.0, 0.18, 0.35];
/// The largest width and height of a picture. Unit: pixels.
pub(super) const MAX_SIZE: u32 = 2048;

/// The part of a response that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    /// The time at the right edge; the left edge is 0. Unit: s.
    pub(super) seconds: f64,
    /// The value at the upper edge; the lower edge is 0. Unit: the distance to the target at the release.
    pub(super) top: f64,
}

impl Extent {
    /// Covers the response until it has settled, or four periods if it never settles. `seconds` and `top` are rounded up to simple numbers.
    pub(super) fn of(spring: &math::Spring) -> Self {
        let settled = spring.settling_time(SETTLED);
        let wanted = if settled.is_finite() { 1.1 * settled } else { 4.0 * spring.duration() };
        let wanted = wanted.clamp(1e-3, 1e6);
        let mut power = 1e-3;
        while 10.0 * power <= wanted {
            power *= 10.0;
        }
        let seconds =
            [1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0].map(|factor| factor * power).into_iter().find(|end| *end >= wanted);
        let top = [1.2, 1.6, 2.1].into_iter().find(|top| 1.0 + spring.overshoot() < top - 0.05);
        Self { seconds: seconds.unwrap_or(10.0 * power), top: top.unwrap_or(2.1) }
    }
}

/// Resizes `image` and draws the response into it. Without a spring, the picture is empty.
pub(super) fn draw(image: &mut Image, size: UVec2, spring: Option<(&math::Spring, Extent)>) {
    let size = size.clamp(UVec2::ONE, UVec2::splat(MAX_SIZE));
    let mut canvas = Canvas::new(size);
    if let Some((spring, extent)) = spring {
        let (width, height) = (size.x as f32, size.y as f32);
        let per_second = f64::from(size.x) / extent.seconds;
        let to_row = |value: f64| height * (1.0 - nearest(value / extent.top));
        let thin = (LINE_WIDTH * height).max(1.0);
        canvas.row(to_row(1.0), thin, TARGET_COLOR);
        let settled = spring.settling_time(SETTLED);
        if settled.is_finite() {
            canvas.column(nearest(settled * per_second).min(width - 0.5), thin, SETTLED_COLOR);
        }
        let thick = (CURVE_WIDTH * height).max(1.5);
        for column in 0..size.x {
            // The line is wider than a pixel, so points of the curve slightly before and after this column cover it as well.
            let rows = COLUMN_SAMPLES.map(|share| {
                let time = (f64::from(column) + 0.5 + share * f64::from(thick)) / per_second;
                to_row(spring.value(time.max(0.0)))
            });
            let (first, last) = (rows.into_iter().fold(f32::MAX, f32::min), rows.into_iter().fold(f32::MIN, f32::max));
            canvas.span(column, first..=last, thick, CURVE_COLOR);
        }
    }
    image.texture_descriptor.size.width = size.x;
    image.texture_descriptor.size.height = size.y;
    image.data = Some(canvas.bytes);
}

/// Pixels in sRGB with alpha, initially transparent.
struct Canvas {
    size: UVec2,
    bytes: Vec<u8>,
}

impl Canvas {
    fn new(size: UVec2) -> Self {
        Self { size, bytes: vec![0; 4 * (size.x * size.y) as usize] }
    }

    /// Blends a colour over the fraction `share` (0 to 1) of a pixel's area.
    fn cover(&mut self, x: u32, y: u32, share: f32, color: [u8; 3]) {
        let start = 4 * (y * self.size.x + x) as usize;
        let Some(pixel) = self.bytes.get_mut(start..start + 4).filter(|_| share > 0.0) else { return };
        let share = share.min(1.0);
        let before = f32::from(pixel[3]) / 255.0;
        let alpha = share + before * (1.0 - share);
        for (channel, color) in pixel.iter_mut().zip(color) {
            let mixed = (f32::from(color) * share + f32::from(*channel) * before * (1.0 - share)) / alpha;
            *channel = byte(mixed);
        }
        pixel[3] = byte(255.0 * alpha);
    }

    /// Draws a horizontal line, `width` pixels wide.
    fn row(&mut self, y: f32, width: f32, color: [u8; 3]) {
        for x in 0..self.size.x {
            self.span(x, y..=y, width, color);
        }
    }

    /// Draws a vertical line, `width` pixels wide.
    fn column(&mut self, x: f32, width: f32, color: [u8; 3]) {
        for column in 0..self.size.x {
            let share = 0.5 + 0.5 * width - (column as f32 + 0.5 - x).abs();
            for y in 0..self.size.y {
                self.cover(column, y, share, color);
            }
        }
    }

    /// Covers the pixels of column `x` in the vertical range `range`, extended by half of `width` at both ends.
    fn span(&mut self, x: u32, range: RangeInclusive<f32>, width: f32, color: [u8; 3]) {
        let (start, end) = range.into_inner();
        let reach = 0.5 * width + 1.0;
        for row in row_of(start - reach, self.size.y)..=row_of(end + reach, self.size.y) {
            let y = row as f32 + 0.5;
            let distance = (start - y).max(y - end).max(0.0);
            self.cover(x, row, 0.5 + 0.5 * width - distance, color);
        }
    }
}

/// The row that contains `y`, or the nearest row if `y` is outside the picture.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and the last row")]
fn row_of(y: f32, rows: u32) -> u32 {
    if y > 0.0 { (y as u32).min(rows - 1) } else { 0 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 255")]
fn byte(value: f32) -> u8 {
    (value + 0.5).clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(image: &Image, size: UVec2, x: u32, y: u32) -> [u8; 4] {
        let start = 4 * (y * size.x + x) as usize;
        let data = image.data.as_ref().expect("the image has data");
        data[start..start + 4].try_into().expect("four bytes")
    }

    #[test]
    fn the_drawn_curve_matches_the_response() {
        let size = UVec2::new(400, 100);
        for ratio in [0.0, 0.2, 0.7, 1.0, 1.8] {
            let spring = math::Spring::new(8.0, ratio).expect("the spring is valid");
            let mut image = Image::transparent();
            let extent = Extent::of(&spring);
            draw(&mut image, size, Some((&spring, extent)));
            for x in [3, 60, 150, 399] {
                let time = (f64::from(x) + 0.5) / 400.0 * extent.seconds;
                let y = row_of(nearest(100.0 * (1.0 - spring.value(time) / extent.top)), 100);
                let [red, green, blue, alpha] = pixel(&image, size, x, y);
                assert_eq!(alpha, 255, "ζ {ratio} at {x}");
                assert!(red > 200 && green > 170 && blue < 160, "ζ {ratio} at {x}: {red} {green} {blue}");
            }
        }
    }

    #[test]
    fn the_whole_response_fits_into_the_picture() {
        for ratio in [0.0, 0.1, 0.5, 1.0, 3.0] {
            for frequency in [0.1, 1.0, 30.0] {
                let spring = math::Spring::new(frequency, ratio).expect("the spring is valid");
                let extent = Extent::of(&spring);
                assert!(1.0 + spring.overshoot() < extent.top, "{spring:?}");
                let settled = spring.settling_time(SETTLED);
                assert!(!settled.is_finite() || settled < extent.seconds, "{spring:?} {extent:?}");
            }
        }
    }

    #[test]
    fn the_picture_is_empty_without_a_spring_and_may_have_any_size() {
        let mut image = Image::transparent();
        draw(&mut image, UVec2::new(4, 4), None);
        assert!(image.data.as_ref().is_some_and(|data| data.iter().all(|byte| *byte == 0)));
        let spring = math::Spring::new(0.0, 0.0).expect("the spring is valid");
        for size in [UVec2::ZERO, UVec2::ONE, UVec2::new(u32::MAX, 1)] {
            draw(&mut image, size, Some((&spring, Extent::of(&spring))));
            let drawn = image.texture_descriptor.size;
            assert_eq!(image.data.as_ref().map(Vec::len), Some(4 * (drawn.width * drawn.height) as usize));
        }
    }
}
