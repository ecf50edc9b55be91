//! What can be saved, where the feature `serialize` is on.

/// Implemented for everything that serde can save and load; for everything without the feature `serialize`.
#[cfg(feature = "serialize")]
pub trait Storable: serde::Serialize + serde::de::DeserializeOwned {}

#[cfg(feature = "serialize")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> Storable for T {}

/// Implemented for everything that serde can save and load; for everything without the feature `serialize`.
#[cfg(not(feature = "serialize"))]
pub trait Storable {}

#[cfg(not(feature = "serialize"))]
impl<T> Storable for T {}
