//! Rows of data as a table to edit, beside the text that they stand in.

use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Id, Key, RichText, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder};
use interpreter::data::node::Node;
use interpreter::source::SourceId;

use super::{RulesPane, Shown, sheet, status};
use crate::text::edits::Change;
use crate::text::problems::Mark;
use crate::text::rows::{self, Column, Table};
use crate::ui::theme::Theme;
use crate::workspace::Build;

const ROW: f32 = 22.0;
const NAME: f32 = 130.0;
/// Columns are as wide as most of their values, within these.
const CELL: std::ops::RangeInclusive<f32> = 48.0..=260.0;
/// Room for a letter, and for what stands beside a value.
const LETTER: f32 = 7.0;
const BESIDE: f32 = 22.0;
/// What a cell says that has its default.
const USUAL: &str = "–";

/// Whether rows of data are shown as tables, and the one that was shown last.
#[derive(Default)]
pub(super) struct Tables {
    is_on: bool,
    seen: Option<Seen>,
    /// What was done in tables, the last thing last.
    steps: Vec<Step>,
}

/// A text before and after something was done in its table.
struct Step {
    name: String,
    before: Arc<str>,
    after: Arc<str>,
}

struct Seen {
    name: String,
    version: u64,
    build: Option<Arc<Build>>,
    table: Option<Arc<Table>>,
    /// Of its columns.
    widths: Arc<[f32]>,
}

/// A cell: the file's name, its row with what that is called, and its column unless it is the row's name.
#[derive(Clone, Copy)]
struct At<'a> {
    name: &'a str,
    row: usize,
    title: &'a str,
    column: Option<usize>,
}

impl<'a> At<'a> {
    /// What is typed belongs to the row of this name, wherever it stands.
    fn id(&self) -> (&'static str, &'a str, &'a str, Option<usize>) {
        ("cell", self.name, self.title, self.column)
    }
}

/// What somebody does with a table.
enum Deed {
    Set(usize, usize, String),
    Rename(usize, String),
    Copy(usize),
    Remove(usize),
}

/// The table of the text on show, if it is one: with what is chosen between text and table above it. Returns whether the table is shown.
pub(super) fn table_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, acts: &mut Vec<super::Act>) -> bool {
    let name = pane.open.clone();
    let Some(table) = table(pane, shown, &name) else { return false };
    ui.horizontal(|ui| {
        for (is_on, title, tip) in
            [(false, "Text", "The file as it is written"), (true, "Table", "Its rows to edit, cell by cell")]
        {
            if ui.selectable_label(pane.tables.is_on == is_on, title).on_hover_text(tip).clicked() {
                pane.tables.is_on = is_on;
            }
        }
        ui.weak(format!("{} rows", table.rows.len()));
    });
    if !pane.tables.is_on {
        return false;
    }
    let Some((text, marks)) = sheet::looked_at(pane, shown, &name) else { return false };
    status::status_ui(ui, pane, shown, status::Of::Table);
    let widths = pane.tables.seen.as_ref().map(|seen| seen.widths.clone()).unwrap_or_default();
    let deed = grid_ui(ui, &name, &text, &table, &widths, &marks);
    if let Some(change) = deed.and_then(|deed| change(&table, &text, deed)) {
        let mut after = text.clone();
        change.apply(&mut after);
        pane.tables.steps.push(Step { name: name.clone(), before: text.into(), after: after.into() });
        sheet::change(pane, &name, &change, ui.input(|i| i.time), acts);
    }
    true
}

/// The last thing that was done in the table on show, unless its text was changed since.
fn last_step(pane: &RulesPane) -> Option<&Step> {
    let step = pane.tables.steps.last().filter(|step| pane.tables.is_on && step.name == pane.open)?;
    pane.sheets.get(&step.name).filter(|sheet| *sheet.text() == *step.after).map(|_| step)
}

impl RulesPane {
    /// Whether something that was done in the table on show can be taken back.
    pub fn can_take_back(&self) -> bool {
        last_step(self).is_some()
    }

