//! A row of the table of commands, and the menus that show it.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{Command, NO_DRAWING, NO_SELECTION, deed, desk, no_drawing};
use crate::drawing::Deed;
use crate::drawing::hand::Tool;
use crate::ui::action::{Action, Ask, Room, WindowMessage};
use crate::ui::app::App;
use crate::ui::widget::keys_text;

use Menu::*;

/// A row of the table.
pub struct Entry {
    pub title: &'static str,
    /// One line of help.
    pub help: &'static str,
    pub menu: Menu,
    /// The first one is shown in menus.
    pub keys: [Option<KeyboardShortcut>; 2],
    /// The only room with this command; `None` if all rooms have it.
    pub room: Option<Room>,
    /// Whether it changes the drawing.
    pub changes: bool,
    /// Whether its menu has a separator above it.
    pub begins_group: bool,
    /// The part of its menu that it is in, which opens beside the menu; `None` if it is in the menu itself.
    pub part: Option<&'static str>,
    pub(super) refused: Asked<Option<&'static str>>,
    pub(super) is_on: Option<Asked<bool>>,
    pub(super) says: Option<Asked<Option<String>>>,
    pub(super) does: Asked<Action>,
}

/// A value that depends on the window's state.
type Asked<T> = Box<dyn Fn(&App) -> T + Send + Sync>;

/// A command of a menu, which is always available and does nothing yet.
pub(super) fn entry(menu: Menu, title: &'static str, help: &'static str) -> Entry {
    let (refused, does) = (Box::new(|_: &App| None), Box::new(|_: &App| Action::Window(WindowMessage::Close)));
    let (keys, room, changes, begins_group) = ([None, None], None, false, false);
    Entry { title, help, menu, keys, room, changes, begins_group, part: None, refused, is_on: None, says: None, does }
}

impl Entry {
    pub(super) fn key(mut self, modifiers: Modifiers, key: Key) -> Entry {
        let n = usize::from(self.keys[0].is_some());
        self.keys[n] = Some(KeyboardShortcut::new(modifiers, key));
        self
    }

    pub(super) fn only(self, room: Room) -> Entry {
        Entry { room: Some(room), ..self }
    }

    /// Limits the command to the room for playing.
    pub(super) fn play(self) -> Entry {
        self.only(Room::Play)
    }

    /// Limits the command to the room for drawing, with a drawing on the table.
    pub(super) fn draw(self) -> Entry {
        self.only(Room::Draw).refused(no_drawing)
    }

    /// Like `draw`, for a command that changes the board.
    pub(super) fn changes(self) -> Entry {
        Entry { changes: true, ..self.draw() }
    }

    /// Needs a selection on the table.
    pub(super) fn selected(self) -> Entry {
        self.refused(|app| match desk(app) {
            Some(desk) => desk.selected.is_empty().then_some(NO_SELECTION),
            None => Some(NO_DRAWING),
        })
    }

    /// Needs several things that are selected.
    pub(super) fn several(self) -> Entry {
        self.refused(|app| match desk(app) {
            Some(desk) => (desk.selected.len() < 2).then_some("Select two things or more (Shift+click)"),
            None => Some(NO_DRAWING),
        })
    }

    /// Needs a selection, or a template in hand.
    pub(super) fn turnable(self) -> Entry {
        let selected = self.selected();
        let refused = selected.refused;
        let in_hand = |app: &App| desk(app).is_some_and(|desk| desk.hand.tool == Tool::Template);
        Entry { refused: Box::new(move |app| refused(app).filter(|_| !in_hand(app))), ..selected }
    }

    pub(super) fn group(self) -> Entry {
        self.group_if(true)
    }

    pub(super) fn group_if(self, begins_group: bool) -> Entry {
        Entry { begins_group, ..self }
    }

    /// Puts the command into a part of its menu.
    pub(super) fn part(self, part: &'static str) -> Entry {
        Entry { part: Some(part), ..self }
    }

    /// Sets the function that says why the command is not available.
    pub(super) fn refused(self, refused: impl Fn(&App) -> Option<&'static str> + Send + Sync + 'static) -> Entry {
        Entry { refused: Box::new(refused), ..self }
    }

    /// Makes the command a switch that is on or off.
    pub(super) fn on(self, is_on: impl Fn(&App) -> bool + Send + Sync + 'static) -> Entry {
        Entry { is_on: Some(Box::new(is_on)), ..self }
    }

    /// Sets the function that describes the effect, if it varies.
    pub(super) fn says(self, says: impl Fn(&App) -> Option<String> + Send + Sync + 'static) -> Entry {
        Entry { says: Some(Box::new(says)), ..self }
    }

    pub(super) fn does(self, does: impl Fn(&App) -> Action + Send + Sync + 'static) -> Entry {
        Entry { does: Box::new(does), ..self }
    }

    pub(super) fn asks(self, ask: Ask) -> Entry {
        self.does(move |_| Action::Ask(ask))
    }

    pub(super) fn deed(self, what: Deed) -> Entry {
        self.does(move |_| deed(what.clone()))
    }

    /// Returns the shown key as text: `Ctrl+Z`.
    pub fn shortcut(&self, ctx: &egui::Context) -> Option<String> {
        self.keys[0].map(|keys| keys_text(ctx, &keys))
    }
}

/// The menus, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    File,
    Edit,
    Select,
    Tools,
    Arrange,
    Rules,
    Race,
    Playtest,
    View,
    Help,
}

impl Menu {
    pub const ALL: [Menu; 10] = [File, Edit, Select, Tools, Arrange, Rules, Race, Playtest, View, Help];

    pub fn title(self) -> &'static str {
        match self {
            File => "File",
            Edit => "Edit",
            Select => "Selection",
            Tools => "Tool",
            Arrange => "Arrange",
            Rules => "Rules",
            Race => "Race",
            Playtest => "Playtest",
            View => "View",
            Help => "Help",
        }
    }
    /// Whether a room has it.
    pub fn is_in(self, room: Room) -> bool {
        !Command::of_menu(room, self).is_empty()
    }

    /// Where in its title the letter stands that opens it with Alt.
    pub(super) fn letter_at(self) -> usize {
        match self {
            Rules => 1,
            File | Edit | Select | Tools | Arrange | Race | Playtest | View | Help => 0,
        }
    }

    /// The letter that opens it with Alt.
    pub fn letter(self) -> Key {
        let at = self.letter_at();
        Key::from_name(&self.title()[at..=at].to_uppercase()).unwrap_or(Key::F10)
    }
}
