//! Checks whether what a score sheet names is declared by the base or by any add-on. A part that names anything else is left out.

use super::{Things, missing};
use crate::data::manifest::ScorePart;
use crate::data::manifest::look::Named;
use crate::data::manifest::score::{Names, Only, Shows};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::syntax::tree::TypeKind;

/// The problems of a part.
pub(super) fn problems(part: &ScorePart, things: &Things<'_>, addons: &[&str]) -> Vec<Diagnostic> {
    let mut problems: Vec<Diagnostic> = part.names().into_iter().filter_map(|(name, of)| things.on_sheet(name, of)).collect();
    if let Shows::Ticks(ticks) = &part.shows {
        problems.extend(ticks.key.as_ref().and_then(|key| things.case(key)));
    }
    for only in part.conditions() {
        problems.extend(conditions(only, things, addons));
    }
    problems
}

fn conditions(only: &Only, things: &Things<'_>, addons: &[&str]) -> Vec<Diagnostic> {
    let unknown = |(name, span): &Named| {
        let known = addons.iter().any(|addon| **addon == **name);
        let problem = Diagnostic::warning(Code::UnknownName, *span, format!("there is no add-on `{name}`"));
        let hint = "name an add-on as its first line does: `addon head_wind …`";
        (!known).then(|| problem.did_you_mean_text(nearest(name, addons.iter().copied()).map(str::to_owned)).or_hint(hint))
    };
    let addons = only.with.iter().chain(&only.without).filter_map(unknown);
    let params = only.when.iter().chain(&only.unless).filter_map(|setting| {
        let named = (setting.param.clone(), setting.param_span);
        missing(&named, "", &things.params, format!("there is no parameter `{}` for this condition", setting.param))
    });
    addons.chain(params).collect()
}

impl Things<'_> {
    /// The problem of a name on a score sheet, if it has one.
    fn on_sheet(&self, named: &Named, of: Names) -> Option<Diagnostic> {
        let (name, span) = named;
        let Some((owner, rest)) = name.split_once('.') else {
            return match of {
                Names::Param | Names::Anything if self.params.contains(&**name) => None,
                Names::Rows if self.params.contains(&**name) || self.by_name.contains_key(&**name) => None,
                Names::Param => missing(named, "", &self.params, format!("there is no parameter `{name}` for the score sheet")),
                Names::Rows => {
                    let problem =
                        Diagnostic::warning(Code::UnknownName, *span, format!("no `{name}` is declared that could have rows"));
                    let near = nearest(name, self.params.iter().chain(self.by_name.keys()).copied());
                    let hint = "name a parameter, an enum, a kind of data or piece, or a pile such as \"player.hand\"";
                    Some(problem.did_you_mean_text(near.map(str::to_owned)).or_hint(hint))
                }
                _ => {
                    let message = format!("`{name}` doesn't say of what it is");
                    let problem = Diagnostic::warning(Code::UnknownName, *span, message);
                    let is_of = |owner: &&str| self.by_name.get(*owner).is_some_and(|own| own.contains(&**name));
                    let near = ["player", "state"].into_iter().find(is_of).map(|owner| format!("{owner}.{name}"));
                    Some(problem.did_you_mean_text(near).or_hint("write it with its owner, such as \"player.points\""))
                }
            };
        };
        let Some(own) = self.by_name.get(owner) else {
            let message = format!("no `{owner}` is declared, so the score sheet leaves this out");
            let near = nearest(owner, self.by_name.keys().copied()).map(|near| format!("{near}.{rest}"));
            let problem = Diagnostic::warning(Code::UnknownName, *span, message).did_you_mean_text(near);
            return Some(problem.or_hint("write a field of the state, of players, of pieces or of data: \"player.points\""));
        };
        let (field, inner) = rest.split_once('.').map_or((rest, None), |(field, inner)| (field, Some(inner)));
        if !own.contains(field) {
            let message = format!("`{owner}` has no `{field}`, so the score sheet leaves it out");
            let near = nearest(field, own.iter().copied()).map(|near| format!("{owner}.{near}"));
            let problem = Diagnostic::warning(Code::UnknownName, *span, message).did_you_mean_text(near);
            return Some(problem.or_hint("it is left out until the rules declare it"));
        }
        let ty = self.types.get(&(owner, field)).copied();
        if let Some(inner) = inner {
            let row = super::type_name(ty?)?;
            let own = self.by_name.get(row).filter(|own| !own.contains(inner))?;
            let message = format!("`{row}` has no `{inner}`, so the score sheet leaves it out");
            let near = nearest(inner, own.iter().copied()).map(|near| format!("{owner}.{field}.{near}"));
            let problem = Diagnostic::warning(Code::UnknownName, *span, message).did_you_mean_text(near);
            return Some(problem.or_hint("it is left out until the rules declare it"));
        }
        let (fits, what, hint) = match (of, &ty?.kind) {
            (Names::Number, kind) => (matches!(kind, TypeKind::Int { .. }), "number", "show it with `values`"),
            (Names::Set, TypeKind::Per(of, _)) => (matches!(of.kind, TypeKind::SetOf(_)), "set", "show it with `strip`"),
            (Names::Set, kind) => (matches!(kind, TypeKind::SetOf(_)), "set", "show it with `values`"),
            _ => (true, "", ""),
        };
        let problem = || Diagnostic::warning(Code::WrongValue, *span, format!("`{name}` is no {what}")).hint(hint);
        (!fits).then(problem)
    }

    /// The problem of a key that no enum has.
    fn case(&self, (name, span): &Named) -> Option<Diagnostic> {
        let mut cases = self.enums.iter().filter_map(|of| self.by_name.get(of)).flatten().copied();
        let is_known = cases.clone().any(|case| *case == **name);
        let problem = Diagnostic::warning(Code::UnknownName, *span, format!("there is no case `{name}`"));
        (!is_known).then(|| {
            problem.did_you_mean_text(nearest(name, &mut cases).map(str::to_owned)).or_hint("name a case of the table's keys")
        })
    }
}
