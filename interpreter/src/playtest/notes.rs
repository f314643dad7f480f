//! What people have written at moments of a race: notes, and answers to what the ruleset asks them at its end. It stands beside the tree, so
//! that a note on an old moment moves nothing that follows it.

use serde::{Deserialize, Serialize};

use super::{Moment, NodeId, Playtest};

/// What somebody has written at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub at: Moment,
    /// The seat of whoever wrote it; `None` is an onlooker.
    pub by: Option<usize>,
    pub sign: Sign,
    /// May be empty where the sign says enough.
    pub text: String,
}

/// What a note is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    Smile,
    Question,
    Word,
    /// It answers this question of the ruleset.
    Answer(String),
}

impl Note {
    /// The question that it answers, if it is an answer.
    pub fn answers(&self) -> Option<&str> {
        if let Sign::Answer(question) = &self.sign { Some(question) } else { None }
    }
}

/// A note as it was, and as it becomes: a new one wasn't, and one that is deleted becomes nothing.
pub type NoteChange = (Option<Note>, Option<Note>);

impl Playtest {
    /// All notes and answers, in the order of their moments.
    pub fn notes(&self) -> &[Note] {
        &self.refs.notes
    }

    /// Writes, changes and deletes notes, as one deed. A note that isn't there is neither changed nor deleted, and none is written at a
    /// moment that isn't there. Does nothing if nothing changes.
    pub fn write_notes(&mut self, changes: Vec<NoteChange>) {
        let (before, mut notes) = (self.refs.clone(), self.refs.notes.to_vec());
        for (was, becomes) in changes {
            if let Some(was) = was {
                let Some(at) = notes.iter().position(|note| *note == was) else { continue };
                notes.remove(at);
            }
            notes.extend(becomes.filter(|note| self.nodes.contains_key(&note.at.node)));
        }
        notes.sort_by_key(|note| note.at);
        if *notes == *before.notes {
            return;
        }
        let is_of_notes = notes.iter().chain(&*before.notes).any(|note| {
            let is_other = notes.contains(note) != before.notes.contains(note);
            is_other && note.answers().is_none()
        });
        let name = match notes.len().cmp(&before.notes.len()) {
            _ if !is_of_notes => "Answered questions",
            std::cmp::Ordering::Less => "Deleted a note",
            std::cmp::Ordering::Equal => "Changed a note",
            std::cmp::Ordering::Greater => "Wrote a note",
        };
        self.refs.notes = notes.into();
        self.did(name, before);
    }

    /// Whether anything is written at a moment of a node.
    pub(super) fn has_note(&self, node: NodeId) -> bool {
        self.refs.notes.iter().any(|note| note.at.node == node)
    }
}
