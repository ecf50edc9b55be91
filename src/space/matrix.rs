//! Determinants and inverses of matrices. glam 0.33 adds the products up in another order than glam 0.32, so with glam's own the motion would
//! depend on the release of Bevy, in the last bit.

use bevy::math::{DAffine3, DMat3};

/// The signed volume that the axes span.
pub(crate) fn determinant(matrix: &DMat3) -> f64 {
    matrix.z_axis.dot(matrix.x_axis.cross(matrix.y_axis))
}

/// Not finite where the axes span no volume.
pub(crate) fn inverse(matrix: &DMat3) -> DMat3 {
    let scale = determinant(matrix).recip();
    let DMat3 { x_axis, y_axis, z_axis } = *matrix;
    DMat3::from_cols(y_axis.cross(z_axis) * scale, z_axis.cross(x_axis) * scale, x_axis.cross(y_axis) * scale)
        .transpose()
}

/// Not finite where the axes span no volume.
pub(crate) fn inverse_affine(frame: &DAffine3) -> DAffine3 {
    let matrix3 = inverse(&frame.matrix3);
    DAffine3 { matrix3, translation: -(matrix3 * frame.translation) }
}
