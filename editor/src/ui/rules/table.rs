//! Rows of data as an editable table, as an alternative to their text.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Id, Key, RichText, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder};
use interpreter::data::node::Node;
use interpreter::source::SourceId;

use super::{RulesPane, Shown, sheet, status};
use crate::text::edits::TextEdit;
use crate::text::problems::Mark;
use crate::text::rows::{self, Column, Table};
use crate::ui::theme::{Theme, strong};
use crate::ui::widget::drop_down;
use crate::workspace::Build;

const ROW: f32 = 22.0;
const NAME: f32 = 130.0;
/// The initial width of the column with the first key of a table of two keys.
const KEY: f32 = 64.0;
/// The least and greatest initial width of a column, which fits most of its values.
const CELL: std::ops::RangeInclusive<f32> = 48.0..=260.0;
/// The width of a letter, and of the margins beside a value.
const LETTER: f32 = 7.0;
const BESIDE: f32 = 22.0;
/// The sign for a cell with its default value.
const USUAL: &str = "–";

/// Whether rows of data are shown as tables, and the table shown last.
#[derive(Default)]
pub(super) struct Tables {
    is_on: bool,
    seen: Option<ShownTable>,
    /// Words typed in cells but not applied yet.
    typed: Vec<Typed>,
}

/// Words typed in a cell. They belong to the row of this title, wherever it moves.
struct Typed {
    name: String,
    row: usize,
    title: String,
    column: Option<String>,
    text: String,
    /// Whether the words can't be applied as they are.
    is_refused: bool,
}

struct ShownTable {
    name: String,
    version: u64,
    build: Option<Arc<Build>>,
    table: Option<Arc<Table>>,
    /// The widths of its columns.
    widths: Arc<[f32]>,
}

/// A cell: the file's name, the row and its title, and the column's name. `column` is `None` for the row's own name.
#[derive(Clone, Copy)]
struct At<'a> {
    name: &'a str,
    row: usize,
    title: &'a str,
    column: Option<&'a str>,
}

impl At<'_> {
    fn id(&self) -> Id {
        Id::unique(("cell", self.name, self.title, self.column))
    }
}

impl Typed {
    fn at(&self) -> At<'_> {
        At { name: &self.name, row: self.row, title: &self.title, column: self.column.as_deref() }
    }
}

impl Tables {
    fn typed(&self, at: At<'_>) -> Option<&str> {
        self.typed.iter().find(|typed| typed.at().id() == at.id()).map(|typed| typed.text.as_str())
    }

    fn type_in(&mut self, at: At<'_>, text: String) {
        self.forget(at);
        let (name, title, column) = (at.name.to_owned(), at.title.to_owned(), at.column.map(str::to_owned));
        self.typed.push(Typed { name, row: at.row, title, column, text, is_refused: false });
    }

    fn forget(&mut self, at: At<'_>) {
        self.typed.retain(|typed| typed.at().id() != at.id());
    }
}

/// An edit of a table.
enum Deed {
    Set(usize, usize, String),
    Rename(usize, String),
    Copy(usize),
    Remove(usize),
}

