//! What is loaded from a save is validated once, here: saves are untrusted input.

use core::{any::type_name, fmt};

use bevy::platform::sync::atomic::{AtomicUsize, Ordering};
use log::warn;
use serde::{Serialize, Serializer, ser};

/// A larger number has no meaning in any state: squares of stiffnesses are below it.
const MOST: f64 = 1e160;

/// How many states are reported.
const MOST_REPORTED: usize = 10;

/// A state as it was loaded if it `is_usable`; otherwise a fresh one, which is reported.
pub(crate) fn usable_or_fresh<T: Serialize + Default>(state: T, is_usable: impl Fn(&T) -> bool) -> T {
    if are_numbers_sound(&state) && is_usable(&state) {
        return state;
    }
    // While a component is deserialized, no world is at hand that could count.
    static REPORTED: AtomicUsize = AtomicUsize::new(0);
    let reported = REPORTED.fetch_add(1, Ordering::Relaxed);
    if reported < MOST_REPORTED {
        let rest = if reported + 1 == MOST_REPORTED { " (no more saved states are reported)" } else { "" };
        warn!("a saved {} holds numbers that have no meaning in it; a new one replaces it{rest}", type_name::<T>());
    }
    T::default()
}

/// Whether all numbers that a value is made of are finite and can be computed with, or say that something has no end.
fn are_numbers_sound(value: &impl Serialize) -> bool {
    value.serialize(Numbers).is_ok()
}

/// Looks at every number of a value, and fails at the first that is not sound.
struct Numbers;

#[derive(Debug)]
struct Unsound;

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a sound number")
    }
}

impl core::error::Error for Unsound {}

impl ser::Error for Unsound {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! returned {
    ($made:tt by $($method:ident($($of:ty),*);)*) => { $(
        fn $method(self, $(_: $of),*) -> Result<$made, Unsound> {
            Ok($made)
        }
    )* };
}

impl Serializer for Numbers {
    type Ok = ();
    type Error = Unsound;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn serialize_f64(self, number: f64) -> Result<(), Unsound> {
        // What has no end is infinite.
        if number.abs() <= MOST || number.is_infinite() { Ok(()) } else { Err(Unsound) }
    }

    fn serialize_f32(self, number: f32) -> Result<(), Unsound> {
        self.serialize_f64(number.into())
    }

    // There is no number in it.
    returned! { () by
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unsound> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unsound> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unsound> {
        value.serialize(self)
    }

    // Its parts are looked at one after the other.
    returned! { Numbers by
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Result<(), Unsound> {
        Ok(())
    }
}

macro_rules! elements {
    ($($kind:ident: $method:ident($($key:ty)?);)*) => { $(
        impl ser::$kind for Numbers {
            type Ok = ();
            type Error = Unsound;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Result<(), Unsound> {
                value.serialize(Numbers)
            }

            fn end(self) -> Result<(), Unsound> {
                Ok(())
            }
        }
    )* };
}

elements! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

impl ser::SerializeMap for Numbers {
    type Ok = ();
    type Error = Unsound;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unsound> {
        key.serialize(Self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsound> {
        value.serialize(Self)
    }

    fn end(self) -> Result<(), Unsound> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec, vec::Vec};

    use super::are_numbers_sound;

    #[derive(serde::Serialize)]
    struct State {
        numbers: Vec<Option<f64>>,
        pair: (f32, [f32; 2]),
        name: String,
    }

    fn state(number: f64) -> State {
        State { numbers: vec![None, Some(number)], pair: (1.0, [2.0, f32::INFINITY]), name: "any".into() }
    }

    #[test]
    fn nan_and_numbers_too_large_to_compute_with_are_not_sound() {
        for number in [0.0, -1e38, 1e150, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
            assert!(are_numbers_sound(&state(number)), "{number}");
        }
        for number in [f64::NAN, 1e300, -1e200] {
            assert!(!are_numbers_sound(&state(number)), "{number}");
        }
        assert!(!are_numbers_sound(&State { pair: (1.0, [f32::NAN, 0.0]), ..state(1.0) }));
    }
}
