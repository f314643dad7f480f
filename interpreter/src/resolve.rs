//! Turns syntax trees into one resolved ruleset: names become ids, expressions get types, and add-ons are woven in. It finds all problems
//! at once. A wrong expression has the type [`Type::Unknown`], which fits everywhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, list_names, nearest};
use crate::ir::*;
use crate::source::Span;
use crate::syntax::tree::{self, Tree};

mod assign;
mod board;
mod branch;
mod call;
mod choose;
mod expr;
mod fixed;
mod follow;
mod goals;
mod header;
mod literal;
mod member;
mod name;
mod narrow;
mod operate;
mod pile;
mod purity;
mod query;
mod reach;
pub(crate) mod schema;
mod scope;
mod secrets;
mod stmt;
mod tests;
mod types;
mod weave;

pub use follow::essential;
use purity::Purity;
pub use scope::BUILT_IN_VALUES;
use scope::{Global, Routine};
pub use types::same_rule;
use weave::Stack;

/// The problem of a name that doesn't exist, with the nearest known name as a hint.
fn no_such<'n>(what: &str, name: &tree::Name, known: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    let problem = Diagnostic::error(Code::UnknownName, name.span, format!("there is no {what} `{}`", name.text));
    problem.did_you_mean(nearest(&name.text, known))
}

/// Resolves the modules of a game with the add-ons that are switched on, in the manifest's order. `known` are the names of all add-ons that
/// there are; none if nobody knows them all.
pub fn resolve(base: &[Arc<Tree>], addons: &[&Tree], known: Option<&[&str]>) -> (Ir, Vec<Diagnostic>) {
    let mut r = Resolver { known_addons: known, ..Resolver::new(base, addons) };
    r.read_headers();
    r.declare_names();
    r.declare_rules();
    r.resolve_types();
    r.resolve_signatures();
    r.resolve_fixed();
    r.resolve_bodies();
    r.resolve_tests();
    r.resolve_goals();
    r.check_load_time();
    r.check_secrets();
    r.check_unused_layers();
    r.check_counts();
    r.problems.sort_by_key(|d| d.span.map(|s| (s.source, s.start, s.end)));
    r.problems.dedup();
    (r.ir, r.problems)
}

/// The deepest nesting that is followed. Anything deeper is a problem, not a crash. In a debug build a level takes up to 13 KB of the
/// stack, and a thread may have no more than 2 MB.
const MOST_DEPTH: u32 = 100;

/// What is known so far about the ruleset, and about the text being resolved.
struct Resolver<'t> {
    ir: Ir,
    problems: Vec<Diagnostic>,
    /// The modules, then the add-ons, each with its origin.
    files: Vec<(Origin, &'t Tree)>,
    /// For the base, then for each add-on, the origins that its text sees (bit 0 is the base).
    views: Vec<u64>,
    /// All add-ons that could be switched on, if they are known.
    known_addons: Option<&'t [&'t str]>,
    /// For each add-on, the add-ons that it requires, and those that they require.
    needs: Vec<Vec<u16>>,

    names: BTreeMap<&'t str, Global>,
    stacks: Vec<Stack<'t>>,
    /// The work for each rule, in the order of `ir.rules`.
    jobs: Vec<weave::Job<'t>>,
    schema: schema::Schema<'t>,
    compass: Option<EnumId>,
    /// Names already reported as unknown, with the index of their problem.
    missed: BTreeMap<(Arc<str>, Arc<str>), usize>,
    /// For each decision, the types of its options' values, for answers in tests.
    answers: Vec<Vec<Type>>,

    /// The origin of the text being resolved, and what this text sees.
    origin: Origin,
    view: u64,
    routine: Routine,
    depth: u32,
    /// Whose field is being declared. This is the type of `self` in a rule that the field holds.
    field_of: Option<Type>,
    /// Whether an add-on replaces the body being resolved.
    discarding: bool,
}

