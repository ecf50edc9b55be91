//! Prints how far a spring overshoots and when it has settled.

use exact_motion::{ParameterError, Spring};

fn main() -> Result<(), ParameterError> {
    let spring = Spring::from_duration_bounce(0.5, 0.3)?.with_target(100.0);
    let (overshoot, settles) = (spring.overshoot(), spring.settling_time(1.0));
    println!("it overshoots by {overshoot} and is within 1 of 100 after {settles} s");
    assert!((overshoot - 0.046).abs() < 1e-3);
    assert!((0.3..0.6).contains(&settles));
    assert!((spring.value(settles) - 100.0).abs() < 1.0 + 1e-9);
    assert!(Spring::new(-1.0, 1.0).is_err());
    Ok(())
}
