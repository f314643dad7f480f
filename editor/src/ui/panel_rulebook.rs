//! The rulebook of what is played, as players read it. It is written anew whenever the rules change.

use std::sync::Arc;

use egui::{Rect, ScrollArea, Stroke, pos2, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use interpreter::rulebook::Rulebook;

use crate::beside::{Beside, LOOK};
use crate::rulebook::{Shown, markdown};
use crate::ui::widget::page_keys;
use crate::workspace::Build;

/// The rulebook on show, and the work on the next one.
#[derive(Default)]
pub struct RulebookShelf {
    work: Beside<Rulebook>,
    /// The build that the wanted rulebook is of.
    of: Option<Arc<Build>>,
    book: Option<Rulebook>,
    shown: Shown,
    /// The page, once it is written.
    page: Option<Page>,
    cache: CommonMarkCache,
}

/// A page as it is shown: block by block, of which only those in sight are laid out.
struct Page {
    blocks: Vec<Block>,
    /// The width that the heights are of.
    width: f32,
    /// The link that was clicked: its heading comes into sight next.
    wanted: Option<String>,
}

/// A heading, a text or a list.
struct Block {
    text: String,
    /// The link that leads here, of a heading.
    link: Option<String>,
    is_example: bool,
    /// How high it was when it was last laid out.
    height: Option<f32>,
}

/// The room below a block.
const BELOW: f32 = 8.0;
/// How far examples are moved in.
const INDENT: f32 = 12.0;

impl Page {
    fn new(text: &str) -> Page {
        let block = |text: &str| {
            let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix("> ").unwrap_or(line)).collect();
            let lines: Vec<&str> = lines.into_iter().map(|line| if line == ">" { "" } else { line }).collect();
            let text_of = lines.join("\n");
            // `## Skiing {#s3}`
            let link = text_of
                .rsplit_once('{')
                .filter(|_| text_of.starts_with('#'))
                .map(|(_, link)| link.trim_end_matches('}').to_owned());
            Block { text: text_of, link, is_example: text.starts_with('>'), height: None }
        };
        let blocks = text.split("\n\n").map(|text| text.trim_matches('\n')).filter(|text| !text.is_empty());
        Page { blocks: blocks.map(block).collect(), width: 0.0, wanted: None }
    }

    fn ui(&mut self, ui: &mut egui::Ui, cache: &mut CommonMarkCache) {
        self.blocks.iter().filter_map(|block| block.link.as_ref()).for_each(|link| cache.add_link_hook(link));
        ScrollArea::vertical().id_salt("rulebook").auto_shrink([false, false]).show_viewport(ui, |ui, viewport| {
            if self.width != ui.available_width() {
                self.width = ui.available_width();
                self.blocks.iter_mut().for_each(|block| block.height = None);
            }
            ui.spacing_mut().item_spacing.y = 0.0;
            let (top, mut below) = (ui.cursor().top(), 0.0);
            let wanted = self.wanted.take();
            let pages = page_keys(ui);
            if pages != 0.0 {
                ui.scroll_with_delta(vec2(0.0, -pages * (viewport.height() - 2.0 * BELOW)));
            }
            for (n, block) in self.blocks.iter_mut().enumerate() {
                if wanted.is_some() && block.link == wanted {
                    let heading = Rect::from_min_size(pos2(0.0, top + below), vec2(0.0, 0.0));
                    ui.scroll_to_rect(heading, Some(egui::Align::TOP));
                }
                let is_seen = |height: f32| viewport.y_range().intersects(egui::Rangef::new(below, below + height));
                match block.height.filter(|height| !is_seen(*height)) {
                    Some(height) => ui.add_space(height),
                    None => {
                        let shown = ui.scope(|ui| block.ui(ui, n, cache));
                        block.height = Some(shown.response.rect.height());
                        self.wanted = self.wanted.take().or(shown.inner);
                    }
                }
                below += block.height.unwrap_or_default();
            }
        });
    }
}

impl Block {
    /// Shows the block. Returns the link in it that was clicked.
    fn ui(&self, ui: &mut egui::Ui, n: usize, cache: &mut CommonMarkCache) -> Option<String> {
        let left = ui.cursor().left_top();
        let indent = if self.is_example { INDENT } else { 0.0 };
        let shown = egui::Frame::new().outer_margin(egui::Margin { left: indent as i8, ..egui::Margin::ZERO }).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let id = ui.scope_id().with(n);
            // Tables are known by where they are shown.
            ui.push_id(n, |ui| {
                CommonMarkViewer::new().enable_scroll_to_heading(true).show_with_id(id, ui, cache, &self.text);
            });
        });
        if self.is_example {
            let line = Stroke::new(2.0, ui.visuals().weak_text_color());
            ui.painter().vline(left.x + line.width, left.y..=shown.response.rect.bottom(), line);
        }
        ui.add_space(BELOW);
        cache.link_hooks().iter().find_map(|(to, is_clicked)| is_clicked.then(|| to.clone()))
    }
}

/// Shows the rulebook of the rules that were built last without errors.
pub fn rulebook_ui(ui: &mut egui::Ui, shelf: &mut RulebookShelf, good: Option<&Arc<Build>>) {
    if let Some(good) = good
        && shelf.of.as_ref().is_none_or(|of| !Arc::ptr_eq(of, good))
    {
        shelf.of = Some(good.clone());
        let build = good.clone();
        shelf.work.ask(move || written(&build));
    }
    match shelf.work.take() {
        Some(Ok(book)) => (shelf.book, shelf.page) = (Some(book), None),
        Some(Err(why)) => {
            let said = format!("It can't be written, which is a fault of the program: {why}.");
            (shelf.book, shelf.page) = (None, Some(Page::new(&said)))
        }
        None if shelf.work.is_at_it() => ui.request_repaint_after(LOOK),
        None => {}
    }
    let before = shelf.shown;
    ui.horizontal_wrapped(|ui| {
        let is_changed = shelf.book.as_ref().is_some_and(|book| !book.addons.is_empty());
        ui.add_enabled(is_changed, egui::Checkbox::new(&mut shelf.shown.replaced, "What add-ons replace"))
            .on_hover_text("Shows what the add-ons that are switched on replace, struck out")
            .on_disabled_hover_text("No add-on is switched on");
        ui.checkbox(&mut shelf.shown.citations, "Numbers").on_hover_text("Shows which numbered rules the texts cite");
    });
    shelf.shown.contents = true;
    if shelf.shown != before {
        shelf.page = None;
    }
    let RulebookShelf { book, shown, page, cache, .. } = shelf;
    let page = match (page, book) {
        (Some(page), _) => page,
        (page, Some(book)) => {
            cache.clear_viewers();
            page.insert(Page::new(&markdown(book, *shown)))
        }
        (_, None) => {
            ui.weak(if good.is_some() { "Writing …" } else { "It appears here once the rules have no errors." });
            return;
        }
    };
    page.ui(ui, cache);
}

fn written(build: &Build) -> Rulebook {
    let Some(program) = &build.built.program else { return Rulebook::default() };
    Rulebook::of(&build.ruleset, program).with_examples(&build.ruleset, &build.built.track_name)
}
