//! The one way in which files are written. A file is written beside the wanted one and put in its place when it is whole, so that what
//! lay there before is not lost half-way. Its mode, its owner, its links and what else it bears, such as who
//! may read it besides (ACLs), stay as they were.
//!
//! The caller says what a file may take the place of: nothing, its own kind, or anything. Notes that a file is open are the one
//! exception: they are locked, not replaced.

use std::fmt;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use interpreter::playtest::Playtest;
use interpreter::replay::{self, Saved};

use super::read::{self, LARGEST, plain};

/// What may lie where a file is to be written.
#[derive(Clone, Copy, Debug)]
pub enum Over {
    /// Nothing: what is there stays.
    Nothing,
    /// A file of the kind that is written, or an empty one.
    Own(Kind),
    /// Any file: somebody has said that it is to be replaced, or it is the program's own.
    Any,
}

/// What is written under a name that somebody chose.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What a file is that is not of this kind: `no picture`.
    pub else_name: &'static str,
    /// Whether the file there is of this kind, or empty.
    pub is: fn(&Path) -> bool,
}

/// Why a file was not written. What lay there before is still there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWritten {
    /// Something else lies there.
    Taken(String),
    Failed(String),
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NotWritten::Taken(why) | NotWritten::Failed(why)) = self;
        f.write_str(why)
    }
}

impl From<NotWritten> for String {
    fn from(why: NotWritten) -> String {
        why.to_string()
    }
}

impl Kind {
    /// A race or a series.
    pub const SAVED_GAME: Kind = Kind { else_name: "no saved game", is: is_saved_game };
    /// An SVG or a PNG.
    pub const PICTURE: Kind = Kind { else_name: "no picture", is: is_picture };
}

fn is_saved_game(path: &Path) -> bool {
    read::read(path).is_ok_and(|text| {
        text.is_empty() || Playtest::is_written_in(&text) || replay::is_series(&text) || Saved::read(&text).is_ok()
    })
}

fn is_picture(path: &Path) -> bool {
    read::head(path, 1024).is_ok_and(|head| {
        let text = String::from_utf8_lossy(&head);
        head.is_empty()
            || head.starts_with(b"\x89PNG\r\n\x1a\n")
            || text.starts_with("<svg")
            || text.starts_with("<?xml") && text.contains("<svg")
    })
}

/// Writes a file.
///
/// # Errors
/// Why it can't be written; what lay there before is still there.
pub fn write(path: &Path, bytes: &[u8], over: Over) -> Result<(), NotWritten> {
    let place = Target::of(path, over)?;
    match &place.there {
        Some(about) if !about.is_file() => straight(&place.path, bytes),
        Some(about) => replace(&place.path, about, bytes),
        None => create(&place.path, bytes, over),
    }
    .map_err(|error| NotWritten::Failed(plain(&error)))
}

/// Finds out whether a file could be written, without changing anything.
///
/// # Errors
/// Why it can't.
pub fn try_to_write(path: &Path, over: Over) -> Result<(), NotWritten> {
    let place = Target::of(path, over)?;
    if place.there.is_some() {
        return Ok(());
    }
    let part = part_of(&place.path);
    let tried = open_part(&part).and_then(|_| std::fs::remove_file(&part));
    tried.map_err(|error| NotWritten::Failed(plain(&error)))
}

/// Whether a file of this kind may lie there instead of what does.
pub fn may_replace(path: &Path, kind: Kind) -> bool {
    !matches!(Target::of(path, Over::Own(kind)), Err(NotWritten::Taken(_)))
}

/// Where a file is to be written: no link, but what it leads to.
struct Target {
    path: PathBuf,
    there: Option<Metadata>,
}

/// Most links that lead from one to the next.
const MOST_LINKS: usize = 40;

