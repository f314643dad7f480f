//! The values of all parameters: as set, or else by default.

use crate::data::node::Node;
use crate::data::value::{Reader, SpaceIds, takes};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::fold::{Fold, NONE, UNSET, Words};
use crate::ir::shape::{self, Sizes};
use crate::ir::{Expr, ExprKind, Ir, ParamDefault, ParamId, Type, table, walk};
use crate::source::{SourceId, Sources, Span};

/// Computes all parameters in order: the values in `overrides`, or else the defaults. `read_file` finds a RON file beside the rules among
/// the sources. A parameter without a good value is empty, and reported.
pub fn params(
    ir: &Ir,
    sizes: &Sizes,
    overrides: &[(ParamId, Words)],
    read_file: &mut dyn FnMut(&str) -> Option<SourceId>,
    sources: &Sources,
) -> (Vec<Words>, Vec<Diagnostic>) {
    let mut values: Vec<Words> = vec![vec![]; ir.params.len()];
    let mut problems = vec![];
    let mut known = true;
    for (n, param) in ir.params.iter().enumerate() {
        // If a size depends on a parameter without a value, its problem has been reported.
        known &= n == 0 || !values[n - 1].is_empty();
        if known && sizes.words(&fold(ir, &values, sizes), &param.ty).is_none() {
            problems.push(shape::too_big(param.span));
            continue;
        }
        // The last one wins, because a slider is moved after the variant was chosen.
        if let Some((_, words)) = overrides.iter().rev().find(|(id, _)| id.index() == n) {
            match misfit(&fold(ir, &values, sizes), &param.ty, words) {
                None => {
                    values[n] = words.clone();
                    continue;
                }
                Some(message) => problems.push(
                    Diagnostic::nowhere(Code::WrongParameter, format!("`{}`: {message}", param.name))
                        .label(param.span, "its range is declared here"),
                ),
            }
        }
        let found = match &param.default {
            ParamDefault::Expr(expr) => by_expression(&fold(ir, &values, sizes), &values[..n], &param.ty, expr),
            ParamDefault::File(file, span) => {
                by_file(fold(ir, &values, sizes), &param.ty, file, *span, read_file(file), sources, &mut problems)
            }
        };
        match found {
            Ok(words) => values[n] = words,
            Err(Some(problem)) => {
                problems.push(Diagnostic { message: format!("`{}`: {}", param.name, problem.message), ..*problem });
            }
            Err(None) => {}
        }
    }
    (values, problems)
}

fn fold<'a>(ir: &'a Ir, params: &'a [Words], sizes: &'a Sizes) -> Fold<'a> {
    Fold { ir, params, sizes }
}

/// What went wrong; `None` if it has been reported.
type Trouble = Option<Box<Diagnostic>>;

fn by_expression(fold: &Fold<'_>, earlier: &[Words], ty: &Type, expr: &Expr) -> Result<Words, Trouble> {
    let mut wrong_keys = vec![];
    walk::expr(expr, &mut |e| wrong_keys.extend(table::wrong_keys(fold, e)));
    if let Some(problem) = wrong_keys.into_iter().next() {
        return Err(Some(Box::new(problem)));
    }
    let wrong = |message: String| Err(Some(Box::new(Diagnostic::error(Code::WrongParameter, expr.span, message))));
    match fold.words_as(expr, ty) {
        Some(words) => match misfit(fold, ty, &words) {
            Some(message) => wrong(message),
            None => Ok(words),
        },
        // Whatever is of unknown type has been reported, and so may be whatever reads a parameter without a value.
        None if matches!(expr.ty, Type::Unknown) || earlier.iter().any(Vec::is_empty) => Err(None),
        None => match (&expr.kind, ty) {
            (ExprKind::PerRows(rows), Type::Per(_, keys))
                if let Some((_, count)) = fold.dimension(&keys[0]).filter(|(_, count)| *count != rows.len()) =>
            {
                Err(Some(Box::new(table::wrong_rows(expr.span, count, rows.len(), &keys[0]))))
            }
            _ => wrong("its default can't be worked out before the game".into()),
        },
    }
}

fn by_file(
    fold: Fold<'_>,
    ty: &Type,
    file: &str,
    span: Span,
    source: Option<SourceId>,
    sources: &Sources,
    problems: &mut Vec<Diagnostic>,
) -> Result<Words, Trouble> {
    let Some(source) = source else {
        let problem = Diagnostic::error(Code::Unreadable, span, format!("the file {file:?} can't be read"));
        problems.push(problem.hint("put it in the folder of the rules"));
        return Err(None);
    };
    let none = SpaceIds::default();
    let mut reader = Reader::new(fold, &none);
    let value = match Node::document(sources, source) {
        Ok(node) => reader.value(node, ty, None),
        Err(problem) => {
            problems.push(problem);
            None
        }
    };
    problems.extend(reader.problems.finish());
    value.ok_or(None)
}

/// What is wrong with words as a value of the type: their number, or the bounds of the value, its members or its elements.
pub(in crate::data) fn misfit(fold: &Fold<'_>, ty: &Type, words: &[i32]) -> Option<String> {
    let Some(size) = fold.sizes.words(fold, ty) else { return Some("its size can't be worked out before the game".into()) };
    if words.len() != size {
        return Some(format!("expected {}", takes(fold, ty)));
    }
    out_of_range(fold, ty, words)
}

/// What is wrong with the first word outside of the type's range. A word that was never stored passes, because reading it is a rule error.
pub fn out_of_range(fold: &Fold<'_>, ty: &Type, words: &[i32]) -> Option<String> {
    let within = |low: i32, high: i32| {
        let word = words.first().copied().filter(|w| *w != UNSET && !(low..=high).contains(w))?;
        let shown = if word == NONE { "none".to_owned() } else { word.to_string() };
        Some(format!("expected {}, not {shown}", takes(fold, ty)))
    };
    match ty {
        Type::Int(Some(bounds)) => within(fold.word(&bounds.0)?, fold.word(&bounds.1)?),
        Type::Bool => within(0, 1),
        Type::Enum(id) => within(0, fold.ir.enums[id.index()].cases.len() as i32 - 1),
        Type::Optional(of) if words.first() != Some(&NONE) => out_of_range(fold, of, words),
        Type::List(of, _) => {
            let (count, members) = words.split_first()?;
            match usize::try_from(*count).ok().and_then(|count| members.get(..count)) {
                Some(members) => members.iter().find_map(|m| out_of_range(fold, of, std::slice::from_ref(m))),
                None => Some(format!("{count} members are too many: this list holds {}", members.len())),
            }
        }
        Type::Per(of, _) => {
            let each = fold.sizes.words(fold, of)?.max(1);
            words.chunks(each).find_map(|part| out_of_range(fold, of, part))
        }
        _ => None,
    }
}
