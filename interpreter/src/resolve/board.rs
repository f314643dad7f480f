//! Searches over the board: `distance` and `reach`.

use super::*;
use crate::ir::Cost;
use crate::syntax::tree::{Arg, Element, ExprKind as E, Name};

/// What the cost of a step may depend on.
pub(super) const FIXED_COST_HINT: &str = "it can depend on the board, on params and on the link, such as `r in Road cost r.toll`";

/// The links that a search may follow.
enum Over {
    Hops(Vec<Hop>),
    Unknown,
}

impl Resolver<'_> {
    pub(super) fn distance(&mut self, span: Span, args: &[Arg]) -> Expr {
        let Some((from, named)) = self.way_args(span, "distance", args, &["to", "over"]) else { return unknown(span) };
        let spaces = Type::set_of(Type::Space);
        let to = match named.iter().find(|(n, _)| &*n.text == "to") {
            Some((_, to)) => self.goals(to, &spaces),
            None => {
                let problem = Diagnostic::error(Code::WrongArguments, span, "where to?");
                self.wrong(problem.hint("write it after the first: `to: […]`"))
            }
        };
        let ty = Type::int().optional();
        match self.over(span, &named) {
            Over::Hops(over) if !to.ty.is_unknown() => {
                Expr { span, ty, kind: ExprKind::Distance { from: Box::new(from), to: Box::new(to), over } }
            }
            _ => Expr { ty, ..unknown(span) },
        }
    }

    /// The goals of `distance`: one space, or a set of them.
    fn goals(&mut self, to: &tree::Expr, spaces: &Type) -> Expr {
        let found = self.expr(to, Some(spaces));
        match found.ty {
            Type::Space => Expr { span: found.span, ty: spaces.clone(), kind: ExprKind::Members(vec![found]) },
            Type::Optional(_) => self.fit(found, &Type::Space),
            _ => self.fit(found, spaces),
        }
    }

    pub(super) fn reach(&mut self, span: Span, args: &[Arg]) -> Expr {
        let Some((from, named)) = self.way_args(span, "reach", args, &["over", "within"]) else { return unknown(span) };
        let within = named.iter().find(|(n, _)| &*n.text == "within").map(|(_, n)| Box::new(self.int(n)));
        let ty = Type::set_of(Type::Space);
        match self.over(span, &named) {
            Over::Hops(over) => Expr { span, ty, kind: ExprKind::Reach { from: Box::new(from), over, within } },
            Over::Unknown => Expr { ty, ..unknown(span) },
        }
    }

    /// The start of a search, and the named arguments.
    fn way_args<'a>(
        &mut self,
        span: Span,
        what: &str,
        args: &'a [Arg],
        names: &[&str],
    ) -> Option<(Expr, Vec<(&'a Name, &'a tree::Expr)>)> {
        let [from, named @ ..] = args else {
            let problem = Diagnostic::error(Code::WrongArguments, span, format!("`{what}` from where?"));
            self.report(problem.hint(format!("write `{what}(a, over: [next], …)`")));
            return None;
        };
        let from = self.expr_as(&from.value, &Type::Space.optional());
        let mut found = vec![];
        for arg in named {
            match &arg.name {
                Some(name) if names.contains(&&*name.text) => found.push((name, &arg.value)),
                Some(name) => {
                    let message = format!("`{what}` has no `{}:`", name.text);
                    let problem = Diagnostic::error(Code::WrongArguments, name.span, message);
                    self.report(problem.hint(format!("it takes {}", list_names(names.iter().copied()))));
                }
                None => {
                    let problem = Diagnostic::error(Code::WrongArguments, arg.value.span, "what is this for?");
                    self.report(
                        problem.hint(format!("write one of {} before it, with a `:`", list_names(names.iter().copied()))),
                    );
                }
            }
        }
        Some((from, found))
    }

    fn over(&mut self, span: Span, named: &[(&Name, &tree::Expr)]) -> Over {
        let Some((_, over)) = named.iter().find(|(n, _)| &*n.text == "over") else {
            let problem = Diagnostic::error(Code::WrongArguments, span, "over which links?");
            self.report(problem.hint("write `over: [next]`, with the links that may be followed"));
            return Over::Unknown;
        };
        let E::List(elements) = &over.kind else {
            let problem = Diagnostic::error(Code::WrongArguments, over.span, "links are named in brackets");
            self.report(problem.hint("write `over: [next]`"));
            return Over::Unknown;
        };
        let mut hops = vec![];
        let mut known = true;
        for element in elements {
            match element {
                Element::Value(tree::Expr { kind: E::Name(name), .. }) => match self.hop(name, false) {
                    Some(mut found) => hops.append(&mut found),
                    None => known = false,
                },
                Element::Hop { link, backwards, cost, variable } => {
                    let Some(mut found) = self.hop(link, *backwards) else {
                        known = false;
                        continue;
                    };
                    if let (Some(cost), [hop]) = (cost, found.as_mut_slice()) {
                        hop.cost = self.cost(hop.link, variable.as_ref(), cost).map(Box::new);
                        known &= hop.cost.is_some();
                    }
                    hops.append(&mut found);
                }
                Element::Value(e) | Element::Else(e) | Element::Pair(e, _) => {
                    self.error(Code::WrongArguments, e.span, "only names of links can be used here");
                    known = false;
                }
            }
        }
        if known { Over::Hops(hops) } else { Over::Unknown }
    }

    /// The cost of a step over a link.
    fn cost(&mut self, link: LinkId, variable: Option<&Name>, cost: &tree::Expr) -> Option<Cost> {
        let mark = self.mark();
        let outer = self.routine.locals.len();
        let local = match variable {
            Some(name) => {
                let kind = self.ir.kinds.iter().position(|k| k.on_track == Some(OnTrack::Links(link)));
                let Some(kind) = kind else {
                    let message =
                        format!("`{}` has no fields, so `{}` can't be used", self.ir.links[link.index()].name, name.text);
                    let problem = Diagnostic::error(Code::WrongType, name.span, message);
                    self.report(problem.hint("write the link with a capital where it is declared: `link Road many { … }`"));
                    return None;
                };
                Some(self.open_local(name, Type::Row(KindId(kind as u16)), scope::LocalKind::Loop))
            }
            None => None,
        };
        let value = self.looking(Purity::Query, |r| r.int(cost));
        self.reset(mark);
        let mut other = None;
        walk::expr(&value, &mut |e| {
            if matches!(e.kind, ExprKind::Local(l) if l.index() < outer) {
                other = other.or(Some(e.span));
            }
        });
        if let Some(span) = other {
            let problem = Diagnostic::error(Code::NotConstant, span, "what a step costs must be the same in every game");
            self.report(problem.hint(FIXED_COST_HINT));
            return None;
        }
        Some(Cost { local, value }).filter(|cost| !cost.value.ty.is_unknown())
    }

    /// The hops of a link. `None` if there is no such link, or if this version doesn't know it.
    fn hop(&mut self, name: &Name, backwards: bool) -> Option<Vec<Hop>> {
        for (n, link) in self.ir.links.iter().enumerate() {
            if self.sees(self.schema.link_origins[n]) {
                let id = LinkId(n as u16);
                if link.name == name.text {
                    return Some(vec![Hop { link: id, backwards, cost: None }]);
                }
                if link.back.as_ref() == Some(&name.text) {
                    return Some(vec![Hop { link: id, backwards: !backwards, cost: None }]);
                }
            }
        }
        let links = self.ir.links.iter().map(|l| &*l.name);
        self.report(no_such("link", name, links));
        None
    }
}
