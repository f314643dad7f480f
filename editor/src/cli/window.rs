//! Without a command: opens the window, or says in one line why there is none.

use std::process::ExitCode;

use crate::args::Folders;
use crate::files::Library;

/// Opens the window.
pub fn run(library: &Library, folders: &Folders) -> ExitCode {
    #[cfg(feature = "gui")]
    if has_display() {
        return crate::ui::open(library, Library::is_built_in(folders));
    }
    let _ = folders;
    let why = if cfg!(feature = "gui") { "there is no display for a window" } else { "it was built without the window" };
    eprintln!("coursesetter: {why}; {}", library.advice());
    ExitCode::from(super::FOUND)
}

/// Whether a window can be opened. Systems other than Linux and its relatives always have a display.
#[cfg(feature = "gui")]
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")
}
