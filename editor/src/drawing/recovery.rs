//! Unsaved work, kept every few seconds in a folder of its own, to be offered after a crash.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files;

/// The folder for recovery files.
#[derive(Clone, Debug)]
pub struct Recovery {
    folder: PathBuf,
}

/// Work that was never saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recovered {
    /// The recovery file.
    pub file: PathBuf,
    /// Whose track it is.
    pub of: PathBuf,
    /// The track as text.
    pub text: Arc<str>,
}

const MARK: &str = "// Not saved yet: ";

impl Recovery {
    pub fn in_folder(folder: &Path) -> Recovery {
        Recovery { folder: folder.to_owned() }
    }

    /// The usual folder: below what the system names for such, else the folder for things that may be lost.
    pub fn usual() -> Recovery {
        let from = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let home = from("XDG_STATE_HOME").or_else(|| from("LOCALAPPDATA")).or_else(|| Some(from("HOME")?.join(".local/state")));
        Recovery { folder: home.unwrap_or_else(std::env::temp_dir).join("coursesetter/recovery") }
    }

    /// The recovery file of a track.
    fn file(&self, of: &Path) -> PathBuf {
        let name = of.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // FNV-1a: tracks of one name lie in different folders.
        let hash =
            of.to_string_lossy().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        self.folder.join(format!("{name}-{hash:016x}.ron"))
    }

    /// Keeps a track's unsaved state.
    ///
    /// # Errors
    /// Why it can't be kept.
    pub fn keep(&self, of: &Path, text: &str) -> Result<(), String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        files::write(&self.file(of), &format!("{MARK}{}\n{text}", of.to_string_lossy().replace(['\n', '\r'], " ")))
    }

    /// Forgets it: it is saved, or nobody wants it.
    pub fn forget(&self, of: &Path) {
        // There may be none.
        let _ = std::fs::remove_file(self.file(of));
    }

    /// Notes that a file is open, so that one that ends the program is not opened again by itself.
    pub fn mark(&self, of: &Path) {
        // Without the note it is only opened again.
        let _ = std::fs::create_dir_all(&self.folder);
        let _ = std::fs::write(self.file(of).with_extension("open"), of.to_string_lossy().as_bytes());
    }

    /// It is closed as it should be.
    pub fn unmark(&self, of: &Path) {
        let _ = std::fs::remove_file(self.file(of).with_extension("open"));
    }

    /// Whether the program ended, or still goes on elsewhere, with this file open.
    pub fn is_marked(&self, of: &Path) -> bool {
        self.file(of).with_extension("open").exists()
    }

    /// What was never saved.
    pub fn found(&self) -> Vec<Recovered> {
        let read = |file: PathBuf| {
            let text = files::read(&file).ok()?;
            let (first, rest) = text.split_once('\n')?;
            let of = PathBuf::from(first.strip_prefix(MARK)?);
            Some(Recovered { of, text: rest.into(), file })
        };
        files::folder(&self.folder).into_iter().filter(|p| p.extension().is_some_and(|e| e == "ron")).filter_map(read).collect()
    }
}
