//! What goes on from frame to frame.
//!
//! A frame does nothing that rules can make long. Builds, set-up, the races of a series, saved games, taking over, bots that
//! think, *Why?*, tests that are written, and what changed rules mean for a drawing and for names in texts are worked out on other
//! threads (`beside.rs`). Here rules run only from one answer to the next question, on one tank of fuel; a moment of the past is
//! played from the last snapshot before it.

use std::time::Duration;

use interpreter::players::Seat;

use super::App;
use super::follow::waking;
use crate::beside::LOOK;
use crate::playtest::{self, Waiting};
use crate::ui::action::{Action, Room};
use crate::ui::dialog::{Around, Dialog, Notice};

/// The bots' share of a frame: longer it doesn't wait for them.
const BOTS_PER_FRAME: Duration = Duration::from_millis(8);
impl App {
    /// Lets the race go on: shows what there is to show, asks the bots.
    fn go_on(&mut self, ctx: &egui::Context) {
        let is_beginning = self.is_beginning();
        let Some(race) = &mut self.race else { return };
        let answers = |seat: &Seat| if self.play_on && *seat == Seat::Human { Seat::Greedy } else { *seat };
        race.seats = self.seats.iter().take(race.program.players).map(answers).collect();
        let now = ctx.input(|i| i.time);
        // What comes of other rules begins at what is on show.
        let moves = !self.follow.is_taking() && race.show(now, self.pace);
        let answered = !self.follow.is_taking() && !is_beginning && race.ask_bots(&mut self.thinker, self.pace, BOTS_PER_FRAME);
        self.thinker.hear(Duration::ZERO);
        if let Some(why) = self.thinker.take_fault() {
            race.act(playtest::Act::Play(false));
            let text = format!("A bot failed, which is a fault of the program; the race is paused. {why}");
            self.shell.notice = Some(Notice::bad(text));
        }
        if let Some(problem) = self.thinker.take_trouble() {
            race.act(playtest::Act::Play(false));
            let place = crate::render::place(&race.ruleset.sources, problem.span);
            let text =
                format!("A bot can't answer, because the rules can't go on: {}{place}. The race is paused.", problem.message);
            self.shell.notice = Some(Notice::bad(text));
        }
        race.look_ahead();
        let is_resting = !race.is_going(self.pace);
        let looks = race.find_why(is_resting);
        if looks {
            ctx.request_repaint_after(Duration::from_millis(16));
        }
        if moves || answered {
            ctx.request_repaint();
        } else if race.waiting(self.pace) == Waiting::Bot {
            ctx.request_repaint_after(LOOK);
        }
    }

    /// What was to be set by hand may be something else under the rules that are on show by now.
    fn close_stale_edit(&mut self) {
        let (Some(Dialog::Edit(form)), Some(race)) = (&self.shell.dialog, &self.race) else { return };
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
        if self.live.is_changed() {
            // What a change breaks is told wherever one is.
            self.rules.test(ctx, self.live.newest());
        }
        let wake = waking(ctx);
        self.statistics.follow(self.live.good(), self.shell.room != Room::Play, &wake);
        if self.shell.room == Room::Play {
            self.go_on(ctx);
        }
        self.close_stale_edit();
        self.follow.tells_broken = self.is_broken && (self.follow.tells_broken || !self.follow.is_typing());
        self.keep(ctx);
        self.look_at_exports(ctx);
        self.follow_board();
        self.shell.let_notice_go(ctx);
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
        if changed {
            ctx.request_repaint();
        }
    }

    /// What forms look at.
    pub(in crate::ui) fn with_around<T>(&self, look: impl FnOnce(&Around<'_>) -> T) -> T {
        look(&Around {
            library: &self.catalogue.library,
            rulesets: &self.catalogue.rulesets,
            game_at_hand: self.game_at_hand(),
            live: &self.live,
            race: &self.race,
            ways: &|| self.ways(),
            tip: &|way| self.tip(way),
            draw: &self.table.draw,
            is_unsaved: self.is_unsaved(),
            unsaved_texts: self.unsaved_texts(),
            left_works: &|| self.left_works(),
            last_game: &self.last_game,
        })
    }
}
