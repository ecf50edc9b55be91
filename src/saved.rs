//! Validates saved states once, when they are loaded, because saves are untrusted input.

use core::{any::type_name, fmt};

use bevy::platform::sync::atomic::{AtomicUsize, Ordering};
use log::warn;
use serde::{Serialize, Serializer, ser};

/// The largest valid number, except infinity. Squares of stiffnesses are below it.
const MAX_NUMBER: f64 = 1e160;

/// How many invalid states are reported.
const MAX_REPORTED: usize = 10;

/// Returns the loaded state if its numbers are valid and it `is_usable`. Otherwise logs a warning and returns a default one.
pub(crate) fn valid_or_default<T: Serialize + Default>(state: T, is_usable: impl Fn(&T) -> bool) -> T {
    if has_valid_numbers(&state) && is_usable(&state) {
        return state;
    }
    // A static, because there is no world that could hold the count while a component is deserialized.
    static REPORTED: AtomicUsize = AtomicUsize::new(0);
    let reported = REPORTED.fetch_add(1, Ordering::Relaxed);
    if reported < MAX_REPORTED {
        let rest = if reported + 1 == MAX_REPORTED { " (no more saved states are reported)" } else { "" };
        warn!("a saved {} is invalid; it is replaced by a new one{rest}", type_name::<T>());
    }
    T::default()
}

/// Whether all numbers in a value are valid: not NaN, and not too large to compute with, unless infinite.
fn has_valid_numbers(value: &impl Serialize) -> bool {
    value.serialize(NumberCheck).is_ok()
}

/// A serializer that fails at the first invalid number of a value.
struct NumberCheck;

#[derive(Debug)]
struct InvalidNumber;

impl fmt::Display for InvalidNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid number")
    }
}

impl core::error::Error for InvalidNumber {}

impl ser::Error for InvalidNumber {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! returned {
    ($made:tt by $($method:ident($($of:ty),*);)*) => { $(
        fn $method(self, $(_: $of),*) -> Result<$made, InvalidNumber> {
            Ok($made)
        }
    )* };
}

impl Serializer for NumberCheck {
    type Ok = ();
    type Error = InvalidNumber;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn serialize_f64(self, number: f64) -> Result<(), InvalidNumber> {
        // In several states, infinity means "no end".
        if number.abs() <= MAX_NUMBER || number.is_infinite() { Ok(()) } else { Err(InvalidNumber) }
    }

    fn serialize_f32(self, number: f32) -> Result<(), InvalidNumber> {
        self.serialize_f64(number.into())
    }

    // Types that contain no f32 and no f64.
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

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), InvalidNumber> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), InvalidNumber> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), InvalidNumber> {
        value.serialize(self)
    }

    // Compound types, whose elements are checked one after the other.
    returned! { NumberCheck by
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Result<(), InvalidNumber> {
        Ok(())
    }
}

macro_rules! elements {
    ($($kind:ident: $method:ident($($key:ty)?);)*) => { $(
        impl ser::$kind for NumberCheck {
            type Ok = ();
            type Error = InvalidNumber;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Result<(), InvalidNumber> {
                value.serialize(NumberCheck)
            }

            fn end(self) -> Result<(), InvalidNumber> {
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

impl ser::SerializeMap for NumberCheck {
    type Ok = ();
    type Error = InvalidNumber;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), InvalidNumber> {
        key.serialize(Self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), InvalidNumber> {
        value.serialize(Self)
    }

    fn end(self) -> Result<(), InvalidNumber> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec, vec::Vec};

    use super::has_valid_numbers;

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
    fn nan_and_too_large_numbers_are_invalid() {
        for number in [0.0, -1e38, 1e150, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
            assert!(has_valid_numbers(&state(number)), "{number}");
        }
        for number in [f64::NAN, 1e300, -1e200] {
            assert!(!has_valid_numbers(&state(number)), "{number}");
        }
        assert!(!has_valid_numbers(&State { pair: (1.0, [f32::NAN, 0.0]), ..state(1.0) }));
    }
}
