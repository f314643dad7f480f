//! Every command of the window, once: menus, the palette, shortcuts, tooltips and the sheet of keys are made from this list.

use egui::KeyboardShortcut;

use super::app::Room;
use super::draw::Vision;
use super::race::Pace;
use super::rules::Order;
use crate::drawing::hand::Tool;
use crate::drawing::tools::arrange::Align;
use crate::playtest::timeline::{Stride, Way};

mod entries;
pub mod keys;
pub mod menu;
pub mod palette;
mod run;
pub mod sheet;

pub use entries::Entry;

/// What can be done by name, wherever one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    NewTrack,
    NewRuleset,
    NewAddon,
    OpenFolder,
    BuiltIn,
    OpenTrack,
    OpenGame,
    SaveGame,
    Save,
    SaveAs,
    Export,
    LeftWork,
    ReadAgain,
    Quit,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    Duplicate,
    Delete,
    DeleteBridging,
    SelectAll,
    SelectNone,
    SelectSame,
    SelectCourse,
    Take(Tool),
    Align(Align),
    TurnRight,
    TurnLeft,
    MirrorAcross,
    MirrorDown,
    CloseLoop,
    ReSpace,
    Reverse,
    Renumber,
    FitAll,
    FitSelection,
    See(Vision),
    Theme(egui::ThemePreference),
    Larger,
    Smaller,
    UsualSize,
    /// Cards as one line each, or laid out.
    FoldCards,
    ResetLayout,
    GoDraw,
    GoPlay,
    PlayDrawn,
    NewRace,
    NextRace,
    SameAgain,
    NextTurn,
    Skip,
    Pace(Pace),
    PlayOn,
    /// Looks back or on.
    Step(Stride, Way),
    PlayPause,
    Now,
    PlayFromHere,
    ShowRules,
    Rules(Order),
    EditState,
    Chance,
    AsTest,
    /// Shows on the board where pieces come to rest.
    Heat,
    Pin,
    Unpin,
    Palette,
    Keys,
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
    pub const ALL: [Menu; 10] = [
        Menu::File,
        Menu::Edit,
        Menu::Select,
        Menu::Tools,
        Menu::Arrange,
        Menu::Rules,
        Menu::Race,
        Menu::Playtest,
        Menu::View,
        Menu::Help,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Selection",
            Menu::Tools => "Tool",
            Menu::Arrange => "Arrange",
            Menu::Rules => "Rules",
            Menu::Race => "Race",
            Menu::Playtest => "Playtest",
            Menu::View => "View",
            Menu::Help => "Help",
        }
    }
}

impl Command {
    /// All, in the order of their menus.
    pub fn all() -> impl Iterator<Item = Command> {
        use egui::ThemePreference::{Dark, Light, System};
        let file = [
            Command::NewTrack,
            Command::NewRuleset,
            Command::NewAddon,
            Command::OpenTrack,
            Command::OpenGame,
            Command::SaveGame,
            Command::OpenFolder,
            Command::BuiltIn,
            Command::Save,
            Command::SaveAs,
            Command::Export,
            Command::LeftWork,
            Command::ReadAgain,
            Command::Quit,
        ];
        let edit = [
            Command::Undo,
            Command::Redo,
            Command::Cut,
            Command::Copy,
            Command::Paste,
            Command::Duplicate,
            Command::Delete,
            Command::DeleteBridging,
        ];
        let select = [Command::SelectAll, Command::SelectNone, Command::SelectSame, Command::SelectCourse];
        let arrange = [
            Command::TurnRight,
            Command::TurnLeft,
            Command::MirrorAcross,
            Command::MirrorDown,
            Command::Align(Align::Left),
            Command::Align(Align::Centre),
            Command::Align(Align::Right),
            Command::Align(Align::Top),
            Command::Align(Align::Middle),
            Command::Align(Align::Bottom),
            Command::CloseLoop,
            Command::ReSpace,
            Command::Reverse,
            Command::Renumber,
        ];
        let race = [
            Command::PlayDrawn,
            Command::GoPlay,
            Command::GoDraw,
            Command::NewRace,
            Command::NextRace,
            Command::SameAgain,
            Command::NextTurn,
            Command::Skip,
            Command::PlayOn,
        ];
        let steps = Stride::ALL.into_iter().flat_map(|stride| [Way::Back, Way::On].map(|way| Command::Step(stride, way)));
        let playtest = [Command::PlayPause].into_iter().chain(steps).chain([
            Command::Now,
            Command::PlayFromHere,
            Command::EditState,
            Command::Chance,
            Command::AsTest,
        ]);
        let figures = [Command::Heat, Command::Pin, Command::Unpin];
        let look = [Command::FitAll, Command::FitSelection];
        let view = [
            Command::Theme(Light),
            Command::Theme(Dark),
            Command::Theme(System),
            Command::Larger,
            Command::Smaller,
            Command::UsualSize,
            Command::FoldCards,
            Command::ResetLayout,
        ];
        let help = [Command::Palette, Command::Keys];
        let tools = Tool::ALL.into_iter().map(Command::Take);
        let eyes = Vision::ALL.into_iter().map(Command::See);
        let paces = Pace::ALL.into_iter().map(|(pace, _)| Command::Pace(pace));
        file.into_iter()
            .chain(edit)
            .chain(select)
            .chain(tools)
            .chain(arrange)
            .chain([Command::ShowRules])
            .chain(Order::ALL.map(Command::Rules))
            .chain(race)
            .chain(paces)
            .chain(playtest)
            .chain(figures)
            .chain(look)
            .chain(eyes)
            .chain(view)
            .chain(help)
    }

    /// Those of a room.
    pub fn of(room: Room) -> impl Iterator<Item = Command> {
        Command::all().filter(move |command| command.entry().room.is_none_or(|of| of == room))
    }

    /// `Undo (Ctrl+Z): back to …`: what a tooltip says.
    pub fn tooltip(self, ctx: &egui::Context) -> String {
        let entry = self.entry();
        match entry.shortcut(ctx) {
            Some(keys) => format!("{} ({keys})", entry.help),
            None => entry.help.to_owned(),
        }
    }
}

impl Entry {
    /// The key that is shown for it, as text: `Ctrl+Z`.
    pub fn shortcut(&self, ctx: &egui::Context) -> Option<String> {
        self.keys[0].map(|keys| keys_text(ctx, &keys))
    }
}

/// `Ctrl+Plus` is `Ctrl++`, as it stands on the key.
pub fn keys_text(ctx: &egui::Context, keys: &KeyboardShortcut) -> String {
    let text = ctx.format_shortcut(keys);
    let name = keys.logical_key.name();
    match text.strip_suffix(name) {
        Some(modifiers) if keys.logical_key == egui::Key::ArrowLeft => format!("{modifiers}←"),
        Some(modifiers) if keys.logical_key == egui::Key::ArrowRight => format!("{modifiers}→"),
        Some(modifiers) if name.len() > 1 => format!("{modifiers}{}", keys.logical_key.symbol_or_name()),
        _ => text,
    }
}