/// Shows the open text as a table, if it is one and the user has chosen so; the choice stands above it. Returns whether the table is shown.
pub(super) fn table_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, acts: &mut Vec<super::Act>) -> bool {
    let name = pane.open.clone();
    let Some(table) = table(pane, shown, &name) else { return false };
    ui.horizontal(|ui| {
        for (is_on, title, tip) in [(false, "Text", "The file as text"), (true, "Table", "The file as rows, edited cell by cell")]
        {
            if ui.selectable_label(pane.tables.is_on == is_on, title).on_hover_text(tip).clicked() {
                pane.tables.is_on = is_on;
                ui.ctx().request_repaint();
            }
        }
        let (rows, columns) = (table.rows.len(), table.columns.len());
        ui.weak(if table.is_grid { format!("{rows} × {columns}") } else { format!("{rows} rows") });
    });
    if !pane.tables.is_on {
        return false;
    }
    let again = pane.wanted_step.take();
    pane.steps = Some(sheet::step(pane, &name, again, ui.input(|i| i.time), acts)).filter(|can| *can != [false; 2]);
    // The cells keep the focus.
    if let (Some(sheet), Some(_)) = (pane.sheets.get_mut(&name), again) {
        sheet.wanted = None;
    }
    let Some((text, marks)) = sheet::looked_at(pane, shown, &name) else { return false };
    status::status_ui(ui, pane, shown, status::Of::Table);
    let widths = pane.tables.seen.as_ref().map(|seen| seen.widths.clone()).unwrap_or_default();
    let deed = grid_ui(ui, &mut pane.tables, &name, &text, &table, &widths, &marks);
    if let Some(deed) = deed {
        does(pane, &name, &table, &text, deed, ui.input(|i| i.time), acts);
    }
    true
}

fn does(pane: &mut RulesPane, name: &str, table: &Table, text: &str, deed: Deed, now: f64, acts: &mut Vec<super::Act>) {
    if let Some(change) = change(table, text, deed) {
        sheet::change(pane, name, &change, now, acts);
    }
}

impl RulesPane {
    /// The names of texts with words typed in cells but not applied yet.
    pub fn typed_in_tables(&self) -> impl Iterator<Item = &str> {
        self.tables.typed.iter().map(|typed| &*typed.name)
    }

    /// Describes the first words in a cell that could not be applied, and why.
    pub fn refused_in_table(&self) -> Option<String> {
        let typed = self.tables.typed.first()?;
        let column = typed.column.as_ref().map(|column| format!(": {column}")).unwrap_or_default();
        let why = typed.column.as_ref().and_then(|_| wrong(&typed.text)).unwrap_or_else(|| "its table can't be read".to_owned());
        Some(format!("{}{column} in {}: {why}", typed.title, typed.name))
    }

    /// Drops all words typed in cells but not applied yet.
    pub fn drop_typed(&mut self) {
        self.tables.typed.clear();
    }

    /// Applies the words in cells that the user has left, wherever the focus went.
    pub fn take_left(&mut self, ctx: &egui::Context, shown: &Shown<'_>) -> Vec<super::Act> {
        let is_left = |typed: &Typed| {
            let id = text_id(typed.at());
            // A cell that has just lost the focus is still drawn, and applies its words itself.
            !typed.is_refused && ctx.memory(|memory| !memory.has_focus(id) && !memory.had_focus_last_frame(id))
        };
        self.take_typed(shown, ctx.input(|i| i.time), is_left)
    }

    /// Applies the words in all cells.
    pub fn take_all(&mut self, shown: &Shown<'_>, now: f64) -> Vec<super::Act> {
        self.take_typed(shown, now, |_| true)
    }

    fn take_typed(&mut self, shown: &Shown<'_>, now: f64, is_meant: impl Fn(&Typed) -> bool) -> Vec<super::Act> {
        let mut acts = vec![];
        let (meant, others): (Vec<Typed>, Vec<Typed>) = std::mem::take(&mut self.tables.typed).into_iter().partition(is_meant);
        self.tables.typed = others;
        for mut typed in meant {
            let is_wrong = typed.column.is_some() && !typed.text.trim().is_empty() && wrong(&typed.text).is_some();
            let is_here = typed.name.starts_with(&format!("{}/", shown.texts.name));
            let Some(table) = Some(()).filter(|()| !is_wrong && is_here).and_then(|()| table_now(self, shown, &typed.name))
            else {
                // Words for a file that is gone are dropped.
                if !is_here || shown.text(&typed.name).is_some() {
                    typed.is_refused = true;
                    self.tables.typed.push(typed);
                }
                continue;
            };
            let text = self.sheets.get(&typed.name).map(|sheet| sheet.text().to_owned()).unwrap_or_default();
            if let Some(deed) = typed.deed(&table, &text) {
                does(self, &typed.name, &table, &text, deed, now, &mut acts);
            }
        }
        acts
    }
}

