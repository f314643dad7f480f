//! Playtests in files.

use std::sync::Arc;

use interpreter::game::Choice;
use interpreter::players::Seat;
use interpreter::playtest::{self, About, Playtest};
use interpreter::replay::{self, OfSeries, Replayed, Saved, Under};
use interpreter::ruleset::Setup;

use super::{Race, Sitting, Stage};
use crate::files::Library;
use crate::workspace::Build;

/// A race that was read, and what there is to say of it.
pub struct Opened {
    pub race: Box<Race>,
    pub text: String,
    pub is_bad: bool,
}

impl Sitting {
    /// What writes down the playtest on the table with all its branches, to be done beside the window.
    pub fn writing(&self) -> Option<impl FnOnce() -> String + Send + use<>> {
        let race = self.race.as_ref()?;
        let seats = self.seats.iter().take(race.present_stage().program.players).map(|seat| seat.name().to_owned()).collect();
        let series = race.series().map(|(plan, n)| {
            let setup = &race.present_stage().build.setup;
            let (addons, set) = (setup.addons.clone(), setup.settings.clone());
            OfSeries { name: plan.name.to_string(), race: n + 1, seed: Some(race.origin.seed), addons, set }
        });
        let on_show = Some(race.scene.moment).filter(|moment| *moment != race.newest());
        let mut playtest = race.playtest.clone();
        Some(move || playtest.write(&About { seats, series, on_show }))
    }
}

/// Whether a text is a race with all its branches.
pub fn is_race(text: &str) -> bool {
    Playtest::is_written_in(text)
}

/// The name of the ruleset that a saved race is of; `None` if it can't be read.
pub fn ruleset_of(text: &str) -> Option<String> {
    if !is_race(text) {
        return Some(Saved::read(text).ok()?.pop()?.ruleset);
    }
    let playtest = Playtest::read(text).ok()?.playtest;
    Some(playtest.build(playtest.node(playtest.head())?.stage)?.texts.name.clone())
}

/// Reads a saved race: a playtest with all its branches, or a game in the form of an earlier version.
///
/// # Errors
/// Why it can't be gone on with.
pub fn read(file: &str, text: &str, library: &Library) -> Result<Opened, String> {
    let (race, series, mut text, is_bad) =
        if is_race(text) { playtest(file, text, library)? } else { game(file, text, library)? };
    if let Some(OfSeries { name, race, .. }) = series {
        text.push_str(&format!(". It was race {race} of {name}; here it is played by itself, without the other races"));
    }
    Ok(Opened { race: Box::new(race), text, is_bad })
}

/// The rules as they were, with the icons that lie in the ruleset's folder now: saved games have none.
fn stage(under: &Under, library: &Library) -> Option<Stage> {
    let Under { mut texts, mut ruleset, setup, built } = under.clone();
    texts.pictures = library.read_pictures(&texts.name);
    if !texts.pictures.is_empty() {
        Arc::make_mut(&mut ruleset).take_pictures(texts.pictures.clone());
    }
    Stage::of(&Arc::new(Build { number: 0, texts, ruleset, setup, built }), None)
}

/// Rules by which a race is played, if the library has a ruleset of that name.
fn known(library: &Library, name: &str, under: impl FnOnce() -> Option<Stage>) -> Result<Stage, String> {
    if !library.has(name) {
        return Err(format!("there is no ruleset `{name}` here"));
    }
    under().ok_or_else(|| "its rules can't be played as it wants them".to_owned())
}

type Read = (Race, Option<OfSeries>, String, bool);

/// Under the rules that it was played under.
fn playtest(file: &str, text: &str, library: &Library) -> Result<Read, String> {
    let playtest::Opened { mut playtest, rules, about: About { seats, series, on_show }, differs, ends_early } =
        Playtest::read(text).map_err(|problem| problem.message)?;
    let mut stages = vec![];
    for of in playtest.stages() {
        let under = rules.get(&of).ok_or("its rules are not known")?;
        stages.push(known(library, &under.texts.name, || stage(under, library))?);
    }
    let players = playtest.program(playtest.node(playtest.head()).ok_or("no race begins in it")?.stage).players;
    let seat = |n: usize| seats.get(n).map_or(Seat::Greedy, |name| Seat::named(name).unwrap_or(Seat::Human));
    let mut race = Race::new(stages, playtest, &(0..players).map(seat).collect::<Vec<_>>());
    race.skip();
    let text = match (ends_early, differs) {
        (Some(line), _) => {
            let (turn, choices) = (race.scene.turn, race.scene.sum.choices);
            let s = if choices == 1 { "" } else { "s" };
            format!("{file} ends early, in line {line}; it is read up to turn {turn}, after {choices} decision{s}")
        }
        (None, Some(_)) => format!("{file}: things stand otherwise than they did when it was saved"),
        (None, None) => format!("{file} is as it was saved"),
    };
    if let Some(moment) = on_show.filter(|moment| race.scene_at(*moment).is_some()) {
        race.look_back(moment);
        race.looks_back = !race.is_all_shown();
    }
    Ok((race, series, text, ends_early.is_some() || differs.is_some()))
}

/// Played again under the rules as they are, as far as its choices can be made.
fn game(file: &str, text: &str, library: &Library) -> Result<Read, String> {
    let saved = Saved::read(text).map_err(|problem| problem.message)?.pop().ok_or("it has no race")?;
    let build = || playtest::Build { texts: library.read(&saved.ruleset), setup: Setup { names_spaces: true, ..saved.setup() } };
    let last = known(library, &saved.ruleset, || stage(&Under::of(build(), None), library))?;
    if last.program.players != saved.seats.len() {
        return Err(format!("it has {} players, which the rules don't allow", saved.seats.len()));
    }
    let seats: Vec<Seat> = saved.seats.iter().map(|name| Seat::named(name).unwrap_or(Seat::Human)).collect();
    let changed = saved.changed(&last.ruleset);
    let Replayed { game, stopped_at, differs_after, earlier, before, .. } = replay::replay(last.program.clone(), &saved);
    let is_of_person = |choice: &Choice| seats.get(choice.player.wrapping_sub(1)) == Some(&Seat::Human);
    let playtest = match before {
        Some(mut playtest) => {
            playtest.add(&game, is_of_person);
            playtest
        }
        None => Playtest::of(None, &game, is_of_person),
    };
    let earlier = earlier.iter().filter_map(|under| stage(under, library));
    let (text, is_bad) = match (stopped_at, differs_after) {
        (Some((n, why)), _) => (format!("{file}: after {n} choices it can't go on as it was saved: {}", why.message), true),
        (None, Some(n)) => (format!("{file}: after choice {n} things stand otherwise than they did when it was saved"), true),
        (None, None) if !changed.is_empty() => {
            (format!("{file} is as it was saved, though its {} changed", changed.join(" and ")), false)
        }
        (None, None) => (format!("{file} is as it was saved"), false),
    };
    let mut race = Race::new(earlier.chain([last]), playtest, &seats);
    race.skip();
    Ok((race, saved.series, text, is_bad))
}
