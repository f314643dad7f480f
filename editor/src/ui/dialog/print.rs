//! *Print*: what is printed and how, with every page as it will be.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{Key, Rect, RichText, ScrollArea, Sense, WidgetInfo, vec2};
use interpreter::program::MOST_PLAYERS;

use super::Around;
use super::form::{Ended, is_entered, primary, seen};
use super::path::{Browsing, PathField, path_ui};
use crate::figures::words::count;
use crate::paper::{Colours, Duplex, Joint, Paper, What};
use crate::print::Order;
use crate::print::contents::Cards;
use crate::print::folder::{Place, last_cards};
use crate::print::preflight::Finding;
use crate::print::typeset::Wrong;
use crate::ui::action::{Action, FileMessage, PrintOrder, TextMessage};
use crate::ui::browse::Looks;
use crate::ui::sheet::camera::Camera;
use crate::ui::theme::{Theme, strong};
use crate::ui::widget::{self, drop_down};
use crate::ui::words::capital;

mod desk;
mod page;

pub use desk::PrintDesk;

/// *Print*.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintForm {
    pub order: Order,
    /// What is left out.
    pub without: BTreeSet<What>,
    pub folder: PathField,
    /// The track whose board is printed, and for how many players.
    pub track: String,
    pub players: usize,
    /// The document and the page on show.
    pub shown: (What, usize),
    /// Where the page on show is looked at, in millimetres from its corner; `None` shows all of it.
    pub camera: Option<Camera>,
    /// The place on a page that a finding leads to.
    pub outlined: Option<((What, usize), Rect)>,
    /// How large the page on show is, as a share of its true size.
    share: f32,
    /// The sheets of boards that are printed, as typed.
    tiles: String,
    /// The ruleset, and the track and the players that it was opened with.
    name: String,
    at_hand: (String, usize),
    /// Whether it has gone on with what was set last.
    is_begun: bool,
    /// Whether the page on show is to be scrolled to.
    is_moved: bool,
}

/// The widths of the settings and of the list of pages, and the height of a page there, in points.
const SETTINGS: f32 = 232.0;
const LIST: f32 = 132.0;
const THUMB: f32 = 112.0;
/// The least width of the page on show. Where there is less, the list of pages is left out.
const LEAST_PAGE: f32 = 240.0;
/// The most height that is given to what is wrong, in points.
const FINDINGS: f32 = 96.0;
/// The most height that is given to what has become of a print, in points.
const SAID: f32 = 38.0;
/// The height of what stands above and below the pages.
const AROUND: f32 = 190.0;
/// Sizes of pictures are multiples of this, so that not every change of the window has pages drawn anew.
const STEP: f32 = 128.0;
/// The most pixels along a picture of a page: on A4, more than 300 to the inch.
const LARGEST: usize = 4096;

impl PrintForm {
    pub fn of(app: &Around<'_>) -> Option<PrintForm> {
        let build = app.sitting.live.good()?;
        let name = build.texts.name.clone();
        let folder = PathField::at(&app.library.home().join(format!("{name}-print")));
        let shown = (What::ALL[0], 0);
        let track = app.on_table.clone().unwrap_or_else(|| build.built.track_name.to_string());
        let players = build.program()?.players;
        Some(PrintForm {
            order: Order::default(),
            without: BTreeSet::new(),
            folder,
            at_hand: (track.clone(), players),
            track,
            players,
            shown,
            camera: None,
            outlined: None,
            share: 1.0,
            tiles: String::new(),
            name,
            is_begun: false,
            is_moved: false,
        })
    }

    /// Goes on with what was set last. What belongs to a game or to a board stays only as long as that one is printed.
    fn go_on(&mut self, last: PrintForm) {
        if last.name == self.name && last.at_hand == self.at_hand {
            *self = last;
            return;
        }
        let is_same_game = last.name == self.name;
        (self.order, self.without) = (last.order, last.without);
        if is_same_game {
            (self.folder, self.shown) = (last.folder, last.shown);
        } else {
            self.order.printed = None;
        }
        if !is_same_game || last.track != self.track {
            self.forget_board();
        } else {
            self.tiles = last.tiles;
        }
    }

    /// Puts back what was set for one board.
    fn forget_board(&mut self) {
        let usual = Order::default();
        (self.order.scale, self.order.tiles) = (usual.scale, usual.tiles);
        self.tiles.clear();
    }