impl Typed {
    /// Returns the edit that applies the words; `None` if the row or column is gone, or the cell already says so.
    fn deed(&self, table: &Table, text: &str) -> Option<Deed> {
        let is_it = |row: &usize| title(table, text, *row) == self.title;
        let row = Some(self.row).filter(|row| *row < table.rows.len() && is_it(row));
        let row = row.or_else(|| (0..table.rows.len()).find(is_it))?;
        match &self.column {
            None => (self.text != self.title).then(|| Deed::Rename(row, self.text.clone())),
            Some(column) => {
                let n = table.columns.iter().position(|known| known.name == *column)?;
                (self.text != table.cell(text, row, n)).then(|| Deed::Set(row, n, self.text.clone()))
            }
        }
    }
}

/// Returns the title of a row: its name, its key, or its number.
fn title(table: &Table, text: &str, row: usize) -> String {
    let key = || table.titles.get(row).filter(|_| table.titles.len() == table.rows.len()).cloned();
    table.name(text, row).or_else(key).unwrap_or_else(|| (row + 1).to_string())
}

/// Reads a text as a table, whether it is open or not.
fn table_now(pane: &mut RulesPane, shown: &Shown<'_>, name: &str) -> Option<Table> {
    let Some(Ok(text)) = shown.text(name) else { return None };
    sheet::taken(pane, name, text);
    read(pane.sheets.get(name)?.text(), shown, name)
}

/// Reads a text as a table, with the columns and rows that the rules declare for it.
fn read(text: &str, shown: &Shown<'_>, name: &str) -> Option<Table> {
    let path = name.split_once('/').map_or(name, |(_, path)| path);
    let Some(program) = shown.good.and_then(|build| build.program()) else { return rows::table(text, &[]) };
    let table = rows::table(text, &rows::columns(program, path))?;
    let titles = if table.is_grid { rows::titles(program, path) } else { vec![] };
    Some(Table { titles, ..table })
}

/// Returns the open text as a table, and reads it again only if the text or the rules have changed.
fn table(pane: &mut RulesPane, shown: &Shown<'_>, name: &str) -> Option<Arc<Table>> {
    if !name.ends_with(".ron") || name.ends_with("/game.ron") || name.starts_with("tracks/") {
        return None;
    }
    let Some(Ok(text)) = shown.text(name) else { return None };
    let version = sheet::taken(pane, name, text);
    let is_of = |build: &Option<Arc<Build>>| build.as_ref().map(Arc::as_ptr) == shown.good.map(Arc::as_ptr);
    let seen = pane.tables.seen.as_ref();
    if let Some(seen) = seen.filter(|seen| seen.name == *name && seen.version == version && is_of(&seen.build)) {
        return seen.table.clone();
    }
    let found = pane.sheets.get(name).and_then(|sheet| Some((sheet.text(), read(sheet.text(), shown, name)?)));
    let widths = found.as_ref().map(|(text, table)| widths(text, table)).unwrap_or_default();
    let table = found.map(|(_, table)| Arc::new(table));
    pane.tables.seen =
        Some(ShownTable { name: name.to_owned(), version, build: shown.good.cloned(), table: table.clone(), widths });
    table
}

/// Returns the initial widths of the columns, at which nine of ten values and the column's name fit.
fn widths(text: &str, table: &Table) -> Arc<[f32]> {
    let width = |(n, column): (usize, &Column)| {
        let mut letters: Vec<usize> = (0..table.rows.len()).map(|row| table.cell(text, row, n).chars().count()).collect();
        letters.sort_unstable();
        let most = letters.get(letters.len() * 9 / 10).copied().unwrap_or_default();
        (most.max(column.name.chars().count()) as f32 * LETTER + BESIDE).clamp(*CELL.start(), *CELL.end())
    };
    table.columns.iter().enumerate().map(width).collect()
}

