//! Reading rulesets and tracks from folders.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use interpreter::data::manifest::{self, Manifest};
use interpreter::ruleset::{Text, Texts};
use interpreter::source::Sources;

use crate::args::Folders;

/// Largest file that is read, in bytes.
pub const LARGEST: u64 = 8 * 1024 * 1024;

/// Where rulesets and tracks are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub rulesets: PathBuf,
    pub tracks: PathBuf,
}

impl Library {
    /// The folders as given, else `rulesets` and `tracks` here or in a folder above, else those that the program was built beside.
    pub fn find(folders: &Folders) -> Library {
        let home = || above().unwrap_or_else(built_beside);
        let rulesets = folders.rulesets.clone().unwrap_or_else(|| home().join("rulesets"));
        let tracks = folders.tracks.clone().unwrap_or_else(|| match &folders.rulesets {
            Some(given) if given.parent().is_some_and(|p| p.join("tracks").is_dir()) => given.with_file_name("tracks"),
            _ => home().join("tracks"),
        });
        Library { rulesets, tracks }
    }

    /// Those in a folder: in its `rulesets` and `tracks`, or beside it where it is `rulesets` itself or one ruleset's folder.
    pub fn in_folder(folder: &Path) -> Library {
        let is_rulesets = |folder: &Path| self::folder(folder).iter().any(|inner| inner.join("game.ron").is_file());
        let of = |rulesets: &Path| Library { rulesets: rulesets.to_owned(), tracks: rulesets.with_file_name("tracks") };
        match folder.parent() {
            _ if folder.join("rulesets").is_dir() => of(&folder.join("rulesets")),
            _ if is_rulesets(folder) => of(folder),
            Some(above) if folder.join("game.ron").is_file() => of(above),
            _ => of(&folder.join("rulesets")),
        }
    }

    /// The folder that both lie in.
    pub fn home(&self) -> PathBuf {
        self.rulesets.parent().map(Path::to_owned).unwrap_or_default()
    }

    /// The rulesets that the program was built beside.
    pub fn built_in() -> Library {
        Library::in_folder(&built_beside())
    }

    /// This one, the usual one and the one that the program was built beside: where a ruleset to copy may be.
    pub fn and_others(&self) -> Vec<Library> {
        let mut all = vec![self.clone()];
        for other in [Library::find(&Folders::default()), Library::built_in()] {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        all
    }

    /// Whether rulesets are to be taken from elsewhere: there are none here or above, and nobody said where.
    pub fn is_elsewhere(folders: &Folders) -> bool {
        folders.rulesets.is_none() && above().is_none()
    }

    /// Whether these are the rulesets that the program was built beside, and nobody said where: neither in so many words, nor by beginning
    /// in a folder of their own.
    pub fn is_built_in(folders: &Folders) -> bool {
        let is_there = || above().is_none_or(|home| Library::in_folder(&home) == Library::built_in());
        folders.rulesets.is_none() && folders.tracks.is_none() && is_there()
    }

    /// The names of all rulesets: folders with a `game.ron`.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = folder(&self.rulesets)
            .into_iter()
            .filter(|p| p.join("game.ron").is_file())
            .filter_map(|p| p.file_name().map(|n| n.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names
    }

    /// The ruleset to begin with: the one whose manifest says `opens_first`, else the first by name; `None` where there is none.
    pub fn first(&self) -> Option<String> {
        let names = self.names();
        let opens = |name: &&String| self.manifest(name).opens_first;
        names.iter().find(opens).or(names.first()).cloned()
    }

    /// A ruleset's name for people; its folder's where the manifest has none.
    pub fn title(&self, name: &str) -> String {
        match self.manifest(name).title {
            title if title.is_empty() => name.to_owned(),
            title => title.to_string(),
        }
    }

    /// What can be read of a ruleset's manifest.
    fn manifest(&self, name: &str) -> Manifest {
        let mut sources = Sources::default();
        let text = read(&self.rulesets.join(name).join("game.ron")).unwrap_or_default();
        let source = sources.add("game.ron", text);
        manifest::read(&sources, source).0
    }

    /// How to play in the terminal, with what is there: `coursesetter play NAME`, and where it lies if that was said.
    pub fn advice(&self) -> String {
        let usual = Library::find(&Folders::default());
        let mut folders = String::new();
        if self.rulesets != usual.rulesets {
            folders.push_str(&format!(" --rulesets {}", self.rulesets.display()));
        }
        if self.tracks != usual.tracks {
            folders.push_str(&format!(" --tracks {}", self.tracks.display()));
        }
        match self.first() {
            Some(name) => format!("to play in the terminal: coursesetter play {name}{folders}"),
            None => format!("and {} has no rulesets; say where they are: coursesetter --rulesets DIR", self.rulesets.display()),
        }
    }

    /// Whether there is such a ruleset.
    pub fn has(&self, name: &str) -> bool {
        self.names().iter().any(|n| n == name)
    }

    /// All texts of a ruleset and its tracks.
    pub fn read(&self, name: &str) -> Texts {
        let mut texts = Texts { name: name.to_owned(), ..Texts::default() };
        for path in folder(&self.rulesets.join(name)) {
            let wanted = path.extension().is_some_and(|e| e == "rules" || e == "ron");
            if let (true, Some(file)) = (wanted && path.is_file(), path.file_name()) {
                texts.files.insert(file.to_string_lossy().into_owned(), read(&path));
            }
        }
        texts.tracks = self.read_tracks(name);
        texts
    }

    fn read_tracks(&self, name: &str) -> BTreeMap<String, Text> {
        folder(&self.tracks.join(name))
            .into_iter()
            .filter(|p| p.is_file() && p.extension().is_some_and(|e| e == "ron"))
            .filter_map(|p| Some((p.file_stem()?.to_string_lossy().into_owned(), read(&p))))
            .collect()
    }
}

/// The nearest folder from here upwards that has rulesets.
fn above() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|p| p.join("rulesets").is_dir()).map(Path::to_path_buf)
}

