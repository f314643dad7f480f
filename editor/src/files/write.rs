//! The only place where files are written. A new file is written beside the old one and then put in its place, so that a failure never
//! loses the old contents. The mode, owner, links and extended attributes, such as ACLs, stay the same.
//!
//! The caller says what may be replaced: nothing, a file of the same kind, or anything. The one exception are the notes that a file is
//! open, which are locked, not replaced.

use std::fmt;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use interpreter::replay;

use super::read::{self, LARGEST, plain};

/// The files that may be replaced.
#[derive(Clone, Copy, Debug)]
pub enum Over {
    /// Nothing: an existing file stays.
    Nothing,
    /// A file of the same kind, or an empty one.
    Own(Kind),
    /// Any file: the user has asked for it, or the file belongs to the program.
    Any,
}

/// The kind of a file whose name the user has chosen.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The words for a file of any other kind: `no picture`.
    pub else_name: &'static str,
    /// Whether an existing file is of this kind or empty.
    pub is: fn(&Path) -> bool,
}

/// Why a file was not written. The old file is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWritten {
    /// A file is there that must not be replaced.
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
    /// A saved race or series.
    pub const SAVED_GAME: Kind = Kind { else_name: "no saved game", is: is_saved_game };
    /// An SVG or a PNG that this program drew.
    pub const PICTURE: Kind = Kind { else_name: "no picture drawn by Coursesetter", is: is_picture };
    /// A report on a playtest that this program wrote.
    pub const REPORT: Kind = Kind { else_name: "no report written by Coursesetter", is: is_report };
    /// Figures that this program wrote.
    pub const FIGURES: Kind = Kind { else_name: "no figures written by Coursesetter", is: is_figures };
    /// Pages that this program printed, as PDF or PNG.
    pub const PRINT: Kind = Kind { else_name: "nothing printed by Coursesetter", is: is_print };
    /// A page with rules that this program wrote.
    pub const RULEBOOK: Kind = Kind { else_name: "no rulebook written by Coursesetter", is: is_rulebook };
}

fn is_saved_game(path: &Path) -> bool {
    read::read(path).is_ok_and(|text| text.is_empty() || replay::is_saved(&text))
}

/// The last line of PDF files that this program wrote: a remark behind their end.
pub const PDF_MARK: &str = "%Printed by Coursesetter\n";

/// What lists of parts and saved objects for tables on a screen begin with.
pub const TABLE_BEGIN: [&str; 2] = ["file,title,count,width_mm,height_mm", "{\n  \"Note\": \"Printed by Coursesetter\""];

fn is_print(path: &Path) -> bool {
    is_picture(path)
        || TABLE_BEGIN.into_iter().any(|mark| begins_with(path, mark))
        || read::bytes(path, LARGEST_KEPT)
            .is_ok_and(|bytes| bytes.is_empty() || bytes.starts_with(b"%PDF") && bytes.ends_with(PDF_MARK.as_bytes()))
}

/// The mark in pictures that this program drew: a comment behind the first tag of an SVG, and a chunk before the pixels of a PNG.
pub const SVG_MARK: &str = "<!-- Drawn by Coursesetter -->";
pub const PNG_MARK: [&str; 2] = ["Software", "Coursesetter"];

/// The first line of rulebooks that this program wrote.
pub const RULEBOOK_MARK: &str = "<!-- Written by Coursesetter -->";

/// The first line of reports that this program wrote.
pub const REPORT_MARK: &str = "<!-- A playtest, reported by Coursesetter -->";

fn is_rulebook(path: &Path) -> bool {
    begins_with(path, RULEBOOK_MARK)
}

fn is_report(path: &Path) -> bool {
    begins_with(path, REPORT_MARK)
}

/// Whether a file begins with a mark, or is empty.
fn begins_with(path: &Path, mark: &str) -> bool {
    read::head(path, mark.len() as u64).is_ok_and(|head| head.is_empty() || head == mark.as_bytes())
}

/// What files with figures begin with: a table, or JSON.
pub const FIGURES_BEGIN: [&str; 2] = ["key,section,label,value,", "{\n  \"ruleset\": "];

