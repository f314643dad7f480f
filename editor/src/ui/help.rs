//! The window with the help: guide, language reference and commands, section by section, with a search. It stays open beside the work.

use egui::{RichText, ScrollArea, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::manual::{self, Book, Hit, Part, Section};
use crate::ui::theme::strong;

/// What the window shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// A section of the manual, by its index.
    Section(usize),
    Commands,
}

/// A command as it is listed.
pub struct CommandLine {
    pub title: &'static str,
    pub menu: &'static str,
    pub keys: String,
    pub help: &'static str,
}

/// The state of the help.
#[derive(Default)]
pub struct HelpDesk {
    /// The page on show; `None` while the window is closed.
    page: Option<Page>,
    /// The pages that *Back* returns to.
    trail: Vec<Page>,
    query: String,
    /// What was searched for last, and what was found.
    found: (String, Vec<Hit>),
    /// Whether the page begins at its top in the next frame.
    is_new: bool,
    cache: CommonMarkCache,
}

/// The first size of the window, and the width of its contents.
const SIZE: egui::Vec2 = vec2(820.0, 600.0);
const CONTENTS: f32 = 190.0;
/// The room beside the window that stays free on a small screen.
const BESIDE: f32 = 24.0;
/// The greatest width of a page, at which lines can still be read.
const WIDEST: f32 = 680.0;

impl HelpDesk {
    /// Opens the window at the first section of a book, or closes it if that is on show.
    pub fn toggle(&mut self, book: Book) {
        let page = Page::Section(manual::first(book));
        if self.page == Some(page) { self.page = None } else { self.open(page) }
    }

    /// Opens the window at a page.
    pub fn open(&mut self, page: Page) {
        self.trail.extend(self.page.filter(|before| *before != page));
        (self.page, self.is_new) = (Some(page), true);
        self.query.clear();
    }

    pub fn page(&self) -> Option<Page> {
        self.page
    }
}

/// Shows the window, if it is open. `commands` lists the commands of the room.
pub fn help_ui(ctx: &egui::Context, desk: &mut HelpDesk, commands: impl FnOnce() -> Vec<CommandLine>) {
    let Some(page) = desk.page else { return };
    let (mut is_open, is_new) = (true, std::mem::take(&mut desk.is_new));
    let room = ctx.content_rect().shrink(BESIDE / 2.0);
    let window = egui::Window::new("Help").open(&mut is_open).default_size(SIZE.min(room.size())).max_size(room.size());
    let window = window.min_size(vec2(360.0, 240.0).min(room.size())).default_pos(room.center() - SIZE.min(room.size()) / 2.0);
    window.collapsible(false).constrain_to(ctx.content_rect()).show(ctx, |ui| {
        ui.horizontal(|ui| head_ui(ui, desk));
        ui.separator();
        let height = ui.available_height();
        let chosen = ui.horizontal_top(|ui| {
            let contents =
                ui.allocate_ui_with_layout(vec2(CONTENTS, height), egui::Layout::top_down_justified(egui::Align::Min), |ui| {
                    ui.set_width(CONTENTS);
                    contents_ui(ui, page, is_new)
                });
            ui.separator();
            let right = vec2(ui.available_width(), height);
            let shown = ui.allocate_ui_with_layout(right, egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_width(right.x);
                if desk.query.trim().is_empty() {
                    page_ui(ui, desk, (page, is_new), commands)
                } else {
                    found_ui(ui, desk, &commands())
                }
            });
            contents.inner.or(shown.inner)
        });
        if let Some(chosen) = chosen.inner {
            desk.open(chosen);
        }
    });
    if !is_open {
        desk.page = None;
    }
}

