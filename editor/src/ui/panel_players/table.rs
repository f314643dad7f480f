//! The score table: players as rows and what the manifest lists as columns, in its order and words. What has no room there and isn't on the
//! score sheet stands below, with players as columns. Pieces of which each player has several have a table of their own.

use egui::accesskit::Role;
use egui::{Align2, Color32, FontId, RichText, Sense, Stroke, vec2};
use interpreter::ir::{Owner, PieceId};
use interpreter::players::Seat;
use interpreter::reading::What;
use interpreter::view::{self, Seen};

use super::super::action::{Action, RaceMessage};
use super::super::look::Meter;
use super::super::theme::{self, Theme};
use super::super::thing;
use super::super::widget::{disc_ui, kinds_ui, wide_table_ui};
use super::super::words::without_citations;
use crate::looks::{self, Icon};
use crate::playtest::{Race, Thing};
use crate::ui::theme::strong;

/// The least width of the fields' names where players are columns.
const NAMES_WIDTH: f32 = 84.0;
const ROW: f32 = 20.0;
const FONT: f32 = 12.5;
const SMALL: f32 = 11.0;
/// The room between columns.
const GAP: f32 = 7.0;
/// The least width of a meter with its number, and the widest that helps.
const METER: (f32, f32) = (62.0, 130.0);
/// A value that is wider is cut, and the pointer shows all of it.
const WIDEST: f32 = 84.0;

/// A column: what one field says of each row.
struct Column<'r> {
    title: String,
    docs: String,
    icon: Option<Icon>,
    /// How wide its values and its title are.
    width: f32,
    meter: Option<&'r Meter>,
    /// Whether the score sheet shows it, too.
    is_on_sheet: bool,
    /// By row.
    cells: Vec<Cell>,
}

#[derive(Default)]
struct Cell {
    text: String,
    things: Vec<Thing>,
}

/// Shows the table of players, then something else, and below it a table for each kind of piece of which they have several.
pub fn tables_ui(
    ui: &mut egui::Ui,
    race: &Race,
    seats: &[Seat],
    between: impl FnOnce(&mut egui::Ui) -> Vec<Action>,
) -> Vec<Action> {
    let seen = listed(race);
    let mut actions = players_ui(ui, race, seats, &of_players(race, &seen), false);
    actions.extend(between(ui));
    for kind in race.program.piece_kinds() {
        let own: Vec<&Seen> = seen.iter().filter(|s| several(race, s) == Some(kind)).collect();
        if !own.is_empty() {
            ui.add_space(6.0);
            actions.extend(pieces_ui(ui, race, kind, &own));
        }
    }
    actions
}

/// Shows the table of players with as many columns as there is room for.
pub fn standing_ui(ui: &mut egui::Ui, race: &Race, seats: &[Seat]) -> Vec<Action> {
    players_ui(ui, race, seats, &of_players(race, &listed(race)), true)
}

/// What the manifest lists of players and their pieces, in its order.
fn listed(race: &Race) -> Vec<Seen> {
    let mut seen = view::fields(&race.program, &race.table_state, race.viewer());
    let manifest = &race.ruleset.manifest;
    let is_meter =
        |s: &Seen| *s.of == *"player" && race.looks().meters.iter().any(|meter| meter.field.replace('_', " ") == s.name);
    seen.retain(|s| s.owner.is_some() && !s.is_fixed && (manifest.lists(&s.of, &s.name) || is_meter(s)));
    seen.sort_by_key(|s| manifest.order(&s.of, &s.name));
    seen
}

/// Without what belongs to pieces of which each player has several.
fn of_players<'s>(race: &Race, seen: &'s [Seen]) -> Vec<&'s Seen> {
    seen.iter().filter(|s| several(race, s).is_none()).collect()
}

/// Returns the kind of piece that a value belongs to, if each player has several of them.
fn several(race: &Race, seen: &Seen) -> Option<PieceId> {
    let program = &race.program;
    let is_it = |kind: &PieceId| program.ir.pieces[kind.index()].name == seen.of && program.of_each(Owner::Piece(*kind)) > 1;
    program.piece_kinds().find(is_it)
}

