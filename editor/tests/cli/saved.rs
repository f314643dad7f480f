//! Saved races and series, played again.

use std::fs;
use std::path::PathBuf;

use super::*;

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
fn a_saved_race_becomes_a_test_that_passes() {
    let (folder, _) = saved("as_test");
    let test = run_in(&folder, &["replay", "race.ron", "--as-test"], "");
    test.check(
        0,
        &["test \"the race of seed 5\" on \"line\" for 2 players {", "run game choosing", "expect place(player(1)) == "],
    );
    let rules = folder.join("rulesets/dash/dash.rules");
    let text = fs::read_to_string(&rules).expect("its rules");
    fs::write(&rules, format!("{text}\n{}", test.out)).expect("it can be written");
    run_in(&folder, &["test", "dash", "--only", "the race of seed 5"], "").check(0, &["1 test"]);
}

#[test]
fn whether_a_race_can_be_saved_is_known_before_it_is_played() {
    let (folder, text) = saved("unwritable");
    for place in ["nowhere/race.ron", "."] {
        let ran = run_in(&folder, &["play", "dash", "--seats", "random", "--save", place], "");
        ran.check(2, &["the game can't be written to", "name a file in a folder"]);
        assert_eq!(ran.out, "", "nothing is played");
    }
    // What is said to play it again works where one is.
    let (rulesets, elsewhere) = (folder.join("rulesets"), fresh("saved-elsewhere"));
    let rulesets = rulesets.to_str().expect("a path in letters");
    let ran = run_in(&elsewhere, &["play", "dash", "--rulesets", rulesets, "--seats", "random", "--save", "race.ron"], "");
    ran.check(0, &[&format!("Replay it: coursesetter replay race.ron --rulesets {rulesets}")]);
    let again = ran.out.split_once("coursesetter ").expect("it is said").1;
    run_in(&elsewhere, &again.split_whitespace().collect::<Vec<_>>(), "").check(0, &["equal to the saved game"]);
    // What has been saved before is there until the new game is whole.
    run_in(&folder, &["play", "dash", "--seats", "human", "--save", "race.ron"], "").check(0, &["Saved:"]);
    let now = fs::read_to_string(folder.join("race.ron")).expect("it is there");
    assert!(now != text && now.contains("Refs"));
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
    let edit = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(folder.join("race.ron"), text.replacen(from, to, 1)).expect("written");
        run_in(&folder, &["replay", "race.ron"], "")
    };
    edit("branch:\"Walk\"", "branch:\"Crawl\"").check(1, &["line 10: `Walk` is not on offer for `pace`"]);
    edit("seed:5", "seed:6").check(1, &["R03", "the state differs from that of the saved game"]);
    edit("seed:5", "sed:5").check(1, &["this is no saved playtest: line 9: `seed` is missing"]);
    edit("form:3", "form:99").check(1, &["form 99"]);
    let start = text.find("mark:\"").expect("a mark");
    edit(&text[start..start + 14], "mark:\"00000000").check(1, &["from the start"]);
    // What was cut off is missing, and everything before it is there.
    let last = text.rfind("Choice(").expect("a choice");
    edit(&text[last + 9..], "").check(0, &["equal to the saved game through all 3 choices"]);
}

#[test]
fn files_of_earlier_versions_are_played_again() {
    let folder = cup("earlier");
    for (name, text) in [("race.ron", include_str!("saved/race.ron")), ("cup.ron", include_str!("saved/cup.ron"))] {
        fs::write(folder.join(name), text).expect("written");
    }
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["equal to the saved game through all 4 choices"]);
    run_in(&folder, &["replay", "cup.ron"], "").check(0, &["equal to the saved series through all 2 races", "Total"]);
    let text = include_str!("saved/race.ron").to_owned();
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
    edit(text.replacen("format: 2", "format: 99", 1)).check(1, &["form 99"]);
    edit("(ruleset: 3)".to_owned()).check(1, &["no saved game", "expected a text in quotes"]);
    edit(text.replacen("seed: 5", "seed: \"x\"", 1)).check(1, &["line 13, column 10", "expected a whole number"]);
    edit(text.replacen("    seed: 5,\n", "", 1)).check(1, &["`seed` is missing"]);
    edit(text.replacen("(", "[", 1)).check(1, &["expected `(`"]);
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
    run_in(&folder, &["replay", "race.ron"], "").check(1, &["the rules have changed", "the state differs"]);
}

