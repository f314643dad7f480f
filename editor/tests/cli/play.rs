//! Races in the terminal: people who answer, and rules that can't go on.

use super::*;

#[test]
fn a_person_answers_by_number_or_label_takes_back_and_looks() {
    let folder = dash("person", &[]);
    let args = ["play", "dash", "--seats", "human", "--seed", "1"];
    let ran = run_in(&folder, &args, "?\nx\nwal\nu\nWalk\n1\n9\n1\n");
    ran.check(0, &["One tile.", "strides", "No option starts with \"x\"", "Undone.", "There are options 1 to 2.", "place"]);
    assert!(!ran.out.contains("[D-2]"), "citations are for the rulebook");
    run_in(&folder, &args, "u\nq\n").check(0, &["nothing to undo", "You quit the race after 0 choices"]);
    run_in(&folder, &args, "walk\n").check(0, &["There is no more input; the race stops after 1 choices."]);
}

#[test]
fn players_have_names() {
    let folder = dash("named", &[]);
    let ran = run_in(&folder, &["play", "dash", "--seats", "human,human", "--names", "Anna, Ben"], "q\n");
    ran.check(0, &["Anna: human · Ben: human"]);
    // As many names as are given play.
    run_in(&folder, &["play", "dash", "--names", "Anna,Ben"], "q\n").check(0, &["Anna: human · Ben: greedy"]);
    let twice = run_in(&folder, &["play", "dash", "--names", "Anna,Anna"], "");
    twice.check(2, &["two players are called `Anna`", "give each of them a name of their own"]);
    let many = run_in(&folder, &["play", "dash", "--seats", "human", "--names", "Anna,Ben"], "");
    many.check(2, &["there are 2 names for 1 seats", "name as many players as `--seats` lists"]);
}

/// A terminal draws no board: what lies ahead is told in words, when it is new to the one who is asked.
#[test]
fn the_course_ahead_is_told() {
    let ran = run_in(root(), &["play", "skoot", "--track", "flat", "--seed", "3", "--seats", "human"], "?\nq\n");
    ran.check(0, &["Ahead: "]);
    let args = ["play", "biathlon-blast", "--seed", "3", "--seats", "human,random"];
    let ran = run_in(root(), &args, "1\n1\n1\n1\n?\nq\n");
    ran.check(
        0,
        &[
            "Ahead: a00, a01 [flat, lanes 2, →] · a02 [flat, lanes 2, →, coach green, icons 2]",
            "By final from a02: f00 [uphill, lanes 2, →]",
        ],
    );
    let mountain = run_in(root(), &["play", "ski-the-mountain", "--seed", "3", "--seats", "human,random"], "1\n?\nq\n");
    assert!(!mountain.out.contains("Ahead"), "where there is no course, nothing is said of it: {}", mountain.out);
}

/// Where links lead here and there, it is told where they lead from where one stands, and what lies on the table.
#[test]
fn what_is_around_is_told_where_there_is_no_course() {
    let args = ["play", "ski-the-mountain", "--seed", "7", "--seats", "human,random"];
    let ran = run_in(root(), &args, "Puilent\n?\nq\n");
    ran.check(
        0,
        &[
            "From Puilent: Needle Cable to Aiguille · Alp Chair to Alp · bus to Halt-west",
            "then from Aiguille: piste to Needle-1 … Needle-4 [black, Needle 15]",
            // Towns to begin in, with what leads on from there.
            "6 points for a night there  Ours Cable to Ours · bus to Halt-east",
            "display: ",
            "run: Bear 15, Marmot 10",
            // Events say what they do; what others hold is told in plain words.
            "At night: one spot closer to a town. (played at night)",
            ": deck → ",
        ],
    );
    assert!(!ran.out.contains("PisteCard") && !ran.out.contains("EventCard"), "{}", ran.out);
    // Nobody has chosen for them where they stand.
    let question = ran.out.find("Where do you begin").expect("the first question");
    assert!(!ran.out[..question].contains("skier Saun"), "{}", ran.out);
    // Behind `?`, too, what only the rules need is not told; where the pieces stand is.
    let sheet = &ran.out[ran.out.rfind("starter").expect("the state")..];
    assert!(sheet.contains("skier") && sheet.contains("lost turns"), "{sheet}");
    for internal in ["acted", "ridden", "last colour", "wax", "wild", "resting", "visited"] {
        assert!(!sheet.contains(internal), "{internal}: {sheet}");
    }
}

