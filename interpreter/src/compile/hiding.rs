//! Finds out which secret fields may be stored between one place and the next wait. To imagine what they hold, a game is played again from
//! that place.

use super::held::held;
use super::*;
use crate::program::{Hiding, Secret};

/// What a called rule may do.
#[derive(Clone, Copy, Default, PartialEq)]
struct Summary {
    stores: u64,
    /// Whether it may return without a wait.
    returns: bool,
}

/// Finds out what a program hides, and where it stores it.
pub(super) fn hiding(program: &Program) -> Hiding {
    let ir = &program.ir;
    let is_hidden =
        ir.fields.iter().any(|field| field.secret) || ir.piles.iter().any(|pile| pile.visibility != ir::Visibility::Open);
    if !is_hidden || program.players < 2 {
        return Hiding::default();
    }
    let held = held(ir);
    let secrets = secrets(program);
    let held_sites = program.sites.iter().map(|site| held.sites.contains(&site.span)).collect::<Vec<_>>();
    let open = open_words(program, &secrets);
    let mut hiding = Hiding { held: held_sites, secrets, open, ..Hiding::default() };
    let holds = |op: &Op, span: &Span| match op {
        Op::Rest {} => held.loops.contains(span),
        _ => held.calls.iter().any(|call| within(call, span)),
    };
    let waits = program.code.iter().enumerate().filter(|(_, op)| matches!(op, Op::Checkpoint { .. } | Op::Rest {}));
    hiding.rests = waits.map(|(at, op)| (at as Pc + 1, (holds(op, &program.spans[at]), 0))).collect();
    if !hiding.secrets.is_empty() {
        let walk = Walk::new(program, &held.stores);
        let behind = |site: &Site| walk.from(site.options.iter().map(|option| option.to));
        hiding.behind_sites = program.sites.iter().map(behind).collect();
        hiding.rests.iter_mut().for_each(|(pc, (_, behind))| *behind = walk.from([*pc]));
        hiding.behind_start = walk.from([program.flow]);
    } else {
        hiding.behind_sites = vec![0; program.sites.len()];
    }
    let draws = |op: &Op| {
        use Op::{Extra, RandomOfList, RandomOfRange, RandomOfSet, Roll, RollMany};
        matches!(
            op,
            Roll { .. } | RollMany { .. } | RandomOfSet { .. } | RandomOfList { .. } | RandomOfRange { .. } | Extra { .. }
        )
    };
    let drawn = program.code.iter().zip(&program.spans).enumerate();
    let drawn = drawn.filter(|(_, (op, span))| draws(op) && held.draws.contains(span));
    hiding.draws = drawn.map(|(pc, _)| pc as Pc).collect();
    hiding.by_answer = program.sites.iter().map(|site| held.answers.contains(&site.span)).collect();
    // While all choose at the same time, the answers of others are hidden too.
    let chooses_in_secret = program.code.iter().any(|op| matches!(op, Op::Secret { .. }));
    hiding.is_asked_again = !hiding.secrets.is_empty()
        || hiding.rests.values().any(|(is_held, _)| *is_held)
        || hiding.held.contains(&true)
        || chooses_in_secret;
    hiding
}

/// All values of secret fields, and the bit of each field.
fn secrets(program: &Program) -> Vec<Secret> {
    let mut secrets = vec![];
    for (bit, (n, field)) in program.ir.fields.iter().enumerate().filter(|(_, field)| field.secret).enumerate() {
        let (base, words) = program.layout.fields[n];
        for owner in 0..program.owners(field.owner) {
            let Some(holder) = program.holder(field.owner, owner) else { continue };
            let at = usize::from(base) + owner * words;
            secrets.push(Secret { field: ir::FieldId(n as u16), bit: bit.min(63) as u8, holder, at, words });
        }
    }
    secrets
}