impl Target {
    fn of(path: &Path, over: Over) -> Result<Target, NotWritten> {
        let failed = |why: &str| Err(NotWritten::Failed(why.to_owned()));
        let taken = |why: String| Err(NotWritten::Taken(why));
        let (given, mut path) = (path, path.to_path_buf());
        let mut links = 0;
        // A link stays, also one that leads to a file that is not there yet.
        while let Ok(to) = std::fs::read_link(&path) {
            path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
            links += 1;
            if links > MOST_LINKS {
                return failed("it is a link that leads in a circle");
            }
        }
        let there = match std::fs::metadata(&path) {
            Ok(about) => about,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return if path.file_name().is_some() { Ok(Target { path, there: None }) } else { failed("it is a folder") };
            }
            Err(error) => return Err(NotWritten::Failed(plain(&error))),
        };
        match over {
            _ if there.is_dir() => return failed("it is a folder"),
            Over::Nothing => return taken("it is there already".to_owned()),
            // Opening it would wait for whoever reads from it; what this program itself was given is open.
            _ if is_pipe(&there) && !given.starts_with("/dev") => return failed("it is a pipe, not a file"),
            // Into a device anything goes.
            _ if !there.is_file() => return Ok(Target { path, there: Some(there) }),
            Over::Own(kind) if !(kind.is)(&path) => {
                return taken(format!("what lies there is {}, so it is not replaced", kind.else_name));
            }
            Over::Own(_) | Over::Any => {}
        }
        // Whoever may do everything is held to it as well.
        if there.permissions().readonly() {
            return failed("it is write-protected");
        }
        // A file beside it might be put in its place all the same, but its owner has not allowed that.
        OpenOptions::new().append(true).open(&path).map_err(|error| NotWritten::Failed(plain(&error)))?;
        Ok(Target { path, there: Some(there) })
    }
}