/// The folder that the program was built in.
fn built_beside() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The entries of a folder, sorted; none if it can't be read.
pub fn folder(path: &Path) -> Vec<PathBuf> {
    let mut list: Vec<PathBuf> = std::fs::read_dir(path).map(|d| d.flatten().map(|e| e.path()).collect()).unwrap_or_default();
    list.sort();
    list
}

/// A path as people write it: `~` is their own folder, and what begins nowhere begins here.
pub fn written_path(text: &str) -> PathBuf {
    let text = text.trim();
    let home = || std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
    let path = match (text.strip_prefix("~/"), home()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ if text == "~" => home().unwrap_or_default(),
        _ => PathBuf::from(text),
    };
    if path.as_os_str().is_empty() { path } else { std::path::absolute(&path).unwrap_or(path) }
}

/// A text, or why it can't be read.
pub fn read(path: &Path) -> Text {
    let about = std::fs::metadata(path).map_err(|e| plain(&e))?;
    if about.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if about.len() > LARGEST {
        return Err(format!("it is larger than {} MB", LARGEST / 1024 / 1024));
    }
    let bytes = std::fs::read(path).map_err(|e| plain(&e))?;
    String::from_utf8(bytes).map(Arc::from).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        format!("line {line} is not UTF-8 text; save it as UTF-8")
    })
}

/// Whether anything lies there, be it readable or not.
pub fn is_there(path: &Path) -> bool {
    !matches!(std::fs::symlink_metadata(path), Err(why) if why.kind() == std::io::ErrorKind::NotFound)
}

/// Finds out whether a file can be written to, without changing it.
///
/// # Errors
/// Why it can't.
pub fn try_to_write(path: &Path) -> Result<(), String> {
    match beside(path) {
        Some(part) => std::fs::File::create(&part).and_then(|_| std::fs::remove_file(&part)).map_err(|e| plain(&e)),
        None if path.is_dir() => Err("it is a folder".to_owned()),
        None => std::fs::OpenOptions::new().append(true).open(path).map(drop).map_err(|e| plain(&e)),
    }
}

/// Writes a file beside the wanted one and puts it in its place when it is whole: what lay there before is not lost half-way.
///
/// # Errors
/// Why it can't; what lay there before is still there.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is no text.
///
/// # Errors
/// Why it can't; what lay there before is still there.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let Some(part) = beside(path) else { return std::fs::write(path, bytes).map_err(|e| plain(&e)) };
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let write_part = || {
        let mut file = std::fs::File::create(&part)?;
        file.write_all(bytes)?;
        // Else a power failure may leave the new name without its content.
        file.sync_all()
    };
    let written = write_part().and_then(|()| std::fs::rename(&part, target));
    written.map_err(|error| {
        // It may not be there at all.
        let _ = std::fs::remove_file(&part);
        plain(&error)
    })
}

/// A name beside a file, for one that will take its place; `None` where there is something else than a file, such as a pipe.
fn beside(path: &Path) -> Option<PathBuf> {
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if path.exists() && !path.is_file() {
        return None;
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name()?);
    // Two threads may write to one file.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    name.push(format!(".{}-{}.part", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    Some(path.with_file_name(name))
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        _ => error.to_string(),
    }
}
