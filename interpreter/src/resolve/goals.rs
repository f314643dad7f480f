//! Goals: what their figures mean, and whether their limits make sense.

use super::*;
use crate::syntax::tree::{Figure, GoalLimit, ItemKind as I, Name};
use scope::Symbol;

/// The figures of every game.
const FIGURES: [&str; 6] = ["rounds", "turns", "decisions", "win_rate", "place", "unfinished"];
/// What can be computed from figures, apart from percentiles.
const SUMMARIES: [(&str, Summary); 5] = [
    ("mean", Summary::Mean),
    ("min", Summary::Min),
    ("max", Summary::Max),
    ("spread", Summary::Spread),
    ("evenness", Summary::Evenness),
];

impl<'t> Resolver<'t> {
    pub(super) fn resolve_goals(&mut self) {
        for (origin, tree) in self.files.clone() {
            self.enter(origin);
            for item in &tree.items {
                let I::Goal { title, figure, limit } = &item.kind else { continue };
                let wanted = self.wanted(figure);
                let is_share = matches!(wanted, Some(Wanted::Unfinished | Wanted::Of(Summary::Evenness, _)))
                    || matches!(wanted, Some(Wanted::Of(_, counted)) if counted.is_share());
                let read = self.limit(limit, is_share);
                let (Some(wanted), Some(read)) = (wanted, read) else { continue };
                let title = self.fixed_text(title);
                self.ir.goals.push(Goal {
                    title,
                    wording: format!("{} {}", wording(figure), limit_wording(limit)).into(),
                    wanted,
                    limit: read,
                });
            }
        }
    }

    /// What a goal looks at. Reports a problem and returns `None` if there is no such figure.
    fn wanted(&mut self, figure: &Figure) -> Option<Wanted> {
        let name = &figure.name;
        let Some(of) = &figure.of else {
            if &*name.text == "unfinished" && figure.by.is_none() {
                return Some(Wanted::Unfinished);
            }
            return Some(Wanted::Of(Summary::Mean, self.counted(figure)?));
        };
        let summary = self.summary(name)?;
        let problem = if let Some(by) = &figure.by {
            let inside = format!("{}({} by {})", name.text, wording(of), by.text);
            let problem = Diagnostic::error(Code::Misplaced, figure.span, "`by` belongs inside the brackets, with the figure");
            if of.by.is_some() { problem.hint("say it once") } else { problem.write(inside) }
        } else if of.of.is_some() {
            let message = format!("`{}` is a single number, so it has no `{}`", wording(of), name.text);
            Diagnostic::error(Code::WrongType, figure.span, message).write(wording(of))
        } else if &*of.name.text == "unfinished" {
            let message = "`unfinished` is one share of all games, so it is written alone";
            Diagnostic::error(Code::WrongType, figure.span, message).write("unfinished")
        } else {
            let counted = self.counted(of)?;
            let Some(problem) = self.unfit(summary, counted, figure, of) else { return Some(Wanted::Of(summary, counted)) };
            problem
        };
        self.report(problem);
        None
    }

    fn summary(&mut self, name: &Name) -> Option<Summary> {
        let text = &*name.text;
        if let Some((_, summary)) = SUMMARIES.iter().find(|(known, _)| *known == text) {
            return Some(*summary);
        }
        let percent = text.strip_prefix('p').and_then(|n| n.parse::<u8>().ok());
        if let Some(percent) = percent.filter(|n| (1..=99).contains(n)) {
            return Some(Summary::Percentile(percent));
        }
        let foreign = match &*text.to_lowercase() {
            "average" | "avg" => Some("mean"),
            "median" => Some("p50"),
            "minimum" | "smallest" => Some("min"),
            "maximum" | "largest" => Some("max"),
            _ => None,
        };
        let near = foreign.or_else(|| nearest(text, SUMMARIES.map(|(known, _)| known)));
        let problem = Diagnostic::error(Code::UnknownName, name.span, format!("a figure has no `{text}`"));
        let all = "it has `mean`, `min`, `max`, `spread`, `evenness` and the percentiles `p1` to `p99`";
        self.report(problem.did_you_mean(near.filter(|_| percent.is_none())).or_hint(all));
        None
    }

    /// What a figure's name means, with the keys it is counted by.
    fn counted(&mut self, figure: &Figure) -> Option<Counted> {
        let (name, by) = (&figure.name, figure.by.as_ref());
        let counted = match (&*name.text, by.map(|by| &*by.text)) {
            ("rounds", None) => Counted::Rounds,
            ("turns", None) => Counted::Turns,
            ("decisions", None) => Counted::Decisions,
            ("win_rate" | "place", Some("seat")) | ("win_rate", Some("order")) if self.hides_field(by?) => return None,
            ("win_rate", None | Some("seat")) => Counted::WinsBySeat,
            ("win_rate", Some("order")) => Counted::WinsByOrder,
            ("place", None | Some("seat")) => Counted::PlaceBySeat,
            ("win_rate", Some(_)) => Counted::WinsByField(self.field_to_win_by(by?)?),
            (one @ ("rounds" | "turns" | "decisions" | "unfinished" | "place"), Some(_)) => {
                let what = if one == "place" { "counted by `seat` alone" } else { "one figure for the game" };
                self.report(Diagnostic::error(Code::WrongType, figure.span, format!("`{one}` is {what}")).write(one));
                return None;
            }
            _ => {
                let measure = self.measure(name)?;
                Counted::Measure(measure, self.keys_by(measure, by)?)
            }
        };
        Some(counted)
    }

