//! The commands from end to end: the built program is run, and what it prints and its exit code are looked at.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

mod against;
mod begin;
mod codes;
mod files;
mod limits;
mod out;
mod play;
#[cfg(feature = "print")]
mod print;
mod race;
mod report;
mod rulebook;
mod saved;
mod search;
mod troubles;
mod watch;

/// What came of a run.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// Checks the exit code and that the output (of both kinds) has all these texts.
    #[track_caller]
    fn check(&self, code: i32, texts: &[&str]) -> &Ran {
        let Ran { out, err, .. } = self;
        assert_eq!(self.code, Some(code), "exit code\n--- out\n{out}\n--- err\n{err}");
        for text in texts {
            assert!(out.contains(text) || err.contains(text), "no {text:?}\n--- out\n{out}\n--- err\n{err}");
        }
        assert!(!err.contains("panicked"), "{err}");
        assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "escape codes in piped output");
        self
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the editor's folder is in another")
}

fn run_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    run_where(folder, &[], args, input)
}

/// The same where variables of the system say something else.
fn run_where(folder: &Path, variables: &[(&str, &Path)], args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_coursesetter"))
        .env_remove("CARGO")
        .args(args)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    let mut stdin = child.stdin.take().expect("piped");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it was started");
    Ran {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn run(args: &[&str]) -> Ran {
    run_in(root(), args, "")
}

/// An empty folder of the test's own.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the build's folder can be written");
    folder
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file in a folder")).and_then(|()| fs::write(path, text)).expect("written");
}

// ── A tiny game, and ways to break it ──────────────────────────────────────────────────────────────────────────────

const GAME: &str = r#"(id: "dash", title: "Dash", players: 2, modules: ["dash.rules"], addons: ["wind.rules"], default_track: "tracks/dash/line.ron")"#;

const RULES: &str = r#"
game dash "Dash" for 1..4 players
param steps: int in 1..6 = 2
enum Area { course, start, finish }
space { area: Area = course }
link ahead one? drawn along
const start = the s in space where s.area == start
const finish = the s in space where s.area == finish
derive space.to_finish: int = distance(self, to: [finish], over: [ahead]) else "can't reach the finish"
check every s in space: s.ahead is some or s.area == finish else "leads nowhere"
dice die = 1..6
piece Runner 1 per player as runner at start
player { strides: int in 0..99 = 0 }
state { round: int = 0 }
flow {
  repeat {
    round += 1
    for p in players { turn(p) }
    if any p in everyone where p.runner.at == finish { end game ranking p in everyone by p.runner.at.to_finish }
  }
}
/// [D-1] A runner walks or runs.
turn rule turn(p: player) {
  choose pace by p "How fast?" {
    /// [D-2] One tile.
    "Walk" { advance(p, 1) }
    "Run" { advance(p, min(roll(die), steps)) }
  }
}
/// [D-3] Tile by tile.
rule advance(p: player, dots: int) {
  repeat dots times {
    p.strides += 1
    if let next = p.runner.at.ahead { move p.runner to next }
  }
}
"#;

const WIND: &str = r#"
addon wind "Wind" for dash
/// [D-4] Wind in the back.
replace rule advance(p, dots) { if let next = p.runner.at.ahead { move p.runner to next } }
"#;

const TRACK: &str = r#"(
    ruleset: "dash",
    name: "Line",
    sheet: (width: 100.0, height: 20.0),
    spaces: [
        (id: "a", at: (10.0, 10.0), area: start),
        (id: "b", at: (20.0, 10.0)),
        (id: "c", at: (30.0, 10.0)),
        (id: "d", at: (40.0, 10.0), area: finish),
    ],
    links: [(kind: "ahead", chain: ["a", "b", "c", "d"])],
)
"#;

/// The game in a folder of its own, with changes: (file, text, other text).
fn dash(name: &str, changes: &[(&str, &str, &str)]) -> PathBuf {
    let folder = fresh(name);
    let mut files = vec![
        ("rulesets/dash/game.ron", GAME.to_owned()),
        ("rulesets/dash/dash.rules", RULES.to_owned()),
        ("rulesets/dash/wind.rules", WIND.to_owned()),
        ("tracks/dash/line.ron", TRACK.to_owned()),
    ];
    for (file, from, to) in changes {
        let (_, text) = files.iter_mut().find(|(path, _)| path.ends_with(file)).expect("one of the game's files");
        assert!(text.contains(from), "{file} has no {from:?}");
        *text = text.replacen(from, to, 1);
    }
    for (path, text) in files {
        write(&folder.join(path), &text);
    }
    folder
}

