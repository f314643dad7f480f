//! Files: nothing is lost, whoever else writes and whenever the program ends.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use editor::drawing::disk::{NotOpened, NotSaved, OnDisk, Outside, Side, both};
use editor::drawing::recovery::{Mark, Recovery};
use editor::drawing::{Drawing, Edit};
use spoil::Numbers;

use super::*;

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawing").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the build's folder can be written");
    folder
}

fn named(text: &str, name: &str) -> Document {
    let mut drawing = Drawing::new(document(text), Default::default());
    drawing.edit(&Edit::Track { name: "name".into(), value: Some(format!("{name:?}").into()) }).expect("it is named");
    drawing.document().clone()
}

#[test]
fn what_somebody_else_has_written_is_not_lost() {
    let path = fresh("outside").join("a.ron");
    let (_, _, text) = shipped().remove(0);
    let mut file = OnDisk::new(&path);
    assert_eq!(file.look(), Outside::Same);
    file.save(&document(&text)).expect("it is saved");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), *text);

    let theirs = text.replace("    name:", "    // theirs\n    name:");
    std::fs::write(&path, &theirs).expect("written");
    assert_eq!(file.look(), Outside::Changed(theirs.as_str().into()));
    let mine = named(&text, "Mine");
    assert_eq!(file.save(&mine), Err(NotSaved::Changed(theirs.as_str().into())));
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), theirs, "theirs is still there");
    let taken = file.take_theirs().expect("it is a track");
    assert_eq!(super::text(&taken), theirs);
    assert_eq!(file.look(), Outside::Same);
    file.keep_mine(&mine).expect("it is saved");
    assert!(std::fs::read_to_string(&path).expect("it is there").contains("name: \"Mine\""));

    std::fs::remove_file(&path).expect("it was there");
    assert_eq!(file.look(), Outside::Gone);
    file.save(&mine).expect("it is written again");
    // Another one's file is not written over by what begins anew.
    assert!(matches!(OnDisk::new(&path).save(&mine), Err(NotSaved::Changed(_))));
    assert_eq!(file.track_name(), "a");
}

#[test]
fn a_file_that_is_no_track_stays_as_it_is() {
    let folder = fresh("broken");
    let path = folder.join("a.ron");
    std::fs::write(&path, "(spaces: [").expect("written");
    assert!(matches!(OnDisk::open(&path), Err(NotOpened::Broken(text, _)) if &*text == "(spaces: ["));
    std::fs::write(&path, [0xff, 0xfe, b'(']).expect("written");
    assert!(matches!(OnDisk::open(&path), Err(NotOpened::Unreadable(_))));
    assert!(matches!(OnDisk::open(&folder.join("none.ron")), Err(NotOpened::Unreadable(_))));
    assert!(matches!(OnDisk::open(&folder), Err(NotOpened::Unreadable(_))));
}