impl<'t> Resolver<'t> {
    fn new(base: &'t [Arc<Tree>], addons: &[&'t Tree]) -> Resolver<'t> {
        let modules = base.iter().map(|tree| (None, &**tree));
        let extras = addons.iter().enumerate().map(|(n, tree)| (Some(n as u16), *tree));
        Resolver {
            ir: Ir::default(),
            problems: vec![],
            files: modules.chain(extras).collect(),
            views: vec![],
            known_addons: None,
            needs: vec![],
            names: BTreeMap::new(),
            stacks: vec![],
            jobs: vec![],
            schema: Default::default(),
            compass: None,
            missed: BTreeMap::new(),
            answers: vec![],
            origin: None,
            view: 1,
            routine: Routine::default(),
            depth: 0,
            field_of: None,
            discarding: false,
        }
    }

    /// Turns to the text of this origin.
    fn enter(&mut self, origin: Origin) {
        self.origin = origin;
        self.view = self.views.get(origin.map_or(0, |n| usize::from(n) + 1)).copied().unwrap_or(1);
    }

    /// Whether the text being resolved may name things from there.
    fn sees(&self, origin: Origin) -> bool {
        self.view & scope::bit(origin) != 0
    }

    /// Reports lists with more entries than can be numbered.
    fn check_counts(&mut self) {
        let ir = &self.ir;
        let cases = ir.enums.iter().map(|e| (e.cases.len(), "cases of one enum", e.span));
        let lists = [
            (ir.params.len(), "params", ir.params.last().map(|p| p.span)),
            (ir.enums.len(), "enums", ir.enums.last().map(|e| e.span)),
            (ir.dice.len(), "dice", ir.dice.last().map(|d| d.span)),
            (ir.consts.len(), "constants", ir.consts.last().map(|c| c.span)),
            (ir.derives.len(), "computed columns", ir.derives.last().map(|d| d.span)),
            (ir.fields.len(), "fields", ir.fields.last().map(|f| f.span)),
            (ir.pieces.len(), "kinds of pieces", ir.pieces.last().map(|p| p.span)),
            (ir.links.len(), "links", ir.links.last().map(|l| l.span)),
            (ir.measures.len(), "measures", ir.measures.last().map(|m| m.span)),
            (ir.rules.len(), "rules", ir.rules.last().map(|r| r.span)),
            (ir.decisions.len(), "decisions", ir.decisions.last().map(|d| d.span)),
        ];
        let lists = lists.into_iter().filter_map(|(count, what, span)| Some((count, what, span?)));
        let too_many = lists.chain(cases).filter(|(count, ..)| *count > MOST_OF_A_KIND);
        let problem = |(count, what, span): (usize, &str, Span)| {
            let problem = Diagnostic::error(Code::TooBig, span, format!("there are {count} {what}"));
            problem.hint(format!("a game may have {MOST_OF_A_KIND}"))
        };
        let mut found: Vec<Diagnostic> = too_many.map(problem).collect();
        if ir.addons.len() > MOST_ADDONS {
            let message = format!("there are {} add-ons", ir.addons.len());
            found.push(Diagnostic::error(Code::TooBig, ir.game.span, message).hint(format!("{MOST_ADDONS} can play along")));
        }
        self.problems.extend(found);
    }

    fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Whether this name was already reported as missing in that place. If so, that problem names this use as well.
    fn missed_before(&mut self, place: &str, name: &tree::Name) -> bool {
        let key = (Arc::from(place), name.text.clone());
        match self.missed.get(&key).map(|n| &mut self.problems[*n]) {
            Some(problem) => {
                if problem.labels.len() < MOST_LABELS {
                    problem.labels.push((name.span, "and here".into()));
                }
                true
            }
            None => {
                self.missed.insert(key, self.problems.len());
                false
            }
        }
    }

    /// Reports something that the language has and this version can't run.
    fn not_yet(&mut self, span: Span, what: &str, instead: &str) {
        let message = format!("{what} can't be played by this version yet");
        self.report(Diagnostic::error(Code::NotYet, span, message).hint(instead));
    }

    /// Reports the problem and returns an expression to stand in.
    /// Reports what is nested more than [`MOST_DEPTH`] deep. Its neighbours, which are as deep, are not reported again.
    fn too_deep(&mut self, span: Span) {
        if self.problems.last().is_none_or(|last| last.code != Code::TooDeep) {
            let problem = Diagnostic::error(Code::TooDeep, span, "this is nested too deeply, or has too many operands");
            self.report(problem.hint("make a part of it a `let`, a `value` or a `rule` of its own"));
        }
    }

    fn wrong(&mut self, problem: Diagnostic) -> Expr {
        let span = problem.span.unwrap_or_default();
        self.report(problem);
        unknown(span)
    }
}

/// The number of declarations of one kind, at most. Each has an id of 16 bits.
const MOST_OF_A_KIND: usize = 65_000;
/// The number of add-ons switched on at once, at most. Each of them, and the base, has a bit of a view.
pub const MOST_ADDONS: usize = 63;

/// The number of further places that one problem names.
const MOST_LABELS: usize = 20;

/// Stands for an expression that is wrong, or of a kind that this version doesn't know. The problem is reported elsewhere.
fn unknown(span: Span) -> Expr {
    Expr { span, ty: Type::Unknown, kind: ExprKind::Wrong }
}