/// Checks a broken game: exit code 1 and these texts.
#[track_caller]
fn check_broken(name: &str, changes: &[(&str, &str, &str)], texts: &[&str]) {
    let folder = dash(name, changes);
    run_in(&folder, &["check"], "").check(1, texts);
}

// ── Help and names ─────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn help_teaches() {
    run(&["--help"]).check(0, &["Examples:", "coursesetter play skoot", "Exit codes:"]);
    for command in ["play", "sim", "replay", "rulebook", "show", "check"] {
        run(&[command, "--help"]).check(0, &["Examples:", "Exit codes:"]);
    }
}

#[test]
fn without_a_display_it_says_what_to_do() {
    if cfg!(all(unix, not(target_os = "macos"))) {
        let ran = run(&[]);
        let why = if cfg!(feature = "gui") { "no display" } else { "without the window" };
        ran.check(1, &[why, "coursesetter play skoot"]);
        assert_eq!(ran.err.lines().count(), 1);
        // Whoever started it by cargo has no `coursesetter` on the path.
        let ran = run_where(root(), &[("CARGO", Path::new("cargo"))], &[], "");
        ran.check(1, &["cargo run", " -- play skoot"]);
    }
}

#[test]
fn advice_names_what_is_there() {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return;
    }
    let folder = dash("advice", &[]);
    run_in(&folder, &[], "").check(1, &["coursesetter play dash"]);
    let rulesets = folder.join("rulesets").display().to_string();
    run(&["--rulesets", &rulesets]).check(1, &[&format!("coursesetter play dash --rulesets {rulesets}")]);
    // The first by name, unless a manifest says otherwise.
    write(&folder.join("rulesets/amble/game.ron"), "(id: \"amble\", title: \"Amble\", modules: [])");
    run_in(&folder, &[], "").check(1, &["coursesetter play amble"]);
    write(&folder.join("rulesets/dash/game.ron"), &GAME.replace("players: 2", "opens_first: true"));
    run_in(&folder, &[], "").check(1, &["coursesetter play dash"]);
    let empty = fresh("advice-empty");
    let ran = run_in(&empty, &["--rulesets", "."], "");
    ran.check(1, &["has no rulesets", "--rulesets DIR"]);
    assert_eq!(ran.err.lines().count(), 1);
}

#[test]
fn unknown_names_are_met_with_near_ones() {
    run(&["play", "skot"]).check(2, &["there is no ruleset `skot`", "did you mean `skoot`?"]);
    run(&["play", "skoot", "--track", "hily"]).check(2, &["no track `hily`", "did you mean `hilly`?"]);
    for game in ["biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        run(&["play", game, "--track", "nowhere"]).check(2, &["no track `nowhere`"]);
    }
    run(&["play", "skoot", "--with", "hart-rate"]).check(2, &["no add-on", "did you mean `heart_rate`?"]);
    run(&["play", "skoot", "--set", "lap=2"]).check(2, &["did you mean `laps`?"]);
    run(&["play", "skoot", "--set", "laps=no"]).check(2, &["laps"]);
    run(&["play", "skoot", "--set", "laps"]).check(2, &["laps=3"]);
    run(&["play", "skoot", "--set", "laps=-1"]).check(2, &["from 1 to 9, not `-1`", "the default is `laps=3`"]);
    run(&["play", "skoot", "--set", "loops_for=[-5,1,1,1,1,1]"]).check(2, &["B03", "not `-5`"]);
    run(&["play", "skoot", "--seats", "gredy"]).check(2, &["did you mean `greedy`?"]);
    run(&["play", "skoot", "--seats", "random,random,random,random,random,random,random,random,random"])
        .check(2, &["for 1 to 8 players, not 9"]);
    run(&["play", "skoot", "--seats", "human,,random"])
        .check(2, &["nobody sits in seat 2 of `human,,random`", "a seat is one of"]);
    run(&["play", "skoot", "--seats", ""]).check(2, &["nobody sits in seat 1"]);
    for threads in ["0", "257", "999999", "-1", "two"] {
        run(&["sim", "skoot", "--games", "1", &format!("--threads={threads}")]).check(2, &["--threads"]);
    }
    run(&["show", "skoot", "slipsteam"]).check(2, &["did you mean `slipstream`?"]);
    run(&["check", "nowhere"]).check(2, &["there is no file, folder or ruleset `nowhere`"]);
    run(&["replay", "nowhere.ron"]).check(2, &["there is no such file"]);
}

