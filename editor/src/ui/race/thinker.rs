//! Bots that think do so in a thread of their own, so that the window goes on meanwhile.
//!
//! A bot's answer follows from program, state, seats and luck alone, and is taken up where just these are asked. So the same seed
//! gives the same race, however long bots think and whatever is done meanwhile.

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
    /// What they are asked.
    asked: Option<Asked>,
    /// Their answer, until it is taken up.
    answer: Option<Answered>,
    /// Where they sat last, with what they have found out about the program.
    table: Arc<Mutex<Option<At>>>,
    fault: Option<String>,
    trouble: Option<Trouble>,
}

/// All that an answer follows from. Wherever the race has gone meanwhile, an answer is good where just this is asked.
#[derive(Clone)]
pub struct Asked {
    pub program: Arc<Program>,
    /// As it waits for the answer.
    pub machine: Arc<Machine>,
    pub seats: Vec<Seat>,
    /// How far the bots have used up their luck.
    pub luck: Vec<BotStream>,
}

/// The option that is taken, and how far the bots have used up their luck by then.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub option: usize,
    pub luck: Vec<BotStream>,
}

struct At {
    program: Arc<Program>,
    table: Table,
}

impl Thinker {
    /// What the bot answers that is asked, if it knows that within this time. It goes on thinking otherwise, until something else is asked.
    pub fn answer(
        &mut self,
        program: &Arc<Program>,
        machine: &Machine,
        seats: &[Seat],
        luck: &[BotStream],
        most: Duration,
    ) -> Option<Answered> {
        if !self.asked.as_ref().is_some_and(|asked| asked.is(program, machine, seats, luck)) {
            let (program, machine) = (program.clone(), Arc::new(machine.clone()));
            self.ask(Asked { program, machine, seats: seats.to_vec(), luck: luck.to_vec() });
        }
        self.hear(most);
        self.answer.clone()
    }

    /// Takes up what has come of it, waiting for it so long at most: also while nobody asks, as while one looks back.
    pub fn hear(&mut self, most: Duration) {
        match self.thinking.wait(most) {
            Some(Ok(Ok(answer))) => self.answer = answer,
            Some(Ok(Err(trouble))) => (self.trouble, self.asked) = (Some(trouble), None),
            Some(Err(why)) => (self.fault, self.asked) = (Some(why), None),
            None => {}
        }
    }

    fn ask(&mut self, asked: Asked) {
        (self.asked, self.answer) = (Some(asked.clone()), None);
        let table = self.table.clone();
        self.thinking.ask(move || {
            // Who has failed while they sat there leaves nothing behind that counts.
            let mut at = table.lock().unwrap_or_else(PoisonError::into_inner);
            let known = at.take().filter(|at| Arc::ptr_eq(&at.program, &asked.program) && at.table.seats == asked.seats);
            let mut known =
                known.unwrap_or_else(|| At { table: Table::new(&asked.program, &asked.seats), program: asked.program.clone() });
            known.table.streams = asked.luck;
            let option = known.table.answer(&asked.program, &asked.machine);
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

    /// The rule error because of which a bot has no answer; once.
    pub fn take_trouble(&mut self) -> Option<Trouble> {
        self.trouble.take()
    }

    /// What a panic of a bot says; once.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }
}

impl Asked {
    fn is(&self, program: &Arc<Program>, machine: &Machine, seats: &[Seat], luck: &[BotStream]) -> bool {
        Arc::ptr_eq(&self.program, program)
            && self.seats == seats
            && self.luck == luck
            && self.machine.state(program) == machine.state(program)
            && self.machine.journal() == machine.journal()
    }
}