fn change(table: &Table, text: &str, deed: Deed) -> Option<TextEdit> {
    match deed {
        Deed::Set(row, column, wanted) => table.set(text, row, column, &wanted),
        Deed::Rename(row, name) => table.rename(row, &name),
        Deed::Copy(row) => {
            let like = table.name(text, row).unwrap_or_default();
            table.copy(text, row, &table.free_name(text, &like))
        }
        Deed::Remove(row) => table.remove(text, row),
    }
}

fn grid_ui(
    ui: &mut egui::Ui,
    tables: &mut Tables,
    name: &str,
    text: &str,
    table: &Table,
    widths: &[f32],
    marks: &[Mark],
) -> Option<Deed> {
    let mut deed = None;
    let has_names = table.rows.iter().any(|row| row.name.is_some());
    egui::ScrollArea::horizontal().id_salt(("table", name)).auto_shrink([false, false]).show(ui, |ui| {
        let mut builder = TableBuilder::new(ui).id_salt(("rows", name)).striped(true).resizable(true).auto_shrink(false);
        let first = if table.is_grid { Width::initial(KEY).at_least(30.0).clip(true) } else { Width::exact(30.0) };
        builder = builder.column(first);
        if has_names {
            builder = builder.column(Width::initial(NAME).at_least(40.0).clip(true));
        }
        for width in widths {
            builder = builder.column(Width::initial(*width).at_least(30.0).clip(true));
        }
        let grid = builder.header(ROW, |mut header| {
            header.col(|_| {});
            if has_names {
                header.col(|ui| drop(ui.label(strong("Name"))));
            }
            for column in &table.columns {
                header.col(|ui| head_ui(ui, column));
            }
        });
        grid.body(|body| {
            body.rows(ROW, table.rows.len(), |mut line| {
                let row = line.index();
                let title = title(table, text, row);
                line.col(|ui| {
                    if table.is_grid {
                        ui.add(egui::Label::new(strong(&title)).truncate());
                    } else if let Some(done) = row_ui(ui, row, &title) {
                        deed = Some(done);
                    }
                });
                if has_names {
                    line.col(|ui| {
                        let label = format!("Name of {title}");
                        let at = At { name, row, title: &title, column: None };
                        if let Some(new) = text_ui(ui, tables, at, &title, &label, &[]) {
                            deed = Some(Deed::Rename(row, new));
                        }
                    });
                }
                for (n, column) in table.columns.iter().enumerate() {
                    line.col(|ui| {
                        let at = At { name, row, title: &title, column: Some(&column.name) };
                        if let Some(new) = cell_ui(ui, tables, at, n, text, table, marks) {
                            deed = Some(Deed::Set(row, n, new));
                        }
                    });
                }
            });
        });
    });
    deed
}

fn head_ui(ui: &mut egui::Ui, column: &Column) {
    let tip = [column.takes.as_str(), column.docs.as_str()].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>();
    let label = ui.add(egui::Label::new(strong(&column.name)).truncate());
    if !tip.is_empty() {
        label.on_hover_text(tip.join("\n"));
    }
}

