//! Tables of a race: its state, and the ranking at the end.

use std::collections::{BTreeMap, BTreeSet};

use interpreter::game::Game;
use interpreter::ir::Type;
use interpreter::show;
use interpreter::view::{self, Seen};

use super::super::out::{self, STRONG, styled};
use super::ahead::Course;
use super::{cards, pieces};

/// The most cards of a pile that are named; larger piles are counted.
const MOST_NAMES: usize = 20;

/// Returns the parts of the state that a player may see and the manifest lists: a column for each player, then lines for their pieces if
/// there are several, then the piles.
pub fn state(game: &Game, player: Option<usize>, course: &Course) -> String {
    let seen = view::fields(&game.program, &game.machine, player);
    let shown = |s: &Seen| s.value.clone().unwrap_or_else(|| "hidden".to_owned());
    let mut text = String::from("\n");
    let common = seen.iter().filter(|s| s.owner.is_none() && course.tells(s));
    let common: Vec<String> = common.map(|s| format!("{} {}", s.name, shown(s))).collect();
    for line in out::wrapped(&common.join(" · "), out::width()).iter().filter(|line| !line.is_empty()) {
        text.push_str(&format!("{line}\n"));
    }
    let mut rows: Vec<(String, BTreeMap<usize, Vec<String>>)> = vec![];
    let is_place = |s: &Seen| game.program.ir.pieces.iter().any(|p| p.name == s.of && p.as_name.replace('_', " ") == s.name);
    for s in seen.iter().filter(|s| !pieces::is_of_several(game, s)) {
        let Some(owner) = s.owner.filter(|_| course.tells(s) || is_place(s)) else { continue };
        let at = rows.iter().position(|(name, _)| *name == s.name).unwrap_or_else(|| {
            rows.push((s.name.clone(), BTreeMap::new()));
            rows.len() - 1
        });
        rows[at].1.entry(owner).or_default().push(shown(s));
    }
    // The places of pieces come first in the table, although they are last among the fields.
    let places = seen.iter().filter(|s| is_place(s) && !pieces::is_of_several(game, s)).map(|s| &s.name).collect::<BTreeSet<_>>();
    let places = places.len().min(rows.len());
    rows.rotate_right(places);
    let mut cells = vec![std::iter::once(String::new()).chain(game.program.names.iter().map(|n| n.to_string())).collect()];
    for (name, values) in rows {
        let each = (0..game.program.players).map(|p| values.get(&p).map(|v| v.join(", ")).unwrap_or_default());
        cells.push(std::iter::once(name).chain(each).collect());
    }
    text.push_str(&columns(&cells, &[]));
    for line in (0..game.program.players).flat_map(|owner| pieces::lines(game, &seen, owner, course)) {
        text.push_str(&format!("  {line}\n"));
    }
    for heap in cards::together(view::heaps(&game.program, &game.machine, player)) {
        let name = cards::name_of(game, &heap);
        let owner = heap.owner.filter(|_| name == heap.name).and_then(|p| game.program.names.get(p));
        let whose = owner.map_or(String::new(), |owner| format!("{owner}'s "));
        let told = if heap.count() > MOST_NAMES { format!("{} cards", heap.count()) } else { heap.told(&game.program) };
        for line in out::wrapped(&format!("{whose}{name}: {told}"), out::width().saturating_sub(2)) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// Returns the ranking, with each player's figures. Equal places are shared.
pub fn ranking(game: &Game, seats: &[&str]) -> String {
    let program = &game.program;
    let places = game.places();
    let mut order: Vec<usize> = (0..program.players).collect();
    order.sort_by_key(|p| (places[*p].is_none(), places[*p]));
    let measures = || program.ir.measures.iter().enumerate().map(|(n, m)| (m, game.machine.read(program).measure(n)));
    let per_player: Vec<_> = measures()
        .filter(|(m, _)| matches!(m.per, Some(Type::Player)))
        .map(|(m, figures)| (m.name.replace('_', " "), figures))
        .collect();
    let header = ["place", "", ""].map(str::to_owned).into_iter().chain(per_player.iter().map(|(name, _)| name.clone()));
    let mut cells = vec![header.collect::<Vec<String>>()];
    for player in order {
        let shared = places.iter().filter(|p| **p == places[player]).count() > 1;
        let place = match places[player] {
            Some(place) => format!("{place}.{}", if shared { " shared" } else { "" }),
            None => "none".to_owned(),
        };
        let seat = seats.get(player).copied().unwrap_or_default();
        let mut row = vec![place, program.names[player].to_string(), seat.to_owned()];
        row.extend(per_player.iter().map(|(_, figures)| figures[player].to_string()));
        cells.push(row);
    }
    let numbers: Vec<usize> = (3..3 + per_player.len()).collect();
    let mut text = columns(&cells, &numbers);
    for (measure, words) in measures() {
        let figures: Vec<String> = match &measure.per {
            Some(Type::Player) => continue,
            Some(ty) => {
                // Copies of a card are counted together.
                let mut counted: Vec<(String, i32)> = vec![];
                for (n, count) in words.iter().enumerate().filter(|(_, count)| **count != 0) {
                    let name = show::word(program, ty, n as i32);
                    match counted.last_mut().filter(|(last, _)| *last == name) {
                        Some((_, sum)) => *sum += count,
                        None => counted.push((name, *count)),
                    }
                }
                counted.iter().map(|(name, count)| format!("{name} {count}")).collect()
            }
            None => words.iter().map(i32::to_string).collect(),
        };
        if figures.is_empty() {
            continue;
        }
        for line in out::wrapped(&format!("{}: {}", measure.name.replace('_', " "), figures.join(", ")), out::width()) {
            text.push_str(&format!("{line}\n"));
        }
    }
    text
}

/// Aligns rows of cells. The first row is the heading. The columns in `numbers` are aligned right.
pub fn columns(rows: &[Vec<String>], numbers: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        (0..count).map(|c| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for (n, row) in rows.iter().enumerate() {
        let mut line = String::from(" ");
        for (c, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[c] - cell.chars().count());
            let aligned = if numbers.contains(&c) { format!("{pad}{cell}") } else { format!("{cell}{pad}") };
            line.push_str(&format!(" {aligned} "));
        }
        let line = line.trim_end();
        text.push_str(&if n == 0 { styled(STRONG, line) } else { line.to_owned() });
        text.push('\n');
    }
    text
}
