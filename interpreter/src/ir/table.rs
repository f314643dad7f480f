//! What is wrong with tables that are written out: too few entries, too many, or entries for other keys.

use super::*;
use crate::diagnostic::{Code, Diagnostic, list_names};
use crate::ir::fold::Fold;

/// The number of keys, or ranges of them, that one problem names.
const MOST_NAMED: usize = 12;

/// The problem of a table written out with a wrong number of entries.
pub fn wrong_rows(span: Span, keys: usize, rows: usize, key: &Key) -> Diagnostic {
    let entries = if keys == 1 { "1 entry".to_owned() } else { format!("{keys} entries") };
    let problem = Diagnostic::error(Code::WrongType, span, format!("the table needs {entries} here, but this has {rows}"));
    match key {
        Key::Each(Type::Player) => problem.hint("there is one for each player; write `[else: …]` for any number of them"),
        _ => problem.hint("write one for each key in turn, or by their keys: `[…: …, else: …]`"),
    }
}

/// What is wrong with the entries of a table that is written out by its keys. Says nothing while its keys aren't known yet.
pub fn wrong_keys(fold: &Fold<'_>, table: &Expr) -> Vec<Diagnostic> {
    let (ExprKind::PerKeys { pairs, otherwise }, Type::Per(_, dims)) = (&table.kind, &table.ty) else { return vec![] };
    let known: Option<Vec<i64>> = pairs.iter().map(|(key, _)| fold.word(key).map(i64::from)).collect();
    let (Some(known), Some((low, count))) = (known, fold.dimension(&dims[0]).filter(|(_, n)| *n <= shape::MOST_WORDS)) else {
        return vec![];
    };
    let (mut problems, mut missing) = (vec![], vec![true; count]);
    for (word, (key, _)) in known.iter().zip(pairs) {
        match usize::try_from(word - i64::from(low)).ok().and_then(|at| missing.get_mut(at)) {
            Some(missing) if *missing => *missing = false,
            Some(_) => problems.push(twice(key.span, "this key")),
            None => {
                let keys = match count {
                    1 => format!("its only key is {low}"),
                    _ => format!("its keys are {low}..{}", i64::from(low) + count as i64 - 1),
                };
                let message = format!("this table has no key {word}: {keys}");
                let problem = Diagnostic::error(Code::WrongType, key.span, message);
                problems.push(problem.hint("leave this entry out, or change the range where the table is declared"));
            }
        }
    }
    if otherwise.is_none() && missing.contains(&true) {
        let names = match &dims[0] {
            Key::Each(Type::Enum(e)) => {
                let cases = fold.ir.enums[e.index()].cases.iter().zip(&missing);
                cases.filter(|(_, missing)| **missing).map(|(case, _)| case.name.to_string()).collect()
            }
            _ => runs(low, &missing),
        };
        let message = match names.len() {
            0..=MOST_NAMED => list_names(names.iter().map(|name| &**name)),
            _ => {
                format!("{} and more", names[..MOST_NAMED].iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
            }
        };
        let problem = Diagnostic::error(Code::NotExhaustive, table.span, format!("the table has no entry for {message}"));
        problems.push(problem.hint("add `else: …` for all others"));
    }
    problems
}

/// The problem of an entry that a table has already.
pub fn twice(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::DuplicateName, span, format!("{what} is in the table twice")).hint("leave one of them out")
}

/// The numbers from `low` on that are marked, those in a row as a range.
fn runs(low: i32, marked: &[bool]) -> Vec<String> {
    let mut at = i64::from(low);
    let each = marked.chunk_by(|a, b| a == b).filter_map(|run| {
        let (first, last) = (at, at + run.len() as i64 - 1);
        at = last + 1;
        run[0].then(|| if first == last { first.to_string() } else { format!("{first}..{last}") })
    });
    each.collect()
}
