//! The search for rulesets when the user has named no folder.

use std::path::{Path, PathBuf};

use editor::files::search::{Ends, Own, Searched, judged, own, search};

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
        let why = format!("it leads to {}, and {} is a folder that others may write to: ", target.display(), shared.display());
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