#[test]
fn options_of_equal_values_are_saved_and_taken_back_as_what_they_are() {
    let folder = dash("twins", &[]);
    let (walk, run) = ("    \"Walk\" { advance(p, 1) }\n", "    \"Run\" { advance(p, min(roll(die), steps)) }\n");
    let slow = "    each n in 1..2 \"{n} slow\" { p.strides += n }\n    each n in 1..2 \"{n} fast\" { p.strides += 20 * n }\n";
    let rules = folder.join("rulesets/dash/dash.rules");
    assert!(RULES.contains(run), "the options are taken out");
    write(&rules, &RULES.replace(walk, slow).replace(run, ""));
    let play = ["play", "dash", "--seats", "human", "--seed", "5", "--save", "race.ron"];
    // The last answer is taken back; what was answered before it is answered again.
    run_in(&folder, &play, "4\n1 fast\n1\nu\n3\nq\n").check(0, &["Undone.", "Player 1: 2 fast", "Saved:"]);
    let text = fs::read_to_string(folder.join("race.ron")).expect("it was saved");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("branch:")).collect();
    let fast = |n: u32| format!("label:\"{n} fast\",branch:\"{{n}} fast\",values:[\"{n}\"]");
    let all = [fast(2), fast(1), fast(1)];
    assert!(lines.len() == 3 && lines.iter().zip(&all).all(|(line, fast)| line.contains(fast)), "{text}");
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["equal to the saved game"]);
    write(&rules, &RULES.replace(walk, &slow.replace("1..2 \"{n} slow\"", "1..4 \"{n} slow\"")).replace(run, ""));
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["the rules have changed", "equal to the saved game"]);
}

#[test]
fn a_saved_race_is_played_under_other_rules() {
    let (folder, _) = saved("under");
    let copy = |path: &str, to: &str, change: &dyn Fn(String) -> String| {
        let text = std::fs::read_to_string(folder.join(path)).expect("it is there");
        write(
            &folder.join(to),
            &change(text.replace("\"dash\"", "\"gale\"").replace("/dash/", "/gale/").replace("game dash", "game gale")),
        );
    };
    let manifest = |text: String| text.replace("addons: [\"wind.rules\"], ", "");
    copy("rulesets/dash/game.ron", "rulesets/gale/game.ron", &manifest);
    copy("rulesets/dash/dash.rules", "rulesets/gale/dash.rules", &|text| text);
    copy("tracks/dash/line.ron", "tracks/gale/line.ron", &|text| text);
    run_in(&folder, &["replay", "race.ron", "--under", "gale"], "").check(0, &["equal to the saved game"]);
    copy("rulesets/dash/dash.rules", "rulesets/gale/dash.rules", &|text| text.replace("advance(p, 1)", "advance(p, 2)"));
    let parted = run_in(&folder, &["replay", "race.ron", "--under", "gale"], "");
    parted.check(1, &["the state differs from that of the saved game after choice"]);
    run_in(&folder, &["replay", "race.ron", "--under", "gael"], "").check(2, &["did you mean `gale`?"]);
}

#[test]
fn a_race_of_another_game_is_met_with_what_is_wanted() {
    let (folder, _) = saved("under-another");
    let copy = |from: &str, to: &str, change: &dyn Fn(String) -> String| {
        let text = fs::read_to_string(folder.join(from)).expect("it is there");
        let text = text.replace("\"dash\"", "\"gale\"").replace("/dash/", "/gale/").replace("game dash", "game gale");
        write(&folder.join(to), &change(text));
    };
    let manifest = |text: String| text.replace("addons: [\"wind.rules\"], ", "");
    copy("rulesets/dash/game.ron", "rulesets/gale/game.ron", &|text| manifest(text).replace("line.ron", "path.ron"));
    copy("rulesets/dash/dash.rules", "rulesets/gale/dash.rules", &|text| text);
    copy("tracks/dash/line.ron", "tracks/gale/path.ron", &|text| text);
    let under = || run_in(&folder, &["replay", "race.ron", "--under", "gale"], "");
    let of = "race.ron is a game of `dash`, which can't be played under `gale`";
    under().check(2, &[of, "line", "--under takes rules of the same game", "--from dash"]);
    // With a track of that name, too, nothing that was decided is known there.
    copy("tracks/dash/line.ron", "tracks/gale/line.ron", &|text| text);
    copy("rulesets/dash/dash.rules", "rulesets/gale/dash.rules", &|text| text.replace("choose pace by", "choose tempo by"));
    under().check(2, &[of, "there is no `pace` to decide"]);
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
    edit(text.replacen("seed:Some(5)", "seed:Some(6)", 1)).check(1, &["race ", "R03"]);
    edit(text.replacen("name:\"Dash Cup", "name:\"Dish Cup", 1))
        .check(2, &["dash has no series \"Dish Cup\"", "did you mean \"Dash Cup\"?"]);
    let second = text.rfind("Begin(").expect("a race");
    edit(text[..second].to_owned()).check(0, &["equal to the saved series through 1 race"]);
    let earlier = include_str!("saved/cup.ron");
    edit(earlier[..earlier.len() / 2].to_owned()).check(1, &["this is no saved series: line"]);
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
        .check(0, &["nothing to undo", "You quit the series in race 2 of 2, after 1 choices"]);
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
