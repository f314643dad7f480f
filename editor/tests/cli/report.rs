//! `report`: a saved playtest as a page.

use super::*;

use editor::files::Library;
use interpreter::playtest::{About, Build, By, Moment, Note, Playtest, Sign};
use interpreter::ruleset::{Ruleset, Setup, Texts};

/// Answers the question, as a person who takes so long, or as a bot.
fn answer(playtest: &mut Playtest, option: usize, millis: u32) {
    let (before, luck) = (playtest.refs().clone(), playtest.luck(playtest.head()));
    let by = if millis > 0 { By::Person } else { By::Bot };
    playtest.choose(option, by, millis, luck).expect("it is on offer");
    if by == By::Person {
        playtest.did("", before);
    }
}

fn note(playtest: &mut Playtest, by: Option<usize>, sign: Sign, text: &str) {
    let at = Moment::end(playtest.head());
    playtest.write_notes(vec![(None, Some(Note { at, by, sign, text: text.to_owned() }))]);
}

/// A playtest of the little game with all that there is to tell.
fn tried(folder: &Path) -> String {
    let texts = Library::in_folder(folder).read("dash");
    let names = vec!["Anna".to_owned(), "Ben".to_owned()];
    let setup = Setup { players: Some(2), names, names_spaces: true, ..Setup::default() };
    let build = |texts: &Texts| {
        let program = Ruleset::read(texts).build(&setup).program.expect("it can be played");
        (Build { texts: texts.clone(), setup: setup.clone() }, program)
    };
    let (first, program) = build(&texts);
    let mut playtest = Playtest::new(Some(first), &program, 5, vec![]);
    answer(&mut playtest, 0, 4_200);
    answer(&mut playtest, 1, 0);
    note(&mut playtest, None, Sign::Word, "Ben <runs> & wins?");
    let parts = playtest.head();
    answer(&mut playtest, 0, 61_000);
    playtest.play_on(parts);
    answer(&mut playtest, 1, 800);
    let mut other = texts.clone();
    let rules = texts.files["dash.rules"].clone().expect("it was read").replace("p.strides += 1", "p.strides += 2");
    other.files.insert("dash.rules".to_owned(), Ok(rules.into()));
    let (second, program) = build(&other);
    let stage = playtest.stage(Some(second), &program);
    playtest.take_over(Moment::end(playtest.head()), stage).expect("they fit");
    note(&mut playtest, Some(0), Sign::Smile, "");
    note(&mut playtest, Some(1), Sign::Answer("Too long?".to_owned()), "not at all");
    playtest.write(&About { seats: vec!["human".to_owned(), "greedy".to_owned()], ..About::default() })
}

#[test]
fn a_report_tells_what_was_played_noted_changed_and_left() {
    let folder = dash("report", &[]);
    write(&folder.join("race.ron"), &tried(&folder));
    let report = run_in(&folder, &["report", "race.ron"], "");
    let told = [
        "<h1>Dash</h1>",
        "Track Line",
        "</svg> Anna</span></td><td>Person</td>",
        "</svg> Ben</span></td><td>Greedy bot</td>",
        "People took 5.0 s for 2 decisions, 2.5 s each.",
        "How fast?",
        "<h2>What was chosen</h2>",
        "<strong>An onlooker</strong>: Ben &lt;runs&gt; &amp; wins?",
        "<strong>Anna</strong></p>",
        "<h3>Too long?</h3>\n<p><strong>Ben</strong>: Not at all.</p>",
        "dash/dash.rules, line",
        "<del>−     p.strides += 1</del>\n<ins>+     p.strides += 2</ins>",
        "<h2>Branches</h2>",
    ];
    report.check(0, &told);
    // Each board is drawn once, and used again for each note.
    assert!(report.out.matches("<use href=\"#board").count() >= 2, "{}", report.out);
    assert_eq!(run_in(&folder, &["report", "race.ron"], "").out, report.out);
    run_in(&folder, &["report", "race.ron", "--to", "race.html"], "").check(0, &["race.html: ", "2 notes"]);
    let page = fs::read_to_string(folder.join("race.html")).expect("it was written");
    assert!(page.starts_with("<!-- A playtest, reported by Coursesetter -->\n<!DOCTYPE html>") && page == report.out);
    run_in(&folder, &["rulebook", "dash", "--to", "race.html"], "").check(2, &["no rulebook written by Coursesetter"]);
}

#[test]
fn a_report_on_an_older_file_invents_no_times() {
    let folder = dash("report-old", &[]);
    run_in(&folder, &["play", "dash", "--seats", "human,greedy", "--seed", "5", "--save", "race.ron"], "1\n1\nq\n").check(0, &[]);
    run_in(&folder, &["report", "race.ron"], "").check(0, &["<h2>How long it took</h2>\n<p>No time was kept.</p>"]);
}
