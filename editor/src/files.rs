//! Rulesets and tracks in folders: finding them, reading them, and writing files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use interpreter::data::manifest::look::Picture;
use interpreter::data::manifest::{self, Manifest};
use interpreter::ruleset::{Pictures, Text, Texts};
use interpreter::source::Sources;

use crate::args::Folders;
use crate::board::own;

mod read;
pub mod search;
mod write;

pub use read::{LARGEST, bytes, entries, folder, is_hidden, is_there, read};
pub use search::skipped;
use search::{above, home};
pub use write::{
    Kind, LARGEST_KEPT, NotWritten, Over, PDF_MARK, PNG_MARK, REPORT_MARK, RULEBOOK_MARK, SVG_MARK, TABLE_BEGIN, copy_into,
    may_replace, try_to_write, write, write_all, write_into,
};

/// The folders of rulesets and tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub rulesets: PathBuf,
    pub tracks: PathBuf,
}

impl Library {
    /// Returns the given folders; otherwise `rulesets` and `tracks` in the current folder or one above it; otherwise those in the folder
    /// that the program was built in.
    pub fn find(folders: &Folders) -> Library {
        let home = || above().unwrap_or_else(built_beside);
        let rulesets = folders.rulesets.clone().unwrap_or_else(|| home().join("rulesets"));
        let tracks = folders.tracks.clone().unwrap_or_else(|| match &folders.rulesets {
            Some(given) if given.parent().is_some_and(|p| p.join("tracks").is_dir()) => given.with_file_name("tracks"),
            _ => home().join("tracks"),
        });
        Library { rulesets, tracks }
    }

    /// Returns the `rulesets` and `tracks` in a folder. If the folder itself is `rulesets`, or a single ruleset, returns those around it.
    pub fn in_folder(folder: &Path) -> Library {
        let is_rulesets = |folder: &Path| self::folder(folder).iter().any(|inner| is_ruleset(inner));
        let of = |rulesets: &Path| Library { rulesets: rulesets.to_owned(), tracks: rulesets.with_file_name("tracks") };
        match folder.parent() {
            _ if folder.join("rulesets").is_dir() => of(&folder.join("rulesets")),
            _ if is_rulesets(folder) => of(folder),
            Some(above) if is_ruleset(folder) => of(above),
            _ => of(&folder.join("rulesets")),
        }
    }

    /// Returns the folder that contains both.
    pub fn home(&self) -> PathBuf {
        self.rulesets.parent().map(Path::to_owned).unwrap_or_default()
    }

    /// Returns the rulesets in the folder that the program was built in.
    pub fn built_in() -> Library {
        Library::in_folder(&built_beside())
    }

