//! Long work: a bar for people who wait, and Ctrl-C that ends it with what there is.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

/// The exit code of a command that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// What Ctrl-C sets to true. Pressed again it ends the program at once. To be called once in a command.
pub fn cancel() -> Arc<AtomicBool> {
    let cancel = Arc::new(AtomicBool::new(false));
    let heard = cancel.clone();
    // Without a handler Ctrl-C ends the program at once, which is as well.
    let _ = ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    cancel
}

/// Has Ctrl-C end the program at once, with the code that says so: also on systems, and in scripts, where it ends otherwise or goes on.
pub fn ends_on_ctrl_c() {
    let _ = ctrlc::set_handler(|| std::process::exit(i32::from(INTERRUPTED)));
}

/// A bar of so many `what`; hidden where nobody watches.
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
