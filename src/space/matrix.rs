//! Determinants and inverses of matrices. glam 0.33 sums the products in a different order than glam 0.32, so with glam's own functions the
//! last bit of a motion would depend on Bevy's release.

use bevy::math::{DAffine3, DMat3};

/// The signed volume that the axes span.
pub(crate) fn determinant(matrix: &DMat3) -> f64 {
    matrix.z_axis.dot(matrix.x_axis.cross(matrix.y_axis))
}

/// The inverse of a matrix. It is not finite if the determinant is 0.
pub(crate) fn inverse(matrix: &DMat3) -> DMat3 {
    let scale = determinant(matrix).recip();
    let DMat3 { x_axis, y_axis, z_axis } = *matrix;
    DMat3::from_cols(y_axis.cross(z_axis) * scale, z_axis.cross(x_axis) * scale, x_axis.cross(y_axis) * scale)
        .transpose()
}

/// The inverse of an affine transform. It is not finite if the determinant is 0.
pub(crate) fn inverse_affine(frame: &DAffine3) -> DAffine3 {
    let matrix3 = inverse(&frame.matrix3);
    DAffine3 { matrix3, translation: -(matrix3 * frame.translation) }
}
