//! Rule errors: which commands find them, and how they are told.

use super::*;

/// A figure for bots that can't be worked out once somebody has run far.
const PROSPECTS: &str = "/// [D-1] A runner";
const BY_ZERO: &str = "value prospects(p: player) -> int = 100 / max(0, 3 - p.strides)\n/// [D-1] A runner";

#[test]
fn prospects_that_cant_be_worked_out_are_told_with_their_place() {
    let folder = dash("prospects", &[("dash.rules", PROSPECTS, BY_ZERO)]);
    let told = ["R01", "a division by zero (in `prospects`)", "dash/dash.rules:"];
    for seat in ["greedy", "quick"] {
        let seats = format!("{seat},{seat}");
        let stops = "A bot can't answer because of that, and the race stops.";
        run_in(&folder, &["play", "dash", "--seed", "1", "--seats", &seats], "").check(1, &[&told[..], &[stops]].concat());
        run_in(&folder, &["sim", "dash", "--games", "20", "--seats", &seats], "").check(1, &told);
    }
    run_in(&folder, &["check", "dash"], "").check(1, &told);
    run_in(&folder, &["sim", "dash", "--games", "20"], "").check(0, &[]);
    // One without an end is found in the first game. Nobody waits for it in any other game or setup.
    let endless = "value prospects(p: player) -> int { var n = 0; while true { n = min(5, n) }; return n }\n/// [D-1] A runner";
    let folder = dash("prospects-endless", &[("dash.rules", PROSPECTS, endless)]);
    let ran = run_in(&folder, &["check", "dash"], "");
    ran.check(1, &["this never ends (in `prospects`)\n", "; 1 trial game\n"]);
    // What has been played until then is saved, and can be played again.
    let play = ["play", "dash", "--seed", "1", "--seats", "greedy,greedy", "--save", "race.ron"];
    run_in(&folder, &play, "").check(1, &["Saved:"]);
    run_in(&folder, &["replay", "race.ron"], "").check(0, &["equal to the saved game"]);
}

#[test]
fn a_mistake_in_a_text_is_found_without_anybody_who_reads_it() {
    let say = ("dash.rules", "p.strides += 1\n", "p.strides += 1\n    say \"{6 / max(0, 2 - p.strides)}\"\n");
    let told = ["a division by zero (in `advance`)", "6 / max(0, 2 - p.strides)"];
    let label = ("dash.rules", "\"Walk\" {", "\"Walk, {6 / max(0, 2 - p.strides)}\" {");
    for (name, change, told) in
        [("say", say, told), ("label", label, ["a division by zero (in `turn`)", "6 / max(0, 2 - p.strides)"])]
    {
        let test = "test \"far\" on \"line\" for 1 players { player(1).strides = 1\n run turn(player(1)) choosing at random\n run turn(player(1)) choosing at random\n expect round == 0 }\n";
        let folder = dash(&format!("text-{name}"), &[change, ("dash.rules", "/// [D-3]", &format!("{test}/// [D-3]"))]);
        for command in [&["check", "dash"][..], &["sim", "dash", "--games", "20"], &["test", "dash"]] {
            run_in(&folder, command, "").check(1, &told);
        }
        let with = run_in(&folder, &["check", "dash"], "");
        assert_eq!(with.out.matches("R01").count(), 1, "each mistake once: {}", with.out);
    }
}

#[test]
fn an_error_that_only_some_numbers_of_players_show_says_which() {
    let folder = dash(
        "numbers",
        &[("dash.rules", "strides: int in 0..99 = 0", "strides: int in 0..99 = max(0, 12 / (size(everyone) - 3))")],
    );
    run_in(&folder, &["check", "dash"], "").check(1, &["a division by zero", "(with 3 players)"]);
    let rule = ("dash.rules", "round += 1\n", "round += 12 / (size(everyone) - 4)\n");
    let folder = dash("numbers-in-play", &[rule]);
    run_in(&folder, &["check", "dash"], "").check(1, &["R01", "a division by zero", "(with 4 players)"]);
    // So does one that shows with as many as usual alone.
    let folder = dash("usual-number", &[("dash.rules", "round += 1\n", "round += 12 / (size(everyone) - 2)\n")]);
    run_in(&folder, &["check", "dash"], "").check(1, &["R01", "a division by zero", "(with 2 players)"]);
}

#[test]
fn one_mistake_that_many_tests_meet_is_told_once() {
    let test =
        |n: u32| format!("test \"number {n}\" on \"line\" for 1 players {{ run advance(player(1), 1)\n expect round == 0 }}\n");
    let tests: String = (1..=80).map(test).collect();
    let changes = [
        ("dash.rules", "p.strides += 1\n", "while p.strides < 1 { round = min(0, round + 1) }\n"),
        ("dash.rules", "/// [D-3]", &*format!("{tests}/// [D-3]")),
    ];
    let folder = dash("many", &changes);
    for command in ["test", "check"] {
        let ran = run_in(&folder, &[command, "dash"], "");
        let both =
            ran.check(1, &["79 more tests fail for the same reason:", "\"number 2\"", "\"number 80\"", "while p.strides < 1"]);
        assert_eq!(both.out.matches("error[R04]").count(), 1, "{}", both.out);
        both.check(1, if command == "test" { &["80 of 80 tests failed"] } else { &[] });
    }
}

/// Of a game this small, `check` tries a hundred races in each case.
#[test]
fn an_error_in_few_games_is_found() {
    let folder = dash(
        "rare",
        &[("dash.rules", "    \"Run\" {", "    \"Run\" { let pips = roll(4 of die); if sum(pips) == 24 { fail \"too fast\" };")],
    );
    run_in(&folder, &["check"], "").check(1, &["too fast", "trial games"]);
    let folder = dash("few-games", &[]);
    let ran = run_in(&folder, &["check"], "");
    ran.check(0, &["no problems; ", " trial games"]);
    // One track with 1 to 4 players, and again with wind for 2, 1 and 4: 8 cases.
    ran.check(0, &["800 trial games"]);
}
