//! Changing the state by hand: a value, the place of a card, or what chance gives next.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use interpreter::edit::{Edit, type_of, values};
use interpreter::ir::{KindId, Type};
use interpreter::program::Program;
use interpreter::show;
use interpreter::why::What;

use super::Around;
use super::form::{Ended, buttons_ui, choice_ui, text_ui};
use crate::playtest::{Act, Race, Thing};
use crate::ui::action::Action;
use crate::ui::words::titled;

/// Up to this many numbers are offered as a list; otherwise the number is typed.
const MOST_NUMBERS: usize = 12;

/// The form for one change.
#[derive(Clone, PartialEq, Debug)]
pub enum EditForm {
    /// Gives a thing another value, chosen from `values` or typed in `text`. `range` describes the values it may have.
    Value { of: Meant, values: Vec<String>, chosen: usize, text: String, range: String },
    /// Puts a card in another place.
    Card { of: Meant, kind: KindId, card: usize, piles: Vec<String>, chosen: usize },
    /// Sets what chance gives next. The sources are dice and kinds of cards, by name.
    Chance { sources: Vec<Source>, chosen: usize, text: String },
}

/// A thing by its number, with the only program in which that number is valid.
#[derive(Clone)]
pub struct Meant {
    thing: Thing,
    program: Arc<Program>,
}

impl fmt::Debug for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.thing.fmt(f)
    }
}

impl PartialEq for Meant {
    fn eq(&self, other: &Meant) -> bool {
        self.thing == other.thing && Arc::ptr_eq(&self.program, &other.program)
    }
}

/// A source of chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    name: String,
    is_die: bool,
    /// The values it can give.
    gives: String,
}

impl Meant {
    /// Values as people read them: spaces as they are called.
    fn told(&self, values: &[String]) -> Vec<String> {
        let are_spaces = match self.thing.what {
            What::Piece(..) => true,
            What::Field(field, _) => type_of(&self.program, field).is_some_and(|ty| *ty.present() == Type::Space),
            _ => false,
        };
        let spaces = self.program.spaces.iter().zip(&self.program.called).filter(|_| are_spaces);
        let by_id: BTreeMap<&str, &str> = spaces.map(|(id, called)| (&**id, &**called)).collect();
        values.iter().map(|value| (*by_id.get(value.as_str()).unwrap_or(&value.as_str())).to_owned()).collect()
    }
}

impl EditForm {
    /// Opens the form for a thing on the table.
    pub fn of(race: &Race, thing: Thing) -> Option<EditForm> {
        let program = &race.program;
        let state = race.table_state.read(program);
        let of = Meant { thing, program: program.clone() };
        Some(match of.thing.what {
            What::Field(field, owner) => {
                let ty = type_of(program, field)?;
                let now = state.field(field, owner).shown();
                let values = values(program, ty).unwrap_or_default();
                let is_number = |value: &String| value.parse::<i32>().is_ok();
                if let [first, .., last] = &values[..]
                    && values.len() > MOST_NUMBERS
                    && values.iter().all(is_number)
                {
                    let range = format!("{first} to {last}");
                    return Some(EditForm::Value { of, values: vec![], chosen: 0, text: now, range });
                }
                let chosen = values.iter().position(|value| *value == now).unwrap_or(0);
                let range = "Write several in brackets, separated by commas: [a, b]".to_owned();
                EditForm::Value { of, values, chosen, text: now, range }
            }
            What::Piece(kind, piece) => {
                let mut values = vec!["off the board".to_owned()];
                values.extend(program.spaces.iter().map(|space| space.to_string()));
                let at = race.table_state.read(program).piece(kind, piece);
                let chosen = at.map_or(0, |space| space + 1);
                EditForm::Value { of, values, chosen, text: String::new(), range: String::new() }
            }
            What::Card(kind, card) => {
                let cards = program.cards.get(kind.index())?;
                let piles = (0..cards.heaps.len()).map(|heap| show::heap(program, kind.index(), heap)).collect();
                EditForm::Card { of, kind, card, piles, chosen: state.heap(kind, card).unwrap_or(0) }
            }
            What::Place(_) => return None,
        })
    }

