//! The figures that are counted in each game.

use crate::diagnostic::ordinal;
use crate::ir::{Counted, FieldId, Goal, Type, Wanted};
use crate::program::{Program, header};
use crate::reading::What;
use crate::show;
use crate::vm::Machine;

use super::Tally;

/// Something that has a value in each game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Figure {
    /// The number of turns of the player who had most. The machine knows no game and so no rounds; where everybody has one turn a round,
    /// this is the number of rounds.
    Rounds,
    /// Turns begun, by all players together.
    Turns,
    /// Questions answered.
    Decisions,
    /// A seat's share of the win: 1, or ½, ⅓ … where several share the first place.
    WinBySeat(usize),
    /// The same for the player who was the nth to have a first turn.
    WinByOrder(usize),
    /// The same for the players who end with this value in a field; they share it if they are several.
    WinByField(FieldId, i32),
    /// A seat's place, 1 for winners.
    PlaceBySeat(usize),
    /// A measure: the mean over all players, or the sum over other keys.
    Measure(usize),
    /// A measure at one of its keys.
    MeasureAt(usize, usize),
}

impl Figure {
    /// All figures of a program, in a fixed order.
    pub fn all(program: &Program) -> Vec<Figure> {
        let players = 0..program.players;
        let mut all = vec![Figure::Rounds, Figure::Turns, Figure::Decisions];
        all.extend(players.clone().map(Figure::WinBySeat));
        all.extend(players.clone().map(Figure::WinByOrder));
        all.extend(players.map(Figure::PlaceBySeat));
        for field in fields_of_goals(program) {
            let ty = &program.ir.fields[field.index()].ty;
            let first = program.fold().first_member(ty.present());
            let members = program.sizes.members(&program.fold(), ty.present()).unwrap_or(0);
            all.extend((0..members.min(MOST_VALUES)).map(|n| Figure::WinByField(field, first + n as i32)));
        }
        for (n, (_, keys)) in program.layout.measures.iter().enumerate() {
            all.push(Figure::Measure(n));
            if program.ir.measures[n].per.is_some() {
                all.extend((0..*keys).map(|key| Figure::MeasureAt(n, key)));
            }
        }
        all
    }

    /// A key that stays the same between versions and variants: `rounds`, `win_rate.seat.1`, `measure.drafts.2`.
    pub fn key(self, program: &Program) -> String {
        let measure = |n: usize| &program.ir.measures[n].name;
        match self {
            Figure::Rounds => "rounds".to_owned(),
            Figure::Turns => "turns".to_owned(),
            Figure::Decisions => "decisions".to_owned(),
            Figure::WinBySeat(seat) => format!("win_rate.seat.{}", seat + 1),
            Figure::WinByOrder(n) => format!("win_rate.order.{}", n + 1),
            Figure::WinByField(field, value) => {
                let (name, value) = field_value(program, field, value);
                format!("win_rate.{name}.{}", value.replace(' ', "_"))
            }
            Figure::PlaceBySeat(seat) => format!("place.seat.{}", seat + 1),
            Figure::Measure(n) => format!("measure.{}", measure(n)),
            Figure::MeasureAt(n, key) => format!("measure.{}.{}", measure(n), key_name(program, n, key, false)),
        }
    }

    /// The label for people.
    pub fn label(self, program: &Program) -> String {
        let name = |seat: usize| program.names.get(seat).map_or_else(|| format!("Player {}", seat + 1), |n| n.to_string());
        match self {
            Figure::Rounds => "rounds".to_owned(),
            Figure::Turns => "turns".to_owned(),
            Figure::Decisions => "decisions".to_owned(),
            Figure::WinBySeat(seat) | Figure::PlaceBySeat(seat) => name(seat),
            Figure::WinByOrder(n) => format!("{} to have a turn", ordinal(n + 1)),
            Figure::WinByField(field, value) => show::told(program, &program.ir.fields[field.index()].ty, &[value]),
            Figure::Measure(n) => program.ir.measures[n].name.replace('_', " "),
            Figure::MeasureAt(n, key) => key_name(program, n, key, true),
        }
    }

    /// Whether it is a share, shown as a percentage.
    pub fn is_share(self) -> bool {
        matches!(self, Figure::WinBySeat(_) | Figure::WinByOrder(_) | Figure::WinByField(..))
    }

    /// An empty tally, with a histogram if the values are small whole numbers of which percentiles make sense.
    pub(super) fn tally(self, program: &Program) -> Tally {
        match self {
            Figure::WinBySeat(_) | Figure::WinByOrder(_) => Tally::new(win_units(program.players), false),
            Figure::WinByField(..) => Tally::new(shared_units(program.players), false),
            Figure::Measure(n) if is_per_player(program, n) => Tally::new(program.players as i64, false),
            _ => Tally::new(1, true),
        }
    }
}

