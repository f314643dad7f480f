//! `laps=2`: the value of one parameter, as written on the command line or in a variant.

use crate::data::form::listed;
use crate::data::manifest;
use crate::data::node::Node;
use crate::data::value::{Reader, SpaceIds, takes};
use crate::data::written;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::fold::{Fold, Words};
use crate::ir::shape::Sizes;
use crate::ir::{Ir, ParamId, Type};
use crate::source::{SourceId, Span};

/// Hints don't show values longer than this.
const MOST_SHOWN: usize = 60;

/// Reads `name=value`, such as `laps=2`, `shared_tiles=[start, exit]`, `start_wax=[red: 3, else: 0]`. `params` are the current values as
/// far as they are known, because sizes of tables may depend on them. Bounds that depend on other parameters are checked only by
/// [`super::params()`], once all are known.
pub fn parse(ir: &Ir, sizes: &Sizes, params: &[Words], setting: &str) -> Result<(ParamId, Words), Diagnostic> {
    let Some((name, value)) = setting.split_once('=') else {
        let problem = Diagnostic::nowhere(Code::WrongParameter, format!("{setting:?} sets nothing"));
        let named = ir.params.iter().position(|p| *p.name == *setting.trim());
        let fold = Fold { ir, params, sizes };
        return Err(problem.hint(match named.or((!ir.params.is_empty()).then_some(0)) {
            Some(n) => format!("write a parameter and its value: {}", example(&fold, n)),
            None => "these rules have no parameters".to_owned(),
        }));
    };
    read(ir, sizes, params, name.trim(), None, value.trim(), None)
}

/// Reads a setting of a variant.
pub fn of_variant(ir: &Ir, sizes: &Sizes, params: &[Words], setting: &manifest::Setting) -> Result<(ParamId, Words), Diagnostic> {
    read(ir, sizes, params, &setting.param, Some(setting.param_span), &setting.value, Some(setting.value_span))
}

fn read(
    ir: &Ir,
    sizes: &Sizes,
    params: &[Words],
    name: &str,
    name_span: Option<Span>,
    value: &str,
    value_span: Option<Span>,
) -> Result<(ParamId, Words), Diagnostic> {
    let problem = |span: Option<Span>, message: String| Diagnostic { span, ..Diagnostic::nowhere(Code::WrongParameter, message) };
    let Some(n) = ir.params.iter().position(|p| *p.name == *name) else {
        let unknown = problem(name_span, format!("there is no parameter {name:?}"));
        let names = || ir.params.iter().map(|p| &*p.name);
        return Err(unknown.did_you_mean(nearest(name, names())).or_hint(format!("there are {}", listed(names(), "and"))));
    };
    let param = &ir.params[n];
    let fold = Fold { ir, params, sizes };
    let as_data = tables_as_data(value);
    let node = match Node::parse(SourceId::default(), &as_data) {
        Ok(node) => node,
        Err(_) => {
            let message = format!("`{name}`: expected {}, not `{}`", takes(&fold, &param.ty), short(value));
            return Err(problem(value_span, message).hint(usual(&fold, n)));
        }
    };
    let none = SpaceIds::default();
    // A bound that is an expression over parameters is not yet known.
    let unbound = Fold { ir, params: &[], sizes };
    let fixed = unbound.sizes.words(&unbound, &param.ty).is_some();
    let mut reader = Reader::new(if fixed { unbound } else { fold }, &none);
    let words = reader.value(node, &param.ty, None);
    match (words, reader.problems.finish().into_iter().next()) {
        (Some(words), None) => Ok((ParamId(n as u16), words)),
        (_, first) => {
            let (message, hint) = first.map_or((format!("{value:?} can't be read"), None), |first| (first.message, first.hint));
            // An example shows best how to write a list or a table.
            let usual = || usual(&fold, n);
            let hint = match hint {
                Some(hint) if matches!(param.ty, Type::List(..) | Type::Set(_) | Type::Per(..)) => format!("{hint}; {}", usual()),
                Some(hint) => hint,
                None => usual(),
            };
            Err(Diagnostic { hint: Some(hint), ..problem(value_span, format!("`{name}`: {message}")) })
        }
    }
}

/// Turns tables in the form of the rules, in square brackets (`[mud: 1, else: 0]`), into the form of data files, in braces.
fn tables_as_data(value: &str) -> String {
    let mut signs: Vec<char> = value.chars().collect();
    let (mut open, mut in_text) = (vec![], false);
    for at in 0..signs.len() {
        match signs[at] {
            '"' => in_text = !in_text,
            _ if in_text => {}
            '[' | '(' | '{' => open.push((at, false)),
            ':' => open.iter_mut().next_back().into_iter().for_each(|(_, is_table)| *is_table = true),
            ']' | ')' | '}' => {
                if let Some((from, true)) = open.pop()
                    && (signs[from], signs[at]) == ('[', ']')
                {
                    (signs[from], signs[at]) = ('{', '}');
                }
            }
            _ => {}
        }
    }
    signs.into_iter().collect()
}

/// The rules' own value, as a hint.
fn usual(fold: &Fold<'_>, param: usize) -> String {
    format!("the default is {}", example(fold, param))
}

/// A parameter with its value, as one writes it.
fn example(fold: &Fold<'_>, param: usize) -> String {
    let (param, words) = (&fold.ir.params[param], fold.params.get(param).map_or(&[][..], |words| words));
    let value = if words.is_empty() { None } else { written(fold, &param.ty, words) };
    format!("`{}={}`", param.name, value.filter(|v| v.len() <= MOST_SHOWN).as_deref().unwrap_or("…"))
}

fn short(value: &str) -> String {
    value.chars().take(30).collect()
}
