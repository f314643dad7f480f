//! The way from where a race began to a node, to be looked up by lines.

use super::{Event, Moment, NodeId, Playtest};
use crate::game::{Line, StopKind, Sum};

/// The nodes since a race began, the first one first, each as far as the next one goes on from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    legs: Vec<Leg>,
}

/// A node, and what had been counted when it began and when the next one did.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leg {
    node: NodeId,
    begin: Sum,
    end: Sum,
}

impl Path {
    /// The nodes.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.legs.iter().map(|leg| leg.node)
    }

    /// How many lines have been written, and choices been made.
    pub fn sum(&self) -> Sum {
        self.legs.last().map_or(Sum::default(), |leg| leg.end)
    }

    /// The node in which a line was written, from 0, and its number there.
    fn leg(&self, line: usize) -> Option<(NodeId, usize)> {
        let leg = self.legs.get(self.legs.partition_point(|leg| leg.end.lines <= line))?;
        Some((leg.node, line - leg.begin.lines))
    }
}

impl Playtest {
    /// The way to a node from where its race began.
    pub fn path(&self, to: NodeId) -> Path {
        let mut legs: Vec<Leg> = vec![];
        for id in self.ways_back(to) {
            let Some(node) = self.nodes.get(&id) else { break };
            // Other rules may have taken it over in the middle; of an answer that comes next a choice more is counted.
            let end = legs
                .last()
                .map_or(node.end, |next: &Leg| Sum { choices: node.end.choices.min(next.begin.choices), ..next.begin });
            legs.push(Leg { node: id, begin: node.begin, end });
            if matches!(*node.event, Event::Begin { .. }) {
                break;
            }
        }
        legs.reverse();
        Path { legs }
    }

    /// A line of a path, from 0, and the moment at which it was written.
    pub fn line(&mut self, path: &Path, line: usize) -> Option<(Moment, Line)> {
        let (node, n) = path.leg(line)?;
        let run = self.run_of(node);
        let written = run.begin.lines + n + 1;
        let stop = run
            .stops
            .iter()
            .rev()
            .find(|stop| matches!(stop.kind, StopKind::Line | StopKind::Turn) && stop.sum.lines == written)?;
        Some((Moment { node, tick: stop.tick }, run.lines.get(n)?.clone()))
    }

    /// All lines of a path.
    pub fn lines(&mut self, path: &Path) -> Vec<Line> {
        let mut all = vec![];
        for leg in &path.legs {
            let count = leg.end.lines - leg.begin.lines;
            all.extend(self.run_of(leg.node).lines.iter().take(count).cloned());
        }
        all
    }
}
