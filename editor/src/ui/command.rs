//! All commands of the window in one table. A row gives a command's title, menu, keys and help, when it is available, and its action.
//! Menus, the command palette, shortcuts, tooltips and the sheet of keys are made from it.

use std::sync::LazyLock;

use egui::{Key, Modifiers, ThemePreference};

use super::action::{Action, Arrangement, Ask, FileMessage, Pane, RaceMessage, Room, TextMessage, WindowMessage};
use super::app::App;
use super::dialog::edit::EditForm;
use super::draw::board::{ClickedPanel, GuideAt};
use super::draw::{self, GRID, Vision, tools};
use super::panel_cards;
use super::rules::Order;
use super::sheet::board_view::BoardView;
use super::statistics::Act;
use crate::drawing::bends::{self, Bends, Flag};
use crate::drawing::decor::is_label;
use crate::drawing::guides::Guides;
use crate::drawing::hand::{Aids, LineDeed, Settings, Tool};
use crate::drawing::kit::KitList;
use crate::drawing::layers::{self, Layer};
use crate::drawing::on_table::{self, Hold};
use crate::drawing::tools::arrange::{Align, Rise};
use crate::drawing::tools::fill;
use crate::drawing::{Deed, Desk, Edit, Item, Key as ItemKey, List};
use crate::files::Library;
use crate::manual::Book;
use crate::playtest::timeline::{Stride, Way};
use crate::playtest::{self, Pace, Race, Waiting};

mod about;
mod entry;
pub mod keys;
pub mod menu;
pub mod palette;
pub mod sheet;

use Menu::*;
use about::*;
use entry::entry;
pub use entry::{Entry, Menu};

/// Makes an enum of the rows' names, and the table in the order of the rows. If a name has values in brackets, the row stands for several
/// commands: one for each item of the list after `=`.
macro_rules! commands {
    ($($name:ident $(($($value:ident: $of:ty),+ = $each:expr))? => $entry:expr;)*) => {
        /// A command, which works in every pane.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Command {
            $($name $(($($of),+))?,)*
        }

        /// All commands, in the order of their menus.
        static TABLE: LazyLock<Vec<(Command, Entry)>> = LazyLock::new(|| {
            let mut table = vec![];
            $(commands!(@row table $name $(($($value),+ = $each))? => $entry);)*
            table
        });
    };
    (@row $table:ident $name:ident => $entry:expr) => {
        $table.push((Command::$name, $entry));
    };
    (@row $table:ident $name:ident ($($value:ident),+ = $each:expr) => $entry:expr) => {
        for command in $each {
            if let Command::$name($($value),+) = command {
                $table.push((command, $entry));
            }
        }
    };
}