    /// Opens the form for the next rolls and draws; `None` if the game has no chance.
    pub fn chance(race: &Race) -> Option<EditForm> {
        let program = &race.program;
        let dice = program.ir.dice.iter().zip(&program.dice).map(|(die, table)| {
            let mut faces = program.faces(table).to_vec();
            faces.dedup();
            let gives = faces.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
            Source { name: die.name.to_string(), is_die: true, gives }
        });
        let kinds = program.ir.kinds.iter().enumerate().filter(|(n, _)| program.cards[*n].count > 0);
        let cards = kinds.map(|(n, kind)| {
            let mut names: Vec<&str> = program.rows[n].names.iter().map(|name| &**name).collect();
            names.dedup();
            Source { name: kind.name.to_string(), is_die: false, gives: names.join(", ") }
        });
        let sources: Vec<Source> = dice.chain(cards).collect();
        (!sources.is_empty()).then(|| EditForm::Chance { sources, chosen: 0, text: String::new() })
    }

    /// Whether the thing's number may mean something else in this program.
    pub fn is_of_other_rules(&self, program: &Arc<Program>) -> bool {
        match self {
            EditForm::Value { of, .. } | EditForm::Card { of, .. } => !Arc::ptr_eq(&of.program, program),
            EditForm::Chance { .. } => false,
        }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self, program: &Program) -> Result<Action, String> {
        let edit = match self {
            EditForm::Value { of, values, chosen, text, .. } => {
                let value = values.get(*chosen).unwrap_or(text);
                Edit::of(&of.program, of.thing.what, value)
            }
            EditForm::Card { of, kind, card, chosen, .. } => Edit::card(&of.program, *kind, *card, *chosen),
            EditForm::Chance { sources, chosen, text } => {
                let parts = || text.split(',').map(str::trim).filter(|part| !part.is_empty());
                if parts().next().is_none() {
                    return Err("Type what comes next; separate several by commas.".to_owned());
                }
                match sources.get(*chosen) {
                    Some(Source { name, is_die: true, .. }) => {
                        let face = |part: &str| part.parse().map_err(|_| format!("{part} is not a number."));
                        Some(Edit::Roll { die: name.clone(), faces: parts().map(face).collect::<Result<_, _>>()? })
                    }
                    Some(Source { name, .. }) => {
                        Some(Edit::Draw { kind: name.clone(), cards: parts().map(str::to_owned).collect() })
                    }
                    None => None,
                }
            }
        };
        let edit = edit.ok_or("This can't be set.")?;
        edit.check(program)?;
        Ok(Action::Playtest(Act::Edit(edit)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        let Some(race) = &app.sitting.race else { return Some(Ended::Cancelled) };
        match self {
            EditForm::Value { of, values, chosen, text, range } => {
                ui.heading(titled(&of.thing.name));
                if values.is_empty() {
                    text_ui(ui, "Value", text);
                    ui.small(&**range);
                } else {
                    choice_ui(ui, "Value", &of.told(values), chosen);
                }
            }
            EditForm::Card { of, piles, chosen, .. } => {
                ui.heading(titled(&of.thing.name));
                choice_ui(ui, "On top of", piles, chosen);
            }
            EditForm::Chance { sources, chosen, text } => {
                ui.heading("Next dice and cards");
                let names: Vec<String> = sources.iter().map(|source| titled(&source.name)).collect();
                if choice_ui(ui, "Which", &names, chosen) {
                    text.clear();
                }
                text_ui(ui, "Next", text);
                let gives = sources.get(*chosen).map_or("", |source| &source.gives);
                ui.add(egui::Label::new(egui::RichText::new(format!("One or more of: {gives}")).small()).truncate());
            }
        }
        if race.looks_back {
            ui.small("The race goes on from the moment on show. Everything after it is kept as a branch.");
        }
        buttons_ui(ui, "Set", self.check(&race.program))
    }
}
