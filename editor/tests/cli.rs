//! The commands from end to end: the built program is run, and what it prints and its exit code are looked at.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    let mut child = Command::new(env!("CARGO_BIN_EXE_coursesetter"))
        .args(args)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
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
    for command in ["play", "sim", "replay", "show", "check"] {
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
    run(&["play", "skoot", "--with", "hart-rate"]).check(2, &["no add-on", "did you mean `heart_rate`?"]);
    run(&["play", "skoot", "--set", "lap=2"]).check(2, &["did you mean `laps`?"]);
    run(&["play", "skoot", "--set", "laps=no"]).check(2, &["laps"]);
    run(&["play", "skoot", "--set", "laps"]).check(2, &["laps=3"]);
    run(&["play", "skoot", "--set", "laps=-1"]).check(2, &["from 1 to 9, not `-1`", "without a change it is `laps=3`"]);
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
    first.check(0, &["SKOOT", "seed 7", "Heart rate meter", "The game is over.", "place", "drafts"]);
    assert_eq!(first.out, run(&args).out);
}

#[test]
fn a_person_answers_by_number_or_label_takes_back_and_looks() {
    let folder = dash("person", &[]);
    let args = ["play", "dash", "--seats", "human", "--seed", "1"];
    let ran = run_in(&folder, &args, "?\nx\nwal\nu\nWalk\n1\n9\n1\n");
    ran.check(0, &["One tile.", "strides", "No option starts with \"x\"", "Taken back.", "There are options 1 to 2.", "place"]);
    assert!(!ran.out.contains("[D-2]"), "citations are for the rulebook");
    run_in(&folder, &args, "u\nq\n").check(0, &["nothing to take back", "You leave the race after 0 choices"]);
    run_in(&folder, &args, "walk\n").check(0, &["There is no more input; the race stops after 1 choices."]);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_coursesetter"))
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

/// A saved race of bots: its folder and its text.
fn saved(name: &str) -> (PathBuf, String) {
    let folder = dash(name, &[]);
    run_in(&folder, &["play", "dash", "--seats", "random,random", "--seed", "5", "--save", "race.ron"], "").check(0, &["Saved:"]);
    let text = fs::read_to_string(folder.join("race.ron")).expect("it was saved");
    (folder, text)
}

#[test]
fn a_saved_race_is_equal_when_played_again() {
    let (folder, _) = saved("saved");
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["equal to the saved game"]);
    run_in(&folder, &["replay", "race.ron", "--log"], "").check(0, &["'s turn", "equal to the saved game"]);
}

#[test]
fn whether_a_race_can_be_saved_is_known_before_it_is_played() {
    let (folder, text) = saved("unwritable");
    for place in ["nowhere/race.ron", "."] {
        let ran = run_in(&folder, &["play", "dash", "--seats", "random", "--save", place], "");
        ran.check(2, &["the game can't be written to", "name a file in a folder"]);
        assert_eq!(ran.out, "", "nothing is played");
    }
    // What has been saved before is there until the new game is whole.
    run_in(&folder, &["play", "dash", "--seats", "human", "--save", "race.ron"], "").check(0, &["Saved:"]);
    let now = fs::read_to_string(folder.join("race.ron")).expect("it is there");
    assert!(now != text && now.contains("choices"));
    let left: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".part")), "{left:?}");
    #[cfg(unix)]
    {
        run_in(&folder, &["play", "dash", "--seats", "random", "--save", "/dev/null"], "").check(0, &["Saved:"]);
        std::os::unix::fs::symlink("race.ron", folder.join("link.ron")).expect("a link");
        run_in(&folder, &["play", "dash", "--seats", "random", "--save", "link.ron"], "").check(0, &["Saved:"]);
        assert!(folder.join("link.ron").is_symlink() && fs::read_to_string(folder.join("race.ron")).is_ok_and(|t| t != now));
    }
}

#[test]
fn an_edited_race_says_where_it_parts() {
    let (folder, text) = saved("edited");
    let edit = |text: String| {
        fs::write(folder.join("race.ron"), text).expect("written");
        run_in(&folder, &["replay", "race.ron"], "")
    };
    edit(text.replacen("Walk", "Crawl", 1).replacen("Run", "Crawl", 1))
        .check(1, &["choice 1, `pace` by player 1: \"Crawl\" is not on offer", "on offer: \"Walk\", \"Run\""]);
    edit(text.replacen("seed: 5", "seed: 6", 1)).check(1, &["R03"]);
    edit(text[..text.len() / 2].to_owned()).check(1, &["this is no saved game: line"]);
    edit(text.replacen("player: 1", "player: 2", 1))
        .check(1, &["choice 1 of the file is `pace` by player 2", "asked of player 1"]);
    edit(text.replacen("format: 1", "format: 99", 1)).check(1, &["form 99"]);
    edit("(ruleset: 3)".to_owned()).check(1, &["no saved game"]);
    edit(text.replacen("ruleset: \"dash\"", "ruleset: \"dsh\"", 1)).check(2, &["did you mean `dash`?"]);
    let start = text.find("start: \"").expect("a mark") + "start: \"".len();
    let other = format!("{}00000000{}", &text[..start], &text[start + 8..]);
    edit(other).check(1, &["from the start"]);
    let last = text.rfind("(player:").expect("a choice");
    let rest = last + text[last..].find('\n').expect("a line") + 1;
    edit(format!("{}{}", &text[..last], &text[rest..])).check(1, &["choices are missing at the end"]);
}