#[test]
fn two_texts_line_by_line() {
    let lines = both("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n");
    assert_eq!(lines, [Side::Both("a"), Side::Mine("b"), Side::Theirs("x"), Side::Both("c"), Side::Both("d"), Side::Theirs("e")]);
    assert_eq!(both("", "a"), [Side::Theirs("a")]);
    let (mut numbers, words) = (Numbers(5), ["a", "b", "c"]);
    for _ in 0..200 {
        let mut text = || (0..numbers.below(9)).map(|_| words[numbers.below(3)].to_owned() + "\n").collect::<String>();
        let (mine, theirs) = (text(), text());
        let all = both(&mine, &theirs);
        let of = |pick: &dyn Fn(&Side<'_>) -> Option<String>| all.iter().filter_map(pick).collect::<String>();
        let my = of(&|side| match side {
            Side::Both(line) | Side::Mine(line) => Some(format!("{line}\n")),
            Side::Theirs(_) => None,
        });
        let their = of(&|side| match side {
            Side::Both(line) | Side::Theirs(line) => Some(format!("{line}\n")),
            Side::Mine(_) => None,
        });
        assert_eq!((my, their), (mine.clone(), theirs.clone()));
    }
}

#[test]
fn unsaved_work_is_found_again() {
    let folder = fresh("recovery").join("inner");
    let recovery = Recovery::in_folder(&folder);
    assert!(recovery.found().is_empty());
    let (a, b) = (Path::new("/somewhere/a.ron"), Path::new("/elsewhere/a.ron"));
    let keep = |mark: &Mark, text: &str| mark.keep(mark.turn(), text).expect("it is kept");
    let (mine, other) = (recovery.mark(a), recovery.mark(b));
    keep(&mine, "(name: \"A\")\n");
    keep(&other, "(name: \"B\")");
    keep(&mine, "(name: \"A2\")\n// end\n");
    assert!(recovery.found().is_empty(), "as long as somebody draws on it, it is nobody else's");
    assert!(recovery.is_elsewhere(a) && !recovery.is_left(a));
    // Another window keeps its own, and is offered it alone once it has ended.
    let second = recovery.mark(a);
    keep(&second, "(name: \"Second\")");
    drop(second);
    // A program that another test begins holds the lock, too, for a moment.
    let begun = Instant::now();
    while recovery.found().is_empty() && begun.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(recovery.found().iter().map(|work| &*work.text).collect::<Vec<_>>(), ["(name: \"Second\")"]);
    recovery.discard(&recovery.found()[0]);
    assert!(recovery.found().is_empty());
    // The program ends.
    drop((mine, other));
    assert!(recovery.is_left(a) && !recovery.is_elsewhere(a));
    let mut found: Vec<_> = recovery.found().into_iter().map(|f| (f.of, f.text.to_string())).collect();
    found.sort();
    assert_eq!(found, [(b.to_owned(), "(name: \"B\")".to_owned()), (a.to_owned(), "(name: \"A2\")\n// end\n".to_owned())]);
    // What waits to be restored is not written over.
    let again = recovery.mark(a);
    keep(&again, "(name: \"A3\")");
    assert!(recovery.found().iter().any(|work| work.text.contains("A2")));
    // What is saved in time is not kept any more by whoever was about to.
    let (early, late) = (again.turn(), again.turn());
    again.keep(late, "(name: \"Newer\")").expect("it is kept");
    again.keep(early, "(name: \"Older\")").expect("it needs not be kept");
    let on_disk =
        std::fs::read_dir(&folder).expect("it is there").flatten().filter_map(|f| std::fs::read_to_string(f.path()).ok());
    let on_disk: Vec<String> = on_disk.collect();
    assert!(on_disk.iter().any(|text| text.contains("Newer")) && !on_disk.iter().any(|text| text.contains("Older")));
    let turn = again.turn();
    again.forget();
    again.keep(turn, "(name: \"Late\")").expect("it needs not be kept");
    drop(again);
    assert!(recovery.found().iter().all(|work| !work.text.contains("Late") && !work.text.contains("A3")));
    let kept = [b"one", b"two"].map(|bytes| recovery.put_aside(a, bytes).expect("it is kept"));
    assert_ne!(kept[0], kept[1]);
    assert_eq!(std::fs::read(&kept[0]).expect("it is there"), b"one");
}

#[test]
fn what_was_kept_twice_is_offered_once_and_of_a_file_the_newest_first() {
    let recovery = Recovery::in_folder(&fresh("recovery-twice").join("inner"));
    let of = Path::new("/somewhere/a.ron");
    // The program ends with each of them unsaved, and begins anew.
    for text in ["(name: \"Old\")", "(name: \"Same\")", "(name: \"New\")", "(name: \"Same\")"] {
        let mark = recovery.mark(of);
        mark.keep(mark.turn(), text).expect("it is kept");
        drop(mark);
    }
    let texts = || recovery.found().iter().map(|work| work.text.to_string()).collect::<Vec<_>>();
    // A program that another test just begins holds all locks of this one for a moment.
    let soon = |is_so: &dyn Fn() -> bool| {
        (0..200).any(|_| {
            is_so() || {
                std::thread::sleep(std::time::Duration::from_millis(10));
                false
            }
        })
    };
    assert!(soon(&|| texts().len() == 3), "{:?}", texts());
    let mut found = recovery.found();
    let ages: Vec<_> = found.iter().map(|work| work.kept).collect();
    assert!(found.len() == 3 && ages.is_sorted_by(|a, b| a >= b), "{:?}", texts());
    found.retain(|work| work.text.contains("Same"));
    let is_gone = || {
        recovery.discard(&found[0]);
        !texts().iter().any(|text| text.contains("Same"))
    };
    assert!(soon(&is_gone), "{:?}", texts());
    assert!(found.len() == 1 && texts().len() == 2 && !texts().iter().any(|text| text.contains("Same")), "{:?}", texts());
}

/// What was drawn after so many steps: some of it much longer than the rest.
fn drawn(text: &str, step: usize) -> Document {
    named(text, &format!("{step} {}", "Two".repeat(step % 2 * 2_000)))
}

/// How many steps a text is after; `None` if it is no whole one.
fn steps(start: &str, text: &str) -> Option<usize> {
    let step = document(start).header().text("name");
    let name = read::read(text).ok()?.header().text("name");
    let step = if name == step { return Some(0) } else { name.split(' ').next()?.parse().ok()? };
    (super::text(&drawn(start, step)) == *text).then_some(step)
}

/// The track that is drawn on while the program is ended again and again, and where unsaved work is kept.
fn on_disk(folder: &Path) -> (PathBuf, Recovery) {
    (folder.join("a.ron"), Recovery::in_folder(&folder.join("recovery")))
}

/// Draws, keeps and saves again and again, until somebody ends it: only where the test below asks for it.
#[test]
fn drawing_again_and_again() {
    let Some(folder) = std::env::var_os("COURSESETTER_DRAWS").map(PathBuf::from) else { return };
    let start = std::fs::read_to_string(folder.join("start.ron")).expect("it is there");
    let (path, recovery) = on_disk(&folder);
    let (mut file, saved) = OnDisk::open(&path).expect("it is a track");
    let step = |text: &str| steps(&start, text).expect("whole");
    // What was never saved is gone on with, as the window does it.
    let left = recovery.found();
    let mark = recovery.mark(&path);
    let newest = left.iter().map(|work| step(&work.text)).chain([step(&super::text(&saved))]).max().unwrap_or(0);
    mark.keep(mark.turn(), &super::text(&drawn(&start, newest))).expect("it is kept");
    left.iter().for_each(|work| recovery.discard_for(work, Some(&mark)));
    let mut told = std::fs::OpenOptions::new().append(true).open(folder.join("told")).expect("it is there");
    for n in newest + 1.. {
        let document = drawn(&start, n);
        mark.keep(mark.turn(), &super::text(&document)).expect("it is kept");
        told.write_all(format!("{n}\n").as_bytes()).expect("it is told");
        if n % 3 == 0 {
            file.save(&document).expect("it is saved");
            mark.forget();
        }
    }
}

/// Ends the program at random moments while it draws, keeps and saves. `KILLS=1000` for more.
#[test]
fn a_program_that_is_cut_short_loses_nothing() {
    let folder = fresh("kills");
    let (path, recovery) = on_disk(&folder);
    let start = super::text(&shipped_document("skoot", "flat"));
    for (file, text) in [("a.ron", &*start), ("start.ron", &start), ("told", "")] {
        std::fs::write(folder.join(file), text).expect("written");
    }
    let told = || std::fs::read_to_string(folder.join("told")).expect("it is there");
    let kills = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let (mut numbers, mut saved, mut recovered) = (Numbers(1), [0; 2], 0);
    for _ in 0..kills {
        let program = std::env::current_exe().expect("this test is a program");
        let before = told().len();
        let mut child = Command::new(program)
            .args(["--exact", "disk::drawing_again_and_again"])
            .env("COURSESETTER_DRAWS", &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it can be started");
        let begun = Instant::now();
        while told().len() == before {
            assert!(begun.elapsed() < Duration::from_secs(300), "it never draws");
            std::thread::sleep(Duration::from_micros(200));
        }
        // A busy machine draws slowly: until each text was found once there is more time for it.
        let longest = if saved.contains(&0) || recovered == 0 { 60_000 } else { 6_000 };
        std::thread::sleep(Duration::from_micros(numbers.below(longest) as u64));
        child.kill().and_then(|()| child.wait()).expect("it can be ended");
        let left = std::fs::read_to_string(&path).expect("the file is there");
        let in_file = steps(&start, &left).unwrap_or_else(|| panic!("half a file of {} bytes", left.len()));
        saved[in_file % 2] += 1;
        let kept = recovery.found();
        let kept = kept.iter().map(|work| steps(&start, &work.text).expect("what is kept is whole")).max().unwrap_or(0);
        recovered += usize::from(kept > in_file);
        let last: usize = told().lines().last().and_then(|n| n.parse().ok()).expect("it is told");
        assert!(kept.max(in_file) >= last, "step {last} was kept, and {kept} and {in_file} are left");
    }
    assert!(!saved.contains(&0) && recovered > 0, "{saved:?}, {recovered}");
}

#[cfg(unix)]
#[test]
fn what_is_saved_here_keeps_its_mode_and_its_names() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = fresh("modes");
    let (path, twin) = (folder.join("a.ron"), folder.join("b.ron"));
    let (_, _, text) = shipped().remove(0);
    let mut file = OnDisk::new(&path);
    file.save(&document(&text)).expect("it is saved");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
    file.save(&named(&text, "Mine")).expect("it is saved");
    let about = || std::fs::metadata(&path).expect("it is there");
    assert_eq!(about().permissions().mode() & 0o777, 0o600);
    std::fs::hard_link(&path, &twin).expect("a second name");
    file.save(&named(&text, "Ours")).expect("it is saved");
    assert_eq!(about().nlink(), 2);
    assert!(std::fs::read_to_string(&twin).expect("it is there").contains("Ours"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("it is ours");
    assert_eq!(file.save(&document(&text)), Err(NotSaved::Failed("it is write-protected".to_owned())));
    assert!(std::fs::read_to_string(&path).expect("it is there").contains("Ours"));
}
