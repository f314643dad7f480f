//! Problems that only follow from others. Where a file can't be read to its end, hardly a name that it declares is known; a designer
//! wants to hear of the cause.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::tree::{ItemKind, Tree};

/// With more missing names than this, something larger is missing, and they are one problem.
const MOST_MISSING: usize = 2;

/// What is left of `found` when follow-ups are left out. `unread` are the problems of reading the modules of the base and the add-ons.
pub fn essential(found: Vec<Diagnostic>, unread: &[Diagnostic], base: &[Tree], addons: &[Tree]) -> Vec<Diagnostic> {
    let sources = |trees: &[Tree]| trees.iter().map(|t| t.source).collect::<BTreeSet<_>>();
    let (in_base, in_addons) = (sources(base), sources(addons));
    let broken = |within: &BTreeSet<_>| unread.iter().any(|d| is_error(d) && d.span.is_some_and(|s| within.contains(&s.source)));
    let spans: Vec<Span> = base.iter().chain(addons).flat_map(|t| &t.items).map(|i| i.span).collect();
    let unreadable: Vec<Span> =
        spans.into_iter().filter(|item| unread.iter().filter_map(|d| d.span).any(|s| holds(*item, s))).collect();
    let no_base = broken(&in_base);
    let no_names = no_base || broken(&in_addons);
    let headless = !no_names && !has_header(base);
    let follows = |d: &Diagnostic| match d.code {
        Code::Misplaced => no_base,
        Code::UnknownName | Code::NotExhaustive | Code::NoResult => no_names || headless,
        Code::AddonTarget | Code::AddonUnused | Code::AddonSignature | Code::AddonNeeds => no_names || headless,
        // What was declared with a mistake may have another type, or too few cases.
        _ => (no_names || headless) && d.span.is_some_and(|s| unreadable.iter().any(|u| holds(*u, s))),
    };
    let mut kept: Vec<Diagnostic> = found.into_iter().filter(|d| !follows(d)).collect();
    fold(&mut kept, Code::UnknownName);
    fold(&mut kept, Code::AddonTarget);
    kept
}

fn is_error(d: &Diagnostic) -> bool {
    d.severity == Severity::Error
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether the base says which game it is and how it flows. Without, most of it is missing.
fn has_header(base: &[Tree]) -> bool {
    let mut items = base.iter().flat_map(|t| &t.items);
    let game = items.clone().any(|i| matches!(i.kind, ItemKind::Game { .. }));
    game && items.any(|i| matches!(i.kind, ItemKind::Flow(_)))
}

/// Makes one problem of many of a kind; each keeps its place and its words.
fn fold(problems: &mut Vec<Diagnostic>, code: Code) {
    let is_it = |d: &Diagnostic| d.code == code && is_error(d) && d.span.is_some();
    if problems.iter().filter(|d| is_it(d)).count() <= MOST_MISSING {
        return;
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
    let whole = "if that is too much to be slips: is a file missing under `modules` in game.ron, or is the end of one gone?";
    first.hint = Some(match first.hint {
        Some(hint) => format!("{hint}; {whole}"),
        None => whole.into(),
    });
    problems.insert(at, first);
}
