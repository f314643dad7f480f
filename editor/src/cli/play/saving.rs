//! Writes what is played to a file after each answer.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::game::{Choice, Game};
use interpreter::players::Seat;
use interpreter::playtest::{About, Build, Playtest};
use interpreter::replay::OfSeries;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::source::Sources;

use super::super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::files::{self, Kind, Library, NotWritten, Over};

/// The file, and what was played before the race that is played now.
pub struct Saving<'a> {
    args: &'a args::Play,
    seats: &'a [Seat],
    /// The races that are over, and with them the last one as it stood when it was saved.
    before: Option<Playtest>,
    saved: Option<Playtest>,
}

impl<'a> Saving<'a> {
    /// Checks before the first race that it can be saved.
    pub fn new(args: &'a args::Play, seats: &'a [Seat]) -> Result<Saving<'a>, ExitCode> {
        let saving = Saving { args, seats, before: None, saved: None };
        let tried = args.save.as_ref().map_or(Ok(()), |path| files::try_to_write(path, saving.over()));
        tried.map_err(|why| saving.unwritable(&why, WRONG)).map(|()| saving)
    }

    /// Saves a race as far as it was played, after the races before it.
    pub fn save(&mut self, game: &Game, ruleset: &Ruleset, setup: &Setup, series: Option<OfSeries>) -> Result<(), ExitCode> {
        let Some(path) = &self.args.save else { return Ok(()) };
        let build = Some(Build { texts: ruleset.texts(setup.track.as_deref()), setup: setup.clone() });
        let is_of_person = |choice: &Choice| self.seats.get(choice.player - 1) == Some(&Seat::Human);
        let mut playtest = match self.before.clone() {
            None => Playtest::of(build, game, is_of_person),
            Some(mut before) => {
                before.add_race(build, game, is_of_person);
                before
            }
        };
        let about = About { seats: self.seats.iter().map(|seat| seat.name().to_owned()).collect(), series, on_show: None };
        let written = files::write(path, playtest.write(&about).as_bytes(), self.over());
        self.saved = Some(playtest);
        written.map_err(|why| self.unwritable(&why, FOUND))
    }

    /// The race saved last is over, and another one follows.
    pub fn next_race(&mut self) {
        self.before = self.saved.take();
    }

    /// Says where the `what` was saved, or, to somebody who has left it, how to save one.
    pub fn tell(&self, library: &Library, left: bool, what: &str) {
        match &self.args.save {
            Some(path) => {
                let again = format!("coursesetter replay {}{}", files::word(path), library.arguments());
                out::line(format!("Saved: {}. Replay it: {again}", path.display()));
            }
            None if left => out::line(format!("Next time, --save FILE writes the {what} to a file.")),
            None => {}
        }
    }

    /// The files that the saved game may replace.
    fn over(&self) -> Over {
        if self.args.force { Over::Any } else { Over::Own(Kind::SAVED_GAME) }
    }

    /// Reports that the game can't be saved.
    fn unwritable(&self, why: &NotWritten, code: u8) -> ExitCode {
        let path = self.args.save.as_deref().unwrap_or("".as_ref()).display();
        let problem = Diagnostic::nowhere(Code::Unreadable, format!("the game can't be written to {path}: {why}"));
        let hint = match why {
            NotWritten::Taken(_) => "name another file, or replace this one with `--force`",
            NotWritten::Failed(_) => "name a file in a folder that is there and may be written to",
        };
        setup::report(&Sources::default(), &[problem.hint(hint)]);
        ExitCode::from(code)
    }
}
