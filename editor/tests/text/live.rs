//! The texts of a ruleset while others write to its files.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use editor::beside::Wake;
use editor::files::Library;
use editor::live::{Live, News, NotSaved};
use interpreter::ruleset::Setup;

const RULES: &str = "game run \"Run\" for 1..2 players\nplayer { points: int = 0 }\nflow { stop() }\nrule stop() { end game ranking p in everyone by p.points }\n";
const MANIFEST: &str = r#"(id: "run", title: "Run", modules: ["run.rules"], default_track: "tracks/run/line.ron")"#;
const TRACK: &str = r#"(ruleset: "run", name: "Line", spaces: [(id: "a", at: (0.0, 0.0))])"#;

/// A folder with a small ruleset.
fn library() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().expect("there is room");
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    for (path, text) in [("rulesets/run/game.ron", MANIFEST), ("rulesets/run/run.rules", RULES), ("tracks/run/line.ron", TRACK)] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    (folder, library)
}

fn wake() -> (Wake, Arc<AtomicU64>) {
    let count = Arc::new(AtomicU64::new(0));
    let told = count.clone();
    let wake = move || {
        told.fetch_add(1, Ordering::Relaxed);
    };
    (Arc::new(wake), count)
}

/// Waits for as long as a slow machine may take.
fn until(live: &mut Live, wake: &Wake, is: impl Fn(&Live) -> bool) {
    let begin = Instant::now();
    while !is(live) || live.is_busy() {
        assert!(begin.elapsed() < Duration::from_secs(300), "it never comes");
        if live.poll(wake).is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn text(live: &Live, name: &str) -> Option<String> {
    Some(live.texts().get(name)?.as_ref().ok()?.to_string())
}

/// One thing that somebody does to a file.
fn disturb(path: &Path, dice: u64) {
    let text = format!("{RULES}// {dice}\n");
    let beside = path.with_extension("part");
    // Some of it comes to nothing, as the file or its folder is gone: that, too, is what happens.
    drop(match dice % 7 {
        0 => fs::write(path, ""),
        1 => fs::write(path, &text[..text.len() / 2]),
        2 => fs::remove_file(path),
        3 => fs::write(&beside, &text).and_then(|()| fs::rename(&beside, path)),
        4 => fs::rename(path, &beside).and_then(|()| fs::write(path, &text)),
        5 => fs::write(path, [0xff, 0xfe, b'x']),
        _ => fs::write(path, &text),
    });
}

#[test]
fn after_a_storm_of_writing_the_last_text_counts() {
    let (_folder, library) = library();
    let path = library.rulesets.join("run/run.rules");
    let (wake, woken) = wake();
    let mut live = Live::default();
    live.open(library.read("run"), Setup::default());
    live.watch(&library, wake.clone());
    assert!(matches!(live.build_now(), Some(News::Built(_))));
    let folder = path.parent().expect("it lies in a folder").to_owned();
    let mut dice = 5_u64;
    for n in 0..1_000 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        disturb(&path, dice >> 33);
        if n % 97 == 0 {
            // The whole folder is taken away and put back.
            let away = folder.with_extension("away");
            fs::rename(&folder, &away).and_then(|()| fs::rename(&away, &folder)).expect("moved there and back");
        }
        std::thread::sleep(Duration::from_micros((dice >> 40) % 3_000));
        live.poll(&wake);
        assert!(live.good().is_some(), "the last good build is there");
    }
    let last = format!("{RULES}// the last word\n");
    fs::write(&path, &last).expect("written");
    until(&mut live, &wake, |live| text(live, "run/run.rules").as_ref() == Some(&last));
    let newest = live.newest().expect("it is built");
    assert!(newest.is_good() && newest.texts.get("run/run.rules") == live.texts().get("run/run.rules"));
    assert!(woken.load(Ordering::Relaxed) > 0);
}

#[test]
fn what_is_typed_lies_over_the_file_until_it_is_saved() {
    let (_folder, library) = library();
    let mut live = Live::default();
    live.open(library.read("run"), Setup::default());
    let mine = format!("{RULES}// mine\n");
    live.write("run/run.rules", mine.as_str().into());
    assert_eq!(text(&live, "run/run.rules").as_ref(), Some(&mine));
    assert!(live.is_unsaved("run/run.rules"));
    assert_eq!(fs::read_to_string(library.rulesets.join("run/run.rules")).ok().as_deref(), Some(RULES));
    // The same as on the disk is nothing to be saved.
    live.write("run/run.rules", RULES.into());
    assert!(!live.is_unsaved("run/run.rules"));
    live.write("run/run.rules", mine.as_str().into());
    assert_eq!(live.save(&library, "run/run.rules"), Ok(()));
    assert_eq!(fs::read_to_string(library.rulesets.join("run/run.rules")).ok(), Some(mine));
}

#[test]
fn what_somebody_else_wrote_is_asked_about_once_but_never_written_over() {
    let (_folder, library) = library();
    let (name, path) = ("run/run.rules", library.rulesets.join("run/run.rules"));
    let mut live = Live::default();
    live.open(library.read("run"), Setup::default());
    live.write(name, format!("{RULES}// mine\n").into());
    let theirs = format!("{RULES}// theirs\n");
    fs::write(&path, &theirs).expect("written");
    live.set_disk(library.read("run"));
    assert_eq!(live.torn(), [(name.to_owned(), Arc::from(theirs.as_str()))]);
    live.look_past(name);
    live.write(name, format!("{RULES}// mine again\n").into());
    assert!(live.torn().is_empty());
    assert_eq!(live.save(&library, name), Err(NotSaved::Changed(theirs.as_str().into())));
    assert_eq!(fs::read_to_string(&path).ok(), Some(theirs));
    // What can't be read is not written over either.
    fs::write(&path, [0xff, 0xfe]).expect("written");
    let Err(NotSaved::Failed(why)) = live.save(&library, name) else { panic!("it is not saved") };
    assert!(why.contains("UTF-8"), "{why}");
    assert_eq!(fs::read(&path).ok(), Some(vec![0xff, 0xfe]));
    fs::remove_file(&path).expect("it was there");
    assert_eq!(live.save(&library, name), Ok(()), "where nothing lies there is nothing to be lost");
}

#[test]
fn nothing_outside_of_the_folders_is_written() {
    let (folder, library) = library();
    let mut live = Live::default();
    live.open(library.read("run"), Setup::default());
    for name in ["run/../../out.rules", "../out.rules", "run/a/b.rules", "tracks/run/../line.ron", "/etc/out", "run\\x.rules", ""]
    {
        live.write(name, "text".into());
        assert!(live.save(&library, name).is_err(), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("there it is").count(), 2);
}

#[test]
fn a_drawn_track_lies_over_its_file() {
    let (_folder, library) = library();
    let mut live = Live::default();
    live.open(library.read("run"), Setup::default());
    live.build_now();
    let drawn = TRACK.replace("\"a\"", "\"b\"");
    live.set_drawn(Some(("tracks/run/line.ron".to_owned(), drawn.as_str().into())));
    let Some(News::Built(build)) = live.build_now() else { panic!("it is built") };
    assert_eq!(build.program().map(|program| program.spaces[0].to_string()).as_deref(), Some("b"));
    live.set_drawn(None);
    assert_eq!(text(&live, "tracks/run/line.ron").as_deref(), Some(TRACK));
}
