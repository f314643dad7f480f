//! What people have written at moments of a race, and where that stands on its timeline.

use std::collections::BTreeSet;

use interpreter::playtest::{Moment, NodeId, Note, NoteChange, Sign};

use super::time::Act;
use super::timeline::Stop;
use super::{Race, Stage};
use crate::words::capital;

/// A note with where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    pub note: Note,
    /// Who wrote it: `Anna`, or `an onlooker`.
    pub by: String,
    /// When: `turn 12, Anna's turn`, or that it is on another branch.
    pub when: String,
    /// Its stop on the timeline; `None` if it is on another branch.
    pub stop: Option<usize>,
    /// The moment that it leads to.
    leads: Option<Moment>,
}

impl Noted {
    /// The whole note in a line: `Anna, turn 12: That was close`.
    pub fn told(&self) -> String {
        let said = match &self.note.sign {
            Sign::Smile => "a smile",
            Sign::Question => "a question",
            Sign::Word | Sign::Answer(_) => "",
        };
        let said: Vec<&str> = [said, &self.note.text].into_iter().filter(|said| !said.is_empty()).collect();
        format!("{}, {}: {}", capital(&self.by), self.when, said.join(", "))
    }

    /// What leads to its moment, unless it is on another branch.
    pub fn leads(&self, race: &Race) -> Option<Act> {
        let moment = self.leads?;
        Some(if moment == race.newest() { Act::Now } else { Act::LookAtMoment(moment) })
    }
}

/// What somebody at the table is called, by seat; `None` is an onlooker.
pub fn writer(names: &[std::sync::Arc<str>], by: Option<usize>) -> String {
    by.and_then(|seat| names.get(seat)).map_or("an onlooker".to_owned(), |name| name.to_string())
}

/// The name of a sign's icon.
pub fn icon(sign: &Sign) -> &'static str {
    match sign {
        Sign::Smile => "smile",
        Sign::Question => "circle-question-mark",
        Sign::Word | Sign::Answer(_) => "file-text",
    }
}

/// When something is on the timeline: `turn 12, Anna's turn`.
pub fn when(stop: &Stop, stage: &Stage) -> String {
    match stop.turn_of.and_then(|player| stage.program.names.get(player)) {
        _ if stop.turn == 0 => "before the first turn".to_owned(),
        Some(name) => format!("turn {}, {name}'s turn", stop.turn),
        None => format!("turn {}", stop.turn),
    }
}

impl Race {
    /// The notes, in the order of their moments, without the answers to what the ruleset asks.
    pub fn notes(&self) -> &[Noted] {
        self.notes.get_or_init(|| {
            let notes = self.playtest.notes().iter().filter(|note| note.answers().is_none());
            let mut elsewhere = None;
            notes.map(|note| self.noted(note, &mut elsewhere)).collect()
        })
    }

    /// What was answered to what the ruleset asks.
    pub fn answers(&self) -> impl Iterator<Item = &Note> {
        self.playtest.notes().iter().filter(|note| note.answers().is_some())
    }

    /// `elsewhere` are the nodes of other branches, once they were looked for.
    fn noted(&self, note: &Note, elsewhere: &mut Option<BTreeSet<NodeId>>) -> Noted {
        let stage =
            self.playtest.node(note.at.node).and_then(|node| self.stages.get(&node.stage)).unwrap_or(self.present_stage());
        let by = writer(&stage.program.names, note.by);
        let is_on_path = self.path.find(note.at.node).is_some();
        let is_elsewhere = !is_on_path && elsewhere.get_or_insert_with(|| self.other_branches()).contains(&note.at.node);
        if is_elsewhere {
            return Noted { note: note.clone(), by, when: "on another branch".to_owned(), stop: None, leads: None };
        }
        // Where other rules took the turn over, its moment lies on no branch any more: it stands where these came.
        let timeline = self.timeline();
        let stop = timeline.at(note.at);
        let when = timeline.stops.get(stop).map_or(String::new(), |stop| when(stop, stage));
        let leads = if is_on_path { Some(note.at) } else { timeline.stops.get(stop).map(|stop| stop.moment) };
        Noted { note: note.clone(), by, when, stop: Some(stop), leads }
    }

    fn other_branches(&self) -> BTreeSet<NodeId> {
        let refs = self.playtest.refs();
        let others = refs.branches.iter().enumerate().filter(|(n, _)| *n != refs.on);
        others.flat_map(|(_, branch)| self.playtest.way(branch.tip)).collect()
    }

    /// Writes, changes and deletes notes. What is on show stays on show.
    pub(super) fn write_notes(&mut self, changes: Vec<NoteChange>) {
        self.playtest.write_notes(changes);
        self.bring();
        self.read_branches();
    }
}
