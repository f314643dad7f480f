//! The window itself: its room, how it looks, the dialog over it, and what was said last.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::events::EventQueue;
use super::focus::{Focus, WantedPane};
use crate::beside::Wake;
use crate::ui::action::{Arrangement, Pane, Room, WindowMessage};
use crate::ui::dialog::{self, About, Dialog, Notice};
use crate::ui::help::HelpDesk;
use crate::ui::layout::Layouts;
use crate::ui::sheet;
use crate::ui::tour::Tour;

/// Seconds for which it is told what was done, and what came to nothing.
const GOOD_SECS: f64 = 8.0;
const BAD_SECS: f64 = 40.0;

/// The window, whatever is played or drawn in it.
pub struct Shell {
    pub room: Room,
    pub theme: egui::ThemePreference,
    /// The size of everything, in per cent.
    pub scale: u16,
    pub layouts: Layouts,
    /// Whether the rules are named beside what they did.
    pub shows_rules: bool,
    /// Whether dice and pieces are shown where they come to lie, without moving there.
    pub is_calm: bool,
    pub(in crate::ui) focus: Focus,
    pub(in crate::ui) events: EventQueue,
    /// Panes that have failed, and why.
    pub failed: BTreeMap<Pane, String>,
    pub dialog: Option<Dialog>,
    pub dialogs: dialog::Desk,
    pub help: HelpDesk,
    /// The tour that is being taken.
    pub tour: Option<Tour>,
    /// Whether visitors are shown a tour of a room by themselves, and the rooms that they have seen one of.
    pub gives_tours: bool,
    pub toured: BTreeSet<Room>,
    /// What was done or came to nothing, for a while.
    pub notice: Option<Notice>,
    /// The notice on show, and since when.
    noticed: Option<(Notice, f64)>,
    pub wishes: Vec<Wish>,
    /// Nothing is asked any more before the window closes.
    pub(super) may_close: bool,
    /// Wakes the window; `None`: files are looked at only when that is asked for.
    pub(super) wake: Option<Wake>,
    /// Whether anything was copied on the drawing table.
    pub has_copied: bool,
    /// The time of this frame, in seconds.
    pub(super) now: f64,
    /// The window's title as it was last set.
    titled: String,
    /// Whether the window fills the screen, for a presentation.
    is_full: bool,
    /// Whether the window was opened as it was last time, and its size of text has yet to be so.
    is_resuming: bool,
}

/// What the window is asked for at the end of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    Copy(String),
    Paste,
    /// Zooms the board.
    Zoom(f32),
    Close,
}

impl Default for Shell {
    fn default() -> Shell {
        Shell {
            room: Room::Play,
            theme: egui::ThemePreference::System,
            scale: 100,
            layouts: Layouts::default(),
            shows_rules: false,
            is_calm: false,
            focus: Focus::default(),
            events: EventQueue::default(),
            failed: BTreeMap::new(),
            dialog: None,
            dialogs: dialog::Desk::default(),
            help: HelpDesk::default(),
            tour: None,
            gives_tours: false,
            toured: BTreeSet::new(),
            notice: None,
            noticed: None,
            wishes: vec![],
            may_close: false,
            has_copied: false,
            wake: None,
            now: 0.0,
            titled: String::new(),
            is_full: false,
            is_resuming: false,
        }
    }
}

impl Shell {
    /// Takes over the size of text from last time, in percent.
    pub(super) fn resume(&mut self, scale: u16) {
        (self.scale, self.is_resuming) = (scale.clamp(75, 200), true);
    }

