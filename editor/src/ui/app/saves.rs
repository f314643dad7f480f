//! Games in files.

use std::path::Path;
use std::sync::Arc;

use interpreter::playtest::Moment;
use interpreter::replay::{MOST_EARLIER, OfSeries, Rules, Saved};

use super::begin::{What, not_opened};
use super::{App, Wanted};
use crate::files::{self, Kind, Over};
use crate::ui::action::Room;
use crate::ui::dialog::Notice;
use crate::ui::dialog::lost::named;
use crate::ui::race::Stage;

/// What was read from a file of this name, or why it can't be.
pub(super) type Read = (String, Result<Saved, String>);

impl App {
    /// Writes the race to a file.
    pub(super) fn save_game(&mut self, path: &Path) {
        let Some(race) = &self.race else { return };
        let (stage, way) = (race.present_stage(), race.path());
        let seats: Vec<&str> = self.seats.iter().take(stage.program.players).map(|seat| seat.name()).collect();
        let setup = &stage.setup;
        let mut parts = way.parts();
        let Some(last) = parts.pop() else { return };
        if parts.len() > MOST_EARLIER {
            let text = format!("A race can't be saved that other rules have taken over more than {MOST_EARLIER} times");
            return self.shell.notice = Some(Notice::bad(text));
        }
        let earlier = parts.into_iter().filter_map(|part| {
            let Stage { ruleset, track_name, setup, .. } = &**race.stage_at(Moment::end(way.legs()[part.start].node))?;
            let rules = Rules { ruleset, setup, track: track_name };
            Some((rules, way.game(part.clone()), way.calls_later(&part)))
        });
        let earlier: Vec<_> = earlier.collect();
        let saved = Saved::of(&stage.ruleset, setup, &stage.track_name, &seats, &way.game(last));
        let mut saved = saved.after(&earlier);
        saved.series = self.series.as_ref().zip(self.race_number()).map(|(series, n)| {
            let name = series.plan.name.to_string();
            OfSeries { name, race: n + 1 }
        });
        self.shell.notice = Some(match files::write(path, saved.write().as_bytes(), Over::Own(Kind::SAVED_GAME)) {
            Ok(()) => {
                self.last_game = Some(path.to_owned());
                Notice::good(format!("{} is saved", named(path)))
            }
            Err(why) => Notice::bad(format!("{} can't be saved: {why}", path.display())),
        });
    }

    /// Goes on with a game that was saved, as far as its choices can be made.
    pub(super) fn open_game(&mut self, path: &Path) {
        let path = path.to_owned();
        self.last_game = Some(path.clone());
        self.opening.ask(move || {
            let saved = match files::read(&path).map_err(|why| why.to_string()) {
                Ok(text) => Saved::read(&text).map_err(|problem| problem.message),
                Err(why) => Err(why),
            };
            (named(&path), saved)
        });
    }

    /// A saved game that was read is built, and then gone on with.
    pub(super) fn take_opened(&mut self) {
        let (file, saved) = match self.opening.take() {
            None => return,
            Some(Ok((file, saved))) => (file, saved),
            Some(Err(why)) => {
                let text = format!("The game can't be opened, which is a fault of the program: {why}");
                return self.shell.notice = Some(Notice::bad(text));
            }
        };
        let saved = match saved {
            Ok(saved) if !self.catalogue.library.has(&saved.ruleset) => {
                return self.shell.notice = Some(not_opened(&file, &format!("there is no ruleset `{}` here", saved.ruleset)));
            }
            Ok(saved) => saved,
            Err(why) => return self.shell.notice = Some(not_opened(&file, &why)),
        };
        self.shell.room = Room::Play;
        self.wanted = Wanted::of(&saved.ruleset, &saved.setup());
        self.seed = saved.seed;
        self.read_for(What::Saved(Arc::new(saved), file));
    }
}