// ── Playing ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn the_same_seed_gives_the_same_race() {
    let args = ["play", "skoot", "--seats", "random,random,random", "--seed", "7", "--with", "realistic-shooting"];
    let first = run(&args);
    first.check(0, &["SKOOT", "seed 7", "Heart rate meter", "The race is over.", "place", "drafts"]);
    assert_eq!(first.out, run(&args).out);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_coursesetter"))
        .env_remove("CARGO")
        .args(["play", "skoot", "--seats", "random,random,random,random", "--set", "laps=9"])
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it was started");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn folders_can_be_elsewhere() {
    let folder = dash("elsewhere", &[]);
    let rulesets = folder.join("rulesets").display().to_string();
    let tracks = folder.join("tracks").display().to_string();
    run(&["play", "dash", "--seats", "random", "--rulesets", &rulesets, "--tracks", &tracks]).check(0, &["Dash", "place"]);
    run(&["check", "--rulesets", &rulesets, "--tracks", &tracks]).check(0, &["dash: 1 track, 1 add-on, no problems"]);
}

#[test]
fn show_gives_words_text_and_program() {
    run(&["show", "skoot", "slipstream"]).check(0, &["[SK-10]", "rule slipstream(p: player)", "skoot/skoot.rules:", "MovePiece"]);
    run(&["show", "skoot"]).check(0, &["slipstream", "turn rule"]);
}

// ── Saving and playing again ───────────────────────────────────────────────────────────────────────────────────────

#[test]
fn what_ships_has_no_problems() {
    run(&["check"]).check(0, &["skoot: 6 tracks, 2 add-ons", "no problems"]);
    run(&["check", "rulesets/skoot", "tracks/skoot/flat.ron", "rulesets/skoot/heart-rate.rules", "rulesets/skoot/game.ron"])
        .check(0, &["skoot on track flat: no problems"]);
    run(&["check", "Cargo.toml"]).check(2, &["neither rules"]);
}

#[test]
fn broken_rules_text() {
    check_broken("text", &[("dash.rules", "repeat dots times {", "repeat dots tims {")], &["S01", "dash/dash.rules:"]);
    check_broken("names", &[("dash.rules", "advance(p, 1)", "advanse(p, 1)")], &["N01", "did you mean `advance`?"]);
    check_broken("types", &[("dash.rules", "advance(p, 1)", "advance(p, true)")], &["T01"]);
}

#[test]
fn failing_tests_fail_the_check() {
    let test = |strides: u32| {
        format!(
            "test \"one stride\" for 1 players {{ run advance(player(1), 1)\n expect player(1).strides == {strides} }}\n/// [D-3]"
        )
    };
    let folder = dash("tests-good", &[("dash.rules", "/// [D-3]", &test(1))]);
    run_in(&folder, &["check"], "").check(0, &["1 test, no problems"]);
    check_broken("tests-bad", &[("dash.rules", "/// [D-3]", &test(2))], &["one stride", "1 test failed"]);
}

#[test]
fn tests_are_run_and_told() {
    let test = |strides: u32| {
        format!(
            "test \"one stride\" for 1 players {{ run advance(player(1), 1)\n expect player(1).strides == {strides} }}\n/// [D-3]"
        )
    };
    let good = dash("test-good", &[("dash.rules", "/// [D-3]", &test(1))]);
    run_in(&good, &["test"], "").check(0, &["dash/dash.rules    1 passed", "1 test with 1 expectation passed"]);
    run_in(&good, &["test", "dash", "--only", "two"], "").check(1, &["no test has \"two\" in its name"]);
    run_in(&good, &["test", "dsh"], "").check(2, &["did you mean `dash`?"]);
    run_in(&good, &["test", "--mutate"], "").check(
        0,
        &[
            "not noticed: dash/dash.rules:",
            "changes noticed",
            "rejected by the checker",
            "not tried: texts, what is only said or counted",
        ],
    );
    let bad = dash("test-bad", &[("dash.rules", "/// [D-3]", &test(2))]);
    let told = ["one stride", "R04", "`player(1).strides` is 1, expected 2", "0 passed, 1 failed", "1 of 1 test failed"];
    run_in(&bad, &["test"], "").check(1, &told);
}

