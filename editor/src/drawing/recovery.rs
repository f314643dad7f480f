//! Recovery of unsaved work: it is kept every few seconds in a separate folder and offered after a crash.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use interpreter::fnv::Fnv;

use crate::files::{self, Over};

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
    /// The file that it would be saved in.
    pub of: PathBuf,
    /// A track, rules or a race, as text.
    pub text: Arc<str>,
    /// When it was kept.
    pub kept: Option<SystemTime>,
}

const MARK: &str = "// Not saved yet: ";
/// The number of windows that can draw on one track at once, each with its own recovery file.
const MOST_WINDOWS: usize = 16;

impl Recovery {
    pub fn in_folder(folder: &Path) -> Recovery {
        Recovery { folder: folder.to_owned() }
    }

    /// The usual folder: below the system's folder for such files, else in the folder for temporary files.
    pub fn usual() -> Recovery {
        let from = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let home = from("XDG_STATE_HOME").or_else(|| from("LOCALAPPDATA")).or_else(|| Some(from("HOME")?.join(".local/state")));
        Recovery { folder: home.unwrap_or_else(std::env::temp_dir).join("coursesetter/recovery") }
    }

    /// The files of a track: its recovery file, and the note that it is open. `n` is the window's number if several draw on it.
    fn files(&self, of: &Path, n: usize) -> (PathBuf, PathBuf) {
        let name = of.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // Tracks with the same name lie in different folders.
        let mut hash = Fnv::default();
        hash.bytes(of.to_string_lossy().bytes());
        let which = if n == 0 { String::new() } else { format!("-{}", n + 1) };
        let file = self.folder.join(format!("{name}-{}{which}.ron", hash.text()));
        (file.with_extension("open"), file)
    }

    /// Notes that a file is open here, so that it doesn't open by itself again after a crash, and so that nobody else is offered its
    /// unsaved work meanwhile.
    pub fn mark(&self, of: &Path) -> Mark {
        // Without the note, the file is only opened again.
        let _ = std::fs::create_dir_all(&self.folder);
        let (mut lock, mut names) = (None, self.files(of, 0));
        for n in 0..MOST_WINDOWS {
            names = self.files(of, n);
            // Work that waits to be restored is not overwritten.
            if names.1.exists() {
                continue;
            }
            let file = std::fs::OpenOptions::new().create(true).truncate(false).write(true).open(&names.0);
            let Ok(file) = file else { break };
            if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                let _ = file.set_len(0).and_then(|()| (&file).write_all(of.to_string_lossy().as_bytes()));
                lock = Some(file);
                break;
            }
        }
        // Notes of windows that crashed without leaving any work are no longer needed.
        for (note, file) in (0..MOST_WINDOWS).map(|n| self.files(of, n)).filter(|(note, _)| *note != names.0 && note.exists()) {
            if !file.exists() && !is_locked(&note) {
                let _ = std::fs::remove_file(note);
            }
        }
        Mark { of: of.to_owned(), note: names.0, file: names.1, kept: Mutex::default(), lock }
    }

    /// Whether the program ended while this file was open.
    pub fn is_left(&self, of: &Path) -> bool {
        (0..MOST_WINDOWS).map(|n| self.files(of, n).0).any(|note| note.exists() && !is_locked(&note))
    }

    /// Whether another window draws on this file.
    pub fn is_elsewhere(&self, of: &Path) -> bool {
        (0..MOST_WINDOWS).map(|n| self.files(of, n).0).any(|note| is_locked(&note))
    }

    /// Work that was never saved, except in other open windows: the newest first for each file, without duplicates.
    pub fn found(&self) -> Vec<Recovered> {
        let mut found = self.left();
        found.sort_by(|a, b| a.of.cmp(&b.of).then(b.kept.cmp(&a.kept)));
        let mut seen = BTreeSet::new();
        found.retain(|work| seen.insert((work.of.clone(), work.text.clone())));
        found
    }

    fn left(&self) -> Vec<Recovered> {
        let read = |file: PathBuf| {
            let text = files::read(&file).ok()?;
            let (first, rest) = text.split_once('\n')?;
            let of = PathBuf::from(first.strip_prefix(MARK)?);
            let kept = std::fs::metadata(&file).and_then(|about| about.modified()).ok();
            Some(Recovered { of, text: rest.into(), file, kept })
        };
        let left = files::folder(&self.folder).into_iter().filter(|p| p.extension().is_some_and(|e| e == "ron"));
        left.filter(|file| !is_locked(&file.with_extension("open"))).filter_map(read).collect()
    }

    /// Deletes work that nobody wants any more, in all copies.
    pub fn discard(&self, work: &Recovered) {
        self.discard_for(work, None);
    }

    /// The same while this window keeps work under a mark; the mark stays, even on disks that can't lock it.
    pub fn discard_for(&self, work: &Recovered, mark: Option<&Mark>) {
        let same = self.left().into_iter().filter(|left| left.of == work.of && left.text == work.text);
        let files = same.map(|same| same.file).chain([work.file.clone()]);
        for file in files.filter(|file| mark.is_none_or(|mark| mark.file != *file)) {
            // There may be none.
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(file.with_extension("open"));
        }
    }

    /// Keeps a copy of a file that is about to be overwritten; returns where.
    ///
    /// # Errors
    /// Why it can't be kept.
    pub fn put_aside(&self, of: &Path, bytes: &[u8]) -> Result<PathBuf, String> {
        let folder = self.folder.join("overwritten");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let part = |part: Option<&OsStr>| part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
        let (name, extension) = (part(of.file_stem()), part(of.extension()));
        let free = (1..).map(|n| folder.join(format!("{name}-{n}.{extension}"))).find(|path| !path.exists());
        let path = free.unwrap_or_else(|| folder.join(name));
        files::write(&path, bytes, Over::Nothing)?;
        Ok(path)
    }
}

