//! Long work: a progress bar, and Ctrl-C, which ends the work and keeps the results so far.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

/// The exit code of a command ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Returns a flag that Ctrl-C sets to true. Pressed again, Ctrl-C ends the program at once. Call this only once per command.
pub fn cancel() -> Arc<AtomicBool> {
    let cancel = Arc::new(AtomicBool::new(false));
    let heard = cancel.clone();
    // Without a handler, Ctrl-C ends the program at once, which will do.
    let _ = ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    cancel
}

/// Lets Ctrl-C end the program at once with its own exit code, also on systems and in scripts where it would behave differently.
pub fn ends_on_ctrl_c() {
    let _ = ctrlc::set_handler(|| std::process::exit(i32::from(INTERRUPTED)));
}

/// Returns a progress bar for this many `what`; hidden if nobody is watching.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:40}} {{human_pos}} of {{human_len}} {what}, {{eta}} left")) {
        bar.set_style(style);
    }
    bar
}
