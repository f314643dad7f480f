//! Games in files. They are read and written in threads of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::game::Choice;
use interpreter::players::Seat;
use interpreter::playtest::{About, Opened, Playtest};
use interpreter::replay::{self, OfSeries, Replayed, Saved, Under};
use interpreter::ruleset::{Ruleset, Setup, Texts};

use super::App;
use crate::beside::Beside;
use crate::files::{self, Kind, Library, Over};
use crate::playtest::{Race, Stage};
use crate::ui::action::Room;
use crate::ui::dialog::Notice;
use crate::ui::dialog::lost::named;
use crate::workspace::Build;

/// Games that are being read and written.
#[derive(Default)]
pub(super) struct Saves {
    /// From a file of this name.
    opening: Beside<(String, Result<Read, String>)>,
    saving: Beside<(PathBuf, Result<(), String>)>,
}

/// What was read, and what there is to say of it.
struct Read {
    race: Box<Race>,
    series: Option<OfSeries>,
    notice: Notice,
}

impl Saves {
    /// Nothing is opened any more.
    pub fn forget(&mut self) {
        self.opening.forget();
    }

    pub fn is_at_it(&self) -> bool {
        self.opening.is_at_it() || self.saving.is_at_it()
    }
}

impl App {
    /// Writes the playtest to a file, with all its branches.
    pub(super) fn save_game(&mut self, path: &Path) {
        let Some(race) = &self.race else { return };
        let (mut playtest, path) = (race.playtest().clone(), path.to_owned());
        let seats = self.seats.iter().take(race.present_stage().program.players).map(|seat| seat.name().to_owned()).collect();
        let series = race.series().map(|(plan, n)| {
            let setup = &race.present_stage().build.setup;
            let (addons, set) = (setup.addons.clone(), setup.settings.clone());
            OfSeries { name: plan.name.to_string(), race: n + 1, seed: Some(self.shelf.on.seed), addons, set }
        });
        self.saves.saving.ask(move || {
            let text = playtest.write(&About { seats, series });
            let written = files::write(&path, text.as_bytes(), Over::Own(Kind::SAVED_GAME)).map_err(|why| why.to_string());
            (path, written)
        });
    }

    /// A game has been written.
    pub(super) fn take_saved(&mut self) {
        self.shell.notice = Some(match self.saves.saving.take() {
            None => return,
            Some(Ok((path, Ok(())))) => {
                let text = format!("{} is saved", named(&path));
                self.last_game = Some(path);
                Notice::good(text)
            }
            Some(Ok((path, Err(why)))) => Notice::bad(format!("{} can't be saved: {why}", path.display())),
            Some(Err(why)) => Notice::bad(format!("The game can't be saved, which is a fault of the program: {why}")),
        });
    }

    /// Goes on with a game that was saved, as far as its choices can be made.
    pub(super) fn open_game(&mut self, path: &Path) {
        let (path, library) = (path.to_owned(), self.catalogue.library.clone());
        self.last_game = Some(path.clone());
        self.saves.opening.ask(move || {
            let (file, text) = (named(&path), files::read(&path).map_err(|why| why.to_string()));
            let read = text.and_then(|text| {
                if Playtest::is_written_in(&text) { playtest(&file, &text, &library) } else { game(&file, &text, &library) }
            });
            (file, read)
        });
    }

    /// A saved game that was read is laid onto the table, under its own rules.
    pub(super) fn take_opened(&mut self) {
        let Read { race, series, mut notice } = match self.saves.opening.take() {
            None => return,
            Some(Ok((_, Ok(read)))) => read,
            Some(Ok((file, Err(why)))) => return self.shell.notice = Some(Notice::bad(format!("{file} can't be opened: {why}"))),
            Some(Err(why)) => {
                let text = format!("The game can't be opened, which is a fault of the program: {why}");
                return self.shell.notice = Some(Notice::bad(text));
            }
        };
        if let Some(OfSeries { name, race, .. }) = series {
            let text = format!(". It was race {race} of {name}; here it is played by itself, without the other races");
            notice.text.push_str(&text);
        }
        self.shell.room = Room::Play;
        self.wanted = race.wanted();
        self.seed = race.seed();
        self.take_seats(&race.seats);
        self.lay_race(*race);
        self.lies_on_table();
        self.open_texts();
        self.follow.hold(self.live.asked());
        self.shell.notice = Some(notice);
    }

