//! Bots that think do so in a thread of their own, so that the window goes on meanwhile.
//!
//! A bot's answer follows from program, state, seats and luck alone, and is taken up where nothing has been done since it was asked. So the
//! same seed gives the same race, however long bots think and whatever is done meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use interpreter::players::{BotStream, Seat, Table, Trouble};
use interpreter::program::Program;
use interpreter::vm::Machine;

use crate::beside::Beside;

/// The window's bots.
#[derive(Default)]
pub struct Thinker {
    thinking: Beside<Result<Option<Answered>, Trouble>>,
    /// What they are asked: of which version of the race, and who sits there.
    asked: Option<(u64, Vec<Seat>)>,
    /// Their answer, until it is taken up.
    answer: Option<Answered>,
    /// Where they sat last, with what they have found out about the program.
    table: Arc<Mutex<Option<At>>>,
    failed: Option<Failed>,
}

/// The option that is taken, and how far the bots have used up their luck by then.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub option: usize,
    pub luck: Vec<BotStream>,
}

/// Why a bot has no answer.
pub enum Failed {
    /// The rules can't go on.
    Rules(Trouble),
    /// A fault of the program, with its message.
    Panic(String),
}

struct At {
    program: Arc<Program>,
    table: Table,
}

impl Thinker {
    /// What the bot answers that is asked, if it knows that within this time. It goes on thinking otherwise, until something else is asked.
    /// `version` is that of the race: [`super::Race::version`].
    pub fn answer(
        &mut self,
        version: u64,
        program: &Arc<Program>,
        machine: &Machine,
        seats: &[Seat],
        luck: &[BotStream],
        most: Duration,
    ) -> Option<Answered> {
        let asked = Some((version, seats.to_vec()));
        if self.asked != asked {
            (self.asked, self.answer) = (asked, None);
            self.think(program.clone(), machine.clone(), seats.to_vec(), luck.to_vec());
        }
        self.hear(most);
        self.answer.clone()
    }

    /// Takes up what has come of it, waiting for it so long at most: also while nobody asks, as while one looks back.
    pub fn hear(&mut self, most: Duration) {
        match self.thinking.wait(most) {
            Some(Ok(Ok(answer))) => self.answer = answer,
            Some(Ok(Err(trouble))) => (self.failed, self.asked) = (Some(Failed::Rules(trouble)), None),
            Some(Err(why)) => (self.failed, self.asked) = (Some(Failed::Panic(why)), None),
            None => {}
        }
    }

    fn think(&mut self, program: Arc<Program>, machine: Machine, seats: Vec<Seat>, luck: Vec<BotStream>) {
        let table = self.table.clone();
        self.thinking.ask(move || {
            // Who has failed while they sat there leaves nothing behind that counts.
            let mut at = table.lock().unwrap_or_else(PoisonError::into_inner);
            let known = at.take().filter(|at| Arc::ptr_eq(&at.program, &program) && at.table.seats == seats);
            let mut known = known.unwrap_or_else(|| At { table: Table::new(&program, &seats), program: program.clone() });
            known.table.streams = luck;
            let option = known.table.answer(&program, &machine);
            let answered = option.map(|option| Answered { option, luck: known.table.streams.clone() });
            let trouble = known.table.trouble.take();
            *at = Some(known);
            trouble.map_or(Ok(answered), Err)
        });
    }

    /// Whether somebody thinks about what was asked last.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_at_it()
    }

    /// Why a bot has no answer; once.
    pub fn take_failed(&mut self) -> Option<Failed> {
        self.failed.take()
    }
}
