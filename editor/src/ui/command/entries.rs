//! What is known of each command: the list.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::{Command, Menu};
use crate::drawing::hand::Tool;
use crate::drawing::tools::arrange::Align;
use crate::ui::app::Room;
use crate::ui::draw::Vision;
use crate::ui::race::Pace;

/// What is known of a command.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub title: &'static str,
    /// One line for whoever wonders.
    pub help: &'static str,
    pub menu: Menu,
    /// The first is the one that is shown.
    pub keys: [Option<KeyboardShortcut>; 2],
    /// `None`: in every room.
    pub room: Option<Room>,
    /// Whether it changes what is drawn.
    pub changes: bool,
    /// Whether its menu has a line above it.
    pub begins_group: bool,
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { alt: false, ctrl: false, shift: true, mac_cmd: false, command: true };
const SHIFT: Modifiers = Modifiers::SHIFT;

const fn entry(menu: Menu, title: &'static str, help: &'static str) -> Entry {
    Entry { title, help, menu, keys: [None, None], room: None, changes: false, begins_group: false }
}

impl Entry {
    const fn key(mut self, modifiers: Modifiers, key: Key) -> Entry {
        let n = if self.keys[0].is_some() { 1 } else { 0 };
        self.keys[n] = Some(KeyboardShortcut::new(modifiers, key));
        self
    }

    /// Only while playing.
    const fn play(mut self) -> Entry {
        self.room = Some(Room::Play);
        self
    }

    /// Only while drawing.
    const fn draw(mut self) -> Entry {
        self.room = Some(Room::Draw);
        self
    }

    /// Only while drawing, and it changes the board.
    const fn changes(mut self) -> Entry {
        self.changes = true;
        self.draw()
    }

    const fn group(mut self) -> Entry {
        self.begins_group = true;
        self
    }
}