    /// Takes back what was done last in the table on show: the text's name, and what it says then.
    pub fn take_back(&mut self) -> Option<(String, Arc<str>)> {
        last_step(self)?;
        self.tables.steps.pop().map(|step| (step.name, step.before))
    }
}

/// Read anew when text or rules have changed.
fn table(pane: &mut RulesPane, shown: &Shown<'_>, name: &str) -> Option<Arc<Table>> {
    if !name.ends_with(".ron") || name.ends_with("/game.ron") || name.starts_with("tracks/") {
        return None;
    }
    let Some(Ok(text)) = shown.text(name) else { return None };
    let version = sheet::taken(pane, name, text);
    let is_same = |a: &Option<Arc<Build>>, b: Option<&Arc<Build>>| match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    let seen = pane.tables.seen.as_ref();
    if let Some(seen) = seen.filter(|seen| seen.name == *name && seen.version == version && is_same(&seen.build, shown.good)) {
        return seen.table.clone();
    }
    let path = name.split_once('/').map_or(name, |(_, path)| path);
    let known = shown.good.and_then(|build| build.program()).map(|program| rows::columns(program, path)).unwrap_or_default();
    let read = pane.sheets.get(name).and_then(|sheet| Some((sheet.text(), rows::table(sheet.text(), &known)?)));
    let widths = read.as_ref().map(|(text, table)| widths(text, table)).unwrap_or_default();
    let table = read.map(|(_, table)| Arc::new(table));
    pane.tables.seen = Some(Seen { name: name.to_owned(), version, build: shown.good.cloned(), table: table.clone(), widths });
    table
}

/// How wide the columns begin: nine of ten values are seen in full, and what the column is called.
fn widths(text: &str, table: &Table) -> Arc<[f32]> {
    let width = |(n, column): (usize, &Column)| {
        let mut letters: Vec<usize> = (0..table.rows.len()).map(|row| table.cell(text, row, n).chars().count()).collect();
        letters.sort_unstable();
        let most = letters.get(letters.len() * 9 / 10).copied().unwrap_or_default();
        (most.max(column.name.chars().count()) as f32 * LETTER + BESIDE).clamp(*CELL.start(), *CELL.end())
    };
    table.columns.iter().enumerate().map(width).collect()
}