#[test]
fn changed_rules_are_said_and_tried() {
    let (folder, _) = saved("changed");
    let rules = folder.join("rulesets/dash/dash.rules");
    write(&rules, &RULES.replace("// none", "").replace("round += 1\n", "round += 1 // another round\n"));
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["the rules have changed", "equal"]);
    write(&rules, &RULES.replace("\"Walk\"", "\"Stroll\""));
    let renamed = "in `pace` there is no \"Walk\" any more, and \"Stroll\" is new: taken as renamed";
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["the rules have changed", renamed, "equal to the saved game"]);
    write(&rules, &RULES.replace("\"Walk\"", "\"Stroll\"").replace("\"Run\"", "\"Hurry\""));
    run_in(&folder, &["replay", "race.ron"], "").check(1, &["is not on offer", "on offer: \"Stroll\", \"Hurry\""]);
    write(&rules, &RULES.replace("advance(p, 1)", "advance(p, 2)").replace("steps: int in 1..6 = 2", "steps: int in 1..6 = 6"));
    run_in(&folder, &["replay", "race.ron"], "").check(1, &["the rules have changed", "the state is another"]);
}

// ── Series ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const CUP: &str = r#"series: [(name: "Dash Cup", races: ["line", (track: "line", set: { "steps": 4 })], points: [1, 2, 3, 4], wins: lowest)], default_track"#;

fn cup(name: &str) -> PathBuf {
    dash(name, &[("game.ron", "default_track", CUP)])
}

#[test]
fn a_series_is_played_saved_and_played_again() {
    let folder = cup("cup");
    let args = ["play", "dash", "--series", "dash cup", "--seats", "random,random", "--seed", "5", "--save", "cup.ron"];
    let ran = run_in(&folder, &args, "");
    let texts =
        ["Dash Cup", "Race 1 of 2: Line", "Dash Cup after 1 of 2 races", "Dash Cup: the table", "Total", "with ", "Saved:"];
    ran.check(0, &texts);
    assert_eq!(run_in(&folder, &args, "").out, ran.out, "the same seed, the same series");
    run_in(&folder, &["replay", "cup.ron"], "").check(0, &["equal to the saved series through all 2 races", "Total"]);
    run_in(&folder, &["replay", "cup.ron", "--log"], "").check(0, &["'s turn", "equal to the saved series"]);
    let text = fs::read_to_string(folder.join("cup.ron")).expect("it was saved");
    let edit = |text: String| {
        fs::write(folder.join("cup.ron"), text).expect("written");
        run_in(&folder, &["replay", "cup.ron"], "")
    };
    edit(text.replacen("seed: 5", "seed: 6", 1)).check(1, &["race ", "R03"]);
    edit(text.replacen("Dash Cup", "Dish Cup", 1)).check(2, &["dash has no series \"Dish Cup\"", "did you mean \"Dash Cup\"?"]);
    edit(text[..text.len() / 2].to_owned()).check(1, &["this is no saved series: line"]);
    edit("Series(format: 1)".to_owned()).check(1, &["no saved series"]);
    write(&folder.join("rulesets/dash/game.ron"), &GAME.replace("default_track", &CUP.replace("4 }", "5 }")));
    edit(text).check(0, &["the series has changed", "equal to the saved series"]);
}

#[test]
fn people_play_a_series_and_leave_it() {
    let folder = cup("cup-person");
    let args = ["play", "dash", "--series", "Dash Cup", "--seats", "human", "--seed", "1", "--save", "cup.ron"];
    let walk = "walk\nwalk\nwalk\n";
    run_in(&folder, &args, &format!("{walk}u\nwalk\nq\n"))
        .check(0, &["nothing to take back", "You leave the series in race 2 of 2, after 1 choices"]);
    run_in(&folder, &["replay", "cup.ron"], "").check(0, &["Dash Cup after 1 of 2 races", "equal to the saved series"]);
    run_in(&folder, &args, &walk.repeat(2)).check(0, &["Dash Cup: the table"]);
}