/// What the manifest lists is told when somebody is asked, as soon as it has changed, of several pieces by name; all of it is behind `?`.
#[test]
fn what_matters_is_told_before_each_question() {
    let input = format!("{}?\nq\n", "1\n".repeat(8));
    let ran = run_in(root(), &["play", "hell-on-eight-wheels", "--seed", "7", "--seats", "human,random"], &input);
    let jammer = "Home's Jammer 1 at 35-3: speed tokens 0, fatigue 0, progress -5\n";
    let pivot = "Home's Pivot 5 off the board: speed tokens 0";
    ran.check(
        0,
        &[
            "sweep 1 · marker 39 · lead jammer none",
            "points 0",
            jammer,
            pivot,
            "face down: 5 cards",
            "hand:",
            "Away's Jammer 1 at ",
        ],
    );
    assert_eq!(ran.out.matches(jammer).count(), 2, "once before a question, and behind `?`: {}", ran.out);
    let told = "at first, once the marker has moved, and behind `?`";
    assert_eq!(ran.out.matches("lead jammer none").count(), 3, "{told}: {}", ran.out);
    for internal in ["places first", "faced", "flipped is speed", "pace", "from deck"] {
        assert!(!ran.out.contains(internal), "{internal} is not listed: {}", ran.out);
    }
}

/// Where a turn is about one piece, her way is told alone: by her name, with who stands there and what is painted there.
#[test]
fn the_way_of_whom_a_turn_is_about_is_told() {
    let ran = run_in(root(), &["play", "hell-on-eight-wheels", "--seed", "1", "--seats", "human,human"], &"1\n".repeat(150));
    let told = ["Ahead of Home's Pivot 5: ", "[Away's ", "arrow white", "arrow yellow", "Home's Pivot 5's face up: "];
    ran.check(0, &told);
    // Who acts, who is to be blocked and with what left, and who drifts.
    let left = "with 5 forward left (strategy 6, strength 6). Who blocks her?";
    ran.check(0, &["Pivot 5 at 38-4 acts.", left, "Home's Pivot 5 is on a yellow arrow", "progress 4, drifting\n"]);
    for noise in ["By inward", "By outward", "Skater ", "arrow plain"] {
        assert!(!ran.out.contains(noise), "{noise}: {}", ran.out);
    }
    let mut ways = 0;
    for line in ran.out.lines() {
        ways = if line.contains("Ahead of ") { ways + 1 } else { 0 };
        assert!(ways < 2, "one way at a question: {}", ran.out);
    }
}

/// People answer all questions of every game, now and then with what is not on offer, and look at the state in between.
#[test]
fn whatever_is_typed_games_go_on() {
    for ruleset in fs::read_dir(root().join("rulesets")).expect("a folder").flatten().filter(|entry| entry.path().is_dir()) {
        let name = ruleset.file_name().to_string_lossy().into_owned();
        let mut number = 7_u32;
        let answer = |n: usize| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match (n % 40, number >> 24) {
                (39, _) => "?\n".to_owned(),
                (_, high @ 0..200) => format!("{}\n", high % 4 + 1),
                (_, high) => format!("{}\n", high % 16),
            }
        };
        let input: String = (0..400).map(answer).collect();
        let args = ["play", &name, "--seed", "3", "--seats", "human,human"];
        run_in(root(), &args, &input).check(0, &["seed 3"]);
    }
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