    /// The measure with this name, for names that aren't figures of every game.
    fn measure(&mut self, name: &Name) -> Option<MeasureId> {
        let (text, global) = (&*name.text, self.global(&name.text));
        let problem = match global.map(|g| g.symbol) {
            Some(Symbol::Measure(measure)) => return Some(measure),
            Some(_) => {
                let problem = Diagnostic::error(Code::WrongType, name.span, format!("`{text}` is not a figure of whole games"));
                problem.hint("`count` it in a `measure`, and name that one here")
            }
            None => {
                let problem = Diagnostic::error(Code::UnknownName, name.span, format!("there is no figure named `{text}`"));
                let measures = self.ir.measures.iter().map(|m| &*m.name).filter(|name| self.global(name).is_some());
                let near = nearest(text, measures.chain(FIGURES));
                match self.names.get(text) {
                    Some(unseen) => scope::unseen(problem, unseen.span),
                    None if SUMMARIES.iter().any(|(summary, _)| *summary == text) => {
                        problem.hint(format!("say of which one, such as `{text}(rounds)`"))
                    }
                    None => problem.did_you_mean(near).or_hint(format!("declare it: `measure {text} per player`")),
                }
            }
        };
        self.report(problem);
        None
    }

    /// The keys that a figure is counted by: all there are in `falls by Ground`, those in a set in `falls by slopes`.
    fn keys_by(&mut self, measure: MeasureId, by: Option<&Name>) -> Option<Keys> {
        let Some(by) = by else { return Some(Keys::Together) };
        let Measure { name, per, span, .. } = self.ir.measures[measure.index()].clone();
        let Some(kind) = self.schema.measures[measure.index()].0 else {
            let problem = Diagnostic::error(Code::WrongType, by.span, format!("`{name}` is one figure for the game"));
            let problem = problem.label(span, "declared here");
            self.report(problem.hint(format!("leave out `by {}`, or declare it with `per …`", by.text)));
            return None;
        };
        if by.text == kind.text {
            return Some(Keys::Each);
        }
        let per = per.filter(|per| !per.is_unknown())?;
        let is_set = |c: &Const| matches!(&c.value.expr.ty, Type::Set(of) if types::same(of, &per));
        let symbol = self.global(&by.text).map(|g| g.symbol);
        if let Some(Symbol::Const(id)) = symbol
            && is_set(&self.ir.consts[id.index()])
        {
            return Some(Keys::In(id));
        }
        let consts = self.ir.consts.iter().filter(|c| is_set(c) && self.global(&c.name).is_some()).map(|c| &*c.name);
        let near = nearest(&by.text, consts.chain([&*kind.text]));
        let message = format!("`{name}` is not counted by `{}`", by.text);
        let code = if symbol.is_some() { Code::WrongType } else { Code::UnknownName };
        let problem = Diagnostic::error(code, by.span, message).label(span, "declared here").did_you_mean(near);
        let sets = self.ir.many(&per);
        self.report(problem.or_hint(format!("it is counted by `{}`, or by a `const` that is a set of {sets}", kind.text)));
        None
    }

    /// Whether players have a field with the name of something that every game is counted by. Reports it, because nobody knows which is
    /// meant.
    fn hides_field(&mut self, by: &Name) -> bool {
        let is_it = |f: &&Field| f.owner == Owner::Player && f.name == by.text && self.sees(f.origin);
        let Some(span) = self.ir.fields.iter().find(is_it).map(|f| f.span) else { return false };
        let what = if &*by.text == "seat" { "where a player sits" } else { "the order of the first turn" };
        let message = format!("`{}` is {what}, and players have a field of that name", by.text);
        let problem = Diagnostic::error(Code::DuplicateName, by.span, message).label(span, "declared here");
        self.report(problem.hint("give the field another name, so that it is clear which of them is meant"));
        true
    }

