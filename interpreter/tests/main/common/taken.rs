//! A game that other rules take over, as a playtest does it.

use std::sync::Arc;

use interpreter::diagnostic::Diagnostic;
use interpreter::game::{Game, StopKind};
use interpreter::playtest::{Build, Moment, Playtest, Stage, Taken};
use interpreter::program::Program;
use interpreter::ruleset::{Setup, Texts};

/// A game that goes on under other rules.
pub struct Reloaded {
    pub game: Game,
    pub notes: Vec<String>,
    pub new: Vec<String>,
    /// The first choice that is no longer on offer: its number among all choices of the old game, and why.
    pub parted: Option<(usize, Diagnostic)>,
}

/// Other rules take a game over at its last call of the flow, also one that is over.
pub fn carry_over(old: &Game, program: Arc<Program>) -> Result<Reloaded, Diagnostic> {
    under(old, &program, |playtest, stage| {
        let head = playtest.head();
        let mut calls = playtest.stops(head).into_iter().filter(|(_, kind)| matches!(kind, StopKind::Call(_)));
        let shown = calls.next_back().map_or(Moment { node: head, tick: 0 }, |(moment, _)| moment);
        playtest.take_over(shown, stage)
    })
}

/// It is played again from its seed.
pub fn replay(old: &Game, program: Arc<Program>) -> Reloaded {
    let replayed = under(old, &program, |playtest, stage| Ok(playtest.replay(Moment::end(playtest.head()), stage)));
    replayed.expect("nothing keeps it from that")
}

fn under(
    old: &Game,
    program: &Arc<Program>,
    takes: impl FnOnce(&mut Playtest, Stage) -> Result<Taken, Diagnostic>,
) -> Result<Reloaded, Diagnostic> {
    let mut playtest = Playtest::of(None, old, |_| false);
    // Also the same program takes it over.
    let stage = playtest.stage(Some(Build { texts: Texts::default(), setup: Setup::default() }), program);
    let Taken { report, .. } = takes(&mut playtest, stage)?;
    let parted = report.parted.map(|(node, why)| (playtest.node(node).map_or(0, |node| node.end.choices - 1), why));
    let path = playtest.path(playtest.head());
    let game = path.game(path.parts().pop().expect("it is played"));
    Ok(Reloaded { game, notes: report.notes, new: report.new, parted })
}