#[test]
fn odds_are_worked_out() {
    let folder = dash("odds", &[]);
    let run = ["odds", "dash", "--run", "turn(player(1))", "--choosing", "pace: \"Run\"", "--of", "player(1).strides"];
    run_in(&folder, &run, "").check(0, &["1  16.67 %   16.67 %", "5  83.33 %  100.00 %", "mean 1.833 over 6 rolls"]);
    let json = [&run[..], &["--json"]].concat();
    run_in(&folder, &json, "").check(0, &[r#""total":6"#, r#""ways":5"#]);
    run_in(&folder, &["odds", "dash", "--run", "trn(player(1))"], "").check(2, &["--run:1:1", "did you mean `turn`?"]);
}

#[test]
fn broken_addons() {
    let second = "addon rain \"Rain\" for dash\n/// [D-5] Wet.\nreplace rule advance(p, dots) { }\n";
    let folder = dash("two", &[("game.ron", "\"wind.rules\"", "\"wind.rules\", \"rain.rules\"")]);
    write(&folder.join("rulesets/dash/rain.rules"), second);
    run_in(&folder, &["check"], "").check(1, &["A02"]);
    check_broken("gone", &[("wind.rules", "rule advance", "rule avance")], &["A01", "advance"]);
    check_broken("signature", &[("wind.rules", "(p, dots)", "(p)")], &["A05"]);
}

#[test]
fn broken_manifest() {
    check_broken("manifest-field", &[("game.ron", "title:", "titel:")], &["D03", "titel"]);
    check_broken("manifest-type", &[("game.ron", "players: 2", "players: \"two\"")], &["D05"]);
    check_broken("manifest-file", &[("game.ron", "\"dash.rules\"", "\"dahs.rules\"")], &["D01", "did you mean \"dash.rules\"?"]);
    check_broken("manifest-ron", &[("game.ron", "players: 2,", "players: 2")], &["D02"]);
    check_broken(
        "manifest-players",
        &[("game.ron", "players: 2", "players: 9")],
        &["for 1 to 4 players, not 9", "game.ron:1:", "write 1 to 4"],
    );
    let variant = [("game.ron", "players: 2,", "players: 2, variants: [(name: \"Fast\", set: { \"step\": 3 })],")];
    check_broken("manifest-variant", &variant, &["B03", "did you mean `steps`?", "game.ron:1"]);
}

#[test]
fn broken_tracks() {
    check_broken("track-id", &[("line.ron", "\"c\", \"d\"]", "\"x\", \"d\"]")], &["D07", "line.ron"]);
    check_broken(
        "track-end",
        &[("line.ron", "chain: [\"a\", \"b\", \"c\", \"d\"]", "chain: [\"a\", \"b\", \"c\"]")],
        &["leads nowhere"],
    );
    check_broken("track-finish", &[("line.ron", ", area: finish", "")], &["B0"]);
    check_broken("track-other", &[("line.ron", "ruleset: \"dash\"", "ruleset: \"other\"")], &["D08"]);
    check_broken("track-field", &[("line.ron", "area: finish", "aera: finish")], &["D03", "aera"]);
    check_broken("track-type", &[("line.ron", "area: finish", "area: 3")], &["D05"]);
    check_broken("track-missing", &[("line.ron", "id: \"b\", ", "")], &["D04"]);
    check_broken("track-twice", &[("line.ron", "id: \"b\"", "id: \"a\"")], &["D06"]);
    check_broken("track-ron", &[("line.ron", "links: [", "links: ")], &["D02"]);
}

#[test]
fn unreadable_files() {
    let folder = dash("latin1", &[]);
    fs::write(folder.join("rulesets/dash/dash.rules"), b"game dash \"D\xe4sh\" for 1..4 players\n").expect("written");
    run_in(&folder, &["check"], "").check(1, &["dash/dash.rules", "UTF-8"]);
    let folder = dash("large", &[]);
    fs::write(folder.join("rulesets/dash/dash.rules"), vec![b' '; 10 * 1024 * 1024]).expect("written");
    run_in(&folder, &["check"], "").check(1, &["larger than 8 MB"]);
    let deep = format!("steps {}1{}", "(".repeat(10_000), ")".repeat(10_000));
    check_broken("deep", &[("dash.rules", "roll(die), steps", &format!("roll(die), {}", &deep[6..]))], &["S03"]);
    let nested = format!("note: {}3{},\n    name:", "[".repeat(10_000), "]".repeat(10_000));
    check_broken("deep-track", &[("line.ron", "name:", &nested)], &["line.ron"]);
    let folder = dash("stray", &[]);
    write(&folder.join("rulesets/dash/stray.rules"), "rule nothing() { }\n");
    run_in(&folder, &["check"], "").check(0, &["stray.rules", "1 warning"]);
    run_in(&fresh("empty"), &["check", "--rulesets", "."], "").check(2, &["there are no rulesets"]);
}

#[test]
fn wrong_numbers_are_told_what_goes() {
    for (args, texts) in [
        (&["sim", "skoot", "--games", "abc"][..], "expected a whole number from 1 to 1000000000, such as 100"),
        (&["sim", "skoot", "--games", "-5"], "expected a whole number from 1 to 1000000000, such as 100"),
        (&["sim", "skoot", "--threads", "0"], "expected a whole number from 1 to 256, such as 100"),
        (&["play", "skoot", "--seed", "x"], "expected a whole number from 0 on, such as 100"),
        (&["show", "skoot", "--players", "99"], "expected a whole number from 1 to 32, such as 32"),
    ] {
        run(args).check(2, &[texts]);
    }
}

#[test]
fn rulesets_from_elsewhere_are_named() {
    let empty = tempfile::tempdir().expect("a folder");
    let ran = run_in(empty.path(), &["show", "skoot"], "");
    ran.check(0, &["there is no folder `rulesets` here or above; using "]);
    assert!(!run(&["show", "skoot"]).err.contains("no folder `rulesets`"));
}

#[test]
fn rulesets_above_are_named_and_those_that_may_be_anybodys_are_not_taken() {
    let folder = dash("above", &[]);
    let real = folder.canonicalize().expect("it is there");
    let told = format!("using the rulesets in {}", real.join("rulesets").display());
    let deep = folder.join("tracks/dash");
    run_in(&deep, &["check"], "").check(0, &["dash: 1 track", &told]);
    assert!(!run_in(&folder, &["check"], "").err.contains("using"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let set = |mode| fs::set_permissions(folder.join("rulesets"), fs::Permissions::from_mode(mode)).expect("it is ours");
        set(0o777);
        let why = "it is a folder that others may write to: name it with `--rulesets` if it is the one you want";
        let note = format!("note: {} is skipped: {why}", real.join("rulesets").display());
        run_in(&deep, &["show", "skoot"], "").check(0, &[&note]);
        run_in(&deep, &["check", "--rulesets", "../../rulesets"], "").check(0, &["dash: 1 track"]);
        set(0o755);
    }
    // The search ends at one's home, and before the folder for temporary files.
    write(&folder.join("home/games/notes.txt"), "");
    let (home, games) = (folder.join("home"), folder.join("home/games"));
    run_in(&games, &["check"], "").check(0, &["dash: 1 track", &told]);
    let temporary = format!("{} is the folder for temporary files", real.display());
    let ends = [([("HOME", &*home)], "it lies above your home folder"), ([("TMPDIR", &*folder)], &*temporary)];
    for (end, why) in ends {
        let ran = run_where(&games, &end, &["show", "skoot"], "");
        let note = format!("note: {} is skipped: {why}", real.join("rulesets").display());
        ran.check(0, &[&note, "there is no other folder `rulesets` here or above; using "]);
        run_where(&games, &end, &["play", "dash"], "").check(2, &["there is no ruleset `dash`"]);
    }
    write(&home.join("rulesets"), "no folder");
    let told =
        format!("note: {} is skipped: it is not a folder", home.canonicalize().expect("it is there").join("rulesets").display());
    run_where(&games, &[("HOME", &*home)], &["show", "skoot"], "").check(0, &[&told]);
    fs::remove_file(home.join("rulesets")).and_then(|()| fs::create_dir(home.join("rulesets"))).expect("a folder");
    run_where(&games, &[("HOME", &*home)], &["check"], "").check(2, &["there are no rulesets in", "home/rulesets"]);
}

#[test]
fn folders_that_are_not_there_are_named() {
    run(&["check", "--tracks", "/nowhere/at/all"]).check(2, &["there is no folder /nowhere/at/all"]);
    run(&["replay", "tracks"]).check(2, &["tracks can't be read: it is a folder"]);
    let ran = run(&["test", "--only", "no test is called so"]);
    ran.check(1, &["no test has \"no test is called so\" in its name"]);
    assert!(!ran.out.contains("no tests"), "{}", ran.out);
    let folder = dash("mutate-nothing", &[]);
    let ran = run_in(&folder, &["test", "dash", "--mutate", "--only", "no test is called so"], "");
    ran.check(1, &["no test has"]);
    assert!(!ran.out.contains("noticed"), "{}", ran.out);
    run_in(&folder, &["odds", "dash", "--run", ""], "").check(2, &["--run"]);
}

#[test]
fn odds_without_a_position_say_how_to_make_one() {
    run(&["odds", "biathlon-blast", "--run", "fire(player(1))"]).check(1, &["`--given` makes a position first"]);
    let folder = dash("odds-given", &[]);
    let ran = run_in(
        &folder,
        &["odds", "dash", "--given", "dice 3, 3", "--run", "advance(player(1), 1)", "--of", "player(1).strides"],
        "",
    );
    assert!(!ran.err.contains("is not closed"), "{}", ran.err);
}

#[test]
fn games_that_nobody_wins_are_told() {
    let folder = dash("no-winner", &[("dash.rules", " ranking p in everyone by p.runner.at.to_finish", "")]);
    run_in(&folder, &["sim", "dash", "--games", "20"], "").check(0, &["Nobody has won a game: no places were given"]);
}

#[test]
fn wins_that_differ_without_a_goal_about_them_are_told() {
    let first = ("dash.rules", "by p.runner.at.to_finish", "by (if p == player(1) then 0 else 1)");
    let folder = dash("uneven", &[first]);
    let sim = ["sim", "dash", "--games", "200"];
    let told = "No goal looks at wins by seats, and they surely differ: 0.0 % (Player 2) to 100.0 % (Player 1).";
    run_in(&folder, &sim, "").check(0, &[told, "200 games, 2 players", "`goal \"…\": spread(win_rate) < …%`"]);
    let both = [format!("First: {told}"), format!("Second: {told}")];
    run_in(&folder, &[&sim[..], &["--against", "steps=3"]].concat(), "").check(0, &[&both[0], &both[1]]);
    // Names of add-ons may follow one another after `with=`, as they do after `--with`.
    for (against, told) in [("with=wind,rain", "dash has no add-on `rain`"), ("with=wind,stebs=3", "did you mean `steps`?")] {
        run_in(&folder, &[&sim[..], &["--against", against]].concat(), "").check(2, &[told]);
    }
    // Where games fail, the columns are of fewer games than this line.
    let slow = ("dash.rules", "round += 1", "round += 1\n    if steps == 3 and round == 2 { fail \"too slow\" }");
    let told = ["First, in all 200 games that came to an end: No goal", "goals are judged by all games of each"];
    run_in(&dash("uneven-some", &[first, slow]), &[&sim[..], &["--against", "steps=3"]].concat(), "").check(1, &told);
    let json = ["sim", "dash", "--games", "200", "--json"];
    let uneven = [
        "\"uneven\": [\n    {\n      \"figure\": \"spread(win_rate)\",\n      \"value\": 1.0,\n      \"low\": 0.9",
        "\"n\": 200,\n      \"method\": \"intervals of all figures at once (Bonferroni)\"",
        "\"fewest\": {\n        \"label\": \"Player 2\",\n        \"value\": 0.0,\n        \"low\": 0.0,\n        \"high\": 0.0",
        "\"most\": {\n        \"label\": \"Player 1\",\n        \"value\": 1.0,\n        \"low\": 0.9",
    ];
    run_in(&folder, &json, "").check(0, &uneven);
    // In a series, each race tells its own.
    let cup = (
        "game.ron",
        "default_track",
        r#"series: [(name: "Cup", races: ["line", "line"], points: [4, 3, 2, 1], wins: highest)], default_track"#,
    );
    let folder = dash("uneven-cup", &[first, cup]);
    let series = ["sim", "dash", "--games", "200", "--series", "Cup"];
    assert_eq!(run_in(&folder, &series, "").out.matches("No goal looks at wins by seats").count(), 2);
    let ran = run_in(&folder, &[&series[..], &["--json"]].concat(), "");
    assert_eq!(ran.out.matches("\"figure\": \"spread(win_rate)\"").count(), 2, "{}", ran.out);
    let meant = ("dash.rules", "dice die", "goal \"the first wins\": spread(win_rate by order) > 50%\ndice die");
    let folder = dash("meant", &[first, meant]);
    let ran = run_in(&folder, &sim, "");
    ran.check(0, &["spread(win_rate by order) > 50%", "reached", "100.0 %"]);
    assert!(!ran.out.contains("No goal looks at"), "{}", ran.out);
    run_in(&folder, &json, "").check(0, &["\"uneven\": []"]);
}