    /// The field of players by which wins are counted.
    fn field_to_win_by(&mut self, by: &Name) -> Option<FieldId> {
        let of_players = |f: &Field| f.owner == Owner::Player && self.sees(f.origin);
        let problem = match self.ir.fields.iter().position(|f| f.name == by.text && of_players(f)) {
            None => {
                let names = self.ir.fields.iter().filter(|f| of_players(f)).map(|f| &*f.name);
                let near = nearest(&by.text, names.chain(["seat", "order"]));
                let problem = Diagnostic::error(Code::UnknownName, by.span, format!("players have no field `{}`", by.text));
                problem
                    .did_you_mean(near)
                    .or_hint("wins can be counted by `seat`, by `order` of the first turn, or by a field of players")
            }
            Some(n) => {
                let field = &self.ir.fields[n];
                let is_record = |k: KindId| self.ir.kinds[k.index()].is_record();
                let hint = match field.ty.present() {
                    Type::Row(k) if !is_record(*k) => return Some(FieldId(n as u16)),
                    Type::Bool | Type::Enum(_) | Type::Player | Type::Space | Type::Piece(_) | Type::Int(Some(_)) => {
                        return Some(FieldId(n as u16));
                    }
                    Type::Unknown => return None,
                    Type::Int(None) => format!("give it a range where it is declared, such as `{}: int in 0..9`", field.name),
                    _ => "the field must hold one of a few values: a case, a space, a row of data, a number in a range …"
                        .to_owned(),
                };
                let message = format!("wins can't be counted by `{}`: nothing says which values it may have", field.name);
                Diagnostic::error(Code::WrongType, by.span, message).label(field.span, "declared here").hint(hint)
            }
        };
        self.report(problem);
        None
    }

    /// The problem, if this summary can't be made of that figure.
    fn unfit(&self, summary: Summary, counted: Counted, whole: &Figure, of: &Figure) -> Option<Diagnostic> {
        let is_one_a_game = match counted {
            Counted::Rounds | Counted::Turns | Counted::Decisions => true,
            Counted::Measure(measure, _) => self.schema.measures[measure.index()].0.is_none(),
            _ => false,
        };
        let has_values = is_one_a_game || matches!(counted, Counted::Measure(_, Keys::Together));
        let (function, figure) = (&whole.name.text, wording(of));
        match summary {
            Summary::Spread | Summary::Evenness if is_one_a_game => {
                let message = format!("`{function}` compares several figures, but `{figure}` is only one");
                let problem = Diagnostic::error(Code::WrongType, whole.span, message);
                Some(match counted {
                    Counted::Measure(measure, _) => {
                        let declared = self.ir.measures[measure.index()].span;
                        problem.label(declared, "declared here").hint(format!("declare it for each: `measure {figure} per …`"))
                    }
                    _ => problem.write(format!("mean({figure})")),
                })
            }
            Summary::Percentile(_) if !has_values => {
                let message = format!("`{function}` is for one figure per game, but `{figure}` is several");
                let problem = Diagnostic::error(Code::WrongType, whole.span, message);
                Some(match counted {
                    Counted::Measure(..) => problem.write(format!("{function}({})", of.name.text)),
                    _ => problem.hint("several figures have `mean`, `min`, `max`, `spread` and `evenness`"),
                })
            }
            _ => None,
        }
    }

    fn limit(&mut self, limit: &GoalLimit, is_share: bool) -> Option<Limit> {
        let mut number = |name: &Name| match name.text.strip_suffix('%') {
            Some(percent) => {
                let n = percent.parse::<f64>().ok()?;
                if is_share && n > 100.0 {
                    let problem =
                        Diagnostic::error(Code::WrongType, name.span, "this figure is a share, which is never above 100%");
                    self.report(problem.hint("write the share, such as `50%`"));
                    return None;
                }
                Some(n / 100.0)
            }
            None => {
                let n = name.text.parse::<f64>().ok()?;
                // A share is never above 1, so an upper limit of 1 says nothing.
                if is_share && (n > 1.0 || n == 1.0 && matches!(limit, GoalLimit::Compare(Comparison::Lt | Comparison::Le, _))) {
                    let what = if n > 1.0 { "which is never above 1" } else { "and 1 means all of it" };
                    let problem = Diagnostic::error(Code::WrongType, name.span, format!("this figure is a share, {what}"));
                    self.report(problem.write(format!("{}%", name.text)));
                    return None;
                }
                Some(n)
            }
        };
        match limit {
            GoalLimit::Compare(comparison, name) => Some(Limit::Compare(*comparison, number(name)?)),
            GoalLimit::Within(low, high) => {
                let (from, to) = (number(low)?, number(high)?);
                if from > to {
                    let span = Span { end: high.span.end, ..low.span };
                    let problem = Diagnostic::error(Code::WrongType, span, "the lower end is above the upper one");
                    self.report(problem.write(format!("{}..{}", high.text, low.text)));
                }
                (from <= to).then_some(Limit::Within(from, to))
            }
        }
    }
}

fn wording(figure: &Figure) -> String {
    let mut text = figure.name.text.to_string();
    if let Some(of) = &figure.of {
        text.push_str(&format!("({})", wording(of)));
    }
    if let Some(by) = &figure.by {
        text.push_str(&format!(" by {}", by.text));
    }
    text
}

fn limit_wording(limit: &GoalLimit) -> String {
    match limit {
        GoalLimit::Compare(comparison, name) => {
            let sign = match comparison {
                Comparison::Eq => "==",
                Comparison::Ne => "!=",
                Comparison::Le => "<=",
                Comparison::Ge => ">=",
                Comparison::Lt => "<",
                Comparison::Gt => ">",
            };
            format!("{sign} {}", name.text)
        }
        GoalLimit::Within(low, high) => format!("in {}..{}", low.text, high.text),
    }
}
