//! The result of a race: who has won, everybody by place with what decided it, and what the rules measure of each.

use std::collections::BTreeSet;

use egui::RichText;
use interpreter::ir::walk::{self, Part};
use interpreter::ir::{Expr, ExprKind, FieldId, Owner, StmtKind, Type};
use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::view::{self, Seen};

use crate::looks;
use crate::playtest::Race;
use crate::ui::theme::strong;
use crate::ui::widget::{disc_ui, wide_table_ui};
use crate::ui::words::{titled, without_citations};

/// The most columns beside the names.
const MOST_COLUMNS: usize = 3;

/// Shows who has won: `Anna wins`, `Anna and Ben share the first place`.
pub fn winners_ui(ui: &mut egui::Ui, race: &Race) {
    let places = race.table_state.places(&race.program);
    let winners = (0..places.len()).filter(|player| places[*player] == Some(1));
    let names: Vec<&str> = winners.filter_map(|player| race.program.names.get(player)).map(|name| &**name).collect();
    match &names[..] {
        [] => return drop(ui.heading("The race is over")),
        [winner] => ui.heading(format!("{winner} wins")),
        [first @ .., last] => ui.heading(format!("{} and {last} share the first place", first.join(", "))),
    };
    ui.weak("The race is over");
}

/// A number of each player: its title, what it is, and how each player stands.
struct Column {
    title: String,
    docs: String,
    of: Vec<String>,
}

/// Shows the players by place, with what has decided it, and below that all that the rules measure.
pub fn ranking_ui(ui: &mut egui::Ui, race: &Race) {
    let places = race.table_state.places(&race.program);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|p| places[*p].unwrap_or(u32::MAX));
    let mut columns = decisive(race);
    let measures = measures(race);
    // Without such fields, the first things measured are the best that there is.
    let left = if columns.is_empty() { measures.len().min(MOST_COLUMNS) } else { 0 };
    let (first, rest) = measures.split_at(left);
    // What is the same for everybody hasn't decided anything.
    columns.retain(|column| column.of.windows(2).any(|pair| pair[0] != pair[1]));
    columns.truncate(MOST_COLUMNS);
    let shown: Vec<&Column> = columns.iter().chain(first).collect();
    let grid = egui::Grid::new("ranking").num_columns(2 + shown.len()).striped(true).spacing([8.0, 3.0]);
    wide_table_ui(ui, "ranking", grid, |ui| {
        ["Place", "Player"].into_iter().for_each(|title| drop(ui.weak(RichText::new(title).small())));
        for column in &shown {
            // Two lines keep the columns narrow.
            let title = column.title.rsplit_once(' ').map_or(column.title.clone(), |(first, last)| format!("{first}\n{last}"));
            docs_ui(ui.weak(RichText::new(title).small()), column);
        }
        ui.end_row();
        for player in &order {
            let place = places[*player];
            let is_shared = place.is_some() && places.iter().filter(|p| **p == place).count() > 1;
            let text = match place {
                Some(place) if is_shared => format!("{place} shared"),
                Some(place) => place.to_string(),
                None => "–".to_owned(),
            };
            let loud = |text: RichText| if place == Some(1) { strong(text) } else { text };
            ui.label(loud(text.into()));
            ui.horizontal(|ui| {
                disc_ui(ui, race, *player, 8.0);
                ui.label(loud(RichText::new(&*race.program.names[*player])));
                if race.seats.get(*player) == Some(&Seat::Human) {
                    ui.weak("you");
                }
            });
            shown.iter().for_each(|column| drop(ui.label(column.of.get(*player).map_or("", |text| text))));
            ui.end_row();
        }
    });
    if rest.iter().any(|column| column.of.iter().any(|text| text != "0")) {
        ui.add_space(4.0);
        measured_ui(ui, race, rest, &order);
    }
}

/// Shows what the rules measure, a row for each figure: there are fewer players than figures.
fn measured_ui(ui: &mut egui::Ui, race: &Race, measures: &[Column], order: &[usize]) {
    let grid = egui::Grid::new("measured").num_columns(1 + order.len()).striped(true).spacing([10.0, 2.0]);
    wide_table_ui(ui, "measured", grid, |ui| {
        ui.label("");
        order.iter().for_each(|player| drop(disc_ui(ui, race, *player, 7.0)));
        ui.end_row();
        for column in measures {
            docs_ui(ui.weak(RichText::new(&column.title).small()), column);
            order.iter().for_each(|player| drop(ui.label(column.of.get(*player).map_or("", |text| text))));
            ui.end_row();
        }
    });
}

fn docs_ui(label: egui::Response, column: &Column) {
    if !column.docs.is_empty() {
        label.on_hover_text(&column.docs);
    }
}

/// What the rules measure for each player.
fn measures(race: &Race) -> Vec<Column> {
    let program = &race.program;
    let all = program.ir.measures.iter().enumerate().filter(|(_, measure)| matches!(measure.per, Some(Type::Player)));
    let column = |(n, measure): (usize, &interpreter::ir::Measure)| Column {
        title: titled(&measure.name),
        docs: without_citations(&measure.docs.text),
        of: race.table_state.read(program).measure(n).iter().map(i32::to_string).collect(),
    };
    all.map(column).collect()
}

/// The fields of players by which the rules rank them, in the order in which they count.
fn decisive(race: &Race) -> Vec<Column> {
    let (program, manifest) = (&race.program, &race.ruleset.manifest);
    let seen = view::fields(program, &race.table_state, race.viewer());
    let of = |field: FieldId| {
        let own = |s: &&Seen| matches!(s.what, Some(interpreter::why::What::Field(id, _)) if id == field);
        let mut all: Vec<&Seen> = seen.iter().filter(own).collect();
        all.sort_by_key(|s| s.owner);
        let first = all.first()?;
        let of = all.iter().map(|s| looks::said(manifest, s).unwrap_or_else(|| "–".to_owned())).collect();
        Some(Column { title: looks::heading(manifest, first), docs: without_citations(&first.docs), of })
    };
    ranked_by(program).into_iter().filter_map(of).collect()
}

/// The fields of players that the rankings of a ruleset read, themselves or in the values that they call.
fn ranked_by(program: &Program) -> Vec<FieldId> {
    let ir = &program.ir;
    let mut fields: Vec<FieldId> = vec![];
    let mut called = BTreeSet::new();
    let mut add = |e: &Expr| {
        if let ExprKind::Field { field, .. } = e.kind
            && ir.fields[field.index()].owner == Owner::Player
            && !matches!(ir.fields[field.index()].ty, Type::Bool | Type::Set(_) | Type::List(..) | Type::Per(..))
            && !fields.contains(&field)
        {
            fields.push(field);
        }
    };
    for key in keys(program) {
        walk::expr(key, &mut add);
        walk::calls_in(key, &mut |rule| {
            if called.insert(rule.index()) {
                walk::rule(&ir.rules[rule.index()], &mut add);
            }
        });
    }
    fields
}

/// What the rankings of the rules go by.
fn keys(program: &Program) -> Vec<&Expr> {
    let mut keys = vec![];
    for rule in &program.ir.rules {
        walk::all_of_rule(rule, &mut |part| {
            if let Part::Stmt(stmt) = part
                && let StmtKind::EndGame { ranking: Some(ranking) } = &stmt.kind
            {
                keys.extend(ranking.by.iter().map(|key| &key.value));
            }
        });
    }
    keys
}
