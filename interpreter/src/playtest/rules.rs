//! Changed rules: they take a race over at the moment shown, or play it again from its seed.

use super::refs::Change;
use super::{Event, Moment, NodeId, Playtest, RunPoint, Stage};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{LineKind, Snapshot, Status, Sum};
use crate::reload;
use crate::replay::{Labels, labels};

/// What was shown when other rules came, and what became of the race.
#[derive(Clone, Debug)]
pub struct RulesChange {
    pub from: Moment,
    pub report: Report,
}

/// What became of a race under other rules.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What did not fit and what became of it, in words, each once.
    pub notes: Vec<String>,
    /// What is new and begins as the rules say, in words, each once.
    pub new: Vec<String>,
    /// The first thing that was done and can't be done any more, and why. The race waits there.
    pub parted: Option<(NodeId, Diagnostic)>,
}

/// How a race goes on under other rules.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The moment that was shown, under the new rules.
    pub shown: Moment,
    pub report: Report,
}

impl Playtest {
    /// Lets other rules take the race over at the moment shown, as one deed. The state at the last call of the flow before that moment is
    /// mapped by name. What was done between the call and `shown` is done again. What bots did later is dropped, and what people did later
    /// stays as a branch. If nobody has done anything since the last change of rules, the new change replaces it, and what was there before
    /// comes back by itself. A race that is over, or has called no rule of the flow, begins anew with its seed.
    ///
    /// # Errors
    /// If the place in the flow can't be found again, or if the number of players has changed. Then nothing has changed.
    pub fn take_over(&mut self, shown: Moment, stage: Stage) -> Result<Taken, Diagnostic> {
        let was = (self.refs.clone(), self.undo.clone());
        let shown = self.without_last_change(shown);
        let gone = || Diagnostic::nowhere(Code::NotOffered, "what was shown is there no more");
        if self.nodes.get(&shown.node).ok_or_else(gone)?.stage == stage {
            self.redo.clear();
            self.drop_unreached();
            return Ok(Taken { shown, report: Report::default() });
        }
        let taken = self.taken_over(shown, stage);
        if taken.is_err() {
            (self.refs, self.undo) = was;
        }
        taken
    }

    fn taken_over(&mut self, shown: Moment, stage: Stage) -> Result<Taken, Diagnostic> {
        let (old, new) = (self.program(self.nodes[&shown.node].stage), self.program(stage));
        if old.players != new.players {
            let text = format!("the race has {} players, the new one {}", old.players, new.players);
            return Err(Diagnostic::nowhere(Code::NotOffered, text));
        }
        let is_over = matches!(self.at(shown).and_then(|scene| scene.status), Some(Status::Over | Status::Unfinished));
        match self.call_before(shown).filter(|_| !is_over) {
            None => Ok(self.anew(shown, stage, &[], None)),
            Some(call) => {
                let (.., report) = self.carried(call, stage)?;
                let event = Event::Rules(RulesChange { from: shown, report: report.clone() });
                let mut done: Vec<NodeId> = self.ways_back(shown.node).take_while(|node| *node != call.node).collect();
                done.reverse();
                let told = self.lines_since(call, shown);
                Ok(self.goes_on(shown, (Some(call), stage, event), &done, (report, Some(told))))
            }
        }
    }

    /// Plays the race again from its seed under other rules, as one deed: everything that was done until `shown`, up to the first thing
    /// that can't be done any more.
    pub fn replay(&mut self, shown: Moment, stage: Stage) -> Taken {
        let shown = self.without_last_change(shown);
        let done = self.way(shown.node);
        let told = self.at(shown).map(|scene| scene.sum.lines);
        self.anew(shown, stage, &done, told)
    }

    /// Begins the race again from its seed.
    fn anew(&mut self, shown: Moment, stage: Stage, done: &[NodeId], told: Option<usize>) -> Taken {
        let begin = self.ways_back(shown.node).find(|node| matches!(*self.nodes[node].event, Event::Begin { .. }));
        let begin = &self.nodes[&begin.expect("a race has a beginning")];
        let Event::Begin { seed, previous, .. } = &*begin.event else { unreachable!("it was found by that") };
        let instead = Some(RulesChange { from: shown, report: Report::default() });
        let event = Event::Begin { seed: *seed, previous: previous.clone(), instead };
        self.goes_on(shown, (begin.parent, stage, event), done, (Report::default(), told))
    }

