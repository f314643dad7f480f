//! A call of the flow, played again as it was played.

use std::sync::Arc;

use crate::edit::Change;
use crate::game::{Choice, Game, Held, ToCome, question};
use crate::program::{Pc, Program};
use crate::testing::answers::written_by_value;
use crate::vm::host::Shuffled;
use crate::vm::random::{self, Draw};
use crate::vm::{Event, Host, Machine, Stop};

/// Why nothing can be told of a call that a rule error ended.
const NO_WAY_ON: &str = "the rules could not go on in it";

/// What happened in it.
pub(super) struct Played {
    pub dice: Vec<i32>,
    pub draws: Vec<Arc<str>>,
    pub choices: Vec<Choice>,
    /// The same, as a test gives them.
    pub answers: Vec<String>,
    /// Whose turn began in it.
    pub turn_of: Option<usize>,
    /// The cards that were drawn, by kind and number.
    pub drawn: Vec<(usize, usize)>,
    pub end: Vec<i32>,
    /// The state when somebody was asked first.
    pub asked: Vec<i32>,
}

impl Played {
    /// Plays it with the choices that were made in it, and with what somebody wanted chance to give.
    ///
    /// # Errors
    /// Why a test can't tell of it: it was left before its end, or something was changed by hand in it.
    pub fn again(game: &Game, held: &Held<'_>) -> Result<Played, String> {
        let program = &game.program;
        let mut machine = Machine::new(program).without_journal();
        machine.set_state(held.state);
        let mut notes = Notes { forced: held.pending.clone(), ..Notes::default() };
        let (mut choices, mut answers, mut first) = (vec![], vec![], None);
        let mut edits = game.edits_since(held).into_iter().peekable();
        let mut stop = machine.resume(program, &mut notes);
        while stop == Stop::Decide {
            let made = held.choices + choices.len();
            while let Some((_, edit)) = edits.next_if(|(at, _)| *at <= made) {
                match edit.change(program)? {
                    Change::Forced(forced) => notes.forced.extend(forced),
                    Change::Words(..) | Change::Card(..) => {
                        return Err("something was changed by hand in the middle of it, which a test can't do".to_owned());
                    }
                }
            }
            let missing = || "it can't be played again as it was".to_owned();
            let choice = game.choices.get(made).ok_or_else(missing)?;
            first.get_or_insert_with(|| machine.state(program).to_vec());
            let asked = question(program, &mut machine).map_err(|_| NO_WAY_ON.to_owned())?;
            let option = asked.find(choice).ok_or_else(missing)?;
            choices.push(choice.clone());
            answers.push(format!("{}: {}", asked.decision, written_by_value(&asked, option)));
            stop = machine.choose(program, option, &mut notes);
        }
        if let Stop::Trap(..) = stop {
            return Err(NO_WAY_ON.to_owned());
        }
        let end = machine.state(program).to_vec();
        let Notes { dice, draws, drawn, turn_of, .. } = notes;
        let asked = first.unwrap_or_default();
        Ok(Played { dice, draws, choices, answers, turn_of, drawn, end, asked })
    }
}

/// Notes what chance gives until the flow calls the next rule.
#[derive(Default)]
struct Notes {
    dice: Vec<i32>,
    draws: Vec<Arc<str>>,
    drawn: Vec<(usize, usize)>,
    turn_of: Option<usize>,
    /// What somebody wanted it to give.
    forced: ToCome,
}

impl Host for Notes {
    const TRACE: bool = true;

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        self.forced.side(draw.stream, sides).unwrap_or_else(|| random::draw(seed, draw, sides))
    }

    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        let n = self.forced.draw(program, machine, from, draw);
        if let Some(card) = machine.shuffled_in(&program.cards[from.kind], from.heap).nth(n as usize) {
            self.draws.extend(program.rows[from.kind].names.get(card).cloned());
            self.drawn.push((from.kind, card));
        }
        n
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        false
    }

    fn turn(&mut self, _: &Machine, player: i32) {
        self.turn_of = usize::try_from(player).ok().or(self.turn_of);
    }

    fn event(&mut self, program: &Program, _: &Machine, _: Pc, event: Event) {
        if let Event::Drew { stream, result } = event
            && program.dice.iter().any(|die| die.stream == stream)
        {
            self.dice.push(result);
        }
    }
}