    pub(super) fn apply(&mut self, message: WindowMessage) {
        match message {
            WindowMessage::Theme(theme) => self.theme = theme,
            WindowMessage::Scale(scale) => {
                self.scale = scale.clamp(75, 200);
                self.notice = Some(Notice::good(format!("Text {} %", self.scale)));
            }
            WindowMessage::ResetLayout => self.layouts.reset(),
            WindowMessage::Show(pane) => {
                self.room = pane.room();
                self.layouts.want(pane);
                self.focus.wanted = Some(WantedPane::This(pane));
            }
            WindowMessage::NextPane(way) => self.focus.wanted = Some(WantedPane::Beside(way)),
            WindowMessage::Arrange(arrangement) => {
                // From the drawing table, the key of a presentation doesn't lead back.
                if self.room == Room::Play || self.layouts.arrangement() != arrangement {
                    self.layouts.arrange(arrangement);
                }
                self.room = Room::Play;
                if arrangement == Arrangement::Figures {
                    self.focus.wanted = Some(WantedPane::This(Pane::Statistics));
                }
            }
            WindowMessage::CloseDrawer => self.layouts.close_drawer(),
            WindowMessage::FoldCards(on) => self.layouts.fold(on),
            WindowMessage::RuleNames(on) => self.shows_rules = on,
            WindowMessage::Calm(on) => self.is_calm = on,
            WindowMessage::Help(book) => self.help.toggle(book),
            WindowMessage::Tour => self.tour = Some(Tour::of(self.room)),
            WindowMessage::Close => self.dialog = None,
        }
    }

    /// Shows a tour to whoever enters a room for the first time.
    pub(super) fn give_tour(&mut self) {
        let is_free = self.gives_tours && self.tour.is_none() && self.dialog.is_none() && !self.presents();
        if is_free && self.toured.insert(self.room) {
            self.tour = Some(Tour::of(self.room));
        }
    }

    /// What was said is there for a while; why something came to nothing for longer.
    pub(super) fn let_notice_go(&mut self, ctx: &egui::Context) {
        match (&self.notice, &self.noticed) {
            (Some(notice), _) if notice.of == About::Board => self.noticed = None,
            (Some(notice), Some((same, since))) if notice == same => {
                let left = since + if notice.is_bad { BAD_SECS } else { GOOD_SECS } - self.now;
                if left > 0.0 { ctx.request_repaint_after(Duration::from_secs_f64(left)) } else { self.notice = None }
            }
            (notice, _) => self.noticed = notice.clone().map(|notice| (notice, self.now)),
        }
    }

    /// Theme and size, as they are wanted.
    pub(super) fn look(&mut self, ctx: &egui::Context) {
        if ctx.options(|options| options.theme_preference) != self.theme {
            ctx.set_theme(self.theme);
            // Part of this frame was drawn in the earlier colours.
            ctx.request_repaint();
        }
        let zoom = f32::from(self.scale) / 100.0;
        ctx.set_zoom_factor(zoom);
        // It was opened with as many points as it had, which were smaller or larger before it was known how large they are.
        if ctx.zoom_factor() == zoom && std::mem::take(&mut self.is_resuming) && zoom != 1.0 {
            let fills = ctx.input(|i| [i.viewport().maximized, i.viewport().fullscreen].contains(&Some(true)));
            if !fills {
                ctx.send_viewport_cmd(egui::ViewportCommand::InnerSize(ctx.content_rect().size() * zoom));
            }
        }
        let is_full = self.presents();
        if std::mem::replace(&mut self.is_full, is_full) != is_full {
            ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(is_full));
        }
    }

    /// Whether the board is presented.
    pub fn presents(&self) -> bool {
        self.room == Room::Play && self.layouts.arrangement() == Arrangement::Present
    }

    /// Sets the window's title, if it is another one.
    pub(super) fn call(&mut self, ctx: &egui::Context, title: String) {
        if title != self.titled {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.titled = title;
        }
    }

    /// Asks the system for what was wished.
    pub(super) fn grant(&mut self, ctx: &egui::Context) {
        for wish in std::mem::take(&mut self.wishes) {
            match wish {
                Wish::Copy(text) => {
                    self.has_copied = true;
                    ctx.copy_text(text);
                }
                Wish::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
                Wish::Zoom(factor) => sheet::zoom(ctx, factor),
                Wish::Close => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            }
        }
    }
}
