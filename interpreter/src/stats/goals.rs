//! The rules' `goal` lines held against a batch: green, red, or not yet sure.
//!
//! A figure is `rounds`, `turns`, `decisions`, `win_rate`, `place`, `unfinished` or a measure, inside of `mean`, `p5` … `p95`, `min`,
//! `max`, `spread` or `evenness`. `win_rate by order` is by order of the first turn; `by seat` may be left out. `falls by Ground` is the
//! measure at each of its keys, `falls by slopes` at those in a set that the rules declare as `const`. A goal is green when the whole
//! interval of its figure keeps the limit, red when the whole interval breaks it. Where wins surely differ by seat or by order of the
//! first turn and no goal looks at that, [`uneven`] says so.

use crate::ir::{Comparison, Figure as Wanted, Goal, GoalLimit, Type};
use crate::players::Seat;
use crate::program::Program;
use crate::simulate::{Counts, Figure, Tally};

use super::{CONFIDENCE, Estimate, Method, histogram_of, mean, percentile, proportion, share};

/// A goal and what the batch says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub title: String,
    /// The goal as it is written, without its title: `spread(win_rate) < 4%`.
    pub wanted: String,
    pub verdict: Verdict,
    /// The figure; for several at once (`win_rate by seat in 20%..30%`) the one nearest to breaking the limit.
    pub estimate: Option<Estimate>,
    /// To be shown in per cent.
    pub is_share: bool,
    /// What is to be known beside: what the figure is of, or why there is none.
    pub note: String,
}

/// What a batch says of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is reached.
    Green,
    /// It is missed.
    Red,
    /// More games are needed to tell.
    Unsure,
    /// The figure isn't counted.
    Unknown,
}

impl Verdict {
    /// One word or two.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Green => "reached",
            Verdict::Red => "missed",
            Verdict::Unsure => "not yet sure",
            Verdict::Unknown => "can't be judged",
        }
    }
}

/// Judges all goals of the rules.
pub fn goals(program: &Program, counts: &Counts) -> Vec<Judged> {
    program.ir.goals.iter().map(|goal| judge(program, counts, goal)).collect()
}

fn judge(program: &Program, counts: &Counts, goal: &Goal) -> Judged {
    let wanted = format!("{} {}", wording(&goal.figure), limit_wording(&goal.limit));
    let judged = |verdict, estimate, is_share, note| Judged {
        title: goal.title.to_string(),
        wanted: wanted.clone(),
        verdict,
        estimate,
        is_share,
        note,
    };
    let found = match evaluate(program, counts, &goal.figure) {
        Ok(found) => found,
        Err(note) => return judged(Verdict::Unknown, None, false, note),
    };
    let Some(limit) = Limit::read(&goal.limit) else {
        return judged(Verdict::Unknown, None, found.is_share, "the limit is no number".to_owned());
    };
    let Some(worst) = found.values.iter().copied().max_by(|a, b| limit.excess(a.value).total_cmp(&limit.excess(b.value))) else {
        return judged(Verdict::Unsure, None, found.is_share, "no game has come to an end yet".to_owned());
    };
    let verdicts: Vec<Verdict> = found.values.iter().map(|e| limit.verdict(e)).collect();
    let verdict = if verdicts.contains(&Verdict::Red) {
        Verdict::Red
    } else if verdicts.contains(&Verdict::Unsure) {
        Verdict::Unsure
    } else {
        Verdict::Green
    };
    judged(verdict, Some(worst), found.is_share, found.note)
}

/// What the members of a group are that counts by a field of players.
const BY_VALUE: &str = "values of this field";

/// What a figure of a goal comes to: one value, or one for each seat or turn order.
struct Found {
    values: Vec<Estimate>,
    is_share: bool,
    note: String,
}

/// What the figures of a goal are, before `mean`, `spread` … are applied.
struct Group<'a> {
    /// The tallies of the single figures, each over the games.
    members: Vec<&'a Tally>,
    /// The figure of all together, if that makes sense.
    whole: Option<usize>,
    is_share: bool,
    /// What the members are: `seats`.
    by: &'static str,
}

