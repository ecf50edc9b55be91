extern crate std;
use std::string::ToString;

use super::super::ExponentialRate;
use super::*;

#[test]
fn every_kind_of_infeasible_input_has_its_error() {
    use ExponentialRateError as Error;
    let over = ExponentialRate::over;
    assert!(matches!(over(1.0, 1.0, -1.0), Err(Error::Duration { .. })));
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(matches!(over(bad, 1.0, 1.0), Err(Error::NotFinite { .. })));
        assert!(matches!(over(1.0, bad, 1.0), Err(Error::NotFinite { .. })));
        assert!(matches!(over(1.0, 1.0, bad), Err(Error::NotFinite { .. })));
        assert!(ExponentialRate::between(bad, 1.0, 1.0, 1.0).is_err());
    }
    let done = over(0.0, 3.0, 0.0).unwrap();
    assert_eq!((done.lambda(), done.rate(0.0), done.value(0.0)), (0.0, 3.0, 0.0));
    assert_eq!(done.progress(0.0), 1.0);
    assert!(matches!(over(1.0, 1.0, 0.0), Err(Error::Jump { .. })));
    let rest = over(0.0, 0.0, 2.0).unwrap();
    assert_eq!((rest.lambda(), rest.start_rate(), rest.value(1.0)), (0.0, 0.0, 0.0));
    assert!(matches!(over(0.0, 1.0, 2.0), Err(Error::NoDistance { .. })));
    assert!(matches!(over(1.0, 0.0, 2.0), Err(Error::EndsAtRest { .. })));
    assert!(matches!(over(1.0, -1.0, 2.0), Err(Error::WrongDirection { .. })));
    assert!(over(-1.0, -1.0, 2.0).is_ok());
    assert!(matches!(over(1e300, 1e-10, 1.0), Err(Error::RatioOutOfRange { .. })));
    assert!(matches!(over(1e-300, 1e10, 1.0), Err(Error::RatioOutOfRange { .. })));
}

#[test]
fn suggested_end_rates_are_valid_and_have_few_digits_even_for_special_input() {
    use ExponentialRateError as Error;
    let special = [5e-324, 1e-300, 1e-20, 0.3, 1.0, 5.0, 1.5, 1e20, 1e300, f64::MAX];
    let mut suggestions = 0;
    for displacement in special.iter().flat_map(|x| [*x, -x]) {
        for end_rate in special.iter().flat_map(|x| [*x, -x]).chain([0.0, -0.0]) {
            for duration in special {
                let nearest = match ExponentialRate::over(displacement, end_rate, duration) {
                    Err(
                        Error::EndsAtRest { nearest }
                        | Error::RatioOutOfRange { nearest, .. }
                        | Error::WrongDirection { nearest, .. },
                    ) => nearest,
                    Err(Error::MeanRateOutOfRange { .. }) => {
                        let works = |rate: f64| ExponentialRate::over(displacement, rate, duration).is_ok();
                        assert!(!special.iter().any(|rate| works(rate.copysign(displacement))));
                        continue;
                    }
                    Err(other) => panic!("unexpected {other}"),
                    Ok(_) => continue,
                };
                let result = ExponentialRate::over(displacement, nearest, duration);
                assert!(result.is_ok(), "{displacement:e} {end_rate:e} {duration:e} → {nearest:e}: {result:?}");
                let short = nearest == -end_rate || Short(nearest).to_string().len() <= 11;
                assert!(short, "{nearest:e} for {displacement:e} {duration:e}");
                suggestions += 1;
            }
        }
    }
    assert!(suggestions > 1000, "{suggestions} suggestions were checked");
}

#[test]
fn the_suggested_end_rate_is_the_negated_one_or_a_hundredth_of_the_mean_rate() {
    let offered = |displacement, end_rate, duration| match ExponentialRate::over(displacement, end_rate, duration) {
        Err(ExponentialRateError::EndsAtRest { nearest } | ExponentialRateError::WrongDirection { nearest, .. }) => {
            nearest
        }
        other => panic!("unexpected {other:?}"),
    };
    assert_eq!(offered(5.0, 0.0, 1.5), 0.033_33);
    assert_eq!(offered(5.0, -2.0, 1.5), 2.0);
    assert_eq!(offered(-5.0, 0.1, 1.5), -0.1);
}
