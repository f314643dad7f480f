//! Reads files up to a limit, and only plain files, so that no pipe or device can block the program.

use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::ruleset::Text;

/// The largest text that is read, in bytes.
pub const LARGEST: u64 = 8 * 1024 * 1024;

/// Reads a text, or says why it can't be read.
pub fn read(path: &Path) -> Text {
    String::from_utf8(bytes(path, LARGEST)?).map(Arc::from).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        format!("line {line} is not UTF-8 text; save it as UTF-8")
    })
}

/// Reads all bytes of a plain file.
///
/// # Errors
/// Returns why the file can't be read, for example because it is larger than the limit.
pub fn bytes(path: &Path, largest: u64) -> Result<Vec<u8>, String> {
    // Opening a pipe would block until somebody writes to it.
    check_plain(&std::fs::metadata(path).map_err(|error| unreadable(path, &error))?)?;
    let file = File::open(path).map_err(|error| plain(&error))?;
    let about = file.metadata().map_err(|error| plain(&error))?;
    check_plain(&about)?;
    let mut bytes = Vec::with_capacity(usize::try_from(about.len().min(largest)).unwrap_or(0));
    // The length in the metadata can't be trusted, because the file may grow.
    file.take(largest + 1).read_to_end(&mut bytes).map_err(|error| plain(&error))?;
    if bytes.len() as u64 > largest {
        return Err(format!("it is larger than {} MB", largest / 1024 / 1024));
    }
    Ok(bytes)
}

/// Reads the first bytes of a plain file.
///
/// # Errors
/// Returns why the file can't be read.
pub fn head(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    check_plain(&std::fs::metadata(path).map_err(|error| unreadable(path, &error))?)?;
    let mut bytes = vec![];
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| plain(&error))
}

fn check_plain(about: &Metadata) -> Result<(), String> {
    match about {
        _ if about.is_dir() => Err("it is a folder".to_owned()),
        _ if !about.is_file() => Err("it is a pipe or a device, not a file".to_owned()),
        _ => Ok(()),
    }
}

fn unreadable(path: &Path, error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound if path.is_symlink() => "it is a link that leads nowhere".to_owned(),
        _ => plain(error),
    }
}

/// Lists a folder, sorted; empty if it can't be read.
pub fn folder(path: &Path) -> Vec<PathBuf> {
    entries(path).unwrap_or_default()
}

/// Lists a folder, sorted.
///
/// # Errors
/// Returns why the folder can't be listed.
pub fn entries(path: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = std::fs::read_dir(path).map_err(|error| match error.kind() {
        ErrorKind::NotADirectory => "it is no folder".to_owned(),
        _ => unreadable(path, &error),
    })?;
    let mut list: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    list.sort();
    Ok(list)
}

/// Whether anything is at this path, readable or not.
pub fn is_there(path: &Path) -> bool {
    !matches!(std::fs::symlink_metadata(path), Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

/// Whether a name begins with a dot. Such files are private to programs.
pub fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Puts a system error in plain words.
pub fn plain(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        _ => error.to_string(),
    }
}
