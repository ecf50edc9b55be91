//! Functions that lose digits in their textbook form: `φ₁ … φ₃`, the inverse of `φ₁`, and both branches of Lambert W.

mod lambert_w;
mod phi;
mod phi1_inverse;
mod phi_ratio_inverse;

pub use lambert_w::{lambert_w0, lambert_wm1};
pub(super) use phi::phi2_to_phi4;
pub use phi::{phi1, phi2, phi3};
pub(super) use phi_ratio_inverse::phi_ratio_inverse;
pub use phi1_inverse::{phi1_inverse, phi1_inverse_1p};
