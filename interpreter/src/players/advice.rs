//! What a policy thinks of each option of a question, as a hint for a person. Any policy can give one that has a value for an option in an
//! imagined state.
//!
//! Values rest on states imagined from what the player sees, as those of bots do. The luck of these states follows from the number of
//! decisions, not from the state, so a hint tells nothing that is hidden from the player.

use super::{BotStream, Trouble, bot_stream};
use crate::program::{Program, header};
use crate::vm::Machine;
use crate::vm::random::derive_seed;

/// About how many playouts a hint rests on, shared by all options.
const PLAYOUTS: usize = 1_600;
/// The least and the most states that are imagined.
const STATES: std::ops::RangeInclusive<usize> = 16..=200;
/// How many standard errors a difference must have to count.
const SURE: f64 = 2.0;

/// A policy that can say what options are worth.
pub trait Advisor {
    /// Its name: `greedy`.
    fn name(&self) -> &'static str;

    /// Whether it can value anything under these rules. If not, it would choose at random.
    fn has_values(&self, program: &Program) -> bool;

    /// Gets ready for the question at which a machine waits.
    fn prepare(&mut self, program: &Program, machine: &Machine, player: usize);

    /// The value of each option in the next imagined state; `None` if none was found that counts. All options meet the same luck.
    ///
    /// # Errors
    /// If the rules can't go on, or can't say the value.
    fn values(
        &mut self,
        program: &Program,
        machine: &Machine,
        player: usize,
        luck: &mut BotStream,
    ) -> Result<Option<Vec<i64>>, Trouble>;
}

/// What a policy thinks of each option.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The policy's name.
    pub by: &'static str,
    /// In the order of the options.
    pub values: Vec<Value>,
    /// The option with the greatest value.
    pub best: usize,
    /// The number of imagined states that all this rests on.
    pub states: usize,
}

/// What an option is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Its mean.
    pub mean: f64,
    /// How much less it is worth than the best option, and whether chance alone hardly explains that.
    pub less: f64,
    pub is_less: bool,
}

/// Asks a policy about the question at which a machine waits. `None` if it has no values under these rules, if no state was found that
/// agrees with what the player sees, or once `goes_on` says no.
///
/// # Errors
/// If the rules can't go on, or can't say a value.
pub fn advice(
    advisor: &mut dyn Advisor,
    program: &Program,
    machine: &Machine,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Advice>, Trouble> {
    let count = machine.options().len();
    let by = machine.word(program.sites[machine.options().site()].by);
    let Some(player) = usize::try_from(by).ok().filter(|_| count > 0 && advisor.has_values(program)) else { return Ok(None) };
    let luck = derive_seed(machine.seed(), machine.memory[header::DECISIONS] as u64);
    let mut luck = bot_stream(luck, player);
    advisor.prepare(program, machine, player);
    let mut all: Vec<Vec<i64>> = vec![];
    for _ in 0..(PLAYOUTS / count).clamp(*STATES.start(), *STATES.end()) {
        if !goes_on() {
            return Ok(None);
        }
        all.extend(advisor.values(program, machine, player, &mut luck)?);
    }
    Ok(judged(advisor.name(), count, &all))
}

/// Compares the options over all states.
fn judged(by: &'static str, count: usize, all: &[Vec<i64>]) -> Option<Advice> {
    let states = all.len();
    let mean = |of: &dyn Fn(&Vec<i64>) -> f64| all.iter().map(of).sum::<f64>() / states as f64;
    let means: Vec<f64> = (0..count).map(|n| mean(&|state| state[n] as f64)).collect();
    let best = (0..count).filter(|_| states > 0).reduce(|best, n| if means[n] > means[best] { n } else { best })?;
    let value = |n: usize| {
        let less = means[best] - means[n];
        let spread = mean(&|state| ((state[best] - state[n]) as f64 - less).powi(2));
        let error = (spread / (states.max(2) - 1) as f64).sqrt();
        Value { mean: means[n], less, is_less: less > SURE * error }
    };
    Some(Advice { by, values: (0..count).map(value).collect(), best, states })
}
