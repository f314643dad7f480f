//! Exit codes: each command ends with those that its help names.

use super::*;

/// Runs a command for each of its codes, and looks whether the help names them.
#[track_caller]
fn check_codes(command: &str, runs: &[(i32, &Path, &[&str])]) {
    let help = run(&[command, "--help"]).out;
    let (_, told) = help.split_once("Exit codes:").expect("the help tells exit codes");
    for (code, folder, args) in runs {
        assert!(told.split_whitespace().any(|word| word == code.to_string()), "{command}: {told}");
        run_in(folder, &[&[command], *args].concat(), "").check(*code, &[]);
    }
}

#[test]
fn each_command_ends_as_its_help_says() {
    let test = "test \"one stride\" for 1 players { run advance(player(1), 1)\n expect player(1).strides == 1 }\n/// [D-3]";
    let good = &*dash("codes-good", &[("dash.rules", "/// [D-3]", test)]);
    let bad = &*dash("codes-bad", &[("dash.rules", "advance(p, 1)", "advanse(p, 1)")]);
    let fails = &*dash("codes-fails", &[("dash.rules", "p.strides += 1", "p.strides = 1 / (p.strides - p.strides)")]);
    let red = &*dash("codes-red", &[("dash.rules", "/// [D-3]", &test.replace("== 1", "== 2"))]);
    let bots = ["dash", "--seats", "random"];
    run_in(good, &["play", "dash", "--seats", "random", "--seed", "5", "--save", "race.ron"], "").check(0, &["Saved:"]);
    let saved = fs::read_to_string(good.join("race.ron")).expect("it was saved");
    write(&good.join("other.ron"), &saved.replace("seed:5", "seed:6"));
    check_codes(
        "play",
        &[(0, good, &bots), (1, bad, &bots), (1, fails, &bots), (2, good, &["dish"]), (2, good, &["dash", "--sed", "1"])],
    );
    let games = ["dash", "--games", "4"];
    check_codes(
        "sim",
        &[(0, good, &games), (1, bad, &games), (1, fails, &games), (2, good, &["dish"]), (2, good, &["dash", "--games", "0"])],
    );
    check_codes("check", &[(0, good, &[]), (1, bad, &[]), (1, red, &[]), (2, good, &["nowhere"])]);
    check_codes("test", &[(0, good, &[]), (1, bad, &[]), (1, red, &[]), (1, good, &["--only", "nothing"]), (2, good, &["dish"])]);
    let odds = ["dash", "--run", "turn(player(1))", "--choosing", "pace: \"Run\"", "--of", "player(1).strides"];
    check_codes(
        "odds",
        &[(0, good, &odds), (1, bad, &odds), (2, good, &["dash", "--run", "trn()"]), (2, good, &["dish", "--run", "x"])],
    );
    check_codes(
        "replay",
        &[(0, good, &["race.ron"]), (1, good, &["other.ron"]), (1, good, &["rulesets/dash/game.ron"]), (2, good, &["no.ron"])],
    );
    fs::create_dir_all(good.join("empty")).expect("a folder");
    write(&good.join("cut.ron"), &saved[..saved.len() / 2]);
    write(&good.join("taken.html"), "mine");
    check_codes(
        "report",
        &[
            (0, good, &["race.ron"]),
            (0, good, &["race.ron", "--to", "a.html"]),
            (0, good, &["race.ron", "--to", "a.html"]),
            (1, good, &["cut.ron"]),
            (1, good, &["rulesets/dash/game.ron"]),
            (2, good, &["no.ron"]),
            (2, good, &["race.ron", "--rulesets", "empty"]),
            (2, good, &["race.ron", "--to", "taken.html"]),
            (2, good, &["race.ron", "--to", "a.txt"]),
        ],
    );
    check_codes("show", &[(0, good, &["dash", "turn"]), (1, bad, &["dash"]), (2, good, &["dash", "trun"]), (2, good, &["dish"])]);
    check_codes(
        "rulebook",
        &[(0, good, &["dash"]), (1, bad, &["dash"]), (2, good, &["dish"]), (2, good, &["dash", "--to", "nowhere/a.md"])],
    );
    check_codes("watch", &[(2, good, &["dish"])]);
    write(&good.join("tracks/dash/torn.ron"), "(");
    let nowhere = ["dash", "--to", "nowhere/a.svg"];
    check_codes(
        "export",
        &[
            (0, good, &["dash", "--to", "a.svg"]),
            (1, good, &["dash", "--track", "torn"]),
            (2, good, &["dish"]),
            (2, good, &nowhere),
        ],
    );
    write(&good.join("file"), "");
    check_codes(
        "new",
        &[
            (0, good, &["track", "dash", "far"]),
            (2, good, &["track", "dash", "far"]),
            (1, good, &["ruleset", "ring", "--rulesets", "file/rulesets"]),
        ],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_without_a_place_is_no_success_and_says_so() {
    let good = dash("codes-full", &[]);
    let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_coursesetter"));
    let done = command.args(["check"]).current_dir(&good).stdout(full).output().expect("it runs");
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("the output can't be written whole"), "{said}");
}
