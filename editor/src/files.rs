//! Reading rulesets and tracks from folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::ruleset::{Text, Texts};

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
        let home = || {
            let here = std::env::current_dir().unwrap_or_default();
            let above = here.ancestors().find(|p| p.join("rulesets").is_dir()).map(Path::to_path_buf);
            above.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or(here))
        };
        let rulesets = folders.rulesets.clone().unwrap_or_else(|| home().join("rulesets"));
        let tracks = folders.tracks.clone().unwrap_or_else(|| match &folders.rulesets {
            Some(given) if given.parent().is_some_and(|p| p.join("tracks").is_dir()) => given.with_file_name("tracks"),
            _ => home().join("tracks"),
        });
        Library { rulesets, tracks }
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

/// The entries of a folder, sorted; none if it can't be read.
pub fn folder(path: &Path) -> Vec<PathBuf> {
    let mut list: Vec<PathBuf> = std::fs::read_dir(path).map(|d| d.flatten().map(|e| e.path()).collect()).unwrap_or_default();
    list.sort();
    list
}

/// A text, or why it can't be read.
pub fn read(path: &Path) -> Text {
    let size = std::fs::metadata(path).map_err(|e| plain(&e))?.len();
    if size > LARGEST {
        return Err(format!("it is larger than {} MB", LARGEST / 1024 / 1024));
    }
    let bytes = std::fs::read(path).map_err(|e| plain(&e))?;
    String::from_utf8(bytes).map(Arc::from).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        format!("line {line} is not UTF-8 text; save it as UTF-8")
    })
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
}
