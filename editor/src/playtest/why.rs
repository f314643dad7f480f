//! What made something what it is: asked of a thread that plays the game again, so that the window goes on meanwhile.
//!
//! The list is for the eyes of whoever asked. Others see what they may know, and of what is hidden from them not even its name.

use interpreter::program::Program;
use interpreter::reload;
use interpreter::view;
use interpreter::why::{self, What, Write};

use super::Race;

/// A thing on the table: a field of somebody, a piece, a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    pub what: What,
    /// As people call it: `Lap of Anna`.
    pub name: String,
}

/// What was asked about last.
pub struct Asked {
    pub thing: Thing,
    /// Those that the asker may know of, the first one first; `None`: the game is still being played again.
    pub writes: Option<Vec<Write>>,
    /// It can't be found out, which is a fault of the program: why.
    pub fault: Option<String>,
    /// Of which game: see [`Race::version`].
    of: u64,
    /// Whose eyes were on the window when somebody asked.
    asker: Option<usize>,
    /// For whose eyes it was looked for.
    reader: Option<usize>,
}

impl Race {
    /// Looks for what made a thing what it is.
    pub fn ask_why(&mut self, thing: Thing) {
        let asker = self.viewer();
        self.look_for_why(thing, asker);
    }

    fn look_for_why(&mut self, thing: Thing, asker: Option<usize>) {
        let (path, at, reader) = (self.path.clone(), self.scene.moment.node, self.viewer());
        let (of, what) = (self.version, thing.what);
        self.looking.ask(move || why::writes_along(&path, at, what, reader));
        self.asked_why = Some(Asked { thing, writes: None, fault: None, of, asker, reader });
    }

    /// What was asked about, as far as it is known.
    pub fn why(&self) -> Option<&Asked> {
        self.asked_why.as_ref()
    }

    /// The writes, as far as whoever looks may know of them; `None`: they are being looked for.
    pub fn writes(&self) -> Option<&[Write]> {
        let asked = self.asked_why.as_ref().filter(|asked| asked.reader == self.viewer() || !self.is_veiled(asked.thing.what))?;
        asked.writes.as_deref()
    }

    /// Whether a write has happened in what is on show.
    pub fn has_come_to(&self, write: &Write) -> bool {
        write.moment.is_none_or(|moment| moment <= self.scene.moment)
    }

    /// Whether somebody else has asked, about what is hidden from whoever looks now: not even its name is for these eyes.
    pub fn hides_why(&self) -> bool {
        let (program, viewer) = (&self.program, self.viewer());
        let is_hidden =
            |asked: &Asked| asked.asker != viewer && !view::is_open(program, &self.table_state, asked.thing.what, viewer);
        self.asked_why.as_ref().is_some_and(is_hidden)
    }

    /// Whether players know different things of it.
    fn is_veiled(&self, what: What) -> bool {
        match what {
            What::Field(field, _) => self.program.ir.fields.get(field.index()).is_some_and(|field| field.secret),
            What::Card(..) => true,
            What::Piece(..) | What::Place(_) => false,
        }
    }

    /// Other rules lie on the table than what was asked about is of.
    pub(super) fn name_why_under(&mut self, program: &Program) {
        let Some(asked) = &mut self.asked_why else { return };
        match reload::same(&self.scene.program, program, asked.thing.what) {
            Some(what) => asked.thing.what = what,
            None => {
                self.asked_why = None;
                self.looking.forget();
            }
        }
    }

    /// Takes what has been found out, and asks again where the game has gone on since, or other eyes look; returns whether it is still looked
    /// for.
    pub fn find_why(&mut self, is_resting: bool) -> bool {
        let (now, viewer, is_hidden) = (self.version, self.viewer(), self.hides_why());
        let is_veiled = self.asked_why.as_ref().is_some_and(|asked| self.is_veiled(asked.thing.what));
        let Some(asked) = &mut self.asked_why else { return false };
        if is_veiled && asked.reader != viewer {
            (asked.writes, asked.fault) = (None, None);
            self.looking.forget();
        }
        match self.looking.take() {
            Some(Ok(writes)) => asked.writes = Some(writes),
            Some(Err(why)) => (asked.writes, asked.fault) = (None, Some(why)),
            None if self.looking.is_at_it() => return true,
            None => {}
        }
        let is_known = asked.writes.is_some() || asked.fault.is_some();
        if is_resting && !is_hidden && (asked.of != now || !is_known) {
            let (thing, asker, writes) = (asked.thing.clone(), asked.asker, asked.writes.take());
            self.look_for_why(thing, asker);
            if let Some(asked) = &mut self.asked_why {
                asked.writes = writes;
            }
            return true;
        }
        false
    }
}
