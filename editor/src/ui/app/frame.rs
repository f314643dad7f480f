//! What goes on from frame to frame.
//!
//! A frame does nothing that rules can make long. Builds, set-up, the races of a series, saved games, taking over, bots that
//! think, *Why?*, tests that are written, and what changed rules mean for a drawing and for names in texts are worked out on other
//! threads (`beside.rs`). Here rules run only from one answer to the next question, on one tank of fuel; a moment of the past is
//! played from the last snapshot before it.

use super::App;
use super::follow::waking;
use crate::ui::action::{Action, Room};
use crate::ui::dialog::lost::named;
use crate::ui::dialog::{About, Around, Dialog, Notice};

impl App {
    /// What was to be set by hand may be something else under the rules that are on show by now.
    fn close_stale_edit(&mut self) {
        let (Some(Dialog::Edit(form)), Some(race)) = (&self.shell.dialog, &self.sitting.race) else { return };
        if form.is_of_other_rules(&race.program) {
            self.shell.dialog = None;
            self.shell.notice =
                Some(Notice::bad("The race has come under other rules meanwhile: choose once more what to set by hand"));
        }
    }

    /// What goes on whether anybody does something or not.
    pub(in crate::ui) fn begin_frame(&mut self, ctx: &egui::Context) {
        self.shell.now = ctx.input(|i| i.time);
        self.shell.look(ctx);
        self.take_left_cells(ctx);
        self.follow(ctx);
        if self.sitting.live.is_changed() {
            // What a change breaks is told wherever one is.
            self.rules.test(ctx, self.sitting.live.newest());
        }
        let wake = waking(ctx);
        self.statistics.follow(self.sitting.live.good(), self.shell.room != Room::Play, &wake);
        // What somebody writes about stays on show meanwhile.
        let is_noting = matches!(self.shell.dialog, Some(Dialog::Note(_)));
        if self.shell.room == Room::Play && !is_noting {
            // Whoever reads or answers a dialog misses nothing of the race.
            if self.shell.dialog.is_none()
                && let Some(soon) = self.sitting.go_on(self.shell.now)
            {
                ctx.request_repaint_after(soon);
            }
            self.take_news();
        }
        if self.shell.room != Room::Play || self.shell.dialog.is_some() || ctx.text_edit_focused() {
            self.sitting.look_away();
        }
        self.close_stale_edit();
        self.rest.tells_broken = self.is_broken && (self.rest.tells_broken || !self.rest.is_typing());
        self.keep(ctx);
        self.look_at_exports(ctx);
        self.follow_board();
        let is_edited = self.sitting.race.as_ref().is_some_and(|race| race.is_edited());
        self.shell.notice.take_if(|notice| notice.of == About::Editing && !is_edited);
        self.shell.let_notice_go(ctx);
        if self.shell.room == Room::Play || self.table.draw.is_some() {
            self.shell.give_tour();
        }
        if ctx.input(|i| i.viewport().close_requested()) && !self.shell.may_close && self.has_unsaved() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.apply(Action::Quit);
        }
    }

    /// Does what was asked for in a frame.
    pub(in crate::ui) fn end_frame(&mut self, ctx: &egui::Context, actions: Vec<Action>) {
        let changed = !actions.is_empty();
        for action in actions {
            self.apply(action);
        }
        self.shell.grant(ctx);
        let title = self.title();
        self.shell.call(ctx, title);
        if changed {
            ctx.request_repaint();
        }
    }

    /// What the window is called: the file that is drawn or raced on, its game, and a dot while something is not saved.
    pub fn title(&self) -> String {
        let draw = self.table.draw.as_ref().filter(|_| self.shell.room == Room::Draw);
        let file = match (draw, &self.sitting.race) {
            (Some(draw), _) => Some(named(draw.desk.on_disk.path())),
            (None, Some(race)) if !race.track.name.is_empty() => Some(race.track.name.to_string()),
            (None, Some(race)) => Some(race.track_name.to_string()),
            (None, None) => None,
        };
        let ruleset = self.game_at_hand();
        let game = self.catalogue.rulesets.iter().find(|(name, _)| *name == ruleset).map(|(_, title)| title.clone());
        let dot = if self.has_unsaved() { "• " } else { "" };
        let parts: Vec<String> = file.into_iter().chain(game).chain(["Coursesetter".to_owned()]).collect();
        format!("{dot}{}", parts.join(" – "))
    }

    /// What forms look at.
    pub(in crate::ui) fn with_around<T>(&self, look: impl FnOnce(&Around<'_>) -> T) -> T {
        look(&Around {
            library: &self.catalogue.library,
            rulesets: &self.catalogue.rulesets,
            game_at_hand: self.game_at_hand(),
            sitting: &self.sitting,
            draw: &self.table.draw,
            is_unsaved: self.is_unsaved(),
            unsaved_texts: self.unsaved_texts(),
            left_works: &|| self.left_works(),
            last_game: &self.last_game,
            recent: &self.table.recent,
            tracks: &|| self.catalogue.tracks.iter().map(|track| (track.file.clone(), track.title.clone())).collect(),
            on_table: self.drawn_track().filter(|_| self.shell.room == Room::Draw),
            notice: self.shell.notice.as_ref(),
        })
    }
}