/// Returns the columns, in the order of the values. `row` says in which row a value stands.
fn columns<'r>(
    ui: &egui::Ui,
    race: &'r Race,
    seen: &[&Seen],
    rows: usize,
    row: impl Fn(&Seen) -> Option<usize>,
) -> Vec<Column<'r>> {
    let manifest = &race.ruleset.manifest;
    let mut columns: Vec<(&str, &str, Column<'r>)> = vec![];
    for s in seen {
        let Some(row) = row(s).filter(|row| *row < rows) else { continue };
        let at = columns.iter().position(|(of, name, _)| (*of, *name) == (&*s.of, &*s.name)).unwrap_or_else(|| {
            let title = two_lines(&looks::heading(manifest, s));
            let meters = race.looks().meters.iter().filter(|_| *s.of == *"player");
            let meter = meters.into_iter().find(|meter| meter.field.replace('_', " ") == s.name);
            let icon = looks::of_seen(manifest, s).icon.clone();
            let width = if icon.is_some() { ROW } else { width(ui, &title, SMALL) };
            let docs = without_citations(&s.docs);
            let cells = (0..rows).map(|_| Cell::default()).collect();
            let is_on_sheet = matches!(s.what, Some(What::Field(field, _)) if race.looks().on_sheet.contains(&field));
            columns.push((&s.of, &s.name, Column { title, docs, icon, width, meter, is_on_sheet, cells }));
            columns.len() - 1
        });
        let column = &mut columns[at].2;
        let said = looks::said(manifest, s).unwrap_or_else(|| "hidden".to_owned());
        let said = if s.is_list { of_list(&said) } else { said };
        let cell = &mut column.cells[row];
        cell.text = if cell.text.is_empty() { said } else { format!("{} {said}", cell.text) };
        cell.things.extend(thing::of_seen(race, s));
        let wide = if column.meter.is_some() { METER.0 } else { width(ui, &short(&cell.text), FONT).min(WIDEST) };
        column.width = column.width.max(wide);
    }
    columns.into_iter().map(|(.., column)| column).collect()
}

fn width(ui: &egui::Ui, text: &str, font: f32) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(font), Color32::WHITE).size().x
}

/// Long titles stand in two lines.
pub fn two_lines(title: &str) -> String {
    let Some((first, last)) = title.rsplit_once(' ').filter(|_| title.chars().count() > 9) else { return title.to_owned() };
    format!("{first}\n{last}")
}

/// Shows players as rows. What has no room beside their names stands below, unless it is to be `is_brief`.
fn players_ui(ui: &mut egui::Ui, race: &Race, seats: &[Seat], seen: &[&Seen], is_brief: bool) -> Vec<Action> {
    let players = race.program.players;
    let mut columns = columns(ui, race, seen, players, |s| s.owner);
    let names = (0..players).map(|n| name_width(ui, race, n, seats)).fold(40.0, f32::max);
    let mut room = ui.available_width() - names;
    let fits = |column: &&Column<'_>| {
        room -= column.width + GAP;
        room >= 0.0
    };
    let fitting = columns.iter().take_while(fits).count();
    // What has no room is on the score sheet, or below.
    let mut rest = columns.split_off(fitting);
    rest.retain(|column| !column.is_on_sheet && !is_brief);
    // Meters share what is left.
    let meters: Vec<&mut Column<'_>> = columns.iter_mut().filter(|column| column.meter.is_some()).collect();
    let left = if rest.is_empty() { room / meters.len().max(1) as f32 } else { 0.0 };
    meters.into_iter().for_each(|column| column.width = (column.width + left).min(METER.1));
    let mut actions = vec![];
    let grid = egui::Grid::new("score table")
        .num_columns(columns.len() + 1)
        .striped(true)
        .spacing([GAP, 1.0])
        .min_col_width(0.0)
        .min_row_height(ROW);
    wide_table_ui(ui, "score table", grid, |ui| {
        if !columns.is_empty() {
            ui.add_sized([names, 14.0], egui::Label::new(""));
            columns.iter().for_each(|column| title_ui(ui, column));
            ui.end_row();
        }
        for player in 0..players {
            actions.extend(name_ui(ui, race, player, seats, names));
            for column in &columns {
                actions.extend(cell_ui(ui, race, column, player, Some(player), column.width));
            }
            ui.end_row();
        }
    });
    if !rest.is_empty() {
        ui.add_space(6.0);
        actions.extend(turned_ui(ui, race, &rest));
    }
    actions
}