fn evaluate(program: &Program, counts: &Counts, wanted: &Wanted) -> Result<Found, String> {
    let Some(of) = &wanted.of else {
        if &*wanted.name.text == "unfinished" {
            let value = proportion(counts.unfinished + counts.failed, counts.games, CONFIDENCE);
            return Ok(Found { values: value.into_iter().collect(), is_share: true, note: "games broken off".to_owned() });
        }
        return average(program, counts, wanted);
    };
    if of.of.is_some() {
        return Err(format!("`{}` is one figure inside of another too many", wording(wanted)));
    }
    match &*wanted.name.text {
        "mean" => average(program, counts, of),
        "spread" => spread(program, counts, of),
        "evenness" => evenness(program, counts, of),
        function @ ("min" | "max") => extreme(program, counts, of, function == "max"),
        function => match function.strip_prefix('p').and_then(|n| n.parse::<u32>().ok()).filter(|n| (1..=99).contains(n)) {
            Some(percent) => percentile_of(program, counts, of, f64::from(percent) / 100.0),
            None => Err(format!("`{function}` is not known: write `mean`, `p5` to `p95`, `min`, `max`, `spread` or `evenness`")),
        },
    }
}

/// Finds what a figure's name means.
fn group<'a>(program: &Program, counts: &'a Counts, wanted: &Wanted) -> Result<Group<'a>, String> {
    let figures = Figure::all(program);
    let name = &*wanted.name.text;
    let by = wanted.by.as_ref().map(|b| b.text.to_lowercase());
    let select = |keep: &dyn Fn(Figure) -> bool| -> Vec<&'a Tally> {
        figures.iter().zip(&counts.figures).filter(|(f, _)| keep(**f)).map(|(_, t)| t).collect()
    };
    let position = |figure: Figure| figures.iter().position(|f| *f == figure);
    let single = |figure: Figure| match &by {
        None => Ok(Group { members: vec![], whole: position(figure), is_share: false, by: "" }),
        Some(by) => Err(format!("`{name}` is not counted by `{by}`: it is one figure a game")),
    };
    match name {
        "rounds" => single(Figure::Rounds),
        "turns" => single(Figure::Turns),
        "decisions" => single(Figure::Decisions),
        "win_rate" | "place" => {
            let wins = name == "win_rate";
            match by.as_deref() {
                None | Some("seat" | "player") if wins => Ok(Group {
                    members: select(&|f| matches!(f, Figure::WinBySeat(_))),
                    whole: None,
                    is_share: true,
                    by: "seats",
                }),
                None | Some("seat" | "player") => Ok(Group {
                    members: select(&|f| matches!(f, Figure::PlaceBySeat(_))),
                    whole: None,
                    is_share: false,
                    by: "seats",
                }),
                Some("order" | "turn_order" | "first_turn") if wins => Ok(Group {
                    members: select(&|f| matches!(f, Figure::WinByOrder(_))),
                    whole: None,
                    is_share: true,
                    by: "orders of the first turn",
                }),
                Some(other) if wins && crate::simulate::player_field(program, other).is_some() => {
                    let field = crate::simulate::player_field(program, other);
                    let mut members = select(&|f| matches!(f, Figure::WinByField(of, _) if Some(of) == field));
                    // Of spaces or rows only those that somebody had.
                    members.retain(|tally| tally.n > 0);
                    Ok(Group { members, whole: None, is_share: true, by: BY_VALUE })
                }
                Some(other) => Err(format!(
                    "`{name}` is not counted by `{other}` yet: it is by `seat`, and `win_rate` also by `order` of the first turn \
                     and by fields of players"
                )),
            }
        }
        _ => {
            let Some(n) = program.ir.measures.iter().position(|m| *m.name == *name) else {
                let known = ["rounds", "turns", "decisions", "win_rate", "place", "unfinished"].into_iter();
                let measures = program.ir.measures.iter().map(|m| &*m.name);
                let list = known.chain(measures).map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
                return Err(format!("`{name}` is no figure: there are {list}"));
            };
            let chosen = wanted.by.as_ref().map(|by| keys_of(program, n, &by.text)).transpose()?;
            let whole = position(Figure::Measure(n)).filter(|_| chosen.is_none());
            let is_chosen = |key: usize| chosen.as_ref().is_none_or(|keys| keys.contains(&key));
            let members = select(&|f| matches!(f, Figure::MeasureAt(m, key) if m == n && is_chosen(key)));
            let by = if crate::simulate::is_per_player(program, n) { "players" } else { "keys" };
            Ok(Group { members, whole, is_share: false, by })
        }
    }
}