    /// Others sit down. Seats that are not needed stay as they are.
    pub(super) fn take_seats(&mut self, seats: &[Seat]) {
        self.seats.resize(self.seats.len().max(seats.len()), Seat::Greedy);
        self.seats[..seats.len()].copy_from_slice(seats);
    }
}

fn no_ruleset(name: &str) -> String {
    format!("there is no ruleset `{name}` here")
}

/// What is built of texts.
fn stage(texts: Texts, setup: Setup) -> Result<Stage, String> {
    let ruleset = Arc::new(Ruleset::read(&texts));
    let built = ruleset.build(&setup);
    let build = Build { number: 0, texts, ruleset, setup, built };
    Stage::of(&Arc::new(build)).ok_or_else(|| "its rules can't be played as it wants them".to_owned())
}

/// One with all its branches, under the rules that it was played under.
fn playtest(file: &str, text: &str, library: &Library) -> Result<Read, String> {
    let Opened { mut playtest, about: About { seats, series }, differs } =
        Playtest::read(text).map_err(|problem| problem.message)?;
    let mut stages = vec![];
    for of in playtest.stages() {
        let build = playtest.build(of).ok_or("its rules are not known")?.clone();
        if !library.has(&build.texts.name) {
            return Err(no_ruleset(&build.texts.name));
        }
        stages.push(stage(build.texts, build.setup)?);
    }
    let players = playtest.program(playtest.node(playtest.head()).ok_or("no race begins in it")?.stage).players;
    let seat = |n: usize| seats.get(n).map_or(Seat::Greedy, |name| Seat::named(name).unwrap_or(Seat::Human));
    let mut race = Race::new(stages, playtest, &(0..players).map(seat).collect::<Vec<_>>());
    race.skip();
    let notice = match differs {
        None => Notice::good(format!("{file} is as it was saved")),
        Some(_) => Notice::bad(format!("{file}: things stand otherwise than they did when it was saved")),
    };
    Ok(Read { race: Box::new(race), series, notice })
}

/// One of an earlier form or from the terminal: it is played again under the rules as they are, as far as its choices can be made.
fn game(file: &str, text: &str, library: &Library) -> Result<Read, String> {
    let saved = Saved::read(text).map_err(|problem| problem.message)?.pop().ok_or("it has no race")?;
    if !library.has(&saved.ruleset) {
        return Err(no_ruleset(&saved.ruleset));
    }
    let last = stage(library.read(&saved.ruleset), saved.setup())?;
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
        None => Playtest::of(&game, is_of_person),
    };
    let earlier = earlier.iter().filter_map(|under| {
        let Under { texts, ruleset, setup, built } = &**under;
        let (texts, ruleset, setup, built) = (texts.clone(), ruleset.clone(), setup.clone(), built.clone());
        Stage::of(&Arc::new(Build { number: 0, texts, ruleset, setup, built }))
    });
    let mut race = Race::new(earlier.chain([last]), playtest, &seats);
    race.skip();
    let notice = match (stopped_at, differs_after) {
        (Some((n, why)), _) => Notice::bad(format!("{file}: after {n} choices it can't go on as it was saved: {}", why.message)),
        (None, Some(n)) => {
            Notice::bad(format!("{file}: after choice {n} things stand otherwise than they did when it was saved"))
        }
        (None, None) if !changed.is_empty() => {
            Notice::good(format!("{file} is as it was saved, though its {} changed", changed.join(" and ")))
        }
        (None, None) => Notice::good(format!("{file} is as it was saved")),
    };
    Ok(Read { race: Box::new(race), series: saved.series, notice })
}
