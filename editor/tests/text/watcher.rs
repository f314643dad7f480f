//! What is heard of changes in folders.

use std::fs;
use std::time::Duration;

use editor::workspace::watcher::Watcher;

/// Waits for as long as a slow machine may need.
fn hears(watcher: &mut Watcher) -> bool {
    (0..50).any(|_| watcher.wait(Duration::from_millis(200)))
}

#[test]
fn writing_renaming_and_taking_away_are_heard() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let inner = folder.path().join("rules");
    fs::create_dir(&inner).expect("it can be made");
    let file = inner.join("a.rules");
    let mut watcher = Watcher::new(&[&inner]);
    fs::write(&file, "one").expect("written");
    assert!(hears(&mut watcher));
    fs::write(inner.join(".a.part"), "two").and_then(|()| fs::rename(inner.join(".a.part"), &file)).expect("renamed");
    assert!(hears(&mut watcher));
    fs::remove_file(&file).expect("removed");
    assert!(hears(&mut watcher));
    fs::write(&file, "three").expect("written");
    assert!(hears(&mut watcher));
}

#[test]
fn a_folder_that_is_taken_away_and_put_back_is_heard_from() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let inner = folder.path().join("rules");
    fs::create_dir(&inner).expect("it can be made");
    let mut watcher = Watcher::new(&[&inner]);
    // The folder is replaced at once, so that no look finds it missing.
    fs::remove_dir(&inner).and_then(|()| fs::create_dir(&inner)).expect("made anew");
    assert!(hears(&mut watcher));
    while watcher.wait(Duration::from_millis(400)) {}
    fs::write(inner.join("a.rules"), "one").expect("written");
    assert!(hears(&mut watcher));
}

#[test]
fn that_a_folder_comes_is_heard_without_looking() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let inner = folder.path().join("rules");
    let mut watcher = Watcher::new(&[&inner]);
    fs::create_dir(&inner).expect("it can be made");
    assert!(hears(&mut watcher));
}

#[test]
fn a_folder_that_comes_later_is_watched() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let inner = folder.path().join("rules");
    let mut watcher = Watcher::new(&[&inner]);
    assert!(!watcher.wait(Duration::from_millis(1)));
    fs::create_dir(&inner).expect("it can be made");
    watcher.wait(Duration::from_millis(1));
    fs::write(inner.join("a.rules"), "one").expect("written");
    assert!(hears(&mut watcher));
}
