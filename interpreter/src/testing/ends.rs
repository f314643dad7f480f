//! The ends of all ways of a run, with equal ends merged.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::runner::World;
use crate::ir::DecisionId;

/// The number of words in the states of all ends of one run, at most.
const MOST_WORDS: usize = 64 << 20;

/// The ends of a run, with equal ends merged.
#[derive(Default)]
pub(super) struct Ends {
    /// Each end with the number of rolls in which it is one way, and the number of such ways that led to it.
    pub worlds: Vec<(World, u128, u128)>,
    /// The ends by their hash.
    known: BTreeMap<u64, Vec<usize>>,
    words: usize,
    pub ways: usize,
}

/// What makes two ends the same.
#[derive(PartialEq, Eq, Hash)]
struct EndKey<'a> {
    state: &'a [i32],
    result: &'a [i32],
    asked: &'a [(DecisionId, usize)],
    offered: Option<Vec<&'a str>>,
    rolls: u128,
}

impl EndKey<'_> {
    fn of(world: &World, rolls: u128) -> EndKey<'_> {
        let offered = world.question.as_ref().map(|q| q.options.iter().map(|o| o.label.as_str()).collect());
        EndKey { state: &world.state, result: &world.result, asked: &world.asked, offered, rolls }
    }
}

impl Ends {
    /// Adds an end. `None` if the weights are beyond counting, or the states beyond keeping.
    pub fn add(&mut self, world: World, rolls: u128, weight: u128) -> Option<()> {
        self.ways += 1;
        let key = EndKey::of(&world, rolls);
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let alike = self.known.entry(hasher.finish()).or_default();
        let worlds = &mut self.worlds;
        if let Some(at) = alike.iter().find(|at| EndKey::of(&worlds[**at].0, worlds[**at].1) == key) {
            worlds[*at].2 = worlds[*at].2.checked_add(weight)?;
            return Some(());
        }
        self.words += world.state.len() + world.result.len();
        if self.words > MOST_WORDS {
            return None;
        }
        alike.push(worlds.len());
        worlds.push((world, rolls, weight));
        Some(())
    }

    /// The worlds, with weights that share one total, and the factor by which the total grew.
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