/// Shows the search and the way back.
fn head_ui(ui: &mut egui::Ui, desk: &mut HelpDesk) {
    let can = !desk.trail.is_empty();
    if ui.add_enabled(can, egui::Button::new("Back")).on_hover_text("The page before").clicked()
        && let Some(before) = desk.trail.pop()
    {
        (desk.page, desk.is_new) = (Some(before), true);
        desk.query.clear();
    }
    let field = egui::TextEdit::singleline(&mut desk.query).hint_text("Search the help").desired_width(260.0);
    let response = ui.add(field);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::TextInput, true, "Search the help"));
    if response.changed() {
        desk.is_new = true;
    }
    if !desk.query.is_empty() && ui.button("Clear").clicked() {
        desk.query.clear();
    }
}

/// Shows the contents: all books, with the sections of the open one. The line of a new page scrolls into view.
fn contents_ui(ui: &mut egui::Ui, page: Page, is_new: bool) -> Option<Page> {
    let mut chosen = None;
    let line_ui = |ui: &mut egui::Ui, text: RichText, is_on: bool| {
        let button = egui::Button::selectable(is_on, text).wrap_mode(egui::TextWrapMode::Truncate);
        let line = ui.add(button);
        if is_on && is_new {
            line.scroll_to_me(None);
        }
        line.clicked()
    };
    ScrollArea::vertical().id_salt("contents of the help").auto_shrink([false, false]).show(ui, |ui| {
        let sections = manual::sections();
        let open = match page {
            Page::Section(n) => sections.get(n).map(|section| section.book),
            Page::Commands => None,
        };
        for book in Book::ALL {
            if line_ui(ui, strong(book.title()), open == Some(book) && page == Page::Section(manual::first(book))) {
                chosen = Some(Page::Section(manual::first(book)));
            }
            let own = sections.iter().enumerate().filter(|(n, section)| section.book == book && *n != manual::first(book));
            for (n, section) in own.filter(|_| open == Some(book)) {
                let indent = if section.is_part { "        " } else { "    " };
                if line_ui(ui, RichText::new(format!("{indent}{}", section.title)), page == Page::Section(n)) {
                    chosen = Some(Page::Section(n));
                }
            }
        }
        if line_ui(ui, strong("Keys and commands"), page == Page::Commands) {
            chosen = Some(Page::Commands);
        }
    });
    chosen
}

/// Shows a page; a new one from its top. Returns the page that a click leads to.
fn page_ui(
    ui: &mut egui::Ui,
    desk: &mut HelpDesk,
    (page, is_new): (Page, bool),
    commands: impl FnOnce() -> Vec<CommandLine>,
) -> Option<Page> {
    let mut area = ScrollArea::vertical().id_salt("page of the help").auto_shrink([false, false]);
    if is_new {
        area = area.vertical_scroll_offset(0.0);
    }
    let section = match page {
        Page::Section(n) => n,
        Page::Commands => {
            area.show(ui, |ui| commands_ui(ui, &commands()));
            return None;
        }
    };
    let shown = manual::sections().get(section)?;
    area.show(ui, |ui| {
        ui.set_max_width(WIDEST.min(ui.available_width() - 12.0));
        let led = section_ui(ui, &mut desk.cache, shown);
        ui.add_space(12.0);
        ui.separator();
        led.or(ui.horizontal(|ui| beside_ui(ui, section)).inner)
    })
    .inner
}

/// Shows the text of a section. Returns the page that a link in it leads to.
fn section_ui(ui: &mut egui::Ui, cache: &mut CommonMarkCache, section: &Section) -> Option<Page> {
    let links = manual::links(section);
    links.iter().filter(|to| !to.starts_with("http")).for_each(|to| cache.add_link_hook(to.as_str()));
    let mut clicked = None;
    for (n, part) in manual::parts(section).into_iter().enumerate() {
        match part {
            Part::Words(words) => {
                CommonMarkViewer::new().show_with_id(ui.scope_id().with((&section.title, n)), ui, cache, words);
                // The next part forgets the clicks in this one.
                clicked = clicked.or_else(|| links.iter().find(|to| cache.get_link_hook(to) == Some(true)));
            }
            Part::Code(code) => code_ui(ui, n, code),
        }
    }
    let page = clicked.and_then(|to| manual::linked(section.book, to)).map(Page::Section);
    cache.link_hooks_clear();
    page
}