#[test]
fn series_are_measured() {
    let folder = cup("cup-sim");
    let args = ["sim", "dash", "--series", "Dash Cup", "--games", "300", "--seed", "3"];
    let texts = [
        "Dash, Dash Cup: no add-ons",
        "300 series of 2 races from seed 3",
        "Series won by seat",
        "Points by seat",
        "Race 2 of 2: Line",
        "steps=4",
    ];
    run_in(&folder, &args, "").check(0, &texts);
    let json = |threads: &str| run_in(&folder, &[&args[..], &["--json", "--threads", threads]].concat(), "").out;
    let one = json("1");
    assert_eq!(one, json("3"), "threads change nothing");
    for key in ["\"series.win_rate.seat.2\"", "\"series.points.seat.1\"", "\"races\"", "\"steps=4\"", "\"hash\""] {
        assert!(one.contains(key), "no {key} in\n{one}");
    }
}

#[test]
fn series_that_do_not_exist_or_fit_are_met_with_a_hint() {
    let folder = cup("cup-wrong");
    let play = |args: &[&str]| run_in(&folder, &[&["play", "dash", "--seats", "random"], args].concat(), "");
    play(&["--series", "Dash Cop"]).check(2, &["no series \"Dash Cop\"", "did you mean \"Dash Cup\"?"]);
    play(&["--series", "Dash Cup", "--track", "line"]).check(2, &["--track"]);
    play(&["--series", "Dash Cup", "--set", "stops=2"]).check(2, &["did you mean `steps`?"]);
    run_in(&folder, &["sim", "dash", "--series", "Dash Cup", "--against", "steps=3"], "").check(2, &["can't be compared"]);
    run(&["play", "skoot", "--series", "World Cup"]).check(2, &["skoot has no series", "it has none"]);
    let less = CUP.replace("[1, 2, 3, 4]", "[1, 2]").replace("\"line\", (", "\"lime\", (");
    let texts = ["D10", "points: [1, 2, 3, 4]", "no track \"lime\"", "did you mean \"line\"?", "dash/game.ron:"];
    check_broken("cup-broken", &[("game.ron", "default_track", &less)], &texts);
}

// ── Checking ───────────────────────────────────────────────────────────────────────────────────────────────────────

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
    run_in(&folder, &["odds", "dash", "--run", "trn(player(1))"], "").check(1, &["--run:1:1", "did you mean `turn`?"]);
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
    check_broken("manifest-file", &[("game.ron", "\"dash.rules\"", "\"dahs.rules\"")], &["D01", "did you mean `dash.rules`?"]);
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

// ── Rules that can't go on ─────────────────────────────────────────────────────────────────────────────────────────

/// Plays a game with other rules for `advance`: exit code 1 and these texts.
#[track_caller]
fn play_failing(name: &str, body: &str, texts: &[&str]) {
    let folder = dash(name, &[("dash.rules", "p.strides += 1", body)]);
    run_in(&folder, &["play", "dash", "--seats", "random", "--seed", "1"], "").check(1, &[&["R01", "advance"], texts].concat());
}

#[test]
fn rule_errors_name_the_rule_and_its_callers() {
    play_failing("loop", "while dots > 0 { p.strides = 1 }", &["(in `advance`)", "called by `turn` ← `flow`"]);
    play_failing("recursion", "advance(p, dots)", &["(in `advance`)"]);
    play_failing("overflow", "p.strides = dots * 2147483647 * 3", &["32 bits"]);
    play_failing("division", "p.strides = 1 / (dots - dots)", &["zero"]);
    play_failing(
        "range",
        "p.strides = 100 + dots",
        &["dash/dash.rules:", ": 101 in `strides`, which takes 0 to 99 (in `advance`)"],
    );
    play_failing("fail", "fail \"{p} stumbles\"", &["Player 1 stumbles"]);
}

#[test]
fn an_index_outside_is_a_rule_error() {
    let changes = [
        ("dash.rules", "dice die", "param table: int per 0..2 = [1, 2, 3]\ndice die"),
        ("dash.rules", "p.strides += 1", "p.strides = table[dots + 7]"),
    ];
    let folder = dash("index", &changes);
    run_in(&folder, &["play", "dash", "--seats", "random", "--seed", "1"], "").check(1, &["R01", "advance"]);
}

/// What people at one output can't be kept from seeing of each other, they are told.
#[test]
fn several_people_with_secrets_are_warned_once() {
    let cards = ["play", "biathlon-blast", "--seed", "3", "--seats"];
    let shared = "Several people share this output";
    let two = run_in(root(), &[&cards[..], &["human,human"]].concat(), "1\n1\n1\n1\nq\n");
    assert_eq!(two.out.matches(shared).count(), 1, "{}", two.out);
    let one = run_in(root(), &[&cards[..], &["human,random"]].concat(), "1\nq\n");
    assert!(!one.out.contains(shared), "{}", one.out);
}