fn is_figures(path: &Path) -> bool {
    FIGURES_BEGIN.into_iter().any(|mark| begins_with(path, mark))
}

fn is_picture(path: &Path) -> bool {
    let has = |head: &[u8], mark: &[u8]| head.windows(mark.len()).any(|part| part == mark);
    read::head(path, 1024).is_ok_and(|head| {
        head.is_empty()
            || head.starts_with(b"\x89PNG\r\n\x1a\n") && has(&head, PNG_MARK.join("\0").as_bytes())
            || head.starts_with(b"<svg") && has(&head, SVG_MARK.as_bytes())
    })
}

/// Writes a file.
///
/// # Errors
/// Returns why the file can't be written. The old file is unchanged.
pub fn write(path: &Path, bytes: &[u8], over: Over) -> Result<(), NotWritten> {
    let place = Target::of(path, over)?;
    match &place.there {
        Some(about) if !about.is_file() => straight(&place.path, bytes),
        Some(about) => replace(&place.path, about, bytes),
        None => create(&place.path, bytes, over),
    }
    .map_err(|error| NotWritten::Failed(plain(&error)))
}

/// Writes a file into a folder, which is made if it is missing.
///
/// # Errors
/// Returns why it can't be written. No file is changed, and no folder made.
pub fn write_into(folder: &Path, name: &str, bytes: &[u8], over: Over) -> Result<PathBuf, NotWritten> {
    let (path, mut made) = (folder.join(name), Made::default());
    made.folders_for(&path).map_err(|error| NotWritten::Failed(plain(&error)))?;
    write(&path, bytes, over)?;
    made.stays();
    Ok(path)
}

/// Copies a file into a folder, which is made if it is missing, and returns its name there. A file there with the same contents is taken as
/// it is; one with others gets company: `map-2.png`.
///
/// # Errors
/// Returns why it can't be copied. No file is changed.
pub fn copy_into(file: &Path, folder: &Path) -> Result<String, String> {
    let bytes = read::bytes(file, LARGEST_KEPT)?;
    let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = part(file.file_stem()).ok_or("it has no name")?;
    let ending = part(file.extension()).map(|ending| format!(".{ending}")).unwrap_or_default();
    let mut made = Made::default();
    made.folders_for(&folder.join(&stem)).map_err(|error| plain(&error))?;
    for n in 1..MOST_NAMESAKES {
        let name = if n == 1 { format!("{stem}{ending}") } else { format!("{stem}-{n}{ending}") };
        let to = folder.join(&name);
        if !read::is_there(&to) {
            write(&to, &bytes, Over::Nothing)?;
            made.stays();
            return Ok(name);
        }
        if read::bytes(&to, LARGEST_KEPT).is_ok_and(|there| there == bytes) {
            return Ok(name);
        }
    }
    Err(format!("there are too many files called {stem}{ending}"))
}

/// How many files of one name are looked at beside one that is copied.
const MOST_NAMESAKES: usize = 100;

/// Checks whether a file could be written, without changing anything.
///
/// # Errors
/// Returns why not.
pub fn try_to_write(path: &Path, over: Over) -> Result<(), NotWritten> {
    let place = Target::of(path, over)?;
    if place.there.is_some() {
        return Ok(());
    }
    let part = part_of(&place.path);
    let tried = open_part(&part).and_then(|_| std::fs::remove_file(&part));
    tried.map_err(|error| NotWritten::Failed(plain(&error)))
}

/// Whether a file of this kind may replace the one at this path, if there is one.
pub fn may_replace(path: &Path, kind: Kind) -> bool {
    !matches!(Target::of(path, Over::Own(kind)), Err(NotWritten::Taken(_)))
}

/// The place to write to, with all links followed.
struct Target {
    path: PathBuf,
    there: Option<Metadata>,
}

/// The most links followed in a row.
const MOST_LINKS: usize = 40;

