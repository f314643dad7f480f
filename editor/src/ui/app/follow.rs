//! What is changed in files, by typing, by drawing, by switches and sliders is followed: what has come of it is taken up and told.

use std::sync::Arc;
use std::time::Duration;

use super::App;
use crate::beside::{LOOK, Wake};
use crate::playtest::News;
use crate::ui::dialog::Notice;
use crate::ui::problem::Problem;
use crate::ui::sheet::board_view::BoardView;

impl App {
    /// Takes up what has been changed.
    pub(super) fn follow(&mut self, ctx: &egui::Context) {
        self.follow_drawing(ctx);
        self.follow_typing(ctx);
        self.take_checker();
        self.rules.take_known();
        let wake = self.shell.wake.clone().unwrap_or_else(|| waking(ctx));
        while let Some(news) = self.sitting.live.poll(&wake) {
            self.sitting.hear(news);
            ctx.request_repaint();
        }
        self.take_opened();
        self.take_saved();
        self.take_reported();
        self.shell.notice = self.catalogue.take_titles(Duration::ZERO).or(self.shell.notice.take());
        self.sitting.follow(Duration::ZERO);
        self.take_news();
        let on_show = self.sitting.race.as_ref().map(|race| (race.ruleset.name.clone(), race.track_name.clone()));
        if self.view_of != on_show {
            (self.view, self.view_of) = (BoardView::Course, on_show);
        }
        if self.is_at_it() || self.is_learning() {
            ctx.request_repaint_after(LOOK);
        }
    }

    /// Tells what has become of it.
    pub(super) fn take_news(&mut self) {
        for news in self.sitting.news() {
            match news {
                News::Built(build) => {
                    self.show_build(&build);
                    self.draw_for_rules();
                }
                News::NoSeries(build, problems) => {
                    self.problems = Problem::all(&build, &problems);
                    self.set_broken(true);
                }
                News::Good(text) => self.shell.notice = Some(Notice::good(text)),
                News::Bad(text) => self.shell.notice = Some(Notice::bad(self.in_words(&text))),
            }
        }
    }

    /// A message about the race as the window says it.
    pub(super) fn in_words(&self, message: &str) -> String {
        self.sitting.race.as_ref().map_or_else(|| message.to_owned(), |race| race.in_words(message))
    }

    /// Whether something is still being built, begun and taken over, or about to be.
    pub fn is_building(&self) -> bool {
        self.sitting.live.is_busy() || self.is_at_it() || self.rest.is_drawing()
    }

    /// Whether it is still being worked out what the newest rules mean for what is drawn and written.
    pub fn is_learning(&self) -> bool {
        self.table.checking.is_at_it() || self.rules.is_learning()
    }

    /// Whether a thread is at something that the window looks for.
    fn is_at_it(&self) -> bool {
        self.sitting.is_changing() || self.saves.is_at_it() || self.catalogue.titles.is_at_it()
    }
}

/// Wakes the window.
pub(in crate::ui) fn waking(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint())
}

/// What is said of a fault of the program.
pub(super) fn failed(why: &str) -> Notice {
    Notice::bad(format!("That failed, which is a fault of the program; the last good rules go on. {why}"))
}
