//! Problems of a board, found while it is drawn: the interpreter's problems, each with the things it is about and fixes for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use interpreter::data::manifest::Manifest;
use interpreter::diagnostic::{Code, Diagnostic, Severity, has_errors};
use interpreter::ir::{self, FieldId, Ir, Owner};
use interpreter::program::Program;
use interpreter::ruleset::{Built, Pictures, Ruleset, Setup};
use interpreter::source::Span;

use super::document::{Document, Ignored, Item, Key, List};
use super::edit::Edit;
use super::schema::Schema;
use super::write::{self, Written};
use crate::board::look::{DIRECTIONS, is_compass};

mod fixes;
mod folds;
mod overlap;
pub mod steps;
pub mod touched;
pub mod watch;

/// One problem of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    pub code: Code,
    pub is_error: bool,
    /// Whether it only says what is still to be drawn: an empty board has it, too.
    pub is_step: bool,
    pub message: String,
    pub hint: Option<String>,
    /// What it is about; empty for the whole track.
    pub about: Vec<About>,
    /// At how many of those it lies: the first ones. The others are only involved.
    pub lies_at: usize,
    /// Edits that would fix it, the most likely first.
    pub fixes: Vec<Fix>,
    /// Fields of the space whose values would answer it.
    pub asks: Vec<Arc<str>>,
    /// Why somebody ignores it; ignored problems are listed separately.
    pub ignored: Option<String>,
}

/// What a problem is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// A space, link, path or label.
    Item(List, Key),
    /// A property of the track itself: `name`, `sheet`.
    Entry(Arc<str>),
    /// The rules: a file, and a line in it.
    Rules(Arc<str>, usize),
}

/// An edit that fixes a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Fix {
    pub title: String,
    pub edit: Edit,
}

/// Finds the problems of boards for one set of rules. Made again when the rules change.
#[derive(Clone, Debug)]
pub struct Checker {
    /// The ruleset without its rules, which are already woven.
    ruleset: Ruleset,
    ir: Arc<Ir>,
    /// Whether the rules themselves have no errors.
    is_sound: bool,
    pub schema: Arc<Schema>,
    steps: Arc<OnceLock<Arc<[Arc<str>]>>>,
    done_by_templates: Arc<OnceLock<Arc<[steps::Does]>>>,
}

impl Checker {
    /// A checker for the base, or for the base with add-ons.
    pub fn new(ruleset: &Ruleset, addons: &[Arc<str>]) -> Checker {
        let (ir, problems) = ruleset.weave(addons);
        let schema = Arc::new(Schema::of(ruleset, &ir));
        let is_sound = !ruleset.is_stopped(addons, None) && !has_errors(&problems);
        Checker { ruleset: ruleset.bare(), ir, is_sound, schema, steps: Arc::default(), done_by_templates: Arc::default() }
    }

    /// The manifest: looks, and what else the ruleset says about itself.
    pub fn manifest(&self) -> &Manifest {
        &self.ruleset.manifest
    }

    /// The rules, with the add-ons that are on.
    pub fn ir(&self) -> &Ir {
        &self.ir
    }

    /// A text of the ruleset as it was when the rules were woven, by the name that problems use: `my-race/game.ron`.
    pub fn source(&self, name: &str) -> Option<&Arc<str>> {
        self.ruleset.sources.iter().find(|(_, source)| *source.name == *name).map(|(_, source)| &source.text)
    }

    /// The name of the text in which a span lies.
    pub fn source_name(&self, span: Span) -> &str {
        &self.ruleset.sources.get(span.source).name
    }

    /// The ruleset's own icons.
    pub fn pictures(&self) -> &Pictures {
        &self.ruleset.pictures
    }

