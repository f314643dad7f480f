//! Where a run has led in all its ways, equal states put together.

use std::collections::HashMap;

use super::runner::World;
use crate::ir::DecisionId;

/// Where a run has led, equal ends put together.
#[derive(Default)]
pub(super) struct Ends {
    /// Each with the rolls of which it is one way, and how many such ways led to it.
    pub worlds: Vec<(World, u128, u128)>,
    known: HashMap<EndKey, usize>,
    pub ways: usize,
}

#[derive(PartialEq, Eq, Hash)]
struct EndKey {
    state: Vec<i32>,
    result: Vec<i32>,
    asked: Vec<DecisionId>,
    offered: Option<Vec<String>>,
    rolls: u128,
}

impl Ends {
    /// Adds an end; `None` where the weights are beyond counting.
    pub fn add(&mut self, world: World, rolls: u128, weight: u128) -> Option<()> {
        self.ways += 1;
        let key = EndKey {
            state: world.state.clone(),
            result: world.result.clone(),
            asked: world.asked.clone(),
            offered: world.question.as_ref().map(|q| q.options.iter().map(|o| o.label.clone()).collect()),
            rolls,
        };
        match self.known.get(&key) {
            Some(at) => self.worlds[*at].2 = self.worlds[*at].2.checked_add(weight)?,
            None => {
                self.known.insert(key, self.worlds.len());
                self.worlds.push((world, rolls, weight));
            }
        }
        Some(())
    }

    /// The worlds with weights of one measure, and by what the total grew.
    pub fn finish(self) -> Option<(Vec<World>, u128)> {
        let all = self.worlds.iter().try_fold(1_u128, |all, (_, rolls, _)| (all / common(all, *rolls)).checked_mul(*rolls))?;
        let mut worlds = vec![];
        for (world, rolls, ways) in self.worlds {
            worlds.push(World { weight: ways.checked_mul(all / rolls)?, ..world });
        }
        Some((worlds, all))
    }
}

/// The greatest common divisor.
fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}
