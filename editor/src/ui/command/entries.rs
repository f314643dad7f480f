//! What is known of each command: the list.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{Command, Menu};
use crate::drawing::hand::Tool;
use crate::drawing::tools::arrange::Align;
use crate::playtest::timeline::{Stride, Way};
use crate::ui::app::Room;
use crate::ui::draw::Vision;
use crate::ui::race::Pace;
use crate::ui::rules::Order;

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
const ALT: Modifiers = Modifiers::ALT;

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
            Command::OpenGame => {
                entry(Menu::File, "Open game…", "Go on with a game that was saved, or look through it").play().group()
            }
            Command::SaveGame => {
                entry(Menu::File, "Save game…", "Write down the race with every answer, to go on with it another time").play()
            }
            Command::OpenTrack => entry(Menu::File, "Open track…", "Draw on a track that is there").key(CTRL, Key::O).group(),
            Command::OpenFolder => {
                entry(Menu::File, "Open folder…", "Work in another folder with rulesets and tracks").key(CTRL_SHIFT, Key::O)
            }
            Command::BuiltIn => {
                entry(Menu::File, "Back to the shipped games", "Leave your own folder for the games that came with the program")
            }
            Command::Save => entry(Menu::File, "Save", "Write what is drawn or typed to its files").key(CTRL, Key::S).group(),
            Command::SaveAs => entry(Menu::File, "Save as…", "Write the track to another file, and go on with that")
                .key(CTRL_SHIFT, Key::S)
                .draw(),
            Command::Export => {
                entry(Menu::File, "Export…", "The board as a picture at true size: SVG or PNG").key(CTRL, Key::E).draw()
            }
            Command::LeftWork => {
                entry(Menu::File, "Unsaved work…", "What was left unsaved when the program ended: restore it, or throw it away").group()
            }
            Command::ReadAgain => {
                entry(Menu::File, "Read files again", "After changing rules or tracks elsewhere").key(CTRL, Key::R)
            }
            Command::Quit => entry(Menu::File, "Quit", "Close the window").key(CTRL, Key::Q),

            Command::Undo => entry(Menu::Edit, "Undo", "Back to before the last step or decision").key(CTRL, Key::Z),
            Command::Redo => entry(Menu::Edit, "Redo", "What was undone, again").key(CTRL_SHIFT, Key::Z).key(CTRL, Key::Y),
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
                entry(Menu::Select, "All that are the same", "Everything that says the same as the first thing selected")
                    .key(SHIFT, Key::S)
                    .draw()
            }
            Command::SelectCourse => {
                entry(Menu::Select, "The whole course", "All spaces before and behind the selected one").key(SHIFT, Key::C).draw()
            }

            Command::Take(tool) => tool_entry(tool).draw(),

            Command::TurnRight => entry(Menu::Arrange, "Turn right", "By 90°, round the middle of the selection")
                .key(NONE, Key::CloseBracket)
                .key(NONE, Key::R)
                .changes(),
            Command::TurnLeft => entry(Menu::Arrange, "Turn left", "By 90°, round the middle of the selection")
                .key(NONE, Key::OpenBracket)
                .key(SHIFT, Key::R)
                .changes(),
            Command::MirrorAcross => {
                entry(Menu::Arrange, "Mirror left and right", "In the middle of the selection").key(SHIFT, Key::H).changes()
            }
            Command::MirrorDown => {
                entry(Menu::Arrange, "Mirror top and bottom", "In the middle of the selection").key(SHIFT, Key::V).changes()
            }
            Command::Align(by) => {
                // As they lie under the left hand: W above, S below, A left, D right.
                let (title, help, key) = match by {
                    Align::Left => ("Align left", "All in the column of the leftmost", Key::A),
                    Align::Centre => ("Align centre", "All in one column, in the middle", Key::C),
                    Align::Right => ("Align right", "All in the column of the rightmost", Key::D),
                    Align::Top => ("Align top", "All in the row of the topmost", Key::W),
                    Align::Middle => ("Align middle", "All in one row, in the middle", Key::M),
                    Align::Bottom => ("Align bottom", "All in the row of the lowest", Key::S),
                };
                let entry = entry(Menu::Arrange, title, help).key(ALT, key).changes();
                if by == Align::Left { entry.group() } else { entry }
            }
            Command::CloseLoop => {
                entry(Menu::Arrange, "Close the loop", "Links the end of a course to its start").key(ALT, Key::L).changes().group()
            }
            Command::ReSpace => {
                entry(Menu::Arrange, "Space evenly", "The spaces of a course at even distance").key(ALT, Key::E).changes()
            }
            Command::Reverse => entry(Menu::Arrange, "Reverse", "Turns a course round").key(ALT, Key::R).changes(),
            Command::Renumber => {
                entry(Menu::Arrange, "Number anew", "Ids in order, under the letters of the first").key(ALT, Key::N).changes()
            }

            Command::ShowRules => {
                entry(Menu::Rules, "Rules", "The texts of rules and data, to read and to change").key(NONE, Key::F7).play()
            }
            Command::Rules(order) => order_entry(order),

            Command::PlayDrawn => entry(Menu::Race, "Play this board", "A race on the board as it is drawn").key(NONE, Key::F5),
            Command::GoPlay => entry(Menu::Race, "Back to the race", "Leave the drawing table").key(NONE, Key::F6).draw(),
            Command::GoDraw => entry(Menu::Race, "Draw", "Draw on the track that is raced on").key(NONE, Key::F6).play(),
            Command::NewRace => entry(Menu::Race, "New race", "A race, or a whole series, with other luck").play().group(),
            Command::NextRace => {
                entry(Menu::Race, "Next race", "The race of the series that follows, once this one is over").key(CTRL, Key::Enter).play()
            }
            Command::SameAgain => {
                entry(Menu::Race, "Same again", "This race from its start, with the same seed; what was played is kept as a branch")
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

            Command::PlayPause => entry(
                Menu::Playtest,
                "Play or pause",
                "Lets bots go on and shows what happens, from the past on too; or stops that",
            )
            .key(NONE, Key::P)
            .play(),
            Command::Step(stride, way) => step_entry(stride, way).play(),
            Command::Now => entry(Menu::Playtest, "To the present", "How the race stands now").key(NONE, Key::End).play().group(),
            Command::PlayFromHere => entry(
                Menu::Playtest,
                "Play on from here",
                "Goes on from the state on the board: a moment of the past, what came after it stays as a branch; or one set by hand",
            )
            .key(SHIFT, Key::F5)
            .play(),
            Command::EditState => {
                entry(Menu::Playtest, "Edit state", "Drag pieces to where they are to stand; values are set with the right button")
                    .key(NONE, Key::E)
                    .play()
                    .group()
            }
            Command::AsTest => entry(
                Menu::Playtest,
                "Save as a test…",
                "The turn on show, or the last one, as a test for the rules: what stood before, the answers, and what came of it",
            )
            .play(),
            Command::Chance => {
                entry(Menu::Playtest, "Set what chance gives…", "What the dice show next, and which cards are drawn").play()
            }

            Command::Heat => {
                entry(Menu::Playtest, "Stops on the board", "Shows on each space how many turns of a game end with a piece moved there; passing through is not counted")
                    .key(NONE, Key::H)
                    .play()
                    .group()
            }
            Command::Pin => {
                entry(Menu::Playtest, "Pin the figures", "What is changed from now on is compared with the rules as they are")
                    .play()
            }
            Command::Unpin => entry(Menu::Playtest, "Unpin the figures", "Nothing is compared any more").play(),

            Command::FitAll => entry(Menu::View, "All of the board", "As large as it fits").key(NONE, Key::Home),
            Command::FitSelection => entry(Menu::View, "The selection", "As large as it fits").key(NONE, Key::F).draw(),
            Command::See(vision) => {
                let help = match vision {
                    Vision::Full => "As it is drawn",
                    Vision::Grey => "Colour preview: as a printer without colours has it",
                    _ => "Colour-blind preview: as it looks to people who tell these colours apart badly",
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
            Command::FoldCards => {
                entry(Menu::View, "Fold the cards", "The cards as a line of names, so that the board has more room; again lays them out")
                    .play()
                    .group()
            }
            Command::ResetLayout => entry(Menu::View, "Reset layout", "All panes back to where they were at first").group(),

            Command::Palette => entry(Menu::Help, "All commands…", "Find a command by its name").key(CTRL_SHIFT, Key::P),
            Command::Keys => {
                entry(Menu::Help, "Keys", "What the keys and the mouse do here").key(NONE, Key::F1).key(NONE, Key::Questionmark)
            }
        }
    }
}

