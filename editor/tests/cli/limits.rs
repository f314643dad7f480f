//! What is far too much: it is told briefly, soon, and without much memory.

use super::*;

/// No line of what is printed is longer than can be read.
#[track_caller]
fn check_lines(ran: &Ran) {
    let longest = ran.out.lines().chain(ran.err.lines()).map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(longest <= 480, "a line of {longest} characters");
}

#[test]
fn of_many_problems_the_first_are_shown_and_the_rest_counted() {
    let folder = dash("many-ids", &[]);
    let spaces = "        (id: \"x\", at: (10.0, 10.0)),\n".repeat(100_000);
    write(&folder.join("tracks/dash/other.ron"), &TRACK.replace("    spaces: [\n", &format!("    spaces: [\n{spaces}")));
    let ran = run_in(&folder, &["check"], "");
    ran.check(1, &["D06", "two spaces have the id \"x\"", "more problems are not shown. Mend these first"]);
    assert_eq!(ran.out.matches("error[").count(), 100);
    let told = ran.out.lines().find_map(|line| line.split_once(" more problems are not shown")).expect("it is told");
    let more: usize = told.0.parse().expect("a number");
    let last = ran.out.lines().last().and_then(|line| line.split(';').next()).unwrap_or_default();
    let counted = |what: &str| last.split(", ").find_map(|part| part.strip_suffix(what)?.trim().parse::<usize>().ok());
    let errors = counted("errors").expect("errors");
    assert_eq!(errors, more + 100, "{last}");
    assert!(errors >= 65_000, "{last}");
    // What lies on another is no longer looked at.
    assert_eq!(counted("warnings"), None, "{last}");
}

/// With each number of players, a place of the track has another fault. With the usual number, two spaces have the same id, too.
#[test]
fn a_track_that_nothing_can_mend_is_read_once() {
    let fields = ("dash.rules", "/// [D-3]", "track { handicap: int per player }\n/// [D-3]");
    let twice = "    (id: \"a\", at: (1.0, 1.0), area: start),\n    (id: \"a\", at: (9.0, 1.0), area: start),\n";
    let handicaps = ("line.ron", "    spaces: [\n", "    fields: (handicap: [0, 0]),\n    spaces: [\n");
    let folder = dash("read-often", &[fields, handicaps]);
    run_in(&folder, &["check"], "").check(1, &["(with 3 players)"]);
    let folder = dash("read-once", &[fields, handicaps, ("line.ron", "    spaces: [\n", &format!("    spaces: [\n{twice}"))]);
    for command in ["check", "test"] {
        let ran = run_in(&folder, &[command], "");
        ran.check(1, &["two spaces have the id \"a\""]);
        assert!(!ran.out.contains("players)"), "{}", ran.out);
    }
}

#[test]
fn long_titles_of_tests_are_cut() {
    let title = "y".repeat(3_000);
    let test = |n: u32, lines: &str| format!("test \"{title}{n}\" on \"line\" for 1 players {{ {lines} }}\n");
    let alike = "run advance(player(1), 1); expect true";
    let tests = [test(1, "expect 1 == 2"), test(2, alike), test(3, alike)].concat();
    let folder = dash(
        "long-titles",
        &[("dash.rules", "/// [D-3]", &*format!("{tests}/// [D-3]")), ("dash.rules", "p.strides += 1", "p.strides -= 1")],
    );
    for command in ["check", "test"] {
        let ran = run_in(&folder, &[command], "");
        ran.check(1, &["yyy", "1 more test fails for the same reason"]);
        check_lines(&ran);
    }
}

#[test]
fn of_many_failed_tests_the_first_are_shown_and_the_rest_counted() {
    let own: String = (1..=300).map(|n| format!("test \"own {n}\" for 1 players {{ expect {n} == 0 }}\n")).collect();
    let folder = dash("many-failures", &[("dash.rules", "/// [D-3]", &format!("{own}/// [D-3]"))]);
    for command in ["check", "test"] {
        let ran = run_in(&folder, &[command], "");
        ran.check(1, &["\"own 100\"", "200 more problems are not shown", "300"]);
        assert_eq!(ran.out.matches("error[").count(), 100, "{command}");
        assert!(!ran.out.contains("\"own 101\""), "{command}");
    }
    // What they share is told once, with the first of their names.
    let alike: String =
        (1..=300).map(|n| format!("test \"alike {n}\" for 1 players {{ run advance(player(1), 1); expect true }}\n")).collect();
    let changes =
        [("dash.rules", "/// [D-3]", &*format!("{alike}/// [D-3]")), ("dash.rules", "p.strides += 1", "p.strides -= 1")];
    let folder = dash("many-alike", &changes);
    for command in ["check", "test"] {
        let ran = run_in(&folder, &[command], "");
        ran.check(1, &["299 more tests fail for the same reason", "\"alike 101\", …", "300"]);
        assert!(!ran.out.contains("\"alike 102\""), "{command}");
    }
}

