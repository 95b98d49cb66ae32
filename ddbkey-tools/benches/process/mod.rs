//! The time on a core and the memory of the process that a bench runs in.

use std::fs;
use std::time::{Duration, Instant};

/// Runs something, and returns how long the process was on a core, which other processes do not change, or how long it took
/// if the system does not tell.
pub fn measured<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let (start, before) = (Instant::now(), busy());
    let result = run();
    let time = busy().zip(before).map(|(now, before)| now.saturating_sub(before));
    (result, time.unwrap_or_else(|| start.elapsed()))
}

/// Returns how long all threads of the process were on a core.
fn busy() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(11).take(2).map(|own| own.parse().unwrap_or(0));
    // Linux counts a hundred ticks in a second.
    Some(Duration::from_millis(10) * ticks.sum::<u32>())
}

/// Returns the most memory that the process had, if the system tells.
pub fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or_else(|| "unknown memory".into(), |peak| format!("{} at most", peak.trim()))
}