/// Shows what has no room beside the names, with players as columns.
fn turned_ui(ui: &mut egui::Ui, race: &Race, columns: &[Column<'_>]) -> Vec<Action> {
    let mut actions = vec![];
    let players = race.program.players;
    // The columns share the room beside the titles. If it is too little, they scroll.
    let title = |column: &Column<'_>| column.title.replace('\n', " ");
    let titles = columns.iter().map(|column| self::width(ui, &title(column), FONT) + 4.0).fold(NAMES_WIDTH, f32::max);
    let width = ((ui.available_width() - titles) / players as f32 - 4.0).clamp(20.0, 150.0);
    let grid = egui::Grid::new("score sheet").num_columns(players + 1).striped(true).spacing([4.0, 1.0]);
    wide_table_ui(ui, "score sheet", grid.min_col_width(20.0).min_row_height(17.0), |ui| {
        ui.add_sized([titles - 4.0, 17.0], egui::Label::new("").truncate());
        for player in 0..players {
            ui.add_sized([width, 17.0], |ui: &mut egui::Ui| disc_ui(ui, race, player, 7.5));
        }
        ui.end_row();
        for column in columns {
            let label = ui.label(RichText::new(title(column)).size(FONT));
            if !column.docs.is_empty() {
                label.on_hover_text(&column.docs);
            }
            for player in 0..players {
                actions.extend(cell_ui(ui, race, column, player, Some(player).filter(|_| width > METER.0), width));
            }
            ui.end_row();
        }
    });
    actions
}

/// Shows the pieces of a kind, each in its row.
fn pieces_ui(ui: &mut egui::Ui, race: &Race, kind: PieceId, seen: &[&Seen]) -> Vec<Action> {
    let program = &race.program;
    let count = program.pieces(kind);
    let number = |s: &Seen| match s.what {
        Some(What::Field(_, number) | What::Piece(_, number)) => Some(number),
        _ => None,
    };
    let columns = columns(ui, race, seen, count, number);
    let mut actions = vec![];
    let grid = egui::Grid::new(("pieces", kind.index())).num_columns(columns.len() + 1).striped(true).spacing([GAP, 0.0]);
    let grid = grid.min_col_width(0.0).min_row_height(ROW - 2.0);
    wide_table_ui(ui, &format!("pieces {}", kind.index()), grid, |ui| {
        ui.label("");
        columns.iter().for_each(|column| title_ui(ui, column));
        ui.end_row();
        for piece in 0..count {
            let owner = program.holder(Owner::Piece(kind), piece);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                owner.into_iter().for_each(|owner| drop(disc_ui(ui, race, owner, 7.0)));
                let name = race.looks().pieces[kind.index()].own_name(program, &race.table_state, kind.index(), piece);
                ui.add(egui::Label::new(RichText::new(name).size(FONT)).extend());
            });
            for column in &columns {
                actions.extend(cell_ui(ui, race, column, piece, owner, column.width));
            }
            ui.end_row();
        }
    });
    actions
}

fn title_ui(ui: &mut egui::Ui, column: &Column<'_>) {
    let title = column.title.replace('\n', " ");
    let shown = match &column.icon {
        Some(icon) => {
            let (rect, shown) = ui.allocate_exact_size(vec2(column.width, ROW), Sense::hover());
            let colour = ui.visuals().weak_text_color();
            super::super::sheet::marks::icon_ui(ui, icon, rect.left_center() + vec2(ROW / 2.0, 0.0), ROW * 0.62, colour);
            shown
        }
        None => ui.add(egui::Label::new(RichText::new(&column.title).size(SMALL).weak()).extend()),
    };
    shown.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, &title));
    let docs = if column.docs.is_empty() { title.clone() } else { format!("{title}: {}", column.docs) };
    shown.on_hover_text(docs);
}

/// Shows a player's piece and name. The right button says who plays.
fn name_ui(ui: &mut egui::Ui, race: &Race, player: usize, seats: &[Seat], width: f32) -> Option<Action> {
    let mut chosen = None;
    let row = ui.horizontal(|ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.x = 5.0;
        disc_ui(ui, race, player, 8.5);
        let name = RichText::new(&*race.program.names[player]);
        ui.add(egui::Label::new(if race.turn_of() == Some(player) { strong(name) } else { name }).extend());
        if let Some(also) = also(race, player) {
            ui.add(egui::Label::new(RichText::new(also).size(SMALL).weak()).extend());
        }
        if seats.get(player).is_some_and(|seat| *seat != Seat::Human) {
            ui.add(egui::Label::new(RichText::new("bot").size(SMALL).weak()).extend()).on_hover_text("Setup says who plays");
        }
    });
    let seat = seats.get(player).copied().unwrap_or(Seat::Greedy);
    row.response.container_context_menu(|ui| {
        ui.weak(format!("{} is played by", race.program.names[player]));
        chosen = kinds_ui(ui, seat);
    });
    chosen.map(|kind| RaceMessage::Seat(player, kind).into())
}

