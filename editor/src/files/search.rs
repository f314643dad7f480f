//! The search for rulesets when the user has named no folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::read;

/// Returns the nearest folder with rulesets, from the current folder upwards.
///
/// The search ends at the user's home. It ends before the folder for temporary files, and before any folder that isn't the user's own or
/// that others may write to: its contents may be anybody's. So may those of `rulesets` itself, of `tracks` beside it, and of the folder
/// that a link of such a name leads to.
pub fn above() -> Option<PathBuf> {
    searched().home
}

/// Returns what is called `rulesets` on the way or further up but is skipped, and why.
pub fn skipped() -> Vec<(PathBuf, String)> {
    searched().skipped
}

fn searched() -> Searched {
    let home = home().map(real);
    let own = own(Path::new("/proc/self")).or_else(|| home.as_deref().and_then(own));
    let ends = Ends { home, temporary: real(std::env::temp_dir()), own };
    std::env::current_dir().map(|here| search(&here, &ends)).unwrap_or_default()
}

/// Where the search ends.
pub struct Ends {
    /// The user's home, where the search ends.
    pub home: Option<PathBuf>,
    /// The folder for temporary files.
    pub temporary: PathBuf,
    /// The user and group whose files are trusted, if they are known.
    pub own: Option<Own>,
}

/// An owner and a group, by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Own {
    /// The id of the user.
    pub user: u32,
    /// The id of the group.
    pub group: u32,
}

/// The results of the search.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The folder with rulesets.
    pub home: Option<PathBuf>,
    /// What is called `rulesets` but is skipped, and why.
    pub skipped: Vec<(PathBuf, String)>,
}

/// Searches a folder and those above it.
pub fn search(here: &Path, ends: &Ends) -> Searched {
    let mut found = Searched::default();
    let mut end = None;
    for folder in here.ancestors() {
        // The current folder itself is always searched: the user has chosen it.
        if folder != here && end.is_none() {
            end = ends.why(folder);
        }
        let rulesets = folder.join("rulesets");
        if folder != here && end.is_none() && rulesets.is_dir() {
            end = ends.why_not(&rulesets, "it", "`--rulesets`");
            let tracks =
                || ends.why_not(&folder.join("tracks"), "`tracks` beside it", "`--rulesets`, and `tracks` with `--tracks`,");
            end = end.or_else(tracks);
        }
        match &end {
            None if rulesets.is_dir() => {
                found.home = Some(folder.to_path_buf());
                return found;
            }
            None if read::is_there(&rulesets) => found.skipped.push((rulesets, "it is not a folder".to_owned())),
            // Only the nearest one may have been meant.
            Some(why) if rulesets.is_dir() => {
                found.skipped.push((rulesets, why.clone()));
                return found;
            }
            _ => {}
        }
        if ends.home.as_deref() == Some(folder) && end.is_none() {
            end = Some("it lies above your home folder".to_owned());
        }
    }
    found
}

impl Ends {
    /// Why the search ends before a folder, if it does.
    fn why(&self, folder: &Path) -> Option<String> {
        let is_temporary = (folder == self.temporary).then_some("is the folder for temporary files");
        Some(format!("{} {}", folder.display(), is_temporary.or_else(|| of_others(folder, self.own, false))?))
    }

    /// Why the search doesn't take a folder that it comes to, or a link to one, and what to do. The folder is called `name`, and what is wanted
    /// is named with `option` instead.
    fn why_not(&self, folder: &Path, name: &str, option: &str) -> Option<String> {
        let instead = format!("name it with {option} if it is the one you want");
        if !folder.is_dir() {
            return None;
        }
        if !folder.is_symlink() {
            return Some(format!("{name} {}: {instead}", of_others(folder, self.own, false)?));
        }
        let target = real(folder.to_owned());
        let around = || {
            let around = target.parent()?;
            Some(format!("{} {}", around.display(), of_others(around, self.own, true)?))
        };
        let why = self.why(&target).or_else(around)?;
        Some(format!("{name} leads to {}, and {why}: {instead}", target.display()))
    }
}

/// Returns the user's home.
pub fn home() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|path: &OsString| !path.is_empty());
    named("HOME").or_else(|| named("USERPROFILE")).map(PathBuf::from)
}

fn real(path: PathBuf) -> PathBuf {
    path.canonicalize().unwrap_or(path)
}

/// Returns why a folder is not the user's alone: it belongs to somebody else, or others may write to it (everybody, or a group other than
/// the user's own). Folders of the system count as the user's own. `is_around` is set if only something of the user's own in the folder
/// counts: in a sticky folder, nobody else can exchange that.
#[cfg(unix)]
fn of_others(folder: &Path, own: Option<Own>, is_around: bool) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    let about = std::fs::metadata(folder).ok()?;
    let is_safe = is_around && about.mode() & 0o1000 != 0;
    judged(Own { user: about.uid(), group: about.gid() }, if is_safe { 0 } else { about.mode() }, own)
}

/// The same for a folder of this owner and mode.
#[cfg(unix)]
pub fn judged(owner: Own, mode: u32, own: Option<Own>) -> Option<&'static str> {
    let is_own_group = own.is_some_and(|own| own.group == owner.group);
    let is_own = own.is_none_or(|own| own.user == owner.user) || owner.user == 0;
    let others_write = mode & 0o002 != 0 || mode & 0o020 != 0 && !is_own_group;
    if is_own { others_write.then_some("is a folder that others may write to") } else { Some("belongs to somebody else") }
}

/// On other systems, permissions can't be checked. Their folder for temporary files lies in the user's home.
#[cfg(not(unix))]
fn of_others(folder: &Path, _: Option<Own>, _: bool) -> Option<&'static str> {
    (!folder.exists()).then_some("isn't there")
}

/// Returns the owner of a file.
#[cfg(unix)]
pub fn own(file: &Path) -> Option<Own> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).ok().map(|about| Own { user: about.uid(), group: about.gid() })
}

#[cfg(not(unix))]
pub fn own(_: &Path) -> Option<Own> {
    None
}
