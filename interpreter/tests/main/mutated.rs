//! Nothing in a file can panic or hang: shipped rules, data and tracks, cut off and spoilt in many ways, through all stages and
//! into a game.
#![expect(clippy::disallowed_methods, reason = "it measures how long reading takes")]

use std::time::{Duration, Instant};

use interpreter::data::{manifest, track};
use interpreter::diagnostic::Severity;
use interpreter::ir::shape::Sizes;
use interpreter::ruleset::{Ruleset, Setup, Text, Texts};
use interpreter::show;
use interpreter::source::Sources;
use interpreter::syntax;
use interpreter::vm::Stop;
use spoil::{Numbers, spoil};

use crate::common::{build, play, render, rulesets, shipped};

/// Longest that one input may take.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });

/// All stages with these texts, and one game where there is a program.
fn through_all(texts: &Texts, addons: &[String], track: Option<&str>, seed: u64) -> (usize, bool) {
    let addons = if seed.is_multiple_of(3) { vec![] } else { addons.to_vec() };
    let setup = Setup { addons, track: track.map(Into::into), players: Some(3), ..Setup::default() };
    let (ruleset, built, problems) = build(texts, &setup);
    for problem in &problems {
        render(&ruleset.sources, problem);
    }
    let Some(program) = built.program else { return (problems.len(), false) };
    if let Stop::Trap(code, pc) = play(&program, seed, 200) {
        let machine = interpreter::vm::Machine::new(&program);
        render(&ruleset.sources, &show::describe(&program, &machine, code, pc));
    }
    (problems.len(), true)
}

/// The shipped rulesets, and those for tests.
pub fn every_ruleset() -> Vec<(String, Texts)> {
    let fixtures = crate::common::FIXTURES.iter().map(|name| ((*name).to_owned(), crate::common::fixture(name)));
    rulesets().into_iter().map(|name| (name.clone(), shipped(&name))).chain(fixtures).collect()
}

/// The names of its add-ons.
fn addons(texts: &Texts) -> Vec<String> {
    Ruleset::read(texts).addons.iter().map(|a| a.name.to_string()).collect()
}

/// Every file of a ruleset: whether it is a track, its key, its text.
pub fn every_file(texts: &Texts) -> Vec<(bool, String, String)> {
    let of = |track: bool, (name, text): (&String, &Text)| (track, name.clone(), text.as_ref().expect("it is read").to_string());
    texts.files.iter().map(|f| of(false, f)).chain(texts.tracks.iter().map(|f| of(true, f))).collect()
}

pub fn with(texts: &Texts, (is_track, name, text): (bool, &str, String)) -> Texts {
    let mut changed = texts.clone();
    let into = if is_track { &mut changed.tracks } else { &mut changed.files };
    into.insert(name.into(), Ok(text.into()));
    changed
}

fn cut(text: &str, at: usize) -> &str {
    &text[..text.floor_char_boundary(at)]
}

/// How often each file is spoilt: `ROUNDS` in the environment for more than tests have time for.
fn rounds() -> usize {
    std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3).max(1)
}

#[test]
fn spoilt_files_never_panic_or_hang() {
    let rounds = rounds();
    let mut numbers = Numbers(7);
    let (mut played, mut inputs) = (0, 0);
    for (name, texts) in every_ruleset() {
        let addons = addons(&texts);
        for (is_track, file, text) in every_file(&texts) {
            // Rules are what there is most to spoil in.
            let rounds = if file.ends_with(".rules") { 2 * rounds } else { rounds.div_ceil(2) };
            for round in 0..rounds {
                let mut spoilt = spoil(&text, &mut numbers);
                for _ in 0..numbers.below(3) {
                    spoilt = spoil(&spoilt, &mut numbers);
                }
                let start = Instant::now();
                let changed = with(&texts, (is_track, &file, spoilt.clone()));
                let (_, ran) = through_all(&changed, &addons, is_track.then_some(&file), round as u64);
                assert!(start.elapsed() < LONGEST, "{name}/{file} took {:?}:\n{spoilt}", start.elapsed());
                inputs += 1;
                played += usize::from(ran);
            }
        }
    }
    // Spoiling must leave enough that can be played, or it tests the first stages only.
    assert!(played * 20 > inputs, "only {played} of {inputs} could be played");
}

#[test]
fn what_is_cut_off_costs_two_problems_at_most() {
    for name in rulesets() {
        let texts = shipped(&name);
        let (_, built, _) = build(&texts, &Setup::default());
        let sizes = Sizes { players: 3, ..Sizes::default() };
        let params = built.program.expect("a shipped ruleset can be played").params.clone();
        for (is_track, file, text) in every_file(&texts) {
            for n in 0..20 {
                let part = cut(&text, text.len() * n / 20);
                let mut sources = Sources::default();
                let id = sources.add(file.as_str(), part);
                let start = Instant::now();
                let problems = match () {
                    () if is_track => track::read(&sources, id, &built.ir, &params, &sizes).1,
                    () if file == "game.ron" => manifest::read(&sources, id).1,
                    () if file.ends_with(".rules") => syntax::parse(&sources, id).1,
                    () => continue,
                };
                assert!(start.elapsed() < LONGEST, "{file} up to {} took {:?}", part.len(), start.elapsed());
                let shown: String = problems.iter().map(|p| render(&sources, p)).collect();
                assert!(problems.len() <= 2, "{file} up to byte {}:\n{shown}", part.len());
            }
        }
    }
}

#[test]
fn cut_off_files_go_through_all_stages() {
    for name in rulesets() {
        let texts = shipped(&name);
        let addons = addons(&texts);
        for (is_track, file, text) in every_file(&texts) {
            for n in 0..5 {
                // Not always behind the same sort of sign.
                let part = cut(&text, text.len() * n / 5 + n);
                let start = Instant::now();
                let changed = with(&texts, (is_track, &file, part.to_owned()));
                through_all(&changed, &addons, is_track.then_some(&file), n as u64);
                assert!(start.elapsed() < LONGEST, "{file} up to {} took {:?}", part.len(), start.elapsed());
            }
        }
    }
}

/// What is cut off costs no more problems than its place, in all stages, without add-ons and with all.
#[test]
fn cut_off_rules_have_two_problems_at_most_in_all_stages() {
    for name in rulesets() {
        let texts = shipped(&name);
        let addons = addons(&texts);
        for (_, file, text) in every_file(&texts).into_iter().filter(|(_, file, _)| file.ends_with(".rules")) {
            // Behind one declaration of many, at as many places between, and where the rest can't be read at all.
            let ends = text.match_indices("\n\n").map(|(at, _)| at + 1).step_by((36 / rounds()).max(1));
            let cuts = ends.flat_map(|at| [at, at + at % 60]).map(|at| (at, Ok(cut(&text, at).into())));
            for (at, left) in cuts.chain([(0, Err("it is not UTF-8 text".to_owned()))]) {
                let mut changed = texts.clone();
                changed.files.insert(file.clone(), left);
                for addons in [&[], addons.as_slice()] {
                    let setup = Setup { addons: addons.to_vec(), ..Setup::default() };
                    let (ruleset, _, problems) = build(&changed, &setup);
                    let errors = problems.iter().filter(|p| p.severity == Severity::Error);
                    let shown: String = errors.clone().map(|p| render(&ruleset.sources, p)).collect();
                    assert!(errors.count() <= 2, "{file} up to byte {at} with {addons:?}:\n{shown}");
                }
            }
        }
    }
}