/// What a player is called on the board besides the name: the racer that is played.
fn also(race: &Race, player: usize) -> Option<String> {
    race.looks().pieces.iter().find_map(|look| look.of_player(&race.program, &race.table_state, player))
}

fn name_width(ui: &egui::Ui, race: &Race, player: usize, seats: &[Seat]) -> f32 {
    // Strong letters are a little wider.
    let font = egui::TextStyle::Body.resolve(ui.style()).size + 0.5;
    let mut wide = 24.0 + width(ui, &race.program.names[player], font);
    wide += also(race, player).map_or(0.0, |also| width(ui, &also, SMALL) + 5.0);
    wide + if seats.get(player).is_some_and(|seat| *seat != Seat::Human) { width(ui, "bot", SMALL) + 5.0 } else { 0.0 }
}

fn cell_ui(ui: &mut egui::Ui, race: &Race, column: &Column<'_>, row: usize, player: Option<usize>, width: f32) -> Vec<Action> {
    let Some(cell) = column.cells.get(row) else { return vec![] };
    let shown = match (column.meter, player) {
        (Some(meter), Some(player)) => meter_ui(ui, race, player, meter, width),
        _ => value_ui(ui, &cell.text, width),
    };
    thing::asked_ui(ui, race, &shown, &cell.things)
}

/// Shows a scale with its zones and the player's value on it, and beside it the number.
fn meter_ui(ui: &mut egui::Ui, race: &Race, player: usize, meter: &Meter, width: f32) -> egui::Response {
    let theme = Theme::of(ui);
    let value = race.table_state.read(&race.program).field(meter.id, player).word();
    let zone = meter.zone(value);
    let words = match zone {
        Some(zone) => format!("{} {value} of {}, zone {zone}", meter.title, meter.most),
        None => format!("{} {value} of {}", meter.title, meter.most),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW - 2.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::ProgressIndicator, true, &words));
    let painter = ui.painter();
    let (bar, number) = rect.split_left_right_at_x(rect.right() - 20.0);
    let bar = bar.shrink2(vec2(3.0, 6.0));
    let steps = meter.most as f32 + 1.0;
    let x = |step: f32| bar.left() + bar.width() * step / steps;
    let starts = if meter.zones.is_empty() { vec![0] } else { meter.zones.clone() };
    for (n, start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(meter.most + 1).min(meter.most + 1);
        let shade = theme::between(theme.calm, theme.full, n as f32 / (starts.len().max(2) - 1) as f32);
        let left = x(*start as f32) + if n == 0 { 0.0 } else { 1.0 };
        painter.rect_filled(egui::Rect::from_x_y_ranges(left..=x(end as f32), bar.y_range()), 2.0, shade);
    }
    let at = egui::pos2(x(value.clamp(0, meter.most) as f32 + 0.5), bar.center().y);
    painter.circle(at, 5.0, race.colour(player), Stroke::new(1.0, ui.visuals().strong_text_color()));
    let ink = ui.visuals().text_color();
    painter.text(number.right_center(), Align2::RIGHT_CENTER, value.to_string(), FontId::proportional(FONT), ink);
    response.on_hover_text(words)
}

/// Values that say nothing.
const NOTHING: [&str; 4] = ["–", "?", "0", "no"];

/// A value as it is shown.
fn short(value: &str) -> String {
    match value {
        "none" | "not set" => "–".into(),
        "hidden" => "?".into(),
        other => other.to_owned(),
    }
}

/// Shows a value. A value such as “none” is faint.
fn value_ui(ui: &mut egui::Ui, value: &str, width: f32) -> egui::Response {
    let short = short(value);
    let text = RichText::new(&short).size(FONT);
    let label = egui::Label::new(if NOTHING.contains(&&*short) { text.weak() } else { text }).truncate();
    let response = ui.add_sized([width, ROW - 2.0], label);
    if short != value || self::width(ui, &short, FONT) > width { response.on_hover_text(value) } else { response }
}

/// Returns the members of a list, or their count if they are too long.
pub fn of_list(members: &str) -> String {
    let count = members.split(", ").count();
    if count > 1 && members.chars().count() > 14 { count.to_string() } else { members.to_owned() }
}
