//! Chains of decisions: where a move is asked for step by step, one click on the space where it ends answers all the steps.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Choice;
use crate::ir::Type;
use crate::players::bot_stream;
use crate::program::{Program, header};
use crate::show;
use crate::view::Imagination;
use crate::vm::random::{self, Draw};
use crate::vm::{Host, Machine, Moment, Stop};

/// The number of states that a search looks at, at most. Spaces beyond them are reached step by step.
const MOST_STATES: usize = 2_000;
/// The number of ways kept to one end, at most.
const MOST_WAYS: usize = 9;

/// A space that the question doesn't offer, but that further questions of the same name to the same player lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub space: usize,
    /// The ways there that have different results, the shortest first.
    pub ways: Vec<Way>,
}

/// The answers that lead to an end. The first one answers the question being asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    pub steps: Vec<Choice>,
    /// The space that each step leads to.
    pub spaces: Vec<usize>,
    /// Each step as people read it.
    pub told: Vec<String>,
}

impl Way {
    /// The spaces along the way: `Bear-1 → Bear-2 → Bear-3`. Where a space has several options, their labels are added.
    pub fn shown(&self) -> String {
        let step = |step: &Choice| if step.label.is_empty() { step.values.join(", ") } else { step.label.clone() };
        self.steps.iter().map(step).collect::<Vec<_>>().join(" → ")
    }
}

/// Notes whether chance has decided anything.
#[derive(Default)]
struct Chance {
    asked: bool,
}

impl Host for Chance {
    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        self.asked = true;
        random::draw(seed, draw, sides)
    }
}

/// A state along the way, in which the same player is asked the same question again.
struct Stage {
    moment: Moment,
    way: Way,
}

/// Finds where the question that a machine waits at leads, by answers that name a space. A chain ends where chance decides something, where
/// somebody else is asked, or where the question is a different one. States are imagined, so the result doesn't depend on what the player
/// may not see.
pub fn ends(program: &Program, machine: &Machine) -> Vec<End> {
    let site = &program.sites[machine.options().site()];
    let Ok(player) = usize::try_from(machine.word(site.by)) else { return vec![] };
    let of_spaces = site.options.iter().any(|option| space_value(&option.values).is_some());
    if !of_spaces || machine.memory[header::SECRET] != crate::ir::fold::NONE {
        return vec![];
    }
    let decision = site.decision;
    let mut thought = Machine::new(program).without_journal();
    let mut stream = bot_stream(machine.hash(program), player);
    let mut imagination = Imagination::default();
    imagination.prepare(program, machine, &mut thought, player);
    if !imagination.imagine(program, machine, &mut thought, &mut stream) {
        return vec![];
    }
    let mut moment = Moment::default();
    thought.keep(program, &mut moment);
    let mut stages = vec![Stage { moment, way: Way::default() }];
    let mut seen: BTreeSet<u64> = [thought.hash(program)].into();
    let mut found: BTreeSet<(usize, u64)> = BTreeSet::new();
    // The fewest answers that lead to each space.
    let mut fewest: BTreeMap<usize, usize> = BTreeMap::new();
    let shortest = site.shortest;
    let (mut near, mut ends): (BTreeSet<usize>, Vec<End>) = (BTreeSet::new(), vec![]);
    let mut at = 0;
    while at < stages.len() {
        thought.go_back(&stages[at].moment);
        for option in 0..thought.options().len() {
            thought.go_back(&stages[at].moment);
            let Some((space, choice, told)) = step(program, &mut thought, player, option) else { continue };
            thought.go_back(&stages[at].moment);
            let mut chance = Chance::default();
            let stop = thought.choose(program, option, &mut chance);
            if matches!(stop, Stop::Trap(..)) {
                continue;
            }
            let mut way = stages[at].way.clone();
            way.steps.push(choice);
            way.spaces.push(space);
            way.told.push(told);
            if shortest && *fewest.entry(space).or_insert(way.steps.len()) < way.steps.len() {
                continue;
            }
            let hash = thought.hash(program);
            let is_new = found.insert((space, hash)) && stages.len() < MOST_STATES;
            match way.steps.len() {
                1 => drop(near.insert(space)),
                _ if is_new => add(&mut ends, space, way.clone()),
                _ => {}
            }
            let goes_on = stop == Stop::Decide && !chance.asked && is_asked(program, &thought, decision, player);
            if goes_on && is_new && seen.insert(hash) {
                let mut moment = Moment::default();
                thought.keep(program, &mut moment);
                stages.push(Stage { moment, way });
            }
        }
        at += 1;
    }
    ends.retain(|end| !near.contains(&end.space));
    ends
}

fn add(ends: &mut Vec<End>, space: usize, way: Way) {
    match ends.iter_mut().find(|end| end.space == space) {
        Some(end) if end.ways.len() < MOST_WAYS => end.ways.push(way),
        Some(_) => {}
        None => ends.push(End { space, ways: vec![way] }),
    }
}

/// Whether the machine waits for this player's answer to this decision.
fn is_asked(program: &Program, machine: &Machine, decision: crate::ir::DecisionId, player: usize) -> bool {
    let site = &program.sites[machine.options().site()];
    site.decision == decision && usize::try_from(machine.word(site.by)) == Ok(player)
}

/// The space that an option names, the option as an answer, and as people read it. The machine can't go on after this call.
fn step(program: &Program, machine: &mut Machine, player: usize, option: usize) -> Option<(usize, Choice, String)> {
    let site = &program.sites[machine.options().site()];
    let (number, words) = machine.options().get(option);
    let words = words.to_vec();
    let values = &site.options[number].values;
    let space = usize::try_from(*words.get(space_value(values)?)?).ok()?;
    let shown = values.iter().zip(&words).map(|((_, ty), word)| show::word(program, ty, *word)).collect();
    let decision = program.ir.decisions[site.decision.index()].name.to_string();
    let branch = site.options[number].branch.to_string();
    let of_spaces = site.options.iter().filter(|option| space_value(&option.values).is_some());
    let (label, told) = match &site.options[number].label {
        Some(label) if of_spaces.count() > 1 => {
            values.iter().zip(&words).for_each(|((slot, _), word)| machine.memory[usize::from(*slot)] = *word);
            match show::work_out(program, machine, label) {
                Ok(()) => (show::written_template(program, machine, label), show::read_template(program, machine, label)),
                Err(_) => (String::new(), String::new()),
            }
        }
        _ => {
            let told = values.iter().zip(&words).map(|((_, ty), word)| show::word_for(program, ty, *word, None));
            (String::new(), told.collect::<Vec<_>>().join(", "))
        }
    };
    Some((space, Choice { decision, player: player + 1, branch, values: shown, label }, told))
}

fn space_value(values: &[(u16, Type)]) -> Option<usize> {
    values.iter().position(|(_, ty)| matches!(ty, Type::Space))
}