commands! {
    StartPage => entry(File, "Start page", "What to go on with, to open, to begin and to learn")
        .does(|_| Action::Window(WindowMessage::Show(Pane::Start)));
    NewTrack => entry(File, "New track…", "A blank sheet for one of the games, or a copy of a track").key(CTRL, Key::N).group().asks(Ask::NewTrack)
        .refused(no_rulesets);
    NewTrail => entry(File, "New track from GPX…", "A course along a trail of the real world, with its climbs and downhills")
        .asks(Ask::NewTrail).refused(no_rulesets);
    NewRuleset => entry(File, "New ruleset…", "A copy of a game to change, or a small race that runs at once").asks(Ask::NewRuleset);
    NewAddon => entry(File, "New add-on…", "A file of rules to switch on over a game, with one example in it").asks(Ask::NewAddon)
        .refused(no_rulesets);
    OpenTrack => entry(File, "Open track…", "Draw on an existing track").key(CTRL, Key::O).group().asks(Ask::OpenTrack);
    OpenGame => entry(File, "Open game…", "Continue a saved game, or look through it").play().group().asks(Ask::OpenGame);
    SaveGame => entry(File, "Save game…", "Save the race with all answers, to continue it another time").play().asks(Ask::SaveGame)
        .refused(no_race);
    Report => entry(File, "Export report…", "The playtest as a page for any browser: who played, how long, how it went, notes, changes, branches").play()
        .asks(Ask::Report).refused(no_race);
    OpenFolder => entry(File, "Open folder…", "Work in another folder with rulesets and tracks").key(CTRL_SHIFT, Key::O)
        .asks(Ask::OpenFolder);
    BuiltIn => entry(File, "Open shipped games", "Leave your own folder for the games that came with the program")
        .does(|_| Action::File(FileMessage::OpenLibrary(Library::built_in())))
        .refused(|app| (app.catalogue.library == Library::built_in()).then_some("They are open"));
    Save => entry(File, "Save", "Save everything you have drawn or typed").key(CTRL, Key::S).group().does(|_| Action::Save)
        .refused(|app| match app.shell.room {
            _ if app.has_unsaved() => None,
            Room::Play => Some("Everything is saved"),
            Room::Draw => no_drawing(app),
        });
    SaveAs => entry(File, "Save as…", "Save the track to another file, and continue with that one").key(CTRL_SHIFT, Key::S).draw()
        .asks(Ask::SaveAs);
    Export => entry(File, "Export…", "The board as a picture at true size: SVG or PNG").key(CTRL, Key::E).draw().asks(Ask::Export);
    ExportFigures => entry(File, "Export figures…", "The statistics as CSV or JSON, or their chart as a picture").play().asks(Ask::ExportFigures)
        .refused(|app| app.statistics.newest.is_none().then_some("There are no figures yet"));
    Print => entry(File, "Print…", "Boards, cards and the rulebook as pages at true size").key(CTRL, Key::P).asks(Ask::Print)
        .refused(|app| match app.sitting.live.good() {
            _ if !cfg!(feature = "print") => Some("This program was built without the feature `print`, which `cargo run --release` includes"),
            None => Some("There is nothing to print yet"),
            Some(_) => None,
        });
    LeftWork => entry(File, "Recover unsaved work…", "Restore or discard work that was unsaved when the program ended").group()
        .asks(Ask::LeftWork);
    ReadAgain => entry(File, "Reload files", "Read rules and tracks again after changing them elsewhere").key(CTRL, Key::R)
        .does(|_| Action::Reload);
    Quit => entry(File, "Quit", "Close the window").key(CTRL, Key::Q).does(|_| Action::Quit);

    Undo => entry(Edit, "Undo", "Undo the last step or decision").key(CTRL, Key::Z)
        .does(|app| match app.shell.room {
            Room::Draw if app.steps_look(false) => Action::Board(draw::Act::StepText(false)),
            Room::Draw => deed(Deed::Undo),
            Room::Play if app.steps_in_text().is_some() => Action::Text(TextMessage::Step(false)),
            Room::Play => Action::Undo,
        })
        .says(|app| match (app.shell.room, desk(app), app.steps_in_text()) {
            (Room::Draw, ..) if app.steps_look(false) => app.last_text(),
            (Room::Draw, desk, _) => desk?.drawing.undoes().map(str::to_owned),
            (Room::Play, _, Some((name, [can, _]))) => can.then(|| format!("typing in {name}")),
            (Room::Play, ..) => app.undoes(),
        })
        .refused(|app| match (app.shell.room, desk(app), app.steps_in_text()) {
            (Room::Play, _, Some((_, [can, _]))) => (!can).then_some("Nothing has been typed in this text yet"),
            (Room::Play, ..) => (!app.can_undo()).then_some("No decision has been made yet"),
            (Room::Draw, ..) if app.steps_look(false) => None,
            (Room::Draw, Some(desk), _) => desk.drawing.undoes().is_none().then_some("Nothing has been done yet"),
            (Room::Draw, None, _) => Some(NO_DRAWING),
        });
    Redo => entry(Edit, "Redo", "Redo what was undone").key(CTRL_SHIFT, Key::Z).key(CTRL, Key::Y)
        .does(|app| match app.shell.room {
            Room::Draw if app.steps_look(true) => Action::Board(draw::Act::StepText(true)),
            Room::Draw => deed(Deed::Redo),
            Room::Play if app.steps_in_text().is_some() => Action::Text(TextMessage::Step(true)),
            Room::Play => Action::Redo,
        })
        .says(|app| match (app.shell.room, desk(app), app.steps_in_text()) {
            (Room::Draw, ..) if app.steps_look(true) => app.last_text(),
            (Room::Draw, desk, _) => desk?.drawing.redoes().map(str::to_owned),
            (Room::Play, _, Some((name, [_, can]))) => can.then(|| format!("typing in {name}")),
            (Room::Play, ..) => app.redoes().map(str::to_owned),
        })
        .refused(|app| {
            let can = match (app.shell.room, app.steps_in_text()) {
                (Room::Play, Some((_, [_, can]))) => can,
                (Room::Play, None) => app.can_redo(),
                (Room::Draw, _) if app.steps_look(true) => true,
                (Room::Draw, _) => desk(app).is_some_and(|desk| desk.drawing.redoes().is_some()),
            };
            (!can).then_some("Nothing was undone")
        });
    Cut => entry(Edit, "Cut", "Move the selection to the clipboard").key(CTRL, Key::X).changes().group().selected()
        .does(|_| Action::Cut);
    Copy => entry(Edit, "Copy", "Copy the selection, with the links within it").key(CTRL, Key::C).draw().selected()
        .does(|_| Action::Copy);
    Paste => entry(Edit, "Paste", "Insert what was copied, here or on another track").key(CTRL, Key::V).changes()
        .does(|_| Action::Paste)
        .refused(|app| if app.shell.has_copied { no_drawing(app) } else { Some("Copy something first; Ctrl+V also pastes from other windows") });
    Duplicate => entry(Edit, "Duplicate", "Put a copy beside the selection").key(CTRL, Key::D).changes().selected()
        .deed(Deed::Duplicate);
    Delete => entry(Edit, "Delete", "Delete the selection and its links").key(NONE, Key::Delete).changes().selected()
        .deed(Deed::Delete { bridging: false });
    DeleteBridging => entry(Edit, "Delete and close the gap", "Delete the selection, and link the spaces around the gap").key(SHIFT, Key::Delete)
        .changes().selected().deed(Deed::Delete { bridging: true });
    InsertSpace => entry(Edit, "Insert space", "In the clicked link, or after the selected space; the numbers after it move up by one").key(NONE, Key::Insert)
        .changes().deed(Deed::Insert)
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| desk.insertable().is_none().then_some("Select a link first, or a space from which one leads on")));
    Rename => entry(Edit, "Rename", "Edit the id of a space, the name of a path or the text of a label in the inspector").key(NONE, Key::F2).draw().group()
        .does(|app| renamed(app).map_or(Action::Window(WindowMessage::Close), |(key, field)| Action::Board(draw::Act::Field(key, field.into()))))
        .refused(|app| renamed(app).is_none().then_some("Select a single space, path or label first"));
    Straighten => entry(Edit, "Straighten", "Take the bends out of the selected links; of a chain, out of the link that was clicked").changes()
        .deed(Deed::Straighten)
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| desk.straightened().is_none().then_some("No link that is selected bends")));
    SaveStamp => entry(Edit, "Save as stamp…", "Keep the values of a space with the ruleset, to paint them at once").draw().group()
        .does(|_| Action::Board(draw::Act::Kit(KitList::Stamps, draw::KitAct::Save)))
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| desk.to_kit(KitList::Stamps).err()));
    SaveTemplate => entry(Edit, "Save as template…", "Keep the selection with the ruleset, to place it again and again").draw().selected()
        .does(|_| Action::Board(draw::Act::Kit(KitList::Templates, draw::KitAct::Save)));

    SelectAll => entry(Select, "Select all", "Every space, label and picture").key(CTRL, Key::A).draw().deed(Deed::SelectAll);
    SelectNone => entry(Select, "Select none", "Clear the selection").key(CTRL_SHIFT, Key::A).draw().selected()
        .deed(Deed::SelectNone);
    SelectSame => entry(Select, "Select same", "Everything with the same value as the first selected").key(SHIFT, Key::S).draw()
        .does(|app| deed(Deed::SelectSame(desk(app).and_then(Desk::same_field).unwrap_or_default())))
        .refused(|app| match desk(app) {
            Some(desk) => desk.same_field().is_none().then_some(NO_SELECTION),
            None => Some(NO_DRAWING),
        });
    SelectCourse => entry(Select, "Select course", "All spaces before and after the selected one").key(SHIFT, Key::C).draw()
        .selected().deed(Deed::SelectCourse);

    Take(tool: Tool = Tool::ALL.map(Command::Take)) => {
        let (title, help, key) = tools::title(tool);
        entry(Tools, title, help).key(NONE, key).draw().deed(Deed::Take(tool))
            .on(move |app| desk(app).is_some_and(|desk| desk.hand.tool == tool))
    };

    TurnRight => entry(Arrange, "Rotate right", "By 90°, about the middle of the selection").part("Rotate and flip").key(NONE, Key::CloseBracket)
        .key(NONE, Key::R).changes().turnable().deed(Deed::Turn(90.0));
    TurnLeft => entry(Arrange, "Rotate left", "By 90°, about the middle of the selection").part("Rotate and flip").key(NONE, Key::OpenBracket)
        .key(SHIFT, Key::R).changes().turnable().deed(Deed::Turn(-90.0));
    MirrorAcross => entry(Arrange, "Flip horizontally", "Left and right, about the middle of the selection").part("Rotate and flip").key(SHIFT, Key::H)
        .changes().turnable().deed(Deed::Scale(-1.0, 1.0));
    MirrorDown => entry(Arrange, "Flip vertically", "Top and bottom, about the middle of the selection").part("Rotate and flip").key(SHIFT, Key::V)
        .changes().turnable().deed(Deed::Scale(1.0, -1.0));
    Align(by: Align = ALIGNS.map(Command::Align)) => {
        // The keys lie under the left hand as on a compass: W top, S bottom, A left, D right.
        let (title, help, key) = match by {
            Align::Left => ("Align left", "All in the column of the leftmost", Key::A),
            Align::Centre => ("Align centre", "All in one column, in the middle", Key::C),
            Align::Right => ("Align right", "All in the column of the rightmost", Key::D),
            Align::Top => ("Align top", "All in the row of the topmost", Key::W),
            Align::Middle => ("Align middle", "All in one row, in the middle", Key::M),
            Align::Bottom => ("Align bottom", "All in the row of the lowest", Key::S),
        };
        entry(Arrange, title, help).part("Align").key(ALT_SHIFT, key).changes().selected().deed(Deed::Align(by))
    };
    AlignToPage => entry(Arrange, "Align to page", "Align each thing or group with the sheet, not with the others").part("Align").draw()
        .does(|app| switched(app, |settings| &mut settings.aids.aligns_to_page))
        .on(|app| desk(app).is_some_and(|desk| desk.hand.settings.aids.aligns_to_page));
    Distribute(across: bool = [true, false].map(Command::Distribute)) => {
        let (title, help) = if across {
            ("Distribute horizontally", "Equal gaps from left to right; the outermost stay")
        } else {
            ("Distribute vertically", "Equal gaps from top to bottom; the outermost stay")
        };
        entry(Arrange, title, help).part("Distribute").changes().selected().deed(Deed::Distribute { across })
    };
    Hold(hold: Hold = HOLDS.map(Command::Hold)) => {
        let (title, help) = hold.title();
        let entry = if matches!(hold, Hold::Group | Hold::Ungroup) { entry(Arrange, title, help) } else { entry(Arrange, title, help).part("Lock and hide") };
        let entry = match hold {
            Hold::Group => entry.key(CTRL, Key::G),
            Hold::Ungroup => entry.key(CTRL_SHIFT, Key::G),
            _ => entry,
        };
        entry.changes().group_if(matches!(hold, Hold::Group | Hold::Hide)).deed(Deed::Hold(hold))
            .refused(move |app| match desk(app) {
                Some(desk) if desk.selected.is_empty() && !hold.is_of_all() => Some(NO_SELECTION),
                Some(desk) => hold.refused(desk.document().layers(), on_table::subjects(desk.document(), &desk.selected, hold).map(|(_, item)| item)),
                None => Some(NO_DRAWING),
            })
    };
    ToLayer(layer: Layer = Layer::ALL.map(Command::ToLayer)) => {
        let (_, title, help) = layers::titles(layer);
        entry(Arrange, title, help).part("Move to layer").changes().selected().deed(Deed::ToLayer(layer))
            .refused(move |app| desk(app).and_then(|desk| layers::moved(desk.document(), &desk.selected, layer).err()))
    };
    Rise(by: Rise = RISES.map(Command::Rise)) => {
        let (title, help) = match by {
            Rise::Front => ("Bring to front", "Labels above other labels, pictures above other pictures"),
            Rise::Forward => ("Bring forward", "Labels and pictures, above the next one"),
            Rise::Backward => ("Send backward", "Labels and pictures, below the next one"),
            Rise::Back => ("Send to back", "Labels below other labels, pictures below other pictures"),
        };
        entry(Arrange, title, help).part("Order").changes().selected().deed(Deed::Rise(by))
    };
    FlipLink => entry(Arrange, "Reverse link", "Make the clicked link lead the other way").part("Link").changes().deed(Deed::FlipLink)
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| desk.single_step().is_none().then_some("Select a single link first")));
    Above => entry(Arrange, "Draw above spaces", "Draw the link above the spaces that it passes, instead of below them").part("Link").changes()
        .does(|app| deed(desk(app).and_then(above).map_or(Deed::EndDrag, |(_, edit)| Deed::Edit(edit))))
        .on(|app| desk(app).and_then(above).is_some_and(|(is_above, _)| is_above))
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| above(desk).is_none().then_some("Select links first")));
    OnLine(what: LineDeed = LINE_DEEDS.map(Command::OnLine)) => {
        let (title, help) = match what {
            LineDeed::Bend => ("Toggle corner", "Turn the node under the pointer into a corner, or make it smooth again"),
            LineDeed::RemoveNode => ("Delete node", "Remove the node under the pointer from the line"),
            LineDeed::AddNode => ("Add node here", "A node where the pointer is on the line"),
            LineDeed::Split => ("Split course here", "The space nearest to the pointer begins a course of its own"),
        };
        entry(Arrange, title, help).part("Node").changes().deed(Deed::OnLine(what))
            .refused(move |app| match desk(app) {
                Some(desk) => (!desk.line_part().is_some_and(|part| part.takes(what))).then_some("Right-click the line of a link, or with Reshape that of a course"),
                None => Some(NO_DRAWING),
            })
    };
    FitToSheet => entry(Arrange, "Fit the course to the sheet", "Scale all that lies on the sheet, so that the course fills it; undo brings it back").changes().group()
        .deed(Deed::FitToSheet)
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| fill::refused(desk.document())));
    CloseLoop => entry(Arrange, "Close loop", "Lead from the end of a course round to its start, over more spaces where there is room").part("Course").key(SHIFT, Key::L).changes()
        .deed(Deed::CloseLoop)
        .refused(|app| match desk(app) {
            Some(desk) if desk.selected.is_empty() => Some(NO_SELECTION),
            Some(desk) => desk.comes_round().then_some("This course comes round already"),
            None => Some(NO_DRAWING),
        });
    ReSpace => entry(Arrange, "Distribute evenly", "Put the spaces of a course at equal distances").part("Course").key(SHIFT, Key::E).changes()
        .selected().deed(Deed::ReSpace);
    Reverse => entry(Arrange, "Reverse course", "Make all of its links lead the other way").part("Course").key(SHIFT, Key::I).changes().selected()
        .deed(Deed::Reverse);
    Split => entry(Arrange, "Split course", "The selected space begins a course of its own").part("Course").changes().selected()
        .deed(Deed::Split);
    Join => entry(Arrange, "Join courses", "From the selected end of one course to the selected beginning of another").part("Course").changes()
        .several().deed(Deed::Join);
    Renumber => entry(Arrange, "Renumber", "Give ids in order, with the letters of the first").part("Course").key(SHIFT, Key::N).changes().selected()
        .deed(Deed::Renumber);

    ShowRules => entry(Rules, "Show rules", "Read and edit the texts of rules and data beside the board").key(NONE, Key::F7)
        .on(|app| app.shell.room == Room::Play && app.shell.layouts.arrangement() == Arrangement::Rules)
        .does(|_| Action::Text(TextMessage::ShowRules));
    Rules(order: Order = Order::ALL.map(Command::Rules)) => {
        let (title, help) = order.title();
        let (modifiers, key) = order.key();
        let entry = entry(Rules, title, help).play().does(move |_| Action::Text(TextMessage::Rules(order)));
        // Outside a text, that key belongs to another command.
        let entry = if order == Order::Back { entry } else { entry.key(modifiers, key) };
        entry.group_if(matches!(order, Order::Complete | Order::Find | Order::NextProblem | Order::Comment))
    };

    PlayDrawn => entry(Race, "Play this board", "A race on the board as it is drawn").key(NONE, Key::F5).only(Room::Draw).does(|_| Action::PlayDrawn)
        .refused(no_drawing);
    GoPlay => entry(Race, "Return to race", "Leave the drawing table").key(NONE, Key::F6).only(Room::Draw).does(|_| Action::Play);
    GoDraw => entry(Race, "Draw", "Draw on the track of the race").key(NONE, Key::F6).play().does(|_| Action::Draw)
        .refused(|app| (app.sitting.race.is_none() && app.table.draw.is_none()).then_some("There is no track: start one"));
    NewRace => entry(Race, "New race", "Start a race, or a whole series, with new luck").play().group().does(|_| Action::Race(RaceMessage::NewRace));
    NextRace => entry(Race, "Start next race", "The next race of the series, once this one is over").key(CTRL, Key::Enter).play()
        .does(|_| Action::Race(RaceMessage::NextRace))
        .refused(|app| (!app.sitting.can_go_on_to_next_race()).then_some("No race of a series is over with another to follow"));
    SameAgain => entry(Race, "Restart race", "Start again with the same seed; the race so far is kept as a branch").play()
        .does(|_| Action::Race(RaceMessage::Restart)).refused(no_race);
    NextTurn => entry(Race, "Show next turn", "Show the turn that waits to be shown").key(NONE, Key::Space).play()
        .does(|_| Action::Race(RaceMessage::NextTurn))
        .refused(|app| {
            let waits = app.sitting.race.as_ref().is_some_and(|race| race.waiting(app.sitting.pace) == Waiting::NextTurn);
            (!waits).then_some("No turn waits to be shown")
        });
    Hint => entry(Race, "Hint", "What a greedy bot would do here, and what it thinks of each option").key(NONE, Key::H).play()
        .does(|app| Action::Race(RaceMessage::Hint(!wants_hint(app)))).on(wants_hint).refused(no_hint);
    Skip => entry(Race, "Skip", "Go straight to the next question").key(NONE, Key::Escape).play()
        .does(|_| Action::Race(RaceMessage::Skip))
        .refused(|app| {
            let shows_all = |race: &Race| race.is_all_shown() && !race.looks_back;
            app.sitting.race.as_ref().is_none_or(shows_all).then_some("Everything is already shown")
        });
    PlayOn => entry(Race, "Auto-play", "Bots answer for people, too, until this is switched off").play()
        .does(|app| Action::Race(RaceMessage::PlayOn(!app.sitting.play_on))).on(|app| app.sitting.play_on);
    Pace(pace: Pace = Pace::ALL.map(|(pace, _)| Command::Pace(pace))) => {
        let (title, help) = match pace {
            Pace::Instant => ("Pace: instant", "Everything at once"),
            Pace::Quick => ("Pace: quick", "Pieces glide quickly"),
            Pace::Slow => ("Pace: slow", "Pieces glide slowly"),
            Pace::Step => ("Pace: turn by turn", "Each turn waits for a click or the space bar"),
        };
        entry(Race, title, help).play().group_if(pace == Pace::Instant).does(move |_| Action::Race(RaceMessage::Pace(pace))).on(move |app| app.sitting.pace == pace)
    };

    PlayPause => entry(Playtest, "Play or pause", "Let the race go on, also from an earlier moment, or pause it")
        .key(NONE, Key::P).play()
        .does(|app| playtest(playtest::Act::Play(!app.sitting.race.as_ref().is_some_and(|race| race.is_going(app.sitting.pace)))))
        .refused(|app| app.sitting.race.as_ref().map_or(Some(NO_RACE), |race| race.plays_nothing(app.sitting.pace)));
    Step(stride: Stride, way: Way = steps()) => {
        let (title, help, modifiers, key) = match (stride, way) {
            (Stride::Decision, Way::Back) => ("Back one decision", "Look at the decision before", NONE, Key::ArrowLeft),
            (Stride::Decision, Way::On) => {
                ("Forward one decision", "To the next decision; in the present the next bot decides", NONE, Key::ArrowRight)
            }
            (Stride::Turn, Way::Back) => ("Back one turn", "Back to the start of a turn", SHIFT, Key::ArrowLeft),
            (Stride::Turn, Way::On) => ("Forward one turn", "To the next turn; in the present bots play it", SHIFT, Key::ArrowRight),
            (Stride::Round, Way::Back) => ("Back one round", "Back to the start of a round", ALT, Key::ArrowLeft),
            (Stride::Round, Way::On) => ("Forward one round", "Until everybody has had a turn", ALT, Key::ArrowRight),
        };
        entry(Playtest, title, help).key(modifiers, key).play().group_if((stride, way) == (Stride::Decision, Way::Back))
            .does(move |_| playtest(playtest::Act::Step(stride, way)))
            .refused(move |app| {
                let can = app.sitting.race.as_ref().is_some_and(|race| race.can_step(stride, way));
                (!can).then_some("There is nothing more that way")
            })
    };
    Now => entry(Playtest, "Go to the present", "Look at the race as it is now").key(NONE, Key::End).play().group()
        .does(|_| playtest(playtest::Act::Now))
        .refused(|app| app.sitting.race.as_ref().is_none_or(|race| !race.looks_back).then_some("You are already looking at it"));
    PlayFromHere => entry(Playtest, "Play on from here", "Continue from the state on the board: an earlier moment, with what came \
        after it kept as a branch, or one set by hand").key(SHIFT, Key::F5).play()
        .does(|app| playtest(if is_edited(app) { playtest::Act::EndEditing } else { playtest::Act::PlayFromHere }))
        .refused(|app| {
            let can = |race: &Race| race.looks_back || race.is_paused() || race.is_edited();
            (!app.sitting.race.as_ref().is_some_and(can)).then_some("Look back to a moment first")
        });
    EditState => entry(Playtest, "Edit state", "Drag pieces to where you want them; set values with the right button").key(NONE, Key::E)
        .play().group().on(is_edited)
        .does(|app| playtest(playtest::Act::EditState(!is_edited(app))))
        .refused(|app| app.sitting.race.as_ref().map_or(Some(NO_RACE), |race| if race.is_edited() { None } else { race.edits_nothing() }));
    Chance => entry(Playtest, "Set dice and cards…", "What the dice show next, and which cards are drawn").play().asks(Ask::Chance)
        .refused(|app| match &app.sitting.race {
            Some(race) if EditForm::chance(race).is_some() => race.edits_nothing(),
            _ => Some("There is neither a die nor a card"),
        });
    Note => entry(Playtest, "Write a note…", "What strikes somebody at the moment on show: a smile, a question, a word").key(NONE, Key::N).play()
        .part("Notes").asks(Ask::Note).refused(no_race);
    Notes => entry(Playtest, "All notes…", "Show, change or delete a note on this race").key(SHIFT, Key::N).play().part("Notes")
        .asks(Ask::Notes).refused(no_race);
    Feedback => entry(Playtest, "Answer questions…", "What the ruleset asks after a race; the answers stand in the report").play()
        .part("Notes").asks(Ask::Feedback)
        .refused(|app| match &app.sitting.race {
            Some(race) => race.ruleset.manifest.feedback.is_empty().then_some("The ruleset asks nothing: `feedback` in its game.ron says what"),
            None => Some(NO_RACE),
        });
    AsTest => entry(Playtest, "Save as a test…", "The turn on show, or the last one, as a test for the rules: the position, the \
        answers and the result").play().asks(Ask::AsTest).refused(no_race);
    Compare => entry(Playtest, "Branches and playtests…", "Name the branches of the race, and compare two of them").play()
        .asks(Ask::Compare).refused(no_race);
    Heat => entry(Playtest, "Stops on the board", "Show on each space how many turns of a game end with a piece moved there; passing \
        through is not counted").key(SHIFT, Key::H).play().group().on(|app| app.statistics.heat)
        .does(|app| Action::Statistics(Act::Heat(!app.statistics.heat)))
        .refused(|app| app.statistics.newest.is_none().then_some("There are no figures yet"));
    Pin => entry(Playtest, "Pin as baseline", "Compare later changes with the rules as they are now").play()
        .does(|_| Action::Statistics(Act::Pin))
        .refused(|app| {
            let can = app.statistics.now.as_ref().is_some_and(|now| app.statistics.pinned.as_ref().is_none_or(|p| p.hash != now.hash));
            (!can).then_some("These rules are pinned, or there are none")
        });
    Unpin => entry(Playtest, "Unpin baseline", "Stop comparing with earlier rules").play().does(|_| Action::Statistics(Act::Unpin))
        .refused(|app| app.statistics.pinned.is_none().then_some("Nothing is pinned"));

    ZoomIn => entry(View, "Zoom in", "The board larger, around the pointer if it is there; the key does this while the pointer is over the board").key(CTRL, Key::Plus).key(CTRL, Key::Equals)
        .does(|_| Action::Zoom(ZOOM)).refused(no_board);
    ZoomOut => entry(View, "Zoom out", "The board smaller, around the pointer if it is there; the key does this while the pointer is over the board").key(CTRL, Key::Minus)
        .does(|_| Action::Zoom(1.0 / ZOOM)).refused(no_board);
    FitAll => entry(View, "Fit board", "The whole board, as large as fits; Ctrl+0 does this while the pointer is over the board").key(NONE, Key::Home).key(CTRL, Key::Num0)
        .does(|app| if app.shell.room == Room::Play { Action::Look(BoardView::Course) } else { Action::Board(draw::Act::Look(None)) });
    FitSheet => entry(View, "Fit sheet", "The whole sheet with its title and legend, and not only the course").key(SHIFT, Key::Home).play()
        .does(|_| Action::Look(BoardView::Sheet)).refused(no_race);
    Follow => entry(View, "Follow pieces", "While only a part of the board is seen, the view moves along with the piece that moves").play()
        .does(|app| Action::Follow(!app.follows)).on(|app| app.follows);
    FitSelection => entry(View, "Fit selection", "The selection, as large as fits").key(NONE, Key::F).draw().selected()
        .does(|_| Action::Board(draw::Act::LookAtSelected));
    TrueSize => entry(View, "100 %", "The board zoomed to its size on paper, if the screen has 96 points to the inch").key(CTRL, Key::Num1).draw()
        .does(|app| Action::Board(draw::Act::Look(app.table.draw.as_ref().map(|draw| draw.seen().at_true_size()))));
    SnapToGrid => entry(View, "Snap to grid", "Show a grid, and let places snap to it; its width is a setting of the tool").draw().group()
        .does(|app| {
            let settings = desk(app).map(|desk| desk.hand.settings.clone()).unwrap_or_default();
            let grid = if settings.aids.grid.is_some() { None } else { Some(GRID) };
            deed(Deed::Settings(Settings { aids: Aids { grid, ..settings.aids }, ..settings }.into()))
        })
        .on(|app| desk(app).is_some_and(|desk| desk.hand.settings.aids.grid.is_some()));
    ShowRulers => entry(View, "Show rulers", "Millimetres along the top and the left; guides are pulled out of them").draw()
        .does(|app| switched(app, |settings| &mut settings.aids.has_rulers))
        .on(|app| desk(app).is_some_and(|desk| desk.hand.settings.aids.has_rulers));
    ShowGuides => entry(View, "Show guides", "The lines pulled out of the rulers; places snap to them").part("Guides").draw()
        .does(|app| switched(app, |settings| &mut settings.aids.shows_guides))
        .on(|app| desk(app).is_some_and(|desk| desk.hand.settings.aids.shows_guides));
    GuidePosition => entry(View, "Position…", "Say in millimetres where the guide lies that was clicked with the right button").part("Guides").draw()
        .asks(Ask::GuidePosition).refused(no_guide);
    DeleteGuide => entry(View, "Delete guide", "Remove the guide that was clicked with the right button").part("Guides").changes()
        .does(|app| deed(clicked_guide(app).zip(desk(app)).map_or(Deed::EndDrag, |(guide, desk)| Deed::Edit(guide.moved(desk, None)))))
        .refused(no_guide);
    DeleteGuides => entry(View, "Delete all guides", "Remove all guides of the track").part("Guides").changes().deed(Deed::Edit(Guides::cleared()))
        .refused(|app| desk(app).map_or(Some(NO_DRAWING), |desk| Guides::of(desk.document().header()).is_empty().then_some("There are no guides")));
    LookOfBoard => entry(View, "Look of the board", "What is drawn under and beside the spaces: ground, title, legend, profile").draw()
        .does(|_| Action::Board(draw::Act::OpenLook("board".into())));
    KeepPanel => entry(View, "Keep here", "Keep the title, legend or profile that was clicked with the right button where it is; dragging it keeps it elsewhere. Off: it lies where the game keeps it, or where there is room").draw().changes()
        .does(|app| deed(clicked_panel(app).zip(desk(app)).and_then(|(panel, desk)| panel.toggled(desk)).map_or(Deed::EndDrag, Deed::Edit)))
        .on(|app| clicked_panel(app).zip(desk(app)).is_some_and(|(panel, desk)| panel.is_kept(desk)))
        .refused(|app| no_drawing(app).or(clicked_panel(app).is_none().then_some("Click the title, legend or profile with the right button")));
    See(vision: Vision = Vision::ALL.map(Command::See)) => {
        let help = match vision {
            Vision::Full => "The board as you draw it",
            Vision::Grey => "Colour preview: as printed without colours",
            _ => "Colour-blind preview: as seen by people who have trouble telling these colours apart",
        };
        entry(View, vision.title(), help).part("Colour preview").draw().group_if(vision == Vision::Full)
            .does(move |_| Action::Board(draw::Act::See(vision)))
            .on(move |app| app.table.draw.as_ref().is_some_and(|draw| draw.vision == vision))
    };
    Theme(theme: ThemePreference = THEMES.map(Command::Theme)) => {
        let (title, help) = match theme {
            ThemePreference::Light => ("Light theme", "Light colours"),
            ThemePreference::Dark => ("Dark theme", "Dark colours"),
            ThemePreference::System => ("System theme", "Light or dark, like the system"),
        };
        entry(View, title, help).part("Theme").group_if(theme == ThemePreference::Light).does(move |_| Action::Window(WindowMessage::Theme(theme)))
            .on(move |app| app.shell.theme == theme)
    };
    Larger => entry(View, "Enlarge text", "All of the window larger; the key does this while the pointer isn't over the board").key(CTRL, Key::Plus).key(CTRL, Key::Equals).group()
        .does(|app| Action::Window(WindowMessage::Scale(larger(app).unwrap_or(app.shell.scale))))
        .says(|app| larger(app).map(|size| format!("to {size} %")))
        .refused(|app| larger(app).is_none().then_some("It is as large as it can be"));
    Smaller => entry(View, "Shrink text", "All of the window smaller; the key does this while the pointer isn't over the board").key(CTRL, Key::Minus)
        .does(|app| Action::Window(WindowMessage::Scale(smaller(app).unwrap_or(app.shell.scale))))
        .says(|app| smaller(app).map(|size| format!("to {size} %")))
        .refused(|app| smaller(app).is_none().then_some("It is as small as it can be"));
    UsualSize => entry(View, "Reset text size", "All of the window in its default size; the key does this while the pointer isn't over the board").key(CTRL, Key::Num0)
        .does(|_| Action::Window(WindowMessage::Scale(100)))
        .says(|app| Some(format!("now {} %", app.shell.scale)));
    Arrange(arrangement: Arrangement = ARRANGEMENTS.map(Command::Arrange)) => {
        let (title, help, key) = match arrangement {
            Arrangement::Play | Arrangement::Rules => ("Play layout", "The board with the question, the cards and the log", Key::F5),
            Arrangement::Figures => ("Figures layout", "Statistics beside the board", Key::F4),
            Arrangement::Present => ("Present", "The board as large as it gets, with the cards, the question and how all stand, on the whole screen; the same key leads back", Key::F11),
        };
        let entry = entry(View, title, help).part("Layout").key(NONE, key)
            .does(move |_| Action::Window(WindowMessage::Arrange(arrangement)))
            .on(move |app| app.shell.room == Room::Play && app.shell.layouts.arrangement() == arrangement);
        // At the drawing table, that key plays what is drawn.
        if arrangement == Arrangement::Play { entry.play() } else { entry }
    };
    FoldCards => entry(View, "Fold cards", "Show the cards as a line of names, which leaves more room for the board").play()
        .group().does(|app| Action::Window(WindowMessage::FoldCards(!app.shell.layouts.is_folded()))).on(|app| app.shell.layouts.is_folded())
        .refused(|app| (!app.sitting.race.as_ref().is_some_and(panel_cards::has_cards)).then_some("There are no cards on the table"));
    RuleNames => entry(View, "Show rule names", "For those who write rules: which rule wrote a line of the log, or set a value").play()
        .does(|app| Action::Window(WindowMessage::RuleNames(!app.shell.shows_rules))).on(|app| app.shell.shows_rules);
    Odds => entry(View, "Show odds", "For options that lead to dice: how likely it is what follows, counted where that can be done, else from playouts").play()
        .key(NONE, Key::O).does(|app| Action::Race(RaceMessage::Odds(!app.sitting.with_odds))).on(|app| app.sitting.with_odds);
    Calm => entry(View, "Reduce motion", "Dice and pieces are shown where they come to lie, without moving there").play()
        .does(|app| Action::Window(WindowMessage::Calm(!app.shell.is_calm))).on(|app| app.shell.is_calm);
    Show(pane: Pane = Pane::beside().map(Command::Show)) => entry(View, pane.title(), "Bring this pane to the front").part("Panes").only(pane.room())
        .does(move |_| Action::Window(WindowMessage::Show(pane)));
    NextPane(way: Way = [Way::On, Way::Back].map(Command::NextPane)) => {
        let (title, help, modifiers) = match way {
            Way::On => ("Next pane", "Lead the keyboard to the next pane on show; Tab goes on from there", CTRL),
            Way::Back => ("Previous pane", "Lead the keyboard to the pane before", CTRL_SHIFT),
        };
        entry(View, title, help).part("Panes").key(modifiers, Key::Tab).does(move |_| Action::Window(WindowMessage::NextPane(way)))
    };
    ResetLayout => entry(View, "Reset layout", "All panes back in their default places").group().does(|_| Action::Window(WindowMessage::ResetLayout));

    Guide => entry(Help, "Guide", "What there is and how to use it, with the language reference and a search").does(|_| Action::Window(WindowMessage::Help(Book::Guide)));
    Language => entry(Help, "Language reference", "The rules language, with examples").does(|_| Action::Window(WindowMessage::Help(Book::Language)));
    Tour => entry(Help, "Take the tour", "A few steps through this room").does(|_| Action::Window(WindowMessage::Tour));
    Palette => entry(Help, "Find command…", "Find a command by its name").key(CTRL_SHIFT, Key::P).asks(Ask::Palette);
    Keys => entry(Help, "Show keys", "What the keys and the mouse do here").key(NONE, Key::F1).key(NONE, Key::Questionmark)
        .asks(Ask::Keys);
    Rulebook => entry(Help, "Rulebook", "The rules of this game as players read them").play()
        .does(|_| Action::Window(WindowMessage::Show(Pane::Rulebook)));
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { alt: false, ctrl: false, shift: true, mac_cmd: false, command: true };
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const ALT_SHIFT: Modifiers = Modifiers { alt: true, ctrl: false, shift: true, mac_cmd: false, command: false };