impl Target {
    fn of(path: &Path, over: Over) -> Result<Target, NotWritten> {
        let failed = |why: &str| Err(NotWritten::Failed(why.to_owned()));
        let taken = |why: String| Err(NotWritten::Taken(why));
        let (given, mut path) = (path, path.to_path_buf());
        let mut links = 0;
        // Links stay, even those to files that don't exist yet.
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
            // Opening a pipe would block until somebody reads from it. Pipes given to this program, below `/dev`, are already open.
            _ if is_pipe(&there) && !given.starts_with("/dev") => return failed("it is a pipe, not a file"),
            // A device takes anything.
            _ if !there.is_file() => return Ok(Target { path, there: Some(there) }),
            Over::Own(kind) if !(kind.is)(&path) => {
                return taken(format!("what lies there is {}, so it is not replaced", kind.else_name));
            }
            Over::Own(_) | Over::Any => {}
        }
        // This applies to root, too.
        if there.permissions().readonly() {
            return failed("it is write-protected");
        }
        // A new file could replace a read-only one all the same, but its owner hasn't allowed that.
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

/// Writes to something that is not a file, such as a device.
fn straight(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

fn create(path: &Path, bytes: &[u8], over: Over) -> Result<(), Error> {
    let part = Part::written(path, bytes, None)?;
    if let Over::Nothing = over {
        // Unlike a rename, a hard link never replaces a file that has appeared meanwhile. Some disks have no hard links.
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
        // The file itself may be written, but its folder may not.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return in_place(path, bytes),
        Err(error) => return Err(error),
    };
    if has_one_name(about) && part.looks_like(path, about).is_ok() {
        return part.becomes(path);
    }
    // Until the file is completely written, the copy beside it has all of the new contents.
    in_place(path, bytes)
}

/// Overwrites the contents of a file, which keeps all of its names.
fn in_place(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let old = read::bytes(path, LARGEST_KEPT);
    let put = |bytes: &[u8]| {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    put(bytes).inspect_err(|_| {
        // The old contents are restored if possible.
        let _ = old.as_ref().map(|old| put(old));
    })
}

/// A new file that will replace another one. It is deleted when dropped.
struct Part {
    path: PathBuf,
}

impl Part {
    /// Writes the new file. `like` is the file that it will replace.
    fn written(path: &Path, bytes: &[u8], like: Option<&Metadata>) -> Result<Part, Error> {
        sweep(path);
        let path = part_of(path);
        let mut file = open_part(&path)?;
        let part = Part { path };
        if let Some(about) = like {
            // The new file must not be readable by more people than the old one.
            file.set_permissions(about.permissions())?;
        }
        file.write_all(bytes)?;
        // Otherwise a power failure might leave the new name without its contents.
        file.sync_all()?;
        Ok(part)
    }

    /// Copies the owner, the mode and the extended attributes.
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
        // This comes after the mode, which is part of an ACL.
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
        // By now it has been renamed, or writing has failed.
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

/// The age of a part that counts as left behind by a program that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(600);
const PART: &str = ".part";

/// Returns a name beside a file, for one that will replace it.
fn part_of(path: &Path) -> PathBuf {
    // Two threads may write to the same file.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!("{}{}-{count}{PART}", parts_begin(path), std::process::id()))
}

/// The common start of the names of a file's parts.
fn parts_begin(path: &Path) -> String {
    format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

fn open_part(path: &Path) -> Result<File, Error> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Deletes parts of a file that were left behind long ago.
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
        // Another program may have deleted it already.
        let _ = std::fs::remove_file(part);
    }
}

/// Writes all of these files, with the folders they need, or none of them.
///
/// # Errors
/// Returns the file that can't be written, and why.
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

/// The files and folders made so far. They are deleted when this is dropped, unless all went well.
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
        // A folder that something else has been put in stays.
        self.files.iter().for_each(|file| drop(std::fs::remove_file(file)));
        self.folders.iter().rev().for_each(|folder| drop(std::fs::remove_dir(folder)));
    }
}

/// The size, in bytes, of the largest file whose contents are kept before it is overwritten.
pub const LARGEST_KEPT: u64 = 8 * LARGEST;