    /// The text of a data file beside the rules.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.ruleset.data.get(file).map(|source| &*self.ruleset.sources.get(*source).text)
    }

    /// The texts of the ruleset's tracks, except for the one with this name.
    pub fn other_tracks<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + Clone {
        let others = self.ruleset.tracks.iter().filter(move |(other, _)| *other != name);
        others.map(|(_, source)| &*self.ruleset.sources.get(*source).text)
    }

    /// Whether the rules can be played, so that they can check boards.
    pub fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// The board as the interpreter sees it, built without going through the disk; with a program if there are no errors, which calls spaces as
    /// people do. `name` is the track's file name without `.ron`.
    pub fn built(&self, document: &Document, name: &str, players: Option<usize>) -> Built {
        let track = Some(name.to_owned());
        let setup = Setup { track, players, names_spaces: true, ..Setup::default() };
        self.with(&write::write(document), name).build_woven(self.ir.clone(), &setup)
    }

    fn build(&self, written: &Written, name: &str, players: Option<usize>) -> (Built, Ruleset) {
        let ruleset = self.with(written, name);
        let setup = Setup { track: Some(name.to_owned()), players, ..Setup::default() };
        (ruleset.build_woven(self.ir.clone(), &setup), ruleset)
    }

    /// Only reads a track, without checking it against the rules.
    fn read(&self, written: &Written, name: &str) -> (Vec<Diagnostic>, Ruleset) {
        let ruleset = self.with(written, name);
        let setup = Setup { track: Some(name.to_owned()), ..Setup::default() };
        (ruleset.read_woven(self.ir.clone(), &setup).problems, ruleset)
    }

    fn with(&self, written: &Written, name: &str) -> Ruleset {
        let mut ruleset = self.ruleset.clone();
        let source = ruleset.sources.add(format!("tracks/{}/{name}.ron", ruleset.name), written.text.as_str());
        ruleset.tracks.insert(name.to_owned(), source);
        ruleset
    }

    /// All problems of a board, without those of the rules themselves.
    pub fn problems(&self, document: &Document, name: &str) -> Vec<Problem> {
        self.check(document, name).problems.to_vec()
    }

    /// The same, with what the rules work out if the board can be played.
    pub fn check(&self, document: &Document, name: &str) -> Checked {
        self.check_for(&Patient, document, name)
    }

    /// The same for somebody who waits: reports problems first, before it tries links that would fix them, and templates, which takes longer.
    pub fn check_for(&self, waiting: &dyn Waiting, document: &Document, name: &str) -> Checked {
        let written = write::write(document);
        let (built, ruleset) = self.build(&written, name, None);
        let mut problems = self.found(document, name, &written, &built.problems, &ruleset);
        problems.extend(self.folds(document, true));
        self.tell_steps(document, &mut problems);
        let (program, worked_out) = (built.program, built.worked_out);
        let checked = |problems: &[Problem]| Checked {
            problems: problems.into(),
            steps: self.steps(),
            done_by_templates: self.done_by_templates.get().cloned().unwrap_or_default(),
            program: program.clone(),
            worked_out: worked_out.clone(),
            document: document.clone(),
        };
        let are_steps_left = problems.iter().any(|problem| problem.is_step) && self.done_by_templates.get().is_none();
        let are_links_drawn = problems.iter().flat_map(|problem| &problem.fixes).any(Fix::draws_links);
        if are_steps_left || are_links_drawn {
            let mut so_far = problems.clone();
            so_far.iter_mut().for_each(|problem| problem.fixes.retain(|fix| !fix.draws_links()));
            waiting.hear(checked(&so_far));
        }
        if are_steps_left {
            self.try_templates();
        }
        if are_links_drawn {
            fixes::keep_safe(self, waiting, document, name, &mut problems);
        }
        checked(&problems)
    }

    /// All problems, without testing whether the proposed links would fix them.
    pub fn unmended(&self, document: &Document, name: &str) -> Vec<Problem> {
        let written = write::write(document);
        let (built, ruleset) = self.build(&written, name, None);
        let mut problems = self.found(document, name, &written, &built.problems, &ruleset);
        problems.extend(self.folds(document, false));
        self.tell_steps(document, &mut problems);
        problems
    }

    fn found(&self, document: &Document, name: &str, written: &Written, found: &[Diagnostic], ruleset: &Ruleset) -> Vec<Problem> {
        let ignored = document.header().ignored();
        let own = ruleset.tracks.get(name).copied();
        let concerns = |problem: &&Diagnostic| self.is_sound || problem.span.is_some_and(|span| Some(span.source) == own);
        let about = |problem: &Diagnostic| {
            let places = problem.span.into_iter().chain(problem.labels.iter().map(|(span, _)| *span));
            let mut about = vec![];
            for span in places {
                let thing = if Some(span.source) == own { self.thing(written, span) } else { rules(ruleset, span) };
                about.extend(thing.filter(|thing| !about.contains(thing)));
            }
            about
        };
        let found: Vec<(&Diagnostic, Vec<About>)> =
            found.iter().filter(concerns).map(|problem| (problem, about(problem))).collect();
        let key = |about: &About| if let About::Item(_, key) = about { Some(*key) } else { None };
        let errors = found.iter().filter(|(problem, _)| problem.severity == Severity::Error);
        let all_wrong: BTreeSet<Key> = errors.flat_map(|(_, about)| about).filter_map(key).collect();
        let mut overlaps = 0;
        found
            .into_iter()
            .map(|(problem, about)| {
                let why = self.why_ignored(document, &ignored, problem.code, &about, &problem.message);
                let place = problem.span.filter(|span| Some(span.source) == own);
                let said = place.map_or("", |span| ruleset.sources.slice(span));
                let check = problem.labels.iter().map(|(span, _)| *span).find(|span| Some(span.source) != own);
                let check = check.filter(|_| problem.code == Code::CheckFailed).map_or("", |span| ruleset.sources.slice(span));
                overlaps += usize::from(problem.code == Code::Overlap);
                let is_mended = problem.code != Code::Overlap || overlaps <= overlap::MOST_MENDED;
                let wrong = if problem.code == Code::WrongValue { said } else { "" };
                let asks = match about.first() {
                    Some(About::Item(List::Spaces, key)) => {
                        document.item(*key).map(|item| fixes::asked(&self.schema, item, check, wrong))
                    }
                    _ => None,
                };
                Problem {
                    code: problem.code,
                    is_error: problem.severity == Severity::Error,
                    is_step: false,
                    message: problem.message.clone(),
                    hint: problem.hint.clone(),
                    fixes: if is_mended {
                        fixes::fixes(document, (&self.schema, self.manifest()), problem, (&about, said), &all_wrong)
                    } else {
                        vec![]
                    },
                    asks: asks.unwrap_or_default(),
                    about,
                    lies_at: 1,
                    ignored: why,
                }
            })
            .collect()
    }

    /// Why somebody ignores a problem.
    fn why_ignored(&self, document: &Document, all: &[Ignored], code: Code, about: &[About], says: &str) -> Option<String> {
        let mut said = all.iter().filter(|one| one.problem == code.text() && one.says == says).peekable();
        // Its place is looked for only then.
        said.peek()?;
        let at = about.first().map_or_else(String::new, |about| self.place(document, about));
        said.find(|one| one.at == at).map(|one| one.why.clone())
    }

    fn thing(&self, written: &Written, span: Span) -> Option<About> {
        let byte = span.start as usize;
        let item = written.item_at(byte).map(|placed| About::Item(placed.list, placed.key));
        item.or_else(|| written.entry_at(byte).map(|name| About::Entry(name.into())))
    }

    fn place(&self, document: &Document, about: &About) -> String {
        match about {
            About::Item(_, key) => document.item(*key).map(|item| place_name(item)).unwrap_or_default(),
            About::Entry(name) => name.to_string(),
            About::Rules(..) => String::new(),
        }
    }
}