const ALIGNS: [Align; 6] = [Align::Left, Align::Centre, Align::Right, Align::Top, Align::Middle, Align::Bottom];
const HOLDS: [Hold; 7] = [Hold::Group, Hold::Ungroup, Hold::Lock, Hold::Unlock, Hold::UnlockAll, Hold::Hide, Hold::ShowAll];
const LINE_DEEDS: [LineDeed; 4] = [LineDeed::Bend, LineDeed::RemoveNode, LineDeed::AddNode, LineDeed::Split];
const RISES: [Rise; 4] = [Rise::Front, Rise::Forward, Rise::Backward, Rise::Back];
/// The rules have a command of their own, which also leads into their text.
const ARRANGEMENTS: [Arrangement; 3] = [Arrangement::Play, Arrangement::Figures, Arrangement::Present];
const THEMES: [ThemePreference; 3] = [ThemePreference::Light, ThemePreference::Dark, ThemePreference::System];
/// How much a step zooms.
const ZOOM: f32 = 1.25;
/// The steps of the text size, in per cent.
const SIZES: [u16; 8] = [75, 90, 100, 110, 125, 150, 175, 200];

fn larger(app: &App) -> Option<u16> {
    SIZES.into_iter().find(|size| *size > app.shell.scale)
}

fn smaller(app: &App) -> Option<u16> {
    SIZES.into_iter().rev().find(|size| *size < app.shell.scale)
}