fn step_entry(stride: Stride, way: Way) -> Entry {
    let of = |title, help, modifiers, key| entry(Menu::Playtest, title, help).key(modifiers, key);
    match (stride, way) {
        (Stride::Decision, Way::Back) => {
            of("One decision back", "Looks at how it was when somebody decided before", NONE, Key::ArrowLeft).group()
        }
        (Stride::Decision, Way::On) => {
            of("One decision on", "To the next decision; in the present the next bot decides", NONE, Key::ArrowRight)
        }
        (Stride::Turn, Way::Back) => of("One turn back", "Looks at how it was when a turn began", SHIFT, Key::ArrowLeft),
        (Stride::Turn, Way::On) => of("One turn on", "To the next turn; in the present bots play it", SHIFT, Key::ArrowRight),
        (Stride::Round, Way::Back) => of("One round back", "To where everybody was at turn before", ALT, Key::ArrowLeft),
        (Stride::Round, Way::On) => of("One round on", "Until everybody has been at turn", ALT, Key::ArrowRight),
    }
}

fn order_entry(order: Order) -> Entry {
    let (title, help) = match order {
        Order::Complete => ("Complete the word", "What the word at the cursor may become; Tab or Enter takes it"),
        Order::Definition => ("Go to the declaration", "Where the name at the cursor is declared; also Ctrl+click"),
        Order::Uses => ("All places of a name", "Where the name at the cursor is written, in all files"),
        Order::Back => ("Back in the rules", "To where you were before; Alt+Left while you write"),
        Order::Find => ("Find…", "Words in the text on show"),
        Order::FindNext => ("Find the next", "The next place with these words"),
        Order::FindPrevious => ("Find the one before", "The place before with these words"),
        Order::NextProblem => ("Next problem", "The next place where something is wrong, or else the next test that failed"),
        Order::PreviousProblem => ("Problem before", "The place before where something is wrong"),
        Order::Comment => ("Comment", "Takes the selected lines out of the rules, or puts them back"),
        Order::RunTest => ("Run the test", "The one at the cursor, and tells what happens in it"),
    };
    let (modifiers, key) = order.key();
    let entry = entry(Menu::Rules, title, help).play();
    // Away from a text that key is another command's.
    let entry = if order == Order::Back { entry } else { entry.key(modifiers, key) };
    match order {
        Order::Complete | Order::Find | Order::NextProblem | Order::Comment => entry.group(),
        _ => entry,
    }
}

fn tool_entry(tool: Tool) -> Entry {
    let of = |title, help, key| entry(Menu::Tools, title, help).key(NONE, key);
    match tool {
        Tool::Select => of("Select", "Click, or drag a frame; Shift adds, Ctrl takes out", Key::V),
        Tool::Course => of("Course", "A smooth line with spaces at even distance", Key::C),
        Tool::Grid => of("Grid", "Spaces side by side, in segments along a line", Key::G),
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