/// The number of values of a field that figures are counted by, at most.
const MOST_VALUES: usize = 64;

/// The fields of players that goals count by: `win_rate by hero`.
fn fields_of_goals(program: &Program) -> Vec<FieldId> {
    let field = |goal: &Goal| match goal.wanted {
        Wanted::Of(_, Counted::WinsByField(field)) => Some(field),
        _ => None,
    };
    let mut found: Vec<FieldId> = program.ir.goals.iter().filter_map(field).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn field_value(program: &Program, field: FieldId, value: i32) -> (String, String) {
    let field = &program.ir.fields[field.index()];
    (field.name.to_string(), show::word(program, &field.ty, value))
}

/// Whether a measure has one value for each player.
pub(crate) fn is_per_player(program: &Program, measure: usize) -> bool {
    matches!(program.ir.measures[measure].per, Some(Type::Player))
}

fn key_name(program: &Program, measure: usize, key: usize, for_people: bool) -> String {
    match &program.ir.measures[measure].per {
        Some(Type::Player) if !for_people => (key + 1).to_string(),
        Some(ty) => {
            let fold = program.fold();
            let member = fold.first_member(ty) + key as i32;
            let shown = if for_people { show::told(program, ty, &[member]) } else { show::word(program, ty, member) };
            // Copies of a card are told apart.
            let copy = match ty {
                Type::Row(kind) => program.rows[kind.index()].first.get(key).map_or(0, |first| key - usize::from(*first)),
                _ => 0,
            };
            match (for_people, copy) {
                (true, 0) => shown,
                (true, copy) => format!("{shown} ({})", copy + 1),
                (false, 0) => shown.replace(' ', "_"),
                (false, copy) => format!("{}.{}", shown.replace(' ', "_"), copy + 1),
            }
        }
        None => String::new(),
    }
}

/// The parts of a win: a number that every number of winners divides.
pub fn win_units(players: usize) -> i64 {
    let gcd = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (1..=players as i64).fold(1, |lcm, n| lcm / gcd(lcm, n) * n)
}

/// The parts of a win that can be shared once more, among players with the same value in a field; with very many players not always evenly.
fn shared_units(players: usize) -> i64 {
    let units = win_units(players);
    units.checked_mul(units).unwrap_or(units)
}

/// The figures that two programs share and that can be subtracted: their position in each, and their unit.
pub(super) fn pairs(programs: [&Program; 2]) -> Vec<(usize, usize, i64)> {
    let [first, second] = programs.map(Figure::all);
    let keys: Vec<String> = second.iter().map(|f| f.key(programs[1])).collect();
    let pair = |(a, figure): (usize, &Figure)| {
        let key = figure.key(programs[0]);
        let b = keys.iter().position(|k| *k == key)?;
        let unit = figure.tally(programs[0]).unit;
        (second[b].tally(programs[1]).unit == unit).then_some((a, b, unit))
    };
    first.iter().enumerate().filter_map(pair).collect()
}

/// Reads the figures of a finished game. `order` lists who had a first turn first, second …
pub(super) fn read(program: &Program, machine: &Machine, order: &[usize], figures: &[Figure], row: &mut [Option<i64>]) {
    let (state, word) = (machine.read(program), |at: usize| i64::from(machine.memory[at]));
    let place = |player: usize| state.of(What::Place(player)).iter().map(|place| i64::from(*place)).find(|place| *place > 0);
    let winners = (0..program.players).filter(|p| place(*p) == Some(1)).count() as i64;
    let share = win_units(program.players) / winners.max(1);
    let win = |player: usize| if place(player) == Some(1) { share } else { 0 };
    for (figure, value) in figures.iter().zip(row) {
        *value = match *figure {
            Figure::Rounds => (0..program.players).map(|p| word(usize::from(program.layout.turns_of) + p)).max(),
            Figure::Turns => Some(word(header::TURNS)),
            Figure::Decisions => Some(word(header::DECISIONS)),
            Figure::WinBySeat(seat) => Some(win(seat)),
            Figure::WinByOrder(n) => order.get(n).map(|player| win(*player)),
            Figure::WinByField(field, value) => {
                let with = (0..program.players).filter(|p| state.field(field, *p).word() == value);
                let (n, won) = with.fold((0, 0), |(n, won), p| (n + 1, won + win(p)));
                (n > 0).then(|| won * (shared_units(program.players) / win_units(program.players)) / n)
            }
            Figure::PlaceBySeat(seat) => place(seat),
            Figure::Measure(n) => Some(state.measure(n).iter().map(|figure| i64::from(*figure)).sum()),
            Figure::MeasureAt(n, key) => state.measure(n).get(key).map(|figure| i64::from(*figure)),
        };
    }
}
