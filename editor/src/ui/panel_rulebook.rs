//! The rulebook of what is played, as players read it. It is written anew whenever the rules change.

use std::sync::Arc;

use egui_commonmark::{CommonMarkCache, CommonMarkScrollOptions, CommonMarkViewer};
use interpreter::rulebook::Rulebook;

use crate::beside::{Beside, LOOK};
use crate::rulebook::{Shown, markdown};
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
    page: Option<String>,
    cache: CommonMarkCache,
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
            (shelf.book, shelf.page) = (None, Some(format!("It can't be written, which is a fault of the program: {why}.")))
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
            page.insert(markdown(book, *shown))
        }
        (_, None) => {
            ui.weak(if good.is_some() { "Writing …" } else { "It appears here once the rules have no errors." });
            return;
        }
    };
    let scroll = CommonMarkScrollOptions::default().viewport_cache(true);
    CommonMarkViewer::new().enable_scroll_to_heading(true).show_scrollable(ui.scope_id().with("page"), ui, cache, &scroll, page);
}

fn written(build: &Build) -> Rulebook {
    let Some(program) = &build.built.program else { return Rulebook::default() };
    Rulebook::of(&build.ruleset, program).with_examples(&build.ruleset)
}
