//! A drawing's file: opening, saving, and checking it for changes by others, so that nothing they wrote is lost.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use interpreter::diagnostic::Diagnostic;

use super::decor::is_picture;
use super::document::Document;
use super::edit::Edit;
use super::fields::quoted;
use super::{read, write};
use crate::files::{self, Kind, Over};

/// A file that can be drawn on: it has spaces, or room for them.
pub const TRACK: Kind = Kind { else_name: "no track", is: is_track };

fn is_track(path: &Path) -> bool {
    let has_spaces = |document: &Document| document.header().entries.iter().any(|entry| &*entry.name == "spaces");
    files::read(path).is_ok_and(|text| text.is_empty() || read::read(&text).is_ok_and(|document| has_spaces(&document)))
}

/// A track's file, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnDisk {
    path: PathBuf,
    /// The file's text when it was last read or written; `None` if there was none.
    known: Option<Arc<str>>,
}

/// Why a file can't be drawn on. It is left as it is.
#[derive(Clone, Debug)]
pub enum NotOpened {
    Unreadable(String),
    /// It isn't RON, or isn't a track, and has to be mended as text.
    Broken(Arc<str>, Box<Diagnostic>),
}

/// What is on the disk now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outside {
    /// What is known.
    Same,
    /// A different text.
    Changed(Arc<str>),
    Gone,
    Unreadable(String),
}

/// Why nothing was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSaved {
    /// Somebody else has changed the file meanwhile: keep mine, take theirs, or look at both.
    Changed(Arc<str>),
    Failed(String),
}

impl OnDisk {
    /// Opens a track's file.
    ///
    /// # Errors
    /// Why it can't be read.
    pub fn open(path: &Path) -> Result<(OnDisk, Document), NotOpened> {
        let text = files::read(path).map_err(NotOpened::Unreadable)?;
        match read::read(&text) {
            Ok(document) => Ok((OnDisk { path: path.to_owned(), known: Some(text) }, document)),
            Err(problem) => Err(NotOpened::Broken(text, Box::new(problem))),
        }
    }

    /// A file that doesn't exist yet.
    pub fn new(path: &Path) -> OnDisk {
        OnDisk { path: path.to_owned(), known: None }
    }

    /// Whether the file exists, as far as is known; a new sheet has none before it is saved.
    pub fn is_there(&self) -> bool {
        self.known.is_some()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The track's name in rules: its file's name without `.ron`.
    pub fn track_name(&self) -> String {
        self.path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Checks whether somebody else has changed the file.
    pub fn look(&self) -> Outside {
        match files::read(&self.path) {
            Ok(text) if self.known.as_ref() == Some(&text) => Outside::Same,
            Ok(text) => Outside::Changed(text),
            Err(_) if !self.path.exists() => {
                if self.known.is_none() {
                    Outside::Same
                } else {
                    Outside::Gone
                }
            }
            Err(why) => Outside::Unreadable(why),
        }
    }

    /// Saves by writing a second file and renaming it. Does nothing if somebody else has changed the file meanwhile.
    ///
    /// # Errors
    /// Why nothing was saved.
    pub fn save(&mut self, document: &Document) -> Result<(), NotSaved> {
        match self.look() {
            Outside::Changed(text) => Err(NotSaved::Changed(text)),
            Outside::Unreadable(why) => Err(NotSaved::Failed(why)),
            Outside::Same | Outside::Gone => self.keep_mine(document).map_err(NotSaved::Failed),
        }
    }

    /// Saves over whatever is there.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn keep_mine(&mut self, document: &Document) -> Result<(), String> {
        self.save_over(document, Over::Any)
    }

    /// Saves, and creates the folders that the file needs.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn save_over(&mut self, document: &Document, over: Over) -> Result<(), String> {
        let text = write::text(document);
        files::write_all(&[(self.path.clone(), text.clone(), over)]).map_err(|(_, why)| why)?;
        self.known = Some(text.into());
        Ok(())
    }

    /// Opens what is there now.
    ///
    /// # Errors
    /// Why it can't be read.
    pub fn take_theirs(&mut self) -> Result<Document, NotOpened> {
        let (now, document) = OnDisk::open(&self.path)?;
        *self = now;
        Ok(document)
    }
}

/// The edit after which a document names its pictures as they lie beside its file in a folder, once they are copied there, and which can't
/// be copied: those that have an absolute name, and if the file lay in another folder, all.
pub fn bring_pictures(document: &Document, from: &Path, to: &Path) -> (Option<Edit>, Vec<String>) {
    let (mut values, mut lost) = (vec![], vec![]);
    for item in document.decor().iter().filter(|item| is_picture(item)) {
        let named = ["file", "picture"].into_iter().find_map(|field| Some((field, item.fields.text(field)?)));
        let Some((field, name)) = named.filter(|(_, name)| !name.is_empty()) else { continue };
        let path = Path::new(&name);
        let is_beside = !path.is_absolute() && !path.components().any(|part| part == Component::ParentDir);
        let now = files::beside(path, to);
        if from == to && !path.is_absolute() || now != name {
            values.extend((now != name).then(|| (field, item.key, now)));
            continue;
        }
        // What lies below the track's folder goes on lying there.
        let below = path.parent().filter(|_| is_beside).unwrap_or(Path::new(""));
        let copied = files::copy_into(&from.join(path), &to.join(below)).unwrap_or_else(|why| {
            lost.push(format!("{name} can't be copied beside it: {why}"));
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        });
        let now = files::beside(&below.join(copied), to);
        values.extend((now != name).then_some((field, item.key, now)));
    }
    let set = |of: &str| Edit::SetEach {
        name: of.into(),
        values: values
            .iter()
            .filter(|(field, ..)| *field == of)
            .map(|(_, key, name)| (*key, Some(quoted(name).into())))
            .collect(),
    };
    let edit = Edit::All("copy pictures beside the track".to_owned(), vec![set("file"), set("picture")]);
    ((!values.is_empty()).then_some(edit), lost)
}

/// A line of two compared texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side<'a> {
    Both(&'a str),
    Mine(&'a str),
    Theirs(&'a str),
}

/// The number of lines that are compared; longer texts are shown one after the other.
const MOST_COMPARED: usize = 3_000;

/// Compares two texts line by line, for people.
pub fn both<'a>(mine: &'a str, theirs: &'a str) -> Vec<Side<'a>> {
    let (a, b): (Vec<&str>, Vec<&str>) = (mine.lines().collect(), theirs.lines().collect());
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (middle_a, middle_b) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    let mut lines: Vec<Side<'a>> = a[..start].iter().map(|line| Side::Both(line)).collect();
    if middle_a.len().max(middle_b.len()) > MOST_COMPARED {
        lines.extend(middle_a.iter().map(|line| Side::Mine(line)));
        lines.extend(middle_b.iter().map(|line| Side::Theirs(line)));
    } else {
        compare(middle_a, middle_b, &mut lines);
    }
    lines.extend(a[a.len() - end..].iter().map(|line| Side::Both(line)));
    lines
}

/// Compares by the longest common subsequence.
fn compare<'a>(a: &[&'a str], b: &[&'a str], lines: &mut Vec<Side<'a>>) {
    let width = b.len() + 1;
    let mut common = vec![0_u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            lines.push(Side::Both(a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1] {
            lines.push(Side::Mine(a[i]));
            i += 1;
        } else {
            lines.push(Side::Theirs(b[j]));
            j += 1;
        }
    }
}