    /// What is to be printed of all that the game has.
    fn wanted(&self, desk: &PrintDesk) -> Vec<What> {
        desk.offered.iter().copied().filter(|what| !self.without.contains(what)).collect()
    }

    /// Returns the form's request: to print what is chosen, or to print one document and open it.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self, what: Vec<What>, opens: bool) -> Result<Action, String> {
        if what.is_empty() {
            return Err("Choose what to print.".to_owned());
        }
        if self.folder.text.trim().is_empty() {
            return Err("Choose a folder.".to_owned());
        }
        let folder = self.folder.path();
        if folder.is_file() {
            return Err("That is a file: choose a folder.".to_owned());
        }
        let (order, track, players) = (self.order.clone(), self.track.clone(), self.players);
        Ok(Action::File(FileMessage::Print(Box::new(PrintOrder { order, track, players, what, folder, opens }))))
    }

    pub(super) fn ui(
        &mut self,
        ui: &mut egui::Ui,
        app: &Around<'_>,
        desk: &mut PrintDesk,
        browsing: &mut Browsing<'_>,
    ) -> Option<Ended> {
        if !std::mem::replace(&mut self.is_begun, true)
            && let Some(last) = desk.last.take()
        {
            self.go_on(last);
        }
        ui.horizontal_wrapped(|ui| {
            ui.heading("Print");
            ui.label(self.printed_game(app));
        });
        // Enter ends what is typed; it doesn't print then.
        let types = ui.ctx().text_edit_focused();
        desk.follow(self, app, ui);
        self.stay_within(desk);
        self.keys(ui, desk);
        let height = (ui.ctx().content_rect().height() - AROUND).max(160.0);
        let mut ended = None;
        let room = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(room, egui::Layout::left_to_right(egui::Align::Min), |ui| {
            ui.set_max_height(height);
            column_ui(ui, SETTINGS, height, |ui| {
                let area = ScrollArea::vertical().id_salt("settings").auto_shrink([false, false]);
                area.show(ui, |ui| self.settings_ui(ui, app, desk, browsing));
            });
            ui.separator();
            if ui.available_width() > LIST + LEAST_PAGE {
                column_ui(ui, LIST, height, |ui| self.list_ui(ui, desk));
                ui.separator();
            }
            let width = ui.available_width();
            column_ui(ui, width, height, |ui| ended = self.page_ui(ui, desk));
        });
        let ended = ended.or(self.buttons_ui(ui, app, desk, types));
        desk.last = Some(self.clone());
        ended
    }

    /// Shows another page where the one on show is gone.
    fn stay_within(&mut self, desk: &PrintDesk) {
        if !desk.documents.contains_key(&self.shown.0)
            && let Some(first) = desk.documents.keys().next()
        {
            self.shown = (*first, 0);
        }
        let count = desk.documents.get(&self.shown.0).map_or(0, desk::Document::count);
        if count > 0 {
            self.shown.1 = self.shown.1.min(count - 1);
        }
    }

    /// Turns the pages.
    fn keys(&mut self, ui: &egui::Ui, desk: &PrintDesk) {
        if egui::Popup::is_any_open(ui.ctx()) {
            return;
        }
        let is_pressed = |key| ui.input(|i| i.key_pressed(key) && i.modifiers.is_none());
        // In a field, Home and End move its cursor.
        let types = ui.ctx().text_edit_focused();
        let all = all_pages(desk);
        let Some(at) = all.iter().position(|page| *page == self.shown) else { return };
        let next = if is_pressed(Key::PageDown) {
            at + 1
        } else if is_pressed(Key::PageUp) {
            at.saturating_sub(1)
        } else if is_pressed(Key::Home) && !types {
            0
        } else if is_pressed(Key::End) && !types {
            all.len() - 1
        } else {
            return;
        };
        self.show(all[next.min(all.len() - 1)]);
    }

    fn show(&mut self, page: (What, usize)) {
        (self.shown, self.is_moved, self.outlined) = (page, true, None);
    }

    /// The game as it is printed: its title, its track, the number of players and its add-ons.
    fn printed_game(&self, app: &Around<'_>) -> String {
        let Some(build) = app.sitting.live.good() else { return String::new() };
        let manifest = &build.ruleset.manifest;
        let title = if manifest.title.is_empty() { &build.ruleset.name } else { &manifest.title };
        let tracks = (app.tracks)();
        let track = tracks.iter().find(|(file, _)| *file == self.track).map_or(&self.track, |(_, title)| title);
        let addons: Vec<&str> =
            build.built.ir.addons.iter().map(|addon| if addon.title.is_empty() { &*addon.name } else { &*addon.title }).collect();
        let with = if addons.is_empty() { String::new() } else { format!(", with {}", addons.join(" and ")) };
        format!("{title} on {track}, {}{with}", count(self.players as u64, "player"))
    }

    /// Shows what of the game is printed: its board, and for how many players.
    fn game_ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) {
        if let Some(track) = widget::choice_ui(ui, "Track", &(app.tracks)(), &self.track) {
            self.track = track;
            self.forget_board();
        }
        let Some(game) = app.sitting.live.good().map(|build| &build.built.ir.game) else { return };
        let all = game.min_players as usize..=(game.max_players as usize).min(MOST_PLAYERS);
        ui.horizontal(|ui| {
            let help = "There are sheets and pieces for so many";
            let label = ui.label("Players").on_hover_text(help);
            let drag = egui::DragValue::new(&mut self.players).range(all).speed(0.05);
            ui.add(drag).labelled_by(label.id).on_hover_text(help);
        });
        ui.add_space(4.0);
    }

    fn settings_ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>, desk: &PrintDesk, browsing: &mut Browsing<'_>) {
        ui.set_width(SETTINGS - 14.0);
        self.game_ui(ui, app);
        for what in desk.offered.iter().copied() {
            let mut is_in = !self.without.contains(&what);
            if ui.checkbox(&mut is_in, what.title()).changed() {
                if is_in {
                    self.without.remove(&what)
                } else {
                    self.without.insert(what)
                };
            }
        }
        ui.add_space(4.0);
        let order = &mut self.order;
        choice_ui(
            ui,
            "Paper",
            "The size of the sheets in the printer",
            &mut order.paper,
            &Paper::ALL.map(|paper| (paper, paper.name())),
        );
        number_ui(ui, "Margin", " mm", "What the printer leaves white at each edge", &mut order.margin, 0.0..=40.0);
        let mut percent = order.scale * 100.0;
        number_ui(ui, "Size of boards", " %", "100 % is true size", &mut percent, 5.0..=1_000.0);
        order.scale = percent / 100.0;
        let help = "How the sheets of a board that is larger than the paper go together";
        choice_ui(ui, "Joints", help, &mut order.joint, &Joint::ALL.map(|joint| (joint, joint.title())));
        let help = "How the printer turns the paper for the backs of cards";
        choice_ui(ui, "Backs", help, &mut order.duplex, &Duplex::ALL.map(|duplex| (duplex, duplex.title())));
        number_ui(ui, "Gap around cards", " mm", "The room around each card", &mut order.gap, 0.0..=20.0);
        number_ui(ui, "Bleed", " mm", "How far boards and cards go on beyond where they are cut", &mut order.bleed, 0.0..=10.0);
        let help = "Greyscale looks the same from every printer. What can't be told apart in grey is listed above the page.";
        choice_ui(ui, "Colours", help, &mut order.colours, &Colours::ALL.map(|colours| (colours, colours.title())));
        ui.checkbox(&mut order.save_ink, "Save ink").on_hover_text("Leaves the ground white and makes colours pale");
        let label = ui.label("Only these sheets").on_hover_text("Of a board that is larger than the paper: B2, C1");
        if ui.add(egui::TextEdit::singleline(&mut self.tiles).hint_text("All")).labelled_by(label.id).changed() {
            let tiles = self.tiles.split([',', ' ']).filter(|tile| !tile.is_empty());
            order.tiles = tiles.map(str::to_uppercase).collect();
        }
        if desk.offered.contains(&What::Cards) {
            let mut is_part = order.printed.is_some();
            let help = "Only cards that differ from the last print into the folder";
            if ui.checkbox(&mut is_part, "Only changed cards").on_hover_text(help).changed() {
                order.printed = is_part.then(Cards::default);
            }
            if is_part {
                let from = (self.folder.path(), self.name.clone());
                order.printed = Some(seen(ui, "the cards printed last", &from, |(folder, name)| last_cards(folder, name)));
            }
        }
        let help = "Small pages, two on each side of a sheet: print on both sides, turned over the short edge, and fold";
        ui.checkbox(&mut order.booklet, "Small rulebook (A5)").on_hover_text(help);
        let help = "The rulebook also has the rules that add-ons replace, struck out";
        ui.checkbox(&mut order.shown.replaced, "Show what add-ons replace").on_hover_text(help);
        ui.add_space(4.0);
        path_ui(ui, "Folder", &mut self.folder, Looks::Folder, browsing);
    }

    /// Shows all pages, each document under its title.
    fn list_ui(&mut self, ui: &mut egui::Ui, desk: &mut PrintDesk) {
        let theme = Theme::of(ui);
        ScrollArea::vertical().id_salt("pages").auto_shrink([false, false]).show(ui, |ui| {
            let documents: Vec<(What, usize)> = desk.documents.iter().map(|(what, document)| (*what, document.count())).collect();
            for (what, pages) in documents {
                ui.label(strong(format!("{}: {pages}", what.title())));
                for page in 0..pages {
                    let size = desk.documents[&what].size(page);
                    let size = size * (THUMB / size.max_elem());
                    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size.y + 8.0), Sense::click());
                    let is_shown = self.shown == (what, page);
                    response.widget_info(|| {
                        WidgetInfo::selected(Role::Button, true, is_shown, format!("{}, page {}", what.title(), page + 1))
                    });
                    if is_shown && std::mem::take(&mut self.is_moved) {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        self.shown = (what, page);
                    }
                    if !ui.is_rect_visible(rect) {
                        continue;
                    }
                    let place = Rect::from_center_size(rect.center(), size);
                    let edge = if is_shown || response.has_focus() {
                        egui::Stroke::new(3.0, theme.accent)
                    } else {
                        ui.visuals().widgets.noninteractive.bg_stroke
                    };
                    paint(ui.painter(), desk, (what, page), place);
                    ui.painter().rect_stroke(place, 0.0, edge, egui::StrokeKind::Outside);
                }
                ui.add_space(6.0);
            }
        });
    }

    /// Shows what is wrong, and below it the page on show.
    fn page_ui(&mut self, ui: &mut egui::Ui, desk: &mut PrintDesk) -> Option<Ended> {
        let ended = self.findings_ui(ui, desk);
        let Some(document) = desk.documents.get(&self.shown.0).filter(|document| document.count() > 0) else {
            ui.weak(if desk.is_setting() { "The pages are being set …" } else { "There is no page." });
            return ended;
        };
        let size = document.size(self.shown.1);
        let zoom = self.bar_ui(ui, desk).or(PrintForm::zoom_keys(ui));
        self.sheet_ui(ui, desk, size, zoom);
        ended
    }

    /// Lists what is wrong with templates, and what to look at before printing. Each line leads to its place in the texts, and on the page.
    fn findings_ui(&mut self, ui: &mut egui::Ui, desk: &PrintDesk) -> Option<Ended> {
        let most = (ui.available_height() / 4.0).min(FINDINGS);
        let theme = Theme::of(ui);
        let wrong: Vec<&Wrong> = desk.documents.values().flat_map(|document| &document.wrong).collect();
        let mut findings: Vec<(What, &Finding)> = vec![];
        for (what, document) in &desk.documents {
            for finding in &document.findings {
                if !findings.iter().any(|(_, other)| *other == finding) {
                    findings.push((*what, finding));
                }
            }
        }
        if wrong.is_empty() && findings.is_empty() {
            return None;
        }
        let mut led = None;
        ScrollArea::vertical().id_salt("findings").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
            for wrong in wrong {
                ui.add(egui::Label::new(RichText::new(wrong.to_string()).color(theme.error)).wrap());
            }
            for (what, finding) in findings {
                ui.horizontal_wrapped(|ui| {
                    // The message may be long, and what it leads to has to be in sight.
                    if let Some(place) = &finding.place {
                        let drawings = &desk.documents[&what].drawings;
                        if let Some((page, rect)) = place.spot.and_then(|spot| spot.find(drawings))
                            && ui.link(format!("page {}", page + 1)).on_hover_text("Show it on the page").clicked()
                        {
                            self.show((what, page));
                            self.outlined = Some(((what, page), rect));
                        }
                        if ui.link(place.to_string()).on_hover_text("Show it in the text").clicked() {
                            led = Some(Action::Text(TextMessage::ShowText(place.text.clone(), place.range.clone())));
                        }
                    }
                    ui.label(RichText::new(capital(&finding.message)).color(theme.warning));
                });
            }
        });
        ui.separator();
        led.map(|action| Ended::Done(vec![action]))
    }

    fn buttons_ui(&self, ui: &mut egui::Ui, app: &Around<'_>, desk: &PrintDesk, types: bool) -> Option<Ended> {
        let theme = Theme::of(ui);
        let wanted = self.wanted(desk);
        let files = (self.folder.clone(), wanted.clone());
        let can = seen(ui, "whether it can be printed", &files, |_| self.check(wanted.clone(), false));
        let pages: usize = desk.documents.values().map(desk::Document::count).sum();
        ui.add_space(4.0);
        let says = match (&can, app.notice) {
            (Err(why), _) => RichText::new(why).color(theme.warning),
            (_, Some(notice)) if notice.is_bad => RichText::new(&notice.text).color(theme.error),
            (_, Some(notice)) => RichText::new(&notice.text),
            _ if desk.is_setting() => RichText::new("The pages are being set …").weak(),
            _ => RichText::new(count(pages as u64, "page")).weak(),
        };
        let area = ScrollArea::vertical().id_salt("said").max_height(SAID).auto_shrink([false, true]);
        area.show(ui, |ui| ui.add(egui::Label::new(says).wrap()));
        let mut ended = None;
        ui.horizontal_wrapped(|ui| {
            let print = ui.add_enabled(can.is_ok(), primary(ui, "Print to folder"));
            if print.clicked() || is_entered(ui) && !types && can.is_ok() {
                ended = self.check(wanted, false).ok().map(|action| Ended::Meanwhile(vec![action]));
            }
            let open = ui.add_enabled(can.is_ok(), egui::Button::new("Open PDF"));
            let file = Place::pdf(&self.folder.path(), &self.name, self.shown.0);
            if open.on_hover_text(format!("Print and open {}", file.display())).clicked() {
                ended = self.check(vec![self.shown.0], true).ok().map(|action| Ended::Meanwhile(vec![action]));
            }
            if ui.button("Copy path").on_hover_text(file.display().to_string()).clicked() {
                ui.ctx().copy_text(file.display().to_string());
            }
            if ui.button("Close").clicked() {
                ended = Some(Ended::Cancelled);
            }
        });
        ended
    }
}