/// Shows the menu of a row.
fn row_ui(ui: &mut egui::Ui, row: usize, title: &str) -> Option<Deed> {
    let mut deed = None;
    let menu = ui.menu_button("…", |ui| {
        if ui.button("Duplicate").clicked() {
            deed = Some(Deed::Copy(row));
            ui.close();
        }
        if ui.button("Delete").clicked() {
            deed = Some(Deed::Remove(row));
            ui.close();
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Row {title}")));
    deed
}

/// Shows a cell. Returns its new value, if any.
fn cell_ui(
    ui: &mut egui::Ui,
    tables: &mut Tables,
    at: At<'_>,
    n: usize,
    text: &str,
    table: &Table,
    marks: &[Mark],
) -> Option<String> {
    let row = at.row;
    let column = table.columns.get(n)?;
    let now = table.cell(text, row, n);
    let label = format!("{}: {}", at.title, column.name);
    if table.is_long(text, row, n) {
        ui.weak("as text").on_hover_text("This is too long for a table, or has comments: edit it as text");
        return None;
    }
    let range = table.rows.get(row).and_then(|row| row.cells.get(n).cloned().flatten());
    let wrong: Vec<&Mark> =
        marks.iter().filter(|mark| range.as_ref().is_some_and(|range| overlaps(range, &mark.range))).collect();
    if !column.choices.is_empty() && (now.is_empty() || column.choices.contains(&now)) {
        return choice_ui(ui, at, column, &now, &label);
    }
    text_ui(ui, tables, at, &now, &label, &wrong)
}

/// Returns why this can't be the value of a cell.
fn wrong(wanted: &str) -> Option<String> {
    // A comment would hide the rest of its line.
    if wanted.contains("//") || wanted.contains("/*") {
        return Some("comments belong in the text".to_owned());
    }
    let problem = Node::parse(SourceId::default(), wanted).err()?;
    Some(problem.message)
}

fn overlaps(a: &std::ops::Range<usize>, b: &std::ops::Range<usize>) -> bool {
    a.start < b.end.max(b.start + 1) && b.start < a.end
}

fn choice_ui(ui: &mut egui::Ui, at: At<'_>, column: &Column, now: &str, label: &str) -> Option<String> {
    let mut chosen = None;
    let shown = if now.is_empty() { USUAL } else { now };
    let combo = egui::ComboBox::from_id_salt(at.id()).width(ui.available_width()).truncate().selected_text(shown);
    let combo = drop_down(ui, combo, label, |ui| {
        if ui.selectable_label(now.is_empty(), USUAL).on_hover_text("The default value").clicked() && !now.is_empty() {
            chosen = Some(String::new());
        }
        for choice in &column.choices {
            if ui.selectable_label(choice == now, choice).clicked() && choice != now {
                chosen = Some(choice.clone());
            }
        }
    });
    if is_cut_off(now, combo.rect.width() - BESIDE) {
        combo.on_hover_text(now);
    }
    chosen
}

/// Whether a value probably doesn't fit its column.
fn is_cut_off(value: &str, width: f32) -> bool {
    value.chars().count() as f32 * LETTER > width
}

/// The id of the cell's text field.
fn text_id(at: At<'_>) -> Id {
    at.id().with("text")
}

/// Shows a text field. Enter or leaving the field applies its text, Esc drops it.
fn text_ui(ui: &mut egui::Ui, tables: &mut Tables, at: At<'_>, now: &str, label: &str, marks: &[&Mark]) -> Option<String> {
    let held = tables.typed(at).map(str::to_owned);
    let mut typed = held.clone().unwrap_or_else(|| now.to_owned());
    let value = held.as_ref().filter(|typed| at.column.is_some() && !typed.trim().is_empty());
    let why = value.and_then(|typed| wrong(typed));
    let theme = Theme::of(ui);
    let is_wrong = why.is_some() || !marks.is_empty();
    let mut edit = egui::TextEdit::singleline(&mut typed).id(text_id(at)).desired_width(f32::INFINITY).frame(egui::Frame::NONE);
    if is_wrong {
        edit = edit.text_color(theme.error);
    }
    if now.is_empty() {
        edit = edit.hint_text(RichText::new(USUAL).weak());
    }
    let mut response = ui.add(edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
    if let Some(why) = &why {
        response = response.on_hover_text(why);
    }
    for mark in marks {
        response = response.on_hover_text(mark.words());
    }
    if is_cut_off(now, response.rect.width()) && !response.has_focus() {
        response = response.on_hover_text(now);
    }
    if response.changed() {
        tables.type_in(at, typed.clone());
    }
    if !response.lost_focus() {
        return None;
    }
    let is_dropped = ui.input(|i| i.key_pressed(Key::Escape));
    if !is_dropped && why.is_some() {
        return None;
    }
    tables.forget(at);
    (!is_dropped && held.is_some() && typed != now).then_some(typed)
}