/// The keys that `falls by Ground` means, all there are, or `falls by slopes`, those in this set.
fn keys_of(program: &Program, measure: usize, by: &str) -> Result<Vec<usize>, String> {
    let measure = &program.ir.measures[measure];
    let Some(per) = &measure.per else {
        return Err(format!("`{}` is not counted by `{by}`: it is one figure a game", measure.name));
    };
    let all = 0..program.sizes.members(&program.fold(), per).unwrap_or(0);
    let kind = program.ir.words(per).replace('`', "");
    if kind.rsplit(' ').next().is_some_and(|kind| kind.eq_ignore_ascii_case(by)) {
        return Ok(all.collect());
    }
    let mut consts = program.ir.consts.iter().zip(&program.layout.consts);
    match consts.find(|(c, _)| *c.name == *by && matches!(&c.value.expr.ty, Type::Set(of) if **of == *per)) {
        Some((_, base)) => {
            let has = |key: &usize| program.image[usize::from(*base) + key / 32] >> (key % 32) & 1 == 1;
            Ok(all.filter(has).collect())
        }
        None => Err(format!(
            "`{}` is not counted by `{by}`: it is by each {}, or by a `const` that is a set of {}",
            measure.name,
            kind.rsplit(' ').next().unwrap_or_default(),
            program.ir.many(per)
        )),
    }
}

impl Group<'_> {
    /// One estimate for each member, sure enough to hold all together.
    fn estimates(&self) -> Vec<Estimate> {
        let confidence = 1.0 - (1.0 - CONFIDENCE) / self.members.len().max(1) as f64;
        self.members.iter().filter_map(|t| if self.is_share { share(t, confidence) } else { mean(t, confidence) }).collect()
    }

    /// The largest of its estimates less the smallest; `None` before all are known.
    fn spread_of(&self, each: &[Estimate]) -> Option<Estimate> {
        let ends =
            |end: &dyn Fn(&Estimate) -> f64| each.iter().map(end).fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        let ((least, most), (low, highest_low), (lowest_high, high)) = (ends(&|e| e.value), ends(&|e| e.low), ends(&|e| e.high));
        let n = each.iter().map(|e| e.n).min().filter(|_| each.len() == self.members.len())?;
        let low_end = (highest_low - lowest_high).max(0.0);
        Some(Estimate { value: most - least, low: low_end, high: high - low, n, method: Method::Several })
    }
}

fn average(program: &Program, counts: &Counts, of: &Wanted) -> Result<Found, String> {
    let group = group(program, counts, of)?;
    let (values, note) = match group.whole {
        Some(n) => (mean(&counts.figures[n], CONFIDENCE).into_iter().collect(), "mean".to_owned()),
        None => (group.estimates(), format!("the one furthest off of all {}", group.by)),
    };
    Ok(Found { values, is_share: group.is_share, note })
}

fn spread(program: &Program, counts: &Counts, of: &Wanted) -> Result<Found, String> {
    let group = group(program, counts, of)?;
    if group.members.is_empty() && group.by != BY_VALUE {
        return Err(format!("`spread` is the largest less the smallest of several figures, and `{}` is one", of.name.text));
    }
    let values = group.spread_of(&group.estimates()).into_iter().collect();
    Ok(Found { values, is_share: group.is_share, note: format!("largest less smallest of all {}", group.by) })
}

/// The smallest of several figures as a share of their average: 100 % where all are alike, 0 % where one is never counted.
fn evenness(program: &Program, counts: &Counts, of: &Wanted) -> Result<Found, String> {
    let group = group(program, counts, of)?;
    if group.members.len() < 2 {
        return Err(format!("`evenness` is the smallest of several figures by their average, and `{}` is not", wording(of)));
    }
    let each = group.estimates();
    let least = |end: &dyn Fn(&Estimate) -> f64| each.iter().map(end).fold(f64::MAX, f64::min).max(0.0);
    let average = |end: &dyn Fn(&Estimate) -> f64| each.iter().map(end).sum::<f64>() / each.len() as f64;
    let (middle, low, high) = (average(&|e| e.value), average(&|e| e.low.max(0.0)), average(&|e| e.high));
    let value = Estimate {
        value: least(&|e| e.value) / middle,
        low: least(&|e| e.low) / high,
        high: (least(&|e| e.high) / low).min(1.0),
        n: each.iter().map(|e| e.n).min().unwrap_or(0),
        method: Method::Several,
    };
    let is_known = each.len() == group.members.len() && middle > 0.0;
    let values = if is_known { vec![value] } else { vec![] };
    Ok(Found { values, is_share: true, note: format!("smallest of all {} by their average", group.by) })
}