    /// Goes on from a change of rules by repeating what was done, as one deed. `told` is the number of later lines to show; `None` shows
    /// all.
    fn goes_on(
        &mut self,
        from: Moment,
        (parent, stage, event): (Option<RunPoint>, Stage, Event),
        done: &[NodeId],
        (mut report, told): (Report, Option<usize>),
    ) -> Taken {
        let before = self.refs.clone();
        let mut later = self.ways_back(self.head()).take_while(|node| *node != from.node);
        let goes_on = later.any(|node| self.nodes[&node].event.is_of_person() || self.has_note(node));
        drop(later);
        if goes_on {
            self.branch_off(self.head());
        }
        let first = self.go(parent, stage, event, 0).expect("it has been looked whether it fits");
        self.again(done, &mut report);
        let mut event = (*self.nodes[&first].event).clone();
        if let Event::Rules(change) | Event::Begin { instead: Some(change), .. } = &mut event {
            change.report = report.clone();
        }
        if let Some(node) = self.nodes.get_mut(&first) {
            node.event = event.into();
        }
        let head = self.head();
        self.did("The rules were changed", before);
        let wanted = told.map(|told| self.nodes[&first].begin.lines + told);
        let shown = match wanted.filter(|wanted| *wanted < self.nodes[&head].end.lines) {
            // None of its lines had been shown yet.
            Some(lines) if lines == self.nodes[&first].begin.lines => Some(Moment { node: first, tick: 0 }),
            Some(lines) => {
                let node = self.ways_back(head).find(|node| self.nodes[node].begin.lines < lines);
                node.and_then(|node| Some(Moment { node, tick: self.run_of(node).written(lines)?.tick }))
            }
            None => None,
        };
        let to = shown.unwrap_or(Moment::end(head));
        if let Some(deed) = self.undo.last_mut() {
            deed.rules = Some(Change { from, to, head });
        }
        Taken { shown: to, report }
    }

    /// Does again what was done, up to the first thing that can't be done.
    fn again(&mut self, done: &[NodeId], report: &mut Report) {
        let none = Labels::new();
        let new = self.nodes[&self.head()].stage;
        let program = self.program(new);
        let (now, mut then) = (labels(&program), None::<(Stage, Labels)>);
        for id in done {
            let (event, old) = (self.nodes[id].event.clone(), self.nodes[id].stage);
            let taken = match &*event {
                Event::Begin { .. } | Event::Rules(_) => continue,
                Event::Edit(edit) => {
                    if let Err(why) = self.edit(edit.clone()) {
                        report.notes.push(format!("what was changed by hand can't be: {}", why.message));
                    }
                    continue;
                }
                Event::Choice { choice, by, millis, luck } => {
                    let run = self.run_of(self.head());
                    // An option without values is another option once its text changes, because rules that are still being typed rename
                    // nothing.
                    let (_, then) = match then.take().filter(|(of, _)| *of == old) {
                        Some(known) => then.insert(known),
                        None => then.insert((old, labels(&self.program(old)))),
                    };
                    let known = if choice.values.is_empty() { &none } else { &*then };
                    let told = self.run_of(*id);
                    let was = choice.told(told.lines.iter().find(|line| line.kind == LineKind::Chose), None);
                    reload::offered(&run.status, &program.names, choice, (known, &now), was).and_then(|(option, note)| {
                        report.notes.extend(note.filter(|note| !report.notes.contains(note)));
                        self.choose(option, *by, *millis, luck.clone())
                    })
                }
            };
            if let Err(problem) = taken {
                report.parted = Some((*id, problem));
                return;
            }
        }
    }

    /// Takes back the last change of rules, if nobody has done anything or looked back since. Returns what was shown when it came.
    fn without_last_change(&mut self, shown: Moment) -> Moment {
        let Some(change) = self.undo.last().and_then(|deed| deed.rules).filter(|change| change.head == self.head()) else {
            return shown;
        };
        let [now, then] = [shown, change.to].map(|moment| self.at(moment).map(|scene| scene.sum.lines));
        if now < then {
            return shown;
        }
        if let Some(deed) = self.undo.pop() {
            self.refs = deed.refs;
        }
        change.from
    }

    /// The state at a call of the flow, mapped by name onto another program, with the call there, the counts, and what did not fit.
    pub(super) fn carried(&mut self, call: RunPoint, stage: Stage) -> Result<(Snapshot, u16, Sum, Report), Diagnostic> {
        let gone = || Diagnostic::nowhere(Code::NotOffered, "the race has not called a rule of the flow yet");
        let stop = self.call(call).ok_or_else(gone)?;
        let held = stop.held(0).ok_or_else(gone)?;
        let (old, new) = (self.program(self.nodes[&call.node].stage), self.program(stage));
        let (state, checkpoint, notes) = reload::mapped(&old, &new, &held)?;
        let pending = held.pending.under(&old, &new);
        let report = Report { notes: notes.list, new: notes.new, parted: None };
        Ok((Snapshot { state: state.into(), journal: None, pending }, checkpoint, stop.sum, report))
    }

    /// The last call of the flow at or before a moment.
    fn call_before(&mut self, shown: Moment) -> Option<RunPoint> {
        let count = self.run_of(shown.node).calls().take_while(|stop| stop.tick <= shown.tick).count();
        let own = count.checked_sub(1).map(|call| RunPoint { node: shown.node, call: Some(call) });
        own.or_else(|| match (&*self.nodes[&shown.node].event, self.nodes[&shown.node].parent) {
            (Event::Begin { .. }, _) | (_, None) => None,
            (_, Some(parent)) => self.nodes[&parent.node].last_call,
        })
    }

    /// The number of lines written between a call of the flow and what is shown.
    fn lines_since(&mut self, call: RunPoint, shown: Moment) -> usize {
        let then = self.call(call).map_or(0, |stop| stop.sum.lines);
        let now = self.at(shown).map_or(then, |scene| scene.sum.lines);
        now.saturating_sub(then)
    }
}
