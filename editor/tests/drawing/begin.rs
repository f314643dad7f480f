//! New tracks, rulesets and add-ons: what is written can be checked and played at once.

use std::path::PathBuf;
use std::process::Command;

use editor::drawing::{Checker, Drawing, begin};

use super::*;

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawing").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the build's folder can be written");
    folder
}

/// Runs the program on the games of a folder.
#[track_caller]
fn run(folder: &Path, args: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coursesetter"));
    command.args(args).arg("--rulesets").arg(folder.join("rulesets"));
    let output = command.output().expect("the program was built");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    said
}

#[test]
fn a_minimal_race_runs_at_once() {
    let folder = fresh("minimal");
    run(&folder, &["new", "ruleset", "my-race", "--title", "My \"own\" race"], 0);
    let said = run(&folder, &["check", "my-race"], 0);
    assert!(said.contains("1 track, no add-ons, 1 test, no problems"), "{said}");
    run(&folder, &["play", "my-race", "--seats", "random,greedy", "--seed", "3"], 0);
    run(&folder, &["new", "ruleset", "my-race"], 2);
    run(&folder, &["new", "ruleset", "My Race"], 2);
    run(&folder, &["new", "ruleset", "other", "--title", "{laps}"], 2);

    // An add-on on top, twice; then a track.
    run(&folder, &["new", "addon", "my-race", "head-wind"], 0);
    run(&folder, &["new", "addon", "my-race", "rain"], 0);
    run(&folder, &["new", "addon", "my-race", "rain"], 2);
    let said = run(&folder, &["check", "my-race"], 0);
    assert!(said.contains("2 add-ons") && said.contains("no problems"), "{said}");
    let said = run(&folder, &["sim", "my-race", "--games", "20", "--with", "head-wind,rain"], 0);
    assert!(said.contains("head wind turns"), "{said}");
    run(&folder, &["new", "track", "my-race", "long-way"], 0);
    // An unfinished track is told of, and the game is well.
    let said = run(&folder, &["check", "my-race"], 0);
    assert!(said.contains("no problems") && said.contains("long-way: can't be raced on yet"), "{said}");
    run(&folder, &["new", "track", "my-race", "long-way"], 2);
    run(&folder, &["new", "track", "nothing", "long-way"], 2);
    let picture = folder.join("ring.svg");
    run(&folder, &["export", "my-race", "--track", "ring", "--to", &picture.to_string_lossy()], 0);
    assert!(std::fs::read_to_string(picture).expect("it is written").contains("width=\"210mm\""));
    run(&folder, &["export", "my-race", "--track", "rong"], 2);
}

#[test]
fn a_copy_of_each_game_passes_its_own_tests() {
    let folder = fresh("copies");
    for game in library().names() {
        let name = format!("my-{game}");
        run(&folder, &["new", "ruleset", &name, "--from", &game], 0);
        let said = run(&folder, &["check", &name], 0);
        assert!(said.contains("no problems"), "{said}");
        run(&folder, &["play", &name, "--seats", "random,random", "--seed", "1"], 0);
        run(&folder, &["new", "addon", &name, "extra"], 0);
        assert!(run(&folder, &["sim", &name, "--games", "1", "--with", "extra"], 0).contains("extra turns"));
    }
}

#[test]
fn an_empty_sheet_has_what_its_game_asks_for() {
    for game in library().names() {
        let ruleset = ruleset(&game);
        let checker = Checker::new(&ruleset, &[]);
        let track = begin::track(&checker, "Mine", editor::drawing::document::SHEET);
        let problems = checker.problems(&track, "mine");
        let missing = problems.iter().find(|p| p.message.contains("track has no") || p.message.contains("drawn for"));
        assert!(missing.is_none(), "{game}: {missing:#?}");
        assert!(!problems.is_empty(), "{game}: nothing to play on");
        assert!(Drawing::new(track, checker.schema.clone()).is_saved());
    }
    assert_eq!(begin::folder_name("  My Race!  2 "), "my-race-2");
    let texts = begin::ruleset(None, "mine", "Cafe\u{301}'s race").expect("it can be made");
    assert!(texts.files["mine.rules"].as_ref().is_ok_and(|rules| rules.contains("\"Cafe\u{301}'s race\"")), "{texts:?}");
    assert_eq!(editor::drawing::fields::quoted("it's \\' \"x\"\n"), format!("{:?}", "it's \\' \"x\"\n"));
    assert!(begin::check_name(&begin::folder_name("Größe")).is_ok());
}

#[test]
fn what_can_only_be_written_by_half_is_not_written() {
    let folder = fresh("half");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("tracks"), "a file in the way").expect("written");
    let library = Library { rulesets: folder.join("rulesets"), tracks: folder.join("tracks") };
    let texts = begin::ruleset(None, "mine", "Mine").expect("it can be made");
    begin::write_ruleset(&library, &texts).expect_err("its tracks have no place");
    assert!(!library.rulesets.join("mine").exists());
    std::fs::remove_file(folder.join("tracks")).expect("it was there");
    begin::write_ruleset(&library, &texts).expect("now it has");
}