fn extreme(program: &Program, counts: &Counts, of: &Wanted, largest: bool) -> Result<Found, String> {
    let group = group(program, counts, of)?;
    let word = if largest { "largest" } else { "smallest" };
    if group.is_share || group.whole.is_none() {
        let each = group.estimates();
        let end = |end: &dyn Fn(&Estimate) -> f64| {
            let ends = each.iter().map(end);
            if largest { ends.fold(f64::MIN, f64::max) } else { ends.fold(f64::MAX, f64::min) }
        };
        let value = each.first().map(|first| Estimate {
            value: end(&|e| e.value),
            low: end(&|e| e.low),
            high: end(&|e| e.high),
            n: first.n,
            method: Method::Several,
        });
        let values = value.into_iter().collect();
        return Ok(Found { values, is_share: group.is_share, note: format!("{word} of all {}", group.by) });
    }
    let tallies =
        if group.members.is_empty() { group.whole.map(|n| &counts.figures[n]).into_iter().collect() } else { group.members };
    let values = tallies.iter().filter(|t| t.n > 0).map(|t| if largest { t.max } else { t.min });
    let value = if largest { values.max() } else { values.min() };
    let n = tallies.first().map_or(0, |t| t.n);
    let seen = value.map(|v| v as f64).map(|v| Estimate { value: v, low: v, high: v, n, method: Method::Seen });
    Ok(Found { values: seen.into_iter().collect(), is_share: false, note: format!("{word} of the games played") })
}

fn percentile_of(program: &Program, counts: &Counts, of: &Wanted, q: f64) -> Result<Found, String> {
    let group = group(program, counts, of)?;
    let histogram = group.whole.and_then(|n| histogram_of(program, counts, &Figure::all(program), n));
    let Some(histogram) = histogram else {
        return Err(format!("`{}` has no percentiles: it is a share or a mean of many games", wording(of)));
    };
    let value = percentile(&histogram, q, CONFIDENCE);
    Ok(Found { values: value.into_iter().collect(), is_share: false, note: "order statistics".to_owned() })
}

/// Wins that surely differ, without a goal that looks at them.
#[derive(Clone, PartialEq, Debug)]
pub struct Uneven {
    /// The seat or the order with the smallest share, and the one with the largest: in words.
    pub ends: [(String, Estimate); 2],
    /// How far they lie apart.
    pub spread: Estimate,
    /// What the shares are of, several at once: `orders of the first turn`.
    pub of: &'static str,
    /// The figure that a goal would name: `spread(win_rate by order)`.
    pub figure: &'static str,
}

/// Looks for wins that differ by seat, or by order of the first turn, without a goal about them. Players of several kinds win more or
/// less by what they are, so then there is nothing to tell.
pub fn uneven(program: &Program, counts: &Counts, seats: &[Seat]) -> Vec<Uneven> {
    if program.players < 2 || seats.iter().any(|seat| *seat != seats[0]) {
        return vec![];
    }
    let figures = Figure::all(program);
    let select = |keep: &dyn Fn(Figure) -> bool| {
        let (labels, members) =
            figures.iter().zip(&counts.figures).filter(|(f, _)| keep(**f)).map(|(f, t)| (f.label(program), t)).unzip();
        (labels, members)
    };
    let by_seat: (Vec<String>, Vec<&Tally>) = select(&|f| matches!(f, Figure::WinBySeat(_)));
    let by_order: (Vec<String>, Vec<&Tally>) = select(&|f| matches!(f, Figure::WinByOrder(_)));
    let [seat_is_looked_at, order_is_looked_at] =
        [false, true].map(|order| program.ir.goals.iter().any(|g| is_of_wins(&g.figure, order)));
    // Where seats take their turns in one order, it is one thing to tell.
    let is_one = by_seat.1 == by_order.1;
    let tells_seat = !(seat_is_looked_at || is_one && order_is_looked_at);
    let tells_order = !order_is_looked_at && !is_one;
    let seat = (tells_seat, by_seat, "seats", "spread(win_rate)");
    let order = (tells_order, by_order, "orders of the first turn", "spread(win_rate by order)");
    let found = [seat, order].into_iter().filter(|(tells, ..)| *tells).filter_map(|(_, (labels, members), of, figure)| {
        let group = Group { members, whole: None, is_share: true, by: of };
        let each = group.estimates();
        let spread = group.spread_of(&each)?;
        let mut each: Vec<(String, Estimate)> = labels.into_iter().zip(each).collect();
        each.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
        let ends = [each.first()?.clone(), each.last()?.clone()];
        (spread.low > 0.0).then_some(Uneven { ends, spread, of, figure })
    });
    found.collect()
}