    /// Returns this library, the usual one and the built-in one, to look for a ruleset to copy.
    pub fn and_others(&self) -> Vec<Library> {
        let mut all = vec![self.clone()];
        for other in [Library::find(&Folders::default()), Library::built_in()] {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        all
    }

    /// Whether rulesets have to come from elsewhere: there are none here or above, and the user has named no folder.
    pub fn is_elsewhere(folders: &Folders) -> bool {
        folders.rulesets.is_none() && above().is_none()
    }

    /// Whether rulesets were found in a folder above this one, and the user has named no folder.
    pub fn is_above(folders: &Folders) -> bool {
        let here = std::env::current_dir().ok();
        folders.rulesets.is_none() && above().is_some_and(|home| Some(home) != here)
    }

    /// Whether these are the rulesets in the folder that the program was built in. The user has then named no folder, nor started the
    /// program in a folder with rulesets of its own.
    pub fn is_built_in(folders: &Folders) -> bool {
        let is_there = || above().is_none_or(|home| Library::in_folder(&home) == Library::built_in());
        folders.rulesets.is_none() && folders.tracks.is_none() && is_there()
    }

    /// Whether these rulesets belong to the program: they are the built-in ones, and the current folder isn't within their home. Nothing of
    /// the user's own is put among them.
    pub fn is_the_programs(&self) -> bool {
        self.rulesets == Library::built_in().rulesets
            && above().is_none_or(|home| Library::in_folder(&home).rulesets != self.rulesets)
    }

    /// Returns the names of all rulesets, readable or not.
    pub fn names(&self) -> Vec<String> {
        let rulesets = folder(&self.rulesets).into_iter().filter(|path| is_ruleset(path));
        let mut names: Vec<String> =
            rulesets.filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned())).collect();
        names.sort();
        names
    }

    /// Returns the ruleset to begin with: the one whose manifest says `opens_first`, otherwise the first by name with a manifest, otherwise
    /// the first of all. Returns `None` if there is none.
    pub fn first(&self) -> Option<String> {
        let names = self.names();
        let opens = |name: &&String| self.manifest(name).opens_first;
        let has_manifest = |name: &&String| self.rulesets.join(name).join(MANIFEST).is_file();
        names.iter().find(opens).or(names.iter().find(has_manifest)).or(names.first()).cloned()
    }

    /// Returns a ruleset's title, or its folder's name if the manifest has none.
    pub fn title(&self, name: &str) -> String {
        match self.manifest(name).title {
            title if title.is_empty() => name.to_owned(),
            title => title.to_string(),
        }
    }

    /// Returns as much of a ruleset's manifest as can be read.
    fn manifest(&self, name: &str) -> Manifest {
        let mut sources = Sources::default();
        let text = read(&self.rulesets.join(name).join(MANIFEST)).unwrap_or_default();
        let source = sources.add("game.ron", text);
        manifest::read(&sources, source).0
    }

    /// Says how to play in the terminal: `coursesetter play NAME` or what cargo calls it, with the folders if they were given.
    pub fn advice(&self) -> String {
        match self.first() {
            Some(name) => format!("to play in the terminal: {} play {name}{}", started_as(), self.arguments()),
            None => format!("and {} has no rulesets; say where they are: coursesetter --rulesets DIR", self.rulesets.display()),
        }
    }

    /// Returns the arguments with which a command finds these folders: nothing, or `--rulesets DIR` and the like, with a blank before them.
    pub fn arguments(&self) -> String {
        let usual = Library::find(&Folders::default());
        let argument = |name: &str, folder: &Path, usual: &Path| {
            if folder == usual { String::new() } else { format!(" --{name} {}", word(folder)) }
        };
        argument("rulesets", &self.rulesets, &usual.rulesets) + &argument("tracks", &self.tracks, &usual.tracks)
    }

    /// Says that there are no rulesets, and what to do.
    pub fn is_empty(&self) -> String {
        let place = self.rulesets.display();
        match entries(&self.rulesets) {
            Ok(_) => format!(
                "there are no rulesets in {place}: a ruleset is a folder with a game.ron; `coursesetter new ruleset my-race` begins one"
            ),
            Err(why) => format!("{place} can't be read: {why}"),
        }
    }

    /// Whether there is a ruleset of this name.
    pub fn has(&self, name: &str) -> bool {
        self.names().iter().any(|n| n == name)
    }

    /// Reads all texts of a ruleset and its tracks.
    pub fn read(&self, name: &str) -> Texts {
        let mut texts = Texts { name: name.to_owned(), ..Texts::default() };
        match entries(&self.rulesets.join(name)) {
            Ok(entries) => {
                let wanted = entries.into_iter().filter(|path| is_text(path, &["rules", "ron"]));
                texts.files = wanted.filter_map(|path| Some((path.file_name()?.to_string_lossy().into(), read(&path)))).collect();
            }
            Err(why) => {
                let why =
                    why.strip_prefix("it is ").map_or(format!("in its folder, {why}"), |what| format!("its folder is {what}"));
                drop(texts.files.insert(MANIFEST.to_owned(), Err(why)));
            }
        }
        texts.tracks = self.read_tracks(name);
        texts.pictures = self.read_pictures(name);
        texts
    }

    /// Reads the pictures that a ruleset's looks may name.
    pub fn read_pictures(&self, name: &str) -> Pictures {
        let files = folder(&self.rulesets.join(name).join(ICONS)).into_iter().filter(|path| is_text(path, &["svg", "png"]));
        let picture = |path: PathBuf| {
            let file = format!("{ICONS}/{}", path.file_name()?.to_string_lossy());
            let read = bytes(&path, LARGEST_ICON).and_then(|bytes| own::checked(Picture::new(&file, bytes)));
            Some((file, read))
        };
        files.take(MOST_ICONS).filter_map(picture).collect()
    }

    /// Reads the templates of a ruleset's own for printing, and the pictures they use, by their names in its folder `print`.
    pub fn read_templates(&self, name: &str) -> Vec<(String, Result<Vec<u8>, String>)> {
        let read = |path: PathBuf| Some((path.file_name()?.to_string_lossy().into_owned(), bytes(&path, LARGEST_TEMPLATE)));
        self.template_files(name).filter_map(read).collect()
    }

    /// The files that [`read_templates`](Self::read_templates) reads, and when each was saved.
    pub fn templates(&self, name: &str) -> Vec<(PathBuf, Option<SystemTime>)> {
        let saved = |path: &PathBuf| std::fs::metadata(path).and_then(|about| about.modified()).ok();
        self.template_files(name).map(|path| (path.clone(), saved(&path))).collect()
    }

    fn template_files(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let files = folder(&self.rulesets.join(name).join(PRINT)).into_iter();
        files.filter(|path| is_text(path, &["typ", "svg", "png", "jpg"])).take(MOST_ICONS)
    }

    fn read_tracks(&self, name: &str) -> BTreeMap<String, Text> {
        let tracks = folder(&self.tracks.join(name)).into_iter().filter(|path| is_text(path, &["ron"]));
        tracks.filter_map(|path| Some((path.file_stem()?.to_string_lossy().into_owned(), read(&path)))).collect()
    }
}