/// All pages, in the order in which they are turned.
fn all_pages(desk: &PrintDesk) -> Vec<(What, usize)> {
    desk.documents.iter().flat_map(|(what, document)| (0..document.count()).map(|page| (*what, page))).collect()
}

/// Shows the picture of a page, or white paper until it is drawn.
fn paint(painter: &egui::Painter, desk: &mut PrintDesk, (what, page): (What, usize), place: Rect) {
    let ctx = painter.ctx();
    let wanted = place.size().max_elem() * ctx.pixels_per_point();
    let step = if wanted > 8.0 * STEP { 4.0 * STEP } else { STEP };
    let most = ctx.input(|i| i.max_texture_side).min(LARGEST);
    let pixels = ((wanted / step).ceil() * step).min(most as f32);
    painter.rect_filled(place, 0.0, egui::Color32::WHITE);
    if let Some(picture) = desk.picture(what, page, pixels as u32, ctx) {
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        painter.image(picture.id(), place, whole, egui::Color32::WHITE);
    }
}

fn column_ui(ui: &mut egui::Ui, width: f32, height: f32, show: impl FnOnce(&mut egui::Ui)) {
    ui.allocate_ui_with_layout(vec2(width, height), egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(vec2(width, height));
        ui.set_max_size(vec2(width, height));
        show(ui);
    });
}

/// Shows a choice under a label.
fn choice_ui<T: PartialEq + Copy>(ui: &mut egui::Ui, label: &str, help: &str, now: &mut T, all: &[(T, &str)]) {
    ui.label(label).on_hover_text(help);
    let shown = all.iter().find(|(one, _)| one == now).map_or("", |(_, title)| title);
    let combo = egui::ComboBox::new(("print", label), "").width(ui.available_width() - 8.0).selected_text(shown);
    drop_down(ui, combo, label, |ui| {
        for (one, title) in all {
            ui.selectable_value(now, *one, *title);
        }
    })
    .on_hover_text(help);
}

fn number_ui(ui: &mut egui::Ui, label: &str, unit: &str, help: &str, number: &mut f64, range: std::ops::RangeInclusive<f64>) {
    ui.horizontal(|ui| {
        let label = ui.label(label).on_hover_text(help);
        let drag = egui::DragValue::new(number).range(range).suffix(unit).max_decimals(1).speed(0.2);
        ui.add(drag).labelled_by(label.id).on_hover_text(help);
    });
}
