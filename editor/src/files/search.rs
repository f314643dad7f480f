//! Where rulesets are looked for when nobody says where they are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The nearest folder with rulesets, from here upwards.
///
/// The search ends at one's own home, and before the folder for temporary files and any other that everybody may write to: what lies
/// there may be anybody's.
pub fn above() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let ends = Ends { home: home().map(real), temporary: real(std::env::temp_dir()) };
    search(&here, &ends)
}

/// Where the search ends.
struct Ends {
    home: Option<PathBuf>,
    temporary: PathBuf,
}

fn search(here: &Path, ends: &Ends) -> Option<PathBuf> {
    for folder in here.ancestors() {
        // Who stands in such a folder means it.
        if folder != here && (folder == ends.temporary || is_anybodys(folder)) {
            return None;
        }
        if folder.join("rulesets").is_dir() {
            return Some(folder.to_path_buf());
        }
        if ends.home.as_deref() == Some(folder) {
            return None;
        }
    }
    None
}

/// One's own folder.
pub fn home() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|path: &OsString| !path.is_empty());
    named("HOME").or_else(|| named("USERPROFILE")).map(PathBuf::from)
}

fn real(path: PathBuf) -> PathBuf {
    path.canonicalize().unwrap_or(path)
}

/// Whether everybody may write to a folder.
fn is_anybodys(folder: &Path) -> bool {
    #[cfg(unix)]
    let others =
        std::fs::metadata(folder).map_or(0, |about| std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o002);
    // Elsewhere such folders can't be told; the one for temporary files lies in one's home there.
    #[cfg(not(unix))]
    let others = u32::from(!folder.exists());
    others != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of folders in one for temporary files, as the search sees them.
    fn tree(folders: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let made = tempfile::tempdir().expect("a folder");
        let root = made.path().canonicalize().expect("it is there");
        folders.iter().for_each(|folder| std::fs::create_dir_all(root.join(folder)).expect("a folder"));
        (made, root)
    }

    #[test]
    fn rulesets_are_found_here_and_above() {
        let (_made, root) = tree(&["games/rulesets", "games/tracks/ring"]);
        let ends = Ends { home: None, temporary: root.clone() };
        for here in ["games", "games/tracks", "games/tracks/ring"] {
            assert_eq!(search(&root.join(here), &ends), Some(root.join("games")), "{here}");
        }
    }

    #[test]
    fn the_search_ends_at_home_and_at_the_folder_for_temporary_files() {
        let (_made, root) = tree(&["rulesets", "home/games/deep", "home/rulesets", "other/games"]);
        let ends = Ends { home: Some(root.join("home")), temporary: root.clone() };
        assert_eq!(search(&root.join("home/games/deep"), &ends), Some(root.join("home")));
        assert_eq!(search(&root.join("other/games"), &ends), None);
        assert_eq!(search(&root, &ends), Some(root.clone()));
        std::fs::remove_dir(root.join("home/rulesets")).expect("it was there");
        assert_eq!(search(&root.join("home/games"), &Ends { temporary: PathBuf::new(), ..ends }), None);
    }

    #[cfg(unix)]
    #[test]
    fn what_lies_where_everybody_may_write_is_not_taken_for_ones_own() {
        use std::os::unix::fs::PermissionsExt;
        let (_made, root) = tree(&["shared/rulesets", "shared/mine"]);
        let ends = Ends { home: None, temporary: root.clone() };
        let shared = root.join("shared");
        assert_eq!(search(&shared.join("mine"), &ends), Some(shared.clone()));
        std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o1777)).expect("it is ours");
        assert_eq!(search(&shared.join("mine"), &ends), None);
        assert_eq!(search(&shared, &ends), Some(shared.clone()));
    }
}