#[test]
fn errors_are_shown_before_warnings() {
    let statement = "    say \"Go\"\n".repeat(3);
    let many: String = (0..150).map(|n| format!("rule r{n}(p: player) {{\n{statement}}}\n")).collect();
    let wrong = "rule last_of_all(p: player) { nothing_like_it(p) }\n";
    let folder = dash("many-warnings", &[("dash.rules", "/// [D-3]", &format!("{many}{wrong}/// [D-3]"))]);
    for n in 0..150 {
        write(&folder.join(format!("rulesets/dash/stray-{n}.rules")), "");
    }
    let ran = run_in(&folder, &["check"], "");
    ran.check(1, &["nothing_like_it", "51 more problems are not shown", "1 error, 150 warnings"]);
}

#[test]
fn a_long_line_is_cut_to_what_is_wrong_in_it() {
    let many = format!("[{}1, true, 2{}]", "1, ".repeat(3_000), ", 3".repeat(3_000));
    let rule = format!("value long() -> list of int max 20000 = {many}\n/// [D-3]");
    let folder = dash("long-line", &[("dash.rules", "/// [D-3]", &rule)]);
    let ran = run_in(&folder, &["check"], "");
    // The place is that in the file.
    let column = rule.find("true").expect("it is there") + 1;
    ran.check(1, &["T01", "… ", "1, true, 2", &format!(":{column}")]);
    check_lines(&ran);
    let marked = ran.out.lines().zip(ran.out.lines().skip(1)).find(|(line, _)| line.contains("1, true, 2")).expect("it is shown");
    assert_eq!(
        marked.0.find("true").map(|at| marked.0[..at].chars().count()),
        marked.1.find('^').map(|at| marked.1[..at].chars().count())
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_label_of_millions_of_letters_takes_little_memory() {
    let label = "x".repeat(3_000_000);
    // A track may be that large, rules may not.
    for (name, file, from, to, code) in [
        ("label-track", "line.ron", "\"Line\"", format!("\"{label}\""), 0),
        ("label-decor", "line.ron", "    links:", format!("    decor: [(label: \"{label}\", at: (5.0, 5.0))],\n    links:"), 0),
        ("label-name", "line.ron", "(id: \"b\"", format!("(id: \"b\", name: \"{label}\""), 0),
        ("label-id", "line.ron", "(id: \"b\"", format!("(id: \"{label}\""), 1),
        ("label-area", "line.ron", "area: start", format!("area: {label}"), 1),
        ("label-field", "line.ron", "area: start", format!("{label}: start"), 1),
        ("label-text", "line.ron", "area: start", format!("area: \"{label}\""), 1),
        ("label-rules", "dash.rules", "\"Walk\"", format!("\"{label}\""), 1),
        ("label-ruleset", "game.ron", "title: \"Dash\"", format!("title: \"{label}\""), 0),
        ("label-module", "game.ron", "\"dash.rules\"", format!("\"{label}.rules\""), 1),
    ] {
        let folder = dash(name, &[(file, from, &to)]);
        for command in ["check", "test", "export dash", "export dash --to board.png --ids"] {
            let limited = format!("ulimit -v 1000000; exec {} {command}", env!("CARGO_BIN_EXE_coursesetter"));
            let output = Command::new("sh").args(["-c", &limited]).env("RAYON_NUM_THREADS", "2").current_dir(&folder).output();
            let output = output.expect("it runs");
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(
                matches!(output.status.code(), Some(0..=2)),
                "{name}, {command}: {:?} {}",
                output.status,
                &err[..err.len().min(500)]
            );
            if command == "check" {
                assert_eq!(output.status.code(), Some(code), "{name}: {}", &out[..out.len().min(2_000)]);
                let longest = out.lines().chain(err.lines()).map(|line| line.chars().count()).max().unwrap_or(0);
                assert!(longest <= 480, "{name}, {command}: a line of {longest} characters");
            }
        }
    }
}