fn change(table: &Table, text: &str, deed: Deed) -> Option<Change> {
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

fn grid_ui(ui: &mut egui::Ui, name: &str, text: &str, table: &Table, widths: &[f32], marks: &[Mark]) -> Option<Deed> {
    let mut deed = None;
    let has_names = table.rows.iter().any(|row| row.name.is_some());
    egui::ScrollArea::horizontal().id_salt(("table", name)).auto_shrink([false, false]).show(ui, |ui| {
        let mut builder = TableBuilder::new(ui).id_salt(("rows", name)).striped(true).resizable(true).auto_shrink(false);
        builder = builder.column(Width::exact(30.0));
        if has_names {
            builder = builder.column(Width::initial(NAME).at_least(40.0).clip(true));
        }
        for width in widths {
            builder = builder.column(Width::initial(*width).at_least(30.0).clip(true));
        }
        let grid = builder.header(ROW, |mut header| {
            header.col(|_| {});
            if has_names {
                header.col(|ui| drop(ui.strong("Name")));
            }
            for column in &table.columns {
                header.col(|ui| head_ui(ui, column));
            }
        });
        grid.body(|body| {
            body.rows(ROW, table.rows.len(), |mut line| {
                let row = line.index();
                let title = table.name(text, row).unwrap_or_else(|| (row + 1).to_string());
                line.col(|ui| {
                    if let Some(done) = row_ui(ui, row, &title) {
                        deed = Some(done);
                    }
                });
                if has_names {
                    line.col(|ui| {
                        let label = format!("Name of {title}");
                        if let Some(new) =
                            text_ui(ui, At { name, row, title: &title, column: None }, &title, &label, &[], |_| None)
                        {
                            deed = Some(Deed::Rename(row, new));
                        }
                    });
                }
                for n in 0..table.columns.len() {
                    line.col(|ui| {
                        if let Some(new) = cell_ui(ui, At { name, row, title: &title, column: Some(n) }, text, table, marks) {
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
    let label = ui.add(egui::Label::new(RichText::new(&column.name).strong()).truncate());
    if !tip.is_empty() {
        label.on_hover_text(tip.join("\n"));
    }
}

/// What can be done with a whole row.
fn row_ui(ui: &mut egui::Ui, row: usize, title: &str) -> Option<Deed> {
    let mut deed = None;
    let menu = ui.menu_button("…", |ui| {
        if ui.button("Another like it").clicked() {
            deed = Some(Deed::Copy(row));
            ui.close();
        }
        if ui.button("Take it out").clicked() {
            deed = Some(Deed::Remove(row));
            ui.close();
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Row {title}")));
    deed
}

/// A cell; returns what is to stand there instead.
fn cell_ui(ui: &mut egui::Ui, at: At<'_>, text: &str, table: &Table, marks: &[Mark]) -> Option<String> {
    let (row, n) = (at.row, at.column?);
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
    text_ui(ui, at, &now, &label, &wrong, |wanted| {
        // A comment would swallow what stands behind it on its line.
        if wanted.contains("//") || wanted.contains("/*") {
            return Some("comments are written in the text".to_owned());
        }
        let problem = Node::parse(SourceId::default(), wanted).err()?;
        Some(problem.message)
    })
}

fn overlaps(a: &std::ops::Range<usize>, b: &std::ops::Range<usize>) -> bool {
    a.start < b.end.max(b.start + 1) && b.start < a.end
}

fn choice_ui(ui: &mut egui::Ui, at: At<'_>, column: &Column, now: &str, label: &str) -> Option<String> {
    let mut chosen = None;
    let shown = if now.is_empty() { USUAL } else { now };
    let combo =
        egui::ComboBox::from_id_salt(at.id()).width(ui.available_width()).truncate().selected_text(shown).show_ui(ui, |ui| {
            if ui.selectable_label(now.is_empty(), USUAL).on_hover_text("Its default").clicked() && !now.is_empty() {
                chosen = Some(String::new());
            }
            for choice in &column.choices {
                if ui.selectable_label(choice == now, choice).clicked() && choice != now {
                    chosen = Some(choice.clone());
                }
            }
        });
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, label));
    if is_cut_off(now, combo.response.rect.width() - BESIDE) {
        combo.response.on_hover_text(now);
    }
    chosen
}

/// Whether a value is likely not to be seen in full.
fn is_cut_off(value: &str, width: f32) -> bool {
    value.chars().count() as f32 * LETTER > width
}

/// A text to be changed: taken over with Enter or when one goes elsewhere, dropped with Esc. `wrong` says what keeps it from being taken.
fn text_ui(
    ui: &mut egui::Ui,
    at: At<'_>,
    now: &str,
    label: &str,
    marks: &[&Mark],
    wrong: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let id = Id::unique(at.id());
    let held = ui.data(|data| data.get_temp::<String>(id));
    let mut typed = held.clone().unwrap_or_else(|| now.to_owned());
    let why = held.as_ref().filter(|typed| !typed.trim().is_empty()).and_then(|typed| wrong(typed));
    let theme = Theme::of(ui);
    let is_wrong = why.is_some() || !marks.is_empty();
    let mut edit =
        egui::TextEdit::singleline(&mut typed).id(id.with("text")).desired_width(f32::INFINITY).frame(egui::Frame::NONE);
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
        ui.data_mut(|data| data.insert_temp(id, typed.clone()));
    }
    if !response.lost_focus() {
        return None;
    }
    let is_dropped = ui.input(|i| i.key_pressed(Key::Escape));
    if !is_dropped && why.is_some() {
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    (!is_dropped && held.is_some() && typed != now).then_some(typed)
}