/// What identifies a thing when it moves in the file.
fn place_name(item: &Item) -> String {
    match item.spaces.as_slice() {
        [first, .., last] if item.fields.get("name").is_none() => format!("{} {first}-{last}", item.kind),
        _ => item.title(),
    }
}

fn rules(ruleset: &Ruleset, span: Span) -> Option<About> {
    let (line, _) = ruleset.sources.line_column(span);
    Some(About::Rules(ruleset.sources.get(span.source).name.clone(), line))
}

/// Somebody who waits for a check.
pub trait Waiting {
    /// Receives the problems before links that would fix them and templates were tried; none is proposed yet.
    fn hear(&self, so_far: Checked);
    /// Whether proposals still matter; there may be a newer board.
    fn waits(&self) -> bool;
}

/// Somebody who waits until everything is done.
struct Patient;

impl Waiting for Patient {
    fn hear(&self, _: Checked) {}

    fn waits(&self) -> bool {
        true
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub problems: Arc<[Problem]>,
    steps: Arc<[Arc<str>]>,
    done_by_templates: Arc<[steps::Does]>,
    /// The board as it is played; `None` if it can't be.
    program: Option<Arc<Program>>,
    /// What could be worked out for a board that can't be played.
    worked_out: Option<Arc<Program>>,
    /// The document that was checked.
    document: Document,
}

impl Checked {
    /// The value of a space's field, given or worked out by the rules; `None` if the board can't be played yet.
    pub fn worked_out(&self, space: Key, field: &str) -> Option<String> {
        let program = self.program.as_ref()?;
        let at = self.document.spaces().iter().position(|item| item.key == space)?;
        let is_it = |of: &ir::Field| of.owner == Owner::Space && *of.name == *field;
        let id = program.ir.fields.iter().position(is_it)?;
        let (slot, words) = program.field_slot(FieldId(id as u16), at);
        let value = program.image.get(usize::from(slot)..usize::from(slot) + words)?;
        Some(interpreter::show::value(program, &program.ir.fields[id].ty, value))
    }
}

impl Checked {
    /// The direction that each space faces by this field, given or worked out: 0 north, 1 east, 2 south, 3 west. `None` if the rules can't
    /// work anything out.
    pub fn facings(&self, field: &str) -> Option<BTreeMap<Key, usize>> {
        let program = self.program.as_ref().or(self.worked_out.as_ref())?;
        let is_it = |of: &ir::Field| of.owner == Owner::Space && *of.name == *field && is_compass(program, &of.ty);
        let id = FieldId(program.ir.fields.iter().position(is_it)? as u16);
        let facing = |space: usize| {
            let word = *program.image.get(usize::from(program.field_slot(id, space).0))?;
            usize::try_from(word).ok().filter(|direction| *direction < DIRECTIONS.len())
        };
        let spaces = self.document.spaces().iter().enumerate().take(program.spaces.len());
        Some(spaces.filter_map(|(n, item)| Some((item.key, facing(n)?))).collect())
    }
}

impl About {
    /// Whether it is the rules, and nothing on the board.
    pub fn is_rules(&self) -> bool {
        matches!(self, About::Rules(..))
    }
}

impl Problem {
    /// The message without the thing that it is about.
    pub fn bare(&self) -> &str {
        let behind = || self.message.strip_prefix('`')?.split_once("`: ").filter(|(name, _)| !name.contains('`'));
        match self.about.first() {
            Some(About::Item(..)) => behind().map_or(&self.message, |(_, bare)| bare),
            _ => &self.message,
        }
    }

    /// The things on the board that it is about.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.about.iter().filter_map(|about| match about {
            About::Item(_, key) => Some(*key),
            _ => None,
        })
    }

    /// The edit that ignores it, with this reason.
    pub fn ignore(&self, document: &Document, why: &str) -> Edit {
        Edit::Ignore(self.as_ignored(document, why))
    }

    /// The edit that lists it again.
    pub fn notice(&self, document: &Document) -> Edit {
        Edit::Notice(self.as_ignored(document, ""))
    }

    fn as_ignored(&self, document: &Document, why: &str) -> Ignored {
        let at = match self.about.first() {
            Some(About::Item(_, key)) => document.item(*key).map(|item| place_name(item)).unwrap_or_default(),
            Some(About::Entry(name)) => name.to_string(),
            Some(About::Rules(..)) | None => String::new(),
        };
        Ignored { problem: self.code.text().to_owned(), says: self.message.clone(), at, why: why.to_owned() }
    }
}
