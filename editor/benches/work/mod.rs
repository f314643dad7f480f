//! How long a thread has been at work.

use std::time::Instant;

/// Milliseconds that this thread has been at work, whatever else the machine does meanwhile; off Linux those of the clock.
pub fn worked_ms(begun: Instant) -> f64 {
    let known = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = known.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64() * 1e3, |n| n / 1e6)
}