/// Whether an open window holds this note.
fn is_locked(note: &Path) -> bool {
    let file = std::fs::OpenOptions::new().write(true).open(note);
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Marks a file as being drawn on here, for other windows to see.
#[derive(Debug)]
pub struct Mark {
    of: PathBuf,
    note: PathBuf,
    file: PathBuf,
    kept: Mutex<Kept>,
    /// Held for others to see.
    lock: Option<File>,
}

/// What was kept of a file, and what is still to be kept.
#[derive(Clone, Copy, Default, Debug)]
struct Kept {
    /// How often it was forgotten; states from before that are no longer kept.
    turn: u64,
    /// How many states were to be kept.
    asked: u64,
    /// Which of them is on the disk.
    last: u64,
}

/// Decides which state of a file is kept: the newest wins, whichever thread is done first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    turn: u64,
    number: u64,
}

impl Mark {
    /// The turn of a state to be kept now.
    pub fn turn(&self) -> Turn {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.asked += 1;
        Turn { turn: kept.turn, number: kept.asked }
    }

    /// Keeps the unsaved state, unless it was saved since that turn or a newer one is kept.
    ///
    /// # Errors
    /// Why it can't be kept.
    pub fn keep(&self, turn: Turn, text: &str) -> Result<(), String> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.turn != turn.turn || turn.number <= kept.last {
            return Ok(());
        }
        let folder = self.file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let text = format!("{MARK}{}\n{text}", self.of.to_string_lossy().replace(['\n', '\r'], " "));
        files::write(&self.file, text.as_bytes(), Over::Any)?;
        kept.last = turn.number;
        Ok(())
    }

    /// Forgets it: it is saved, or nobody wants it.
    pub fn forget(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn += 1;
        // There may be none.
        let _ = std::fs::remove_file(&self.file);
    }

    /// Ends it normally.
    pub fn end(&self) {
        self.forget();
        if self.lock.is_some() {
            let _ = std::fs::remove_file(&self.note);
        }
    }
}