impl Command {
    /// What is known of it.
    pub fn entry(self) -> Entry {
        match self {
            Command::NewTrack => entry(Menu::File, "New track…", "An empty sheet for one of the games").key(CTRL, Key::N),
            Command::NewRuleset => {
                entry(Menu::File, "New ruleset from…", "A copy of a game to change, or a small race that runs at once")
            }
            Command::NewAddon => {
                entry(Menu::File, "New add-on for…", "A file of rules to switch on over a game, with one example in it")
            }
            Command::OpenTrack => entry(Menu::File, "Open track…", "Draw on a track that is there").key(CTRL, Key::O).group(),
            Command::OpenFolder => {
                entry(Menu::File, "Open folder…", "Work in another folder with rulesets and tracks").key(CTRL_SHIFT, Key::O)
            }
            Command::Save => entry(Menu::File, "Save", "Write the track to its file").key(CTRL, Key::S).draw().group(),
            Command::SaveAs => entry(Menu::File, "Save as…", "Write the track to another file, and go on with that")
                .key(CTRL_SHIFT, Key::S)
                .draw(),
            Command::Export => {
                entry(Menu::File, "Export…", "The board as a picture at true size: SVG or PNG").key(CTRL, Key::E).draw()
            }
            Command::ReadAgain => {
                entry(Menu::File, "Read files again", "After changing rules or tracks elsewhere").key(CTRL, Key::R).group()
            }
            Command::Quit => entry(Menu::File, "Quit", "Close the window").key(CTRL, Key::Q),

            Command::Undo => entry(Menu::Edit, "Undo", "Back to before the last step or decision").key(CTRL, Key::Z),
            Command::Redo => entry(Menu::Edit, "Redo", "What was undone, again").key(CTRL_SHIFT, Key::Z).key(CTRL, Key::Y).draw(),
            Command::Cut => {
                entry(Menu::Edit, "Cut", "Take what is selected to the clipboard").key(CTRL, Key::X).changes().group()
            }
            Command::Copy => entry(Menu::Edit, "Copy", "What is selected, with the links among it").key(CTRL, Key::C).draw(),
            Command::Paste => entry(Menu::Edit, "Paste", "What was copied, here or on another track").key(CTRL, Key::V).changes(),
            Command::Duplicate => entry(Menu::Edit, "Duplicate", "A copy beside what is selected").key(CTRL, Key::D).changes(),
            Command::Delete => entry(Menu::Edit, "Delete", "What is selected, with its links").key(NONE, Key::Delete).changes(),
            Command::DeleteBridging => entry(Menu::Edit, "Delete and close the gap", "What is selected; links lead over the gap")
                .key(SHIFT, Key::Delete)
                .changes(),

            Command::SelectAll => entry(Menu::Select, "All", "Select every space, label and picture").key(CTRL, Key::A).draw(),
            Command::SelectNone => entry(Menu::Select, "Nothing", "Let go of the selection").key(CTRL_SHIFT, Key::A).draw(),
            Command::SelectSame => {
                entry(Menu::Select, "All that are the same", "Everything that says the same as the first thing selected").draw()
            }
            Command::SelectCourse => {
                entry(Menu::Select, "The whole course", "All spaces before and behind the selected one").draw()
            }

            Command::Take(tool) => tool_entry(tool).draw(),

            Command::TurnRight => entry(Menu::Arrange, "Turn right", "By 90°, round the middle of the selection")
                .key(NONE, Key::CloseBracket)
                .changes(),
            Command::TurnLeft => entry(Menu::Arrange, "Turn left", "By 90°, round the middle of the selection")
                .key(NONE, Key::OpenBracket)
                .changes(),
            Command::MirrorAcross => entry(Menu::Arrange, "Mirror left and right", "In the middle of the selection").changes(),
            Command::MirrorDown => entry(Menu::Arrange, "Mirror top and bottom", "In the middle of the selection").changes(),
            Command::Align(by) => {
                let (title, help) = match by {
                    Align::Left => ("Align left", "All in the column of the leftmost"),
                    Align::Centre => ("Align centre", "All in one column, in the middle"),
                    Align::Right => ("Align right", "All in the column of the rightmost"),
                    Align::Top => ("Align top", "All in the row of the topmost"),
                    Align::Middle => ("Align middle", "All in one row, in the middle"),
                    Align::Bottom => ("Align bottom", "All in the row of the lowest"),
                };
                let entry = entry(Menu::Arrange, title, help).changes();
                if by == Align::Left { entry.group() } else { entry }
            }
            Command::CloseLoop => {
                entry(Menu::Arrange, "Close the loop", "Links the end of a course to its start").changes().group()
            }
            Command::ReSpace => entry(Menu::Arrange, "Space evenly", "The spaces of a course at even distance").changes(),
            Command::Reverse => entry(Menu::Arrange, "Reverse", "Turns a course round").changes(),
            Command::Renumber => entry(Menu::Arrange, "Number anew", "Ids in order, under the letters of the first").changes(),

            Command::PlayDrawn => entry(Menu::Race, "Play this board", "A race on the board as it is drawn").key(NONE, Key::F5),
            Command::GoPlay => entry(Menu::Race, "Back to the race", "Leave the drawing table").key(NONE, Key::F6).draw(),
            Command::GoDraw => entry(Menu::Race, "Draw", "Draw on the track that is raced on").key(NONE, Key::F6).play(),
            Command::NewRace => entry(Menu::Race, "New race", "A race, or a whole series, with other luck").play().group(),
            Command::SameAgain => {
                entry(Menu::Race, "Same again", "This race from its start, with the same seed; Undo brings back what was played")
                    .play()
            }
            Command::NextTurn => entry(Menu::Race, "Next turn", "Shows the next turn, where each waits").key(NONE, Key::N).play(),
            Command::Skip => {
                entry(Menu::Race, "Skip", "Shows at once what happens up to the next question").key(NONE, Key::Escape).play()
            }
            Command::PlayOn => {
                entry(Menu::Race, "Play on by itself", "Bots answer for people, too, until this is switched off").play()
            }
            Command::Pace(pace) => {
                let (title, help) = match pace {
                    Pace::Instant => ("Pace: instant", "Everything at once"),
                    Pace::Quick => ("Pace: quick", "Pieces glide quickly"),
                    Pace::Slow => ("Pace: slow", "Pieces glide slowly"),
                    Pace::Step => ("Pace: turn by turn", "Each turn waits for a click or the key N"),
                };
                let entry = entry(Menu::Race, title, help).play();
                if pace == Pace::Instant { entry.group() } else { entry }
            }

            Command::FitAll => entry(Menu::View, "All of the board", "As large as it fits").key(NONE, Key::Home),
            Command::FitSelection => entry(Menu::View, "The selection", "As large as it fits").key(NONE, Key::F).draw(),
            Command::See(vision) => {
                let help = match vision {
                    Vision::Full => "As it is drawn",
                    Vision::Grey => "As a printer without colours has it",
                    _ => "As it looks to people who tell these colours apart badly",
                };
                let entry = entry(Menu::View, vision.title(), help).draw();
                if vision == Vision::Full { entry.group() } else { entry }
            }
            Command::Theme(theme) => match theme {
                egui::ThemePreference::Light => entry(Menu::View, "Light", "Light colours").group(),
                egui::ThemePreference::Dark => entry(Menu::View, "Dark", "Dark colours"),
                egui::ThemePreference::System => entry(Menu::View, "Light or dark as the system", "As the system has it"),
            },
            Command::Larger => entry(Menu::View, "Larger letters", "All of the window larger")
                .key(CTRL, Key::Plus)
                .key(CTRL, Key::Equals)
                .group(),
            Command::Smaller => entry(Menu::View, "Smaller letters", "All of the window smaller").key(CTRL, Key::Minus),
            Command::UsualSize => entry(Menu::View, "Usual size of letters", "As it was at first").key(CTRL, Key::Num0),
            Command::ResetLayout => entry(Menu::View, "Reset layout", "All panes back to where they were at first").group(),

            Command::Palette => entry(Menu::Help, "All commands…", "Find a command by its name").key(CTRL_SHIFT, Key::P),
            Command::Keys => {
                entry(Menu::Help, "Keys", "What the keys and the mouse do here").key(NONE, Key::F1).key(NONE, Key::Questionmark)
            }
        }
    }
}

fn tool_entry(tool: Tool) -> Entry {
    let of = |title, help, key| entry(Menu::Tools, title, help).key(NONE, key);
    match tool {
        Tool::Select => of("Select", "Click, or drag a frame; Shift adds, Ctrl takes out", Key::V),
        Tool::Course => of("Course", "A smooth line with spaces at even distance", Key::C),
        Tool::Grid => of("Grid", "Lanes and segments along a line", Key::G),
        Tool::Space => of("Space", "One space where you click", Key::S),
        Tool::Paint => of("Paint", "A value for every space that the brush touches", Key::B),
        Tool::Link => of("Link", "Drag from space to space; click an arrow to turn it round", Key::L),
        Tool::Path => of("Path", "Click spaces in order", Key::P),
        Tool::Label => of("Label", "Words on the board", Key::T),
        Tool::Erase => of("Erase", "Everything that the eraser touches", Key::E),
        Tool::Measure => of("Measure", "How far so many steps lead from a space", Key::M),
        Tool::Picture => of("Picture", "A picture to trace over", Key::I),
    }
}
