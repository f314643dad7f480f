//! Drops problems that only follow from others. If a file can't be read to its end, few of the names that it declares are known, and a
//! designer wants to hear of the cause.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::tree::{ItemKind, Tree};

/// If more names than this are missing, something larger is missing, and they become one problem.
const MOST_MISSING: usize = 2;

/// The number of further places that one problem lists.
const MOST_PLACES: usize = 100;

/// Returns `found` without the problems that only follow from others. `unread` are the problems of reading the modules of the base and the
/// add-ons.
///
/// A mistake within a rule, test or other body spoils only that body, because its name is known. Any other mistake, or one at a file's end,
/// where more may be missing, may cost names, and with them the sense of everything else.
pub fn essential(found: Vec<Diagnostic>, unread: &[Diagnostic], base: &[Arc<Tree>], addons: &[&Tree]) -> Vec<Diagnostic> {
    if found.is_empty() {
        return found;
    }
    let of_base: Vec<Spoilt> = base.iter().map(|tree| Spoilt::of(tree, unread)).collect();
    let of_addons: Vec<Spoilt> = addons.iter().map(|tree| Spoilt::of(tree, unread)).collect();
    let names_lost = of_base.iter().chain(&of_addons).any(|s| s.names);
    if of_base.iter().any(|s| s.names) {
        return vec![];
    }
    let headless = !has_header(base);
    let follows = |d: &Diagnostic| {
        let about_names = matches!(
            d.code,
            Code::UnknownName | Code::AddonTarget | Code::AddonUnused | Code::AddonSignature | Code::AddonNeeds | Code::Misplaced
        );
        let inside = |s: &Spoilt| d.span.is_some_and(|span| s.bodies.iter().any(|body| holds(*body, span)));
        names_lost && about_names || headless && d.code != Code::Misplaced || of_base.iter().chain(&of_addons).any(inside)
    };
    let mut kept: Vec<Diagnostic> = found.into_iter().filter(|d| !follows(d)).collect();
    // If something larger is missing, what add-ons lack of it is one problem, too.
    let most = if fold(&mut kept, Code::UnknownName, MOST_MISSING) { 1 } else { MOST_MISSING };
    fold(&mut kept, Code::AddonTarget, most);
    for problem in kept.iter_mut().filter(|d| d.labels.len() > MOST_PLACES) {
        problem.message.push_str(&format!("; {MOST_PLACES} of {} further places are shown", problem.labels.len()));
        problem.labels.truncate(MOST_PLACES);
    }
    kept
}

/// What mistakes have spoilt in a file.
struct Spoilt {
    /// Whether declarations may be missing.
    names: bool,
    /// The declarations that were read with gaps.
    bodies: Vec<Span>,
}

impl Spoilt {
    fn of(tree: &Tree, unread: &[Diagnostic]) -> Spoilt {
        let mut spoilt = Spoilt { names: false, bodies: vec![] };
        let last = tree.items.last().map(|i| i.span);
        for place in unread.iter().filter(|d| is_error(d)).filter_map(|d| d.span).filter(|s| s.source == tree.source) {
            match tree.items.iter().find(|i| holds(i.span, place)) {
                Some(item) if has_body(&item.kind) && Some(item.span) != last => spoilt.bodies.push(item.span),
                _ => spoilt.names = true,
            }
        }
        spoilt
    }
}

/// Whether nothing else depends on what is inside.
fn has_body(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Rule { .. }
            | ItemKind::Value { .. }
            | ItemKind::Layer(_)
            | ItemKind::Flow(_)
            | ItemKind::Whenever { .. }
            | ItemKind::Test(_)
    )
}

fn is_error(d: &Diagnostic) -> bool {
    d.severity == Severity::Error
}

pub(super) fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether the base says which game it is, and has a flow. Without them, most of it is missing.
fn has_header(base: &[Arc<Tree>]) -> bool {
    let mut items = base.iter().flat_map(|t| &t.items);
    let game = items.clone().any(|i| matches!(i.kind, ItemKind::Game { .. }));
    game && items.any(|i| matches!(i.kind, ItemKind::Flow(_)))
}

/// Turns more than `most` problems of a kind into one, which keeps the place and words of each. Returns whether there were that many.
fn fold(problems: &mut Vec<Diagnostic>, code: Code, most: usize) -> bool {
    let is_it = |d: &Diagnostic| d.code == code && is_error(d) && d.span.is_some();
    if problems.iter().filter(|d| is_it(d)).count() <= most {
        return false;
    }
    let at = problems.iter().position(is_it).expect("there are several");
    let (folded, rest): (Vec<_>, Vec<_>) = std::mem::take(problems).into_iter().partition(is_it);
    *problems = rest;
    let mut all = folded.into_iter();
    let mut first = all.next().expect("there are several");
    first.message.push_str(&format!("; with it {} more are missing", all.len()));
    for other in all {
        let words = match other.hint {
            Some(hint) => format!("{}; {hint}", other.message),
            None => other.message,
        };
        first.labels.push((other.span.expect("it has a place"), words));
        first.labels.extend(other.labels);
    }
    let whole = "so many may mean that a file is missing under `modules` in game.ron, or that the end of one is gone";
    first.hint = Some(match first.hint {
        Some(hint) => format!("{hint}{} {whole}", if hint.ends_with('?') { "" } else { ";" }),
        None => whole.into(),
    });
    problems.insert(at, first);
    true
}
