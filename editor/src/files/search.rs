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
struct Ends {
    home: Option<PathBuf>,
    temporary: PathBuf,
    /// The user and group whose files are trusted, if they are known.
    own: Option<Own>,
}

/// An owner and a group, by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Own {
    user: u32,
    group: u32,
}

/// The results of the search.
#[derive(Default, PartialEq, Eq, Debug)]
struct Searched {
    /// The folder with rulesets.
    home: Option<PathBuf>,
    skipped: Vec<(PathBuf, String)>,
}

fn search(here: &Path, ends: &Ends) -> Searched {
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
fn judged(owner: Own, mode: u32, own: Option<Own>) -> Option<&'static str> {
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
fn own(file: &Path) -> Option<Own> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).ok().map(|about| Own { user: about.uid(), group: about.gid() })
}

#[cfg(not(unix))]
fn own(_: &Path) -> Option<Own> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a tree of folders in a temporary one.
    fn tree(folders: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let made = tempfile::tempdir().expect("a folder");
        let root = made.path().canonicalize().expect("it is there");
        folders.iter().for_each(|folder| std::fs::create_dir_all(root.join(folder)).expect("a folder"));
        (made, root)
    }

    #[test]
    fn rulesets_are_found_here_and_above() {
        let (_made, root) = tree(&["games/rulesets", "games/tracks/ring"]);
        let ends = ends(&root);
        for here in ["games", "games/tracks", "games/tracks/ring"] {
            assert_eq!(search(&root.join(here), &ends).home, Some(root.join("games")), "{here}");
        }
    }

    /// The limits of a search by the tree's owner.
    fn ends(root: &Path) -> Ends {
        Ends { home: None, temporary: root.to_owned(), own: own(root) }
    }

    #[test]
    fn what_is_called_rulesets_and_is_no_folder_is_named() {
        let (_made, root) = tree(&["games/rulesets", "games/mine/deep"]);
        let file = root.join("games/mine/rulesets");
        std::fs::write(&file, "meadow").expect("written");
        let found = search(&root.join("games/mine/deep"), &ends(&root));
        let skipped = vec![(file, "it is not a folder".to_owned())];
        assert_eq!(found, Searched { home: Some(root.join("games")), skipped });
    }

    #[test]
    fn the_search_ends_at_home_and_at_the_folder_for_temporary_files() {
        let (_made, root) = tree(&["rulesets", "home/games/deep", "home/rulesets", "other/games"]);
        let ends = Ends { home: Some(root.join("home")), ..ends(&root) };
        assert_eq!(search(&root.join("home/games/deep"), &ends).home, Some(root.join("home")));
        assert_eq!(search(&root.join("other/games"), &ends).home, None);
        assert_eq!(search(&root, &ends).home, Some(root.clone()));
        std::fs::remove_dir(root.join("home/rulesets")).expect("it was there");
        let why = format!("{} is the folder for temporary files", root.display());
        let skipped = vec![(root.join("rulesets"), why)];
        assert_eq!(search(&root.join("other/games"), &ends), Searched { home: None, skipped });
        let beyond = search(&root.join("home/games"), &Ends { temporary: PathBuf::new(), ..ends });
        let skipped = vec![(root.join("rulesets"), "it lies above your home folder".to_owned())];
        assert_eq!(beyond, Searched { home: None, skipped });
    }

    #[cfg(unix)]
    #[test]
    fn rulesets_that_others_may_write_to_are_not_taken_nor_links_to_them() {
        use std::os::unix::fs::PermissionsExt;
        let (_made, root) = tree(&["games/rulesets", "games/mine", "linked/mine", "far/shared"]);
        let ends = Ends { temporary: PathBuf::new(), ..ends(&root) };
        let set = |folder: &str, mode| {
            std::fs::set_permissions(root.join(folder), std::fs::Permissions::from_mode(mode)).expect("it is ours");
        };
        let skipped = |here: &str| search(&root.join(here), &ends).skipped.into_iter().map(|(_, why)| why).collect::<Vec<_>>();
        assert_eq!(search(&root.join("games/mine"), &ends).home, Some(root.join("games")));
        set("games/rulesets", 0o777);
        assert_eq!(search(&root.join("games/mine"), &ends).home, None);
        let why = "it is a folder that others may write to: name it with `--rulesets` if it is the one you want";
        assert_eq!(skipped("games/mine"), [why]);
        // Whoever stands beside it has chosen it.
        assert_eq!(search(&root.join("games"), &ends).home, Some(root.join("games")));
        // Of a link, what it leads to counts, and where that lies.
        std::os::unix::fs::symlink(root.join("far/shared"), root.join("linked/rulesets")).expect("a link");
        assert_eq!(search(&root.join("linked/mine"), &ends).home, Some(root.join("linked")));
        for (folder, mode) in [("far/shared", 0o777), ("far", 0o777)] {
            set(folder, mode);
            assert_eq!(search(&root.join("linked/mine"), &ends).home, None, "{folder}");
            let (target, shared) = (root.join("far/shared"), root.join(folder));
            let why =
                format!("it leads to {}, and {} is a folder that others may write to: ", target.display(), shared.display());
            assert!(skipped("linked/mine")[0].starts_with(&why), "{:?}", skipped("linked/mine"));
            set(folder, 0o755);
        }
        // Where the folder around it is sticky, nobody else can exchange it.
        set("far", 0o1777);
        assert_eq!(search(&root.join("linked/mine"), &ends).home, Some(root.join("linked")));
        set("games/rulesets", 0o755);
        std::fs::create_dir(root.join("games/tracks")).expect("a folder");
        assert_eq!(search(&root.join("games/mine"), &ends).home, Some(root.join("games")));
        set("games/tracks", 0o777);
        assert_eq!(search(&root.join("games/mine"), &ends).home, None);
        assert_eq!(
            skipped("games/mine"),
            [why.replace("it is a", "`tracks` beside it is a").replace("sets`", "sets`, and `tracks` with `--tracks`,")]
        );
    }

    #[cfg(unix)]
    #[test]
    fn folders_of_others_are_told_from_ones_own_and_the_systems() {
        let of = |user, group| Own { user, group };
        let judged = |owner, mode| judged(owner, mode, Some(of(7, 7)));
        for owner in [of(7, 7), of(0, 0), of(0, 7)] {
            assert_eq!(judged(owner, 0o755), None);
            assert_eq!(judged(owner, 0o757), Some("is a folder that others may write to"));
        }
        assert_eq!((judged(of(7, 7), 0o775), judged(of(7, 8), 0o775)), (None, Some("is a folder that others may write to")));
        assert_eq!(judged(of(8, 7), 0o755), Some("belongs to somebody else"));
    }

    #[cfg(unix)]
    #[test]
    fn what_lies_where_others_may_write_is_not_taken_for_ones_own() {
        use std::os::unix::fs::PermissionsExt;
        let (_made, root) = tree(&["shared/rulesets", "shared/mine"]);
        let ends = ends(&root);
        let shared = root.join("shared");
        let found_by = |ends: &Ends| search(&shared.join("mine"), ends).home;
        let set = |mode| std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(mode)).expect("it is ours");
        assert_eq!(found_by(&ends), Some(shared.clone()));
        set(0o1777);
        assert_eq!(found_by(&ends), None);
        let why = format!("{} is a folder that others may write to", shared.display());
        assert_eq!(search(&shared.join("mine"), &ends).skipped, [(shared.join("rulesets"), why)]);
        assert_eq!(search(&shared, &ends).home, Some(shared.clone()));
        // The user's own group is trusted; another group isn't.
        set(0o775);
        assert_eq!(found_by(&ends), Some(shared.clone()));
        let of = |user, group| Ends {
            own: ends.own.map(|own| Own { user: own.user + user, group: own.group + group }),
            ..self::ends(&root)
        };
        assert_eq!(found_by(&of(0, 1)), None);
        assert_eq!(found_by(&Ends { own: None, ..self::ends(&root) }), None);
        set(0o755);
        assert_eq!(found_by(&of(0, 1)), Some(shared.clone()));
        // Another user's folder isn't trusted, but the system's folders are.
        let is_systems = ends.own.is_some_and(|own| own.user == 0);
        assert_eq!(found_by(&of(1, 0)), is_systems.then(|| shared.clone()));
    }
}