/// The words of a state that everybody sees. Left out are where the rules wait, how often players were asked and chance was drawn, secrets,
/// where cards lie, and what `whenever`s have read.
fn open_words(program: &Program, secrets: &[Secret]) -> Vec<(usize, usize)> {
    use crate::program::header;
    let layout = &program.layout;
    let mut is_open = vec![true; usize::from(layout.frames)];
    let mut hide = |at: usize, words: usize| is_open.iter_mut().skip(at).take(words).for_each(|word| *word = false);
    [header::PC, header::DEPTH, header::KEPT, header::DECISIONS, header::SEED, header::SEED + 1]
        .into_iter()
        .for_each(|at| hide(at, 1));
    hide(usize::from(layout.draws), program.streams.len());
    secrets.iter().for_each(|secret| hide(secret.at, secret.words));
    for cards in &program.cards {
        [cards.place, cards.order, cards.known].into_iter().for_each(|at| hide(at.into(), cards.count.into()));
        cards.before.iter().for_each(|at| hide((*at).into(), 3 * usize::from(cards.count)));
        cards.heaps.iter().for_each(|heap| hide(heap.set.into(), cards.words.into()));
    }
    if layout.changed != 0 {
        hide(layout.changed.into(), 1);
    }
    layout.watches.iter().for_each(|at| hide((*at).into(), crate::program::watch::OWN + program.players));
    let mut open: Vec<(usize, usize)> = vec![];
    for at in (0..is_open.len()).filter(|at| is_open[*at]) {
        match open.last_mut().filter(|(_, end)| *end == at) {
            Some((_, end)) => *end += 1,
            None => open.push((at, at + 1)),
        }
    }
    open
}

fn within(inner: &Span, outer: &Span) -> bool {
    inner.source == outer.source && outer.start <= inner.start && inner.end <= outer.end
}

struct Walk<'a> {
    program: &'a Program,
    /// For each instruction, the fields that it may store.
    stores: Vec<u64>,
    /// For each rule, where its callers go on.
    returns: Vec<Vec<Pc>>,
    rules: Vec<Summary>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, statements: &[(Span, ir::FieldId)]) -> Walk<'a> {
        let fields: Vec<usize> = (0..program.ir.fields.len()).filter(|n| program.ir.fields[*n].secret).collect();
        let bit = |field: &ir::FieldId| 1u64 << fields.iter().position(|n| *n == field.index()).unwrap_or(63).min(63);
        let of =
            |span: &Span| statements.iter().filter(|(s, _)| within(span, s)).map(|(_, field)| bit(field)).fold(0, |a, b| a | b);
        let stores = program.spans.iter().map(of).collect();
        let mut returns = vec![vec![]; program.rules.len()];
        for (at, op) in program.code.iter().enumerate() {
            if let Op::Call { rule, .. } = op
                && let Some(own) = returns.get_mut(usize::from(*rule))
            {
                own.push(at as Pc + 1);
            }
        }
        let rules = vec![Summary::default(); program.rules.len()];
        let mut walk = Walk { program, stores, returns, rules };
        loop {
            let entries = program.rules.iter().map(|rule| rule.entry);
            let next: Vec<Summary> =
                entries.map(|entry| entry.map_or(Summary::default(), |entry| walk.walk(vec![entry], false))).collect();
            if next == walk.rules {
                return walk;
            }
            walk.rules = next;
        }
    }

    /// The fields that may be stored from these places on, before the game waits.
    fn from(&self, places: impl IntoIterator<Item = Pc>) -> u64 {
        self.walk(places.into_iter().collect(), true).stores
    }

    /// Follows the code from these places to the next wait. With `outwards`, goes on in the rules that called this one.
    fn walk(&self, mut open: Vec<Pc>, outwards: bool) -> Summary {
        let code = &self.program.code;
        let (mut seen, mut found) = (vec![false; code.len()], Summary::default());
        while let Some(pc) = open.pop() {
            let at = usize::from(pc);
            if at >= code.len() || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            found.stores |= self.stores.get(at).copied().unwrap_or(0);
            match code[at] {
                Op::Call { rule, .. } => {
                    let called = self.rules.get(usize::from(rule)).copied();
                    let called = called.unwrap_or(Summary { stores: 0, returns: true });
                    found.stores |= called.stores;
                    if called.returns {
                        open.push(pc + 1);
                    }
                }
                Op::Return {} => {
                    found.returns = true;
                    let is_own = |rule: &RuleCode| rule.entry.is_some_and(|entry| (entry..rule.end).contains(&pc));
                    if outwards && let Some(rule) = self.program.rules.iter().position(is_own) {
                        open.extend(&self.returns[rule]);
                    }
                }
                Op::Ask { site } => open.extend(self.program.sites.get(usize::from(site)).and_then(|site| site.otherwise)),
                Op::Checkpoint { .. } | Op::Rest {} | Op::Stop {} | Op::Trap { .. } | Op::Fail { .. } | Op::EndGame {} => {}
                op => {
                    op.operands(|kind, to| {
                        if kind == crate::program::Kind::To {
                            open.push(to);
                        }
                    });
                    if !matches!(op, Op::Jump { .. } | Op::Back { .. } | Op::BackJumpLe { .. }) {
                        open.push(pc + 1);
                    }
                }
            }
        }
        found
    }
}