/// Shows a block of code, which the right button copies.
fn code_ui(ui: &mut egui::Ui, n: usize, code: &str) {
    let frame = egui::Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(8.0).corner_radius(4.0);
    let shown = frame.show(ui, |ui| {
        ScrollArea::horizontal().id_salt(("code", n)).auto_shrink([false, true]).show(ui, |ui| {
            ui.add(egui::Label::new(RichText::new(code.trim_end()).monospace()).extend());
        });
    });
    shown.response.container_context_menu(|ui| {
        if ui.button("Copy").clicked() {
            ui.ctx().copy_text(code.to_owned());
        }
    });
    ui.add_space(6.0);
}

/// Shows the buttons that lead to the sections before and after.
fn beside_ui(ui: &mut egui::Ui, section: usize) -> Option<Page> {
    let (mut chosen, sections) = (None, manual::sections());
    for (title, n) in [("Back to", section.checked_sub(1)), ("Next:", section.checked_add(1))] {
        let Some((n, other)) = n.and_then(|n| Some((n, sections.get(n)?))) else { continue };
        if other.book == sections[section].book && ui.button(format!("{title} {}", other.title)).clicked() {
            chosen = Some(Page::Section(n));
        }
    }
    chosen
}

/// Shows all commands of the room, menu by menu.
fn commands_ui(ui: &mut egui::Ui, commands: &[CommandLine]) {
    ui.heading("Keys and commands");
    ui.label("These are the commands of this room. F1 shows only those with keys, and what the mouse does.");
    for group in commands.chunk_by(|a, b| a.menu == b.menu) {
        ui.add_space(8.0);
        ui.label(strong(group[0].menu));
        egui::Grid::new(("commands", group[0].menu)).num_columns(3).striped(true).spacing([12.0, 4.0]).show(ui, |ui| {
            for line in group {
                ui.label(line.title);
                ui.label(RichText::new(&line.keys).monospace().small());
                ui.add(egui::Label::new(RichText::new(line.help).weak()).wrap());
                ui.end_row();
            }
        });
    }
}

/// Shows what a search has found. Returns the page that was chosen.
fn found_ui(ui: &mut egui::Ui, desk: &mut HelpDesk, commands: &[CommandLine]) -> Option<Page> {
    if desk.found.0 != desk.query {
        desk.found = (desk.query.clone(), manual::search(&desk.query));
    }
    let words: Vec<String> = desk.query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let is_meant = |line: &&CommandLine| {
        let all = format!("{} {} {}", line.title, line.menu, line.help).to_lowercase();
        words.iter().all(|word| all.contains(word))
    };
    let (mut chosen, sections) = (None, manual::sections());
    ScrollArea::vertical().id_salt("found in the help").auto_shrink([false, false]).show(ui, |ui| {
        let commands: Vec<&CommandLine> = commands.iter().filter(is_meant).collect();
        if commands.is_empty() && desk.found.1.is_empty() {
            ui.weak("Nothing in the help has all of these words.");
        }
        for hit in &desk.found.1 {
            let Some(section) = sections.get(hit.section) else { continue };
            let title = format!("{} › {}", section.book.title(), section.title);
            if ui.link(title).clicked() {
                chosen = Some(Page::Section(hit.section));
            }
            ui.add(egui::Label::new(RichText::new(&hit.line).small().weak()).truncate());
            ui.add_space(4.0);
        }
        if !commands.is_empty() {
            ui.label(strong("Commands"));
        }
        for line in commands {
            let keys = if line.keys.is_empty() { String::new() } else { format!(" ({})", line.keys) };
            ui.add(egui::Label::new(format!("{}, {}{keys}", line.menu, line.title)).truncate()).on_hover_text(line.help);
        }
    });
    chosen
}