/// Checks whether a file can be an icon.
///
/// # Errors
/// Why it can't be one.
pub fn check_icon(file: &Path) -> Result<(), String> {
    if !is_text(file, &["svg", "png"]) {
        return Err("its name has to end in .svg or .png".to_owned());
    }
    own::checked(Picture::new("", bytes(file, LARGEST_ICON)?)).map(|_| ())
}

const MANIFEST: &str = "game.ron";
/// The folder of a ruleset's own icons, how many of them are read, and how large each may be, in bytes.
pub const ICONS: &str = "icons";
/// The folder of a ruleset's own templates for printing, and how large each file may be, in bytes.
pub const PRINT: &str = "print";
const LARGEST_TEMPLATE: u64 = 16 * 1024 * 1024;
const MOST_ICONS: usize = 500;
const LARGEST_ICON: u64 = 1024 * 1024;

/// Whether a folder contains a ruleset, readable or not: it has a manifest or rules, or can't be read at all.
pub fn is_ruleset(folder: &Path) -> bool {
    if read::is_hidden(folder) {
        return false;
    }
    if !folder.is_dir() {
        return folder.is_symlink() && !folder.exists();
    }
    is_there(&folder.join(MANIFEST))
        || entries(folder).map_or(true, |entries| entries.iter().any(|path| is_text(path, &["rules"])))
}

/// Whether a file may be a text, by its name. Names that begin with a dot are private to programs.
pub fn is_text(path: &Path, endings: &[&str]) -> bool {
    !read::is_hidden(path) && path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
}

/// Writes a path as a word of a command. It is quoted if a shell would split it.
pub fn word(path: &Path) -> String {
    let path = path.display().to_string();
    if path.chars().all(|c| c.is_alphanumeric() || "_-.,/\\:+@%=".contains(c)) {
        path
    } else if path.contains(['"', '$', '`', '!']) {
        format!("'{}'", path.replace('\'', r"'\''"))
    } else {
        format!("\"{path}\"")
    }
}

/// The folder that the program was built in.
fn built_beside() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Reads a path as people write it: `~` is their home, and relative paths begin in the current folder.
pub fn written_path(text: &str) -> PathBuf {
    let text = text.trim();
    let path = match (text.strip_prefix("~/"), home()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ if text == "~" => home().unwrap_or_default(),
        _ => PathBuf::from(text),
    };
    if path.as_os_str().is_empty() { path } else { std::path::absolute(&path).unwrap_or(path) }
}

/// Returns a file's name for a track: relative to the track's folder if it lies there, so that both can be moved together.
pub fn beside(file: &Path, folder: &Path) -> String {
    let inner = [folder.to_owned(), folder.canonicalize().unwrap_or_default()];
    let inner = inner.iter().filter(|folder| !folder.as_os_str().is_empty()).find_map(|folder| file.strip_prefix(folder).ok());
    inner.unwrap_or(file).display().to_string().replace('\\', "/")
}

/// The command that started the program: itself, or cargo.
fn started_as() -> &'static str {
    match std::env::var_os("CARGO") {
        None => "coursesetter",
        Some(_) if cfg!(debug_assertions) => "cargo run --",
        Some(_) => "cargo run --release --",
    }
}