/// Whether a goal's figure is of wins by order of the first turn, or by seat; places tell of seats as well.
fn is_of_wins(figure: &Wanted, by_order: bool) -> bool {
    if let Some(of) = &figure.of {
        return is_of_wins(of, by_order);
    }
    match (&*figure.name.text, figure.by.as_ref().map(|by| by.text.to_lowercase()).as_deref()) {
        ("win_rate", Some("order" | "turn_order" | "first_turn")) => by_order,
        ("win_rate" | "place", None | Some("seat" | "player")) => !by_order,
        _ => false,
    }
}

/// A limit in numbers.
enum Limit {
    Compare(Comparison, f64),
    Within(f64, f64),
}

impl Limit {
    fn read(limit: &GoalLimit) -> Option<Limit> {
        let number = |text: &str| match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().ok().map(|n| n / 100.0),
            None => text.trim().parse().ok(),
        };
        Some(match limit {
            GoalLimit::Compare(comparison, name) => Limit::Compare(*comparison, number(&name.text)?),
            GoalLimit::Within(low, high) => Limit::Within(number(&low.text)?, number(&high.text)?),
        })
    }

    fn keeps(&self, value: f64) -> bool {
        match *self {
            Limit::Compare(comparison, limit) => match comparison {
                Comparison::Eq => value == limit,
                Comparison::Ne => value != limit,
                Comparison::Le => value <= limit,
                Comparison::Ge => value >= limit,
                Comparison::Lt => value < limit,
                Comparison::Gt => value > limit,
            },
            Limit::Within(low, high) => low <= value && value <= high,
        }
    }

    /// How far a value is on the wrong side.
    fn excess(&self, value: f64) -> f64 {
        match *self {
            Limit::Compare(Comparison::Le | Comparison::Lt, limit) => value - limit,
            Limit::Compare(Comparison::Ge | Comparison::Gt, limit) => limit - value,
            Limit::Compare(Comparison::Eq, limit) => (value - limit).abs(),
            Limit::Compare(Comparison::Ne, limit) => -(value - limit).abs(),
            Limit::Within(low, high) => (low - value).max(value - high),
        }
    }

    fn verdict(&self, estimate: &Estimate) -> Verdict {
        let (low, high) = (self.keeps(estimate.low), self.keeps(estimate.high));
        // Both ends may keep a limit that the middle breaks, and the other way round.
        let inside = |limit: f64| estimate.low <= limit && limit <= estimate.high;
        let passes = match *self {
            Limit::Compare(Comparison::Eq | Comparison::Ne, limit) => inside(limit) && estimate.low < estimate.high,
            Limit::Within(a, b) => !low && !high && (inside(a) || inside(b)),
            Limit::Compare(..) => false,
        };
        match (low, high) {
            _ if passes => Verdict::Unsure,
            (true, true) => Verdict::Green,
            (false, false) => Verdict::Red,
            _ => Verdict::Unsure,
        }
    }
}

fn wording(figure: &Wanted) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(limit: Limit, low: f64, high: f64) -> Verdict {
        limit.verdict(&Estimate { value: (low + high) / 2.0, low, high, n: 100, method: Method::Mean })
    }

    #[test]
    fn a_goal_is_sure_when_its_whole_interval_is_on_one_side() {
        let below = || Limit::Compare(Comparison::Lt, 4.0);
        assert_eq!(verdict(below(), 1.0, 3.9), Verdict::Green);
        assert_eq!(verdict(below(), 3.0, 4.1), Verdict::Unsure);
        assert_eq!(verdict(below(), 4.0, 5.0), Verdict::Red);
        let within = || Limit::Within(2.0, 3.0);
        assert_eq!(verdict(within(), 2.1, 2.9), Verdict::Green);
        assert_eq!(verdict(within(), 1.0, 4.0), Verdict::Unsure);
        assert_eq!(verdict(within(), 1.9, 2.9), Verdict::Unsure);
        assert_eq!(verdict(within(), 3.1, 4.0), Verdict::Red);
        assert_eq!(verdict(Limit::Compare(Comparison::Eq, 2.0), 1.0, 3.0), Verdict::Unsure);
        assert_eq!(verdict(Limit::Compare(Comparison::Eq, 2.0), 2.0, 2.0), Verdict::Green);
    }
}