const NO_DRAWING: &str = "The drawing table is empty: open a track or begin one";
impl Command {
    /// Returns all commands in the order of their menus.
    pub fn all() -> impl Iterator<Item = Command> {
        TABLE.iter().map(|(command, _)| *command)
    }

    /// Returns the commands of a room.
    pub fn of(room: Room) -> impl Iterator<Item = Command> {
        let of = move |entry: &Entry| entry.room.is_none_or(|of| of == room);
        TABLE.iter().filter(move |(_, entry)| of(entry)).map(|(command, _)| *command)
    }

    /// Returns the commands of a room's menu, with their rows.
    fn of_menu(room: Room, menu: Menu) -> Vec<(Command, &'static Entry)> {
        let is_its = |entry: &Entry| entry.menu == menu && entry.room.is_none_or(|of| of == room);
        TABLE.iter().filter(|(_, entry)| is_its(entry)).map(|(command, entry)| (*command, entry)).collect()
    }

    /// Returns the command's row.
    pub fn entry(self) -> &'static Entry {
        let row = TABLE.iter().find(|(command, _)| *command == self);
        &row.expect("the table has a row for each command").1
    }

    /// Whether its key means it: the keys that zoom the board that is pointed at change the size of the text elsewhere.
    fn is_meant(self, modifiers: Modifiers, is_board: bool) -> bool {
        match self {
            Command::ZoomIn | Command::ZoomOut => is_board,
            Command::FitAll => is_board || !modifiers.command,
            Command::Larger | Command::Smaller | Command::UsualSize => !is_board,
            _ => true,
        }
    }

    /// Returns why the command is not available; `None` if it is.
    pub fn refused(self, app: &App) -> Option<&'static str> {
        (self.entry().refused)(app)
    }

    /// Describes the effect, if it varies.
    pub fn what(self, app: &App) -> Option<String> {
        self.entry().says.as_ref()?(app)
    }

    /// Whether the command is switched on; `None` if it is not a switch.
    pub fn is_on(self, app: &App) -> Option<bool> {
        Some(self.entry().is_on.as_ref()?(app))
    }

    /// Returns the command's action.
    pub fn action(self, app: &App) -> Action {
        (self.entry().does)(app)
    }

    /// Returns the text of a tooltip: the help and the key.
    pub fn tooltip(self, ctx: &egui::Context) -> String {
        let entry = self.entry();
        match entry.shortcut(ctx) {
            Some(keys) => format!("{} ({keys})", entry.help),
            None => entry.help.to_owned(),
        }
    }
}
