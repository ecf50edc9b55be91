//! Saves a value as the list of its numbers, which are found by reflection, so that a space needs no serde implementation.

use alloc::{format, vec::Vec};
use core::{fmt, marker::PhantomData};

use bevy::reflect::{PartialReflect, Reflect, ReflectMut, ReflectRef};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, SeqAccess, Visitor},
    ser::{Error as _, SerializeSeq},
};

/// The primitive types that a value may consist of.
macro_rules! with_each_number {
    ($with:ident) => {
        $with!(f32 f64 bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize)
    };
}

/// For `#[serde(with = "parts")]`.
pub(crate) fn serialize<T: Reflect, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut numbers = Vec::new();
    collect(value.as_partial_reflect(), &mut numbers);
    let mut sequence = serializer.serialize_seq(Some(numbers.len()))?;
    for number in numbers {
        macro_rules! write {
            ($($number:ty)*) => { $(
                if let Some(number) = number.try_downcast_ref::<$number>() {
                    sequence.serialize_element(number)?;
                    continue;
                }
            )* };
        }
        with_each_number!(write);
        return Err(S::Error::custom(format!("{} consists of more than numbers", value.reflect_type_path())));
    }
    sequence.end()
}

/// For `#[serde(with = "parts")]`.
pub(crate) fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_seq(Parts(PhantomData))
}

struct Parts<T>(PhantomData<fn() -> T>);

impl<'de, T: Reflect + Default> Visitor<'de> for Parts<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the numbers that a value consists of")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        let mut value = T::default();
        fill(value.as_partial_reflect_mut(), &mut sequence)?;
        Ok(value)
    }
}

/// Collects the fields that have no fields of their own, in order.
fn collect<'a>(whole: &'a dyn PartialReflect, numbers: &mut Vec<&'a dyn PartialReflect>) {
    match whole.reflect_ref() {
        ReflectRef::Struct(parts) => parts.iter_fields().for_each(|(_, part)| collect(part, numbers)),
        ReflectRef::TupleStruct(parts) => parts.iter_fields().for_each(|part| collect(part, numbers)),
        ReflectRef::Tuple(parts) => parts.iter_fields().for_each(|part| collect(part, numbers)),
        ReflectRef::Array(parts) => parts.iter().for_each(|part| collect(part, numbers)),
        _ => numbers.push(whole),
    }
}

/// Reads the fields that [`collect`] finds, in the same order.
fn fill<'de, A: SeqAccess<'de>>(whole: &mut dyn PartialReflect, sequence: &mut A) -> Result<(), A::Error> {
    macro_rules! each {
        ($parts:ident, $count:ident, $part:ident) => {
            (0..$parts.$count()).try_for_each(|index| match $parts.$part(index) {
                Some(part) => fill(part, sequence),
                None => Ok(()),
            })
        };
    }
    macro_rules! read {
        ($($number:ty)*) => { $(
            if let Some(number) = whole.try_downcast_mut::<$number>() {
                *number = sequence.next_element()?.ok_or_else(|| A::Error::custom("a number is missing"))?;
                return Ok(());
            }
        )* };
    }
    with_each_number!(read);
    match whole.reflect_mut() {
        ReflectMut::Struct(parts) => each!(parts, field_len, field_at_mut),
        ReflectMut::TupleStruct(parts) => each!(parts, field_len, field_mut),
        ReflectMut::Tuple(parts) => each!(parts, field_len, field_mut),
        ReflectMut::Array(parts) => each!(parts, len, get_mut),
        _ => Err(A::Error::custom("a value consists of more than numbers")),
    }
}

/// Wraps a value so that serde saves it as the list of its numbers.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "T: Reflect", deserialize = "T: Reflect + Default"))]
struct Saved<T>(#[serde(serialize_with = "serialize", deserialize_with = "deserialize")] T);

/// For an `Option` of a value.
pub(crate) mod optional {
    use super::{Deserialize, Deserializer, Reflect, Saved, Serialize, Serializer};

    pub(crate) fn serialize<T: Reflect + Copy, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        value.map(Saved).serialize(to)
    }

    pub(crate) fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        Ok(Option::<Saved<T>>::deserialize(from)?.map(|Saved(value)| value))
    }
}

/// For lists of values.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, Reflect, Saved, Serializer, Vec};

    pub(crate) fn serialize<T: Reflect + Copy, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().copied().map(Saved))
    }

    pub(crate) fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
        Ok(Vec::<Saved<T>>::deserialize(from)?.into_iter().map(|Saved(value)| value).collect())
    }
}

/// For a list of [`RingFollower`](crate::math::ring::RingFollower)s.
pub(crate) mod ring_followers {
    use super::{Deserialize, Deserializer, Reflect, Saved, Serializer, Vec};
    use crate::math::ring::{RingFollower, RingLaw};

    type Parts<T> = (RingLaw, [Saved<T>; 3]);

    pub(crate) fn serialize<T: Reflect + Copy, S: Serializer>(
        of: &[RingFollower<T>],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let parts = |&RingFollower { law, displacement, velocity, acceleration }: &RingFollower<T>| -> Parts<T> {
            (law, [displacement, velocity, acceleration].map(Saved))
        };
        to.collect_seq(of.iter().map(parts))
    }

    pub(crate) fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<RingFollower<T>>, D::Error> {
        let whole = |(law, [Saved(displacement), Saved(velocity), Saved(acceleration)]): Parts<T>| RingFollower {
            law,
            displacement,
            velocity,
            acceleration,
        };
        Ok(Vec::<Parts<T>>::deserialize(from)?.into_iter().map(whole).collect())
    }
}

/// For a [`Slope`](crate::math::Slope), the path of a target.
pub(crate) mod slope {
    use super::{Deserialize, Deserializer, Reflect, Saved, Serialize, Serializer};
    use crate::math::Slope;

    pub(crate) fn serialize<T: Reflect + Copy, S: Serializer>(slope: &Slope<T>, to: S) -> Result<S::Ok, S::Error> {
        [slope.e1, slope.e2, slope.e3].map(Saved).serialize(to)
    }

    pub(crate) fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(from: D) -> Result<Slope<T>, D::Error> {
        let [Saved(e1), Saved(e2), Saved(e3)] = Deserialize::deserialize(from)?;
        Ok(Slope { e1, e2, e3 })
    }
}

/// For an `Option` of a [`Slope`](crate::math::Slope).
pub(crate) mod optional_slope {
    use super::{Deserialize, Deserializer, Reflect, Serialize, Serializer, slope};
    use crate::math::Slope;

    #[derive(Serialize, Deserialize)]
    #[serde(transparent, bound(serialize = "T: Reflect + Copy", deserialize = "T: Reflect + Default"))]
    struct Saved<T>(#[serde(with = "slope")] Slope<T>);

    pub(crate) fn serialize<T: Reflect + Copy, S: Serializer>(
        slope: &Option<Slope<T>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        slope.map(Saved).serialize(to)
    }

    pub(crate) fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Slope<T>>, D::Error> {
        Ok(Option::<Saved<T>>::deserialize(from)?.map(|Saved(slope)| slope))
    }
}