#[cfg(unix)]
fn is_pipe(about: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&about.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Writes into what is no file, such as a device.
fn straight(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

fn create(path: &Path, bytes: &[u8], over: Over) -> Result<(), Error> {
    let part = Part::written(path, bytes, None)?;
    if let Over::Nothing = over {
        // Unlike a renamed file, a second name never takes the place of what has been written there since. Some disks have no such names.
        match std::fs::hard_link(&part.path, path) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            Err(_) => {}
        }
    }
    part.becomes(path)
}

fn replace(path: &Path, about: &Metadata, bytes: &[u8]) -> Result<(), Error> {
    let part = match Part::written(path, bytes, Some(about)) {
        Ok(part) => part,
        // The file may be written, but nothing beside it.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return in_place(path, bytes),
        Err(error) => return Err(error),
    };
    if has_one_name(about) && part.looks_like(path, about).is_ok() {
        return part.becomes(path);
    }
    // All of it lies beside as long as the file is half written.
    in_place(path, bytes)
}

/// Writes over what a file holds, so that it stays the same file under all of its names.
fn in_place(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let old = read::bytes(path, LARGEST_KEPT);
    let put = |bytes: &[u8]| {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    put(bytes).inspect_err(|_| {
        // As far as that is possible.
        let _ = old.as_ref().map(|old| put(old));
    })
}

/// A file that is to take the place of another one; gone when it is dropped.
struct Part {
    path: PathBuf,
}

impl Part {
    /// `like`: the file whose place it is to take.
    fn written(path: &Path, bytes: &[u8], like: Option<&Metadata>) -> Result<Part, Error> {
        sweep(path);
        let path = part_of(path);
        let mut file = open_part(&path)?;
        let part = Part { path };
        if let Some(about) = like {
            // What others may not read they may not read here either.
            file.set_permissions(about.permissions())?;
        }
        file.write_all(bytes)?;
        // Else a power failure may leave the new name without its content.
        file.sync_all()?;
        Ok(part)
    }

    /// Takes over owner, mode and extended attributes.
    fn looks_like(&self, path: &Path, about: &Metadata) -> Result<(), Error> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, chown};
            let own = std::fs::metadata(&self.path)?;
            if (own.uid(), own.gid()) != (about.uid(), about.gid()) {
                chown(&self.path, Some(about.uid()), Some(about.gid()))?;
            }
        }
        std::fs::set_permissions(&self.path, about.permissions())?;
        // Behind the mode, which is part of an ACL.
        #[cfg(unix)]
        if xattr::SUPPORTED_PLATFORM {
            for name in xattr::list(path).into_iter().flatten() {
                let value = xattr::get(path, &name)?;
                if xattr::get(&self.path, &name)? != value {
                    xattr::set(&self.path, &name, &value.unwrap_or_default())?;
                }
            }
        }
        Ok(())
    }

    fn becomes(self, path: &Path) -> Result<(), Error> {
        std::fs::rename(&self.path, path)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It has another name by now, or has failed.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn has_one_name(about: &Metadata) -> bool {
    #[cfg(unix)]
    let names = std::os::unix::fs::MetadataExt::nlink(about);
    #[cfg(not(unix))]
    let names = u64::from(about.is_file());
    names == 1
}

/// A part that a program left behind when it was ended is this old.
const LEFT_BEHIND: Duration = Duration::from_secs(600);
const PART: &str = ".part";

/// A name beside a file, for one that will take its place.
fn part_of(path: &Path) -> PathBuf {
    // Two threads may write to one file.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!("{}{}-{count}{PART}", parts_begin(path), std::process::id()))
}

/// What the names of a file's parts begin with.
fn parts_begin(path: &Path) -> String {
    format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

fn open_part(path: &Path) -> Result<File, Error> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Takes away parts of a file that were left behind long ago.
fn sweep(path: &Path) {
    let begin = parts_begin(path);
    let parts = read::folder(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))).into_iter();
    let named = parts.filter(|part| {
        let name = part.file_name().unwrap_or_default().to_string_lossy();
        let number = name.strip_prefix(&*begin).and_then(|rest| rest.strip_suffix(PART));
        number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit() || c == '-'))
    });
    let is_old = |part: &PathBuf| {
        let written = std::fs::symlink_metadata(part).and_then(|about| about.modified()).ok();
        written.and_then(|written| written.elapsed().ok()).is_some_and(|age| age > LEFT_BEHIND)
    };
    for part in named.filter(is_old) {
        // Somebody else may have done it.
        let _ = std::fs::remove_file(part);
    }
}

/// Writes all of these files, with the folders that they need, or none of them.
///
/// # Errors
/// Which one can't be written, and why.
pub fn write_all(list: &[(PathBuf, String, Over)]) -> Result<(), (PathBuf, String)> {
    let mut made = Made::default();
    for (path, text, over) in list {
        made.folders_for(path).map_err(|error| (path.clone(), plain(&error)))?;
        let is_new = !read::is_there(path);
        write(path, text.as_bytes(), *over).map_err(|why| (path.clone(), why.to_string()))?;
        if is_new {
            made.files.push(path.clone());
        }
    }
    made.stays();
    Ok(())
}

/// What has been made; taken away again when it is dropped, unless all went well.
#[derive(Default)]
struct Made {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made {
    fn folders_for(&mut self, path: &Path) -> Result<(), Error> {
        let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let missing: Vec<PathBuf> = path.ancestors().skip(1).take_while(missing).map(Path::to_path_buf).collect();
        for folder in missing.into_iter().rev() {
            match std::fs::create_dir(&folder) {
                Ok(()) => self.folders.push(folder),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn stays(mut self) {
        (self.folders, self.files) = (vec![], vec![]);
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        // A folder that has got something else in it stays.
        self.files.iter().for_each(|file| drop(std::fs::remove_file(file)));
        self.folders.iter().rev().for_each(|folder| drop(std::fs::remove_dir(folder)));
    }
}

/// Largest file that is kept before it is written over, in bytes.
pub const LARGEST_KEPT: u64 = 8 * LARGEST;
