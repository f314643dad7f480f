//! The panes that exist, and the room that each belongs to.

use serde::{Deserialize, Serialize};

use super::Room;

/// How the room for playing is arranged around the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Arrangement {
    /// The board, the question, the cards and the log.
    #[default]
    Play,
    /// The texts of the rules beside the board.
    Rules,
    /// Statistics beside the board.
    Figures,
    /// The board, the cards, and in a column the question and how the players stand.
    Present,
}

impl Arrangement {
    pub const ALL: [Arrangement; 4] = [Arrangement::Play, Arrangement::Rules, Arrangement::Figures, Arrangement::Present];

    /// Returns the arrangement in which a pane is at home.
    pub fn of(pane: Pane) -> Arrangement {
        match pane {
            Pane::Rules => Arrangement::Rules,
            Pane::Statistics => Arrangement::Figures,
            _ => Arrangement::Play,
        }
    }

    /// Whether it has a place for a pane.
    pub fn shows(self, pane: Pane) -> bool {
        match pane {
            Pane::Board | Pane::Race | Pane::Cards => true,
            Pane::Rules => self == Arrangement::Rules,
            Pane::Statistics => self == Arrangement::Figures,
            _ => self != Arrangement::Present,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Arrangement::Play => "Play",
            Arrangement::Rules => "Rules",
            Arrangement::Figures => "Figures",
            Arrangement::Present => "Present",
        }
    }
}

/// A pane: a part of the window with a place of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pane {
    /// This and the following ones belong to the room for playing.
    Board,
    Setup,
    /// What to begin with.
    Start,
    /// The rules as players read them.
    Rulebook,
    /// The question and the players.
    Race,
    Cards,
    Log,
    Problems,
    Why,
    /// The texts of the rules.
    Rules,
    Statistics,
    /// This and the following ones belong to the room for drawing.
    Sheet,
    /// Tools and palette.
    Tools,
    Inspector,
    Faults,
    /// What is still to be drawn.
    Steps,
    Layers,
    Looks,
    History,
}

impl Pane {
    /// The panes in the drawer beside the board, which is closed unless one of them is wanted.
    pub const DRAWER: [Pane; 3] = [Pane::Setup, Pane::Start, Pane::Rulebook];

    /// Returns the panes of a room.
    pub fn of(room: Room) -> &'static [Pane] {
        match room {
            Room::Play => &[
                Pane::Board,
                Pane::Setup,
                Pane::Start,
                Pane::Rulebook,
                Pane::Race,
                Pane::Cards,
                Pane::Log,
                Pane::Problems,
                Pane::Why,
                Pane::Rules,
                Pane::Statistics,
            ],
            Room::Draw => {
                &[Pane::Sheet, Pane::Tools, Pane::Inspector, Pane::Faults, Pane::Steps, Pane::Layers, Pane::Looks, Pane::History]
            }
        }
    }

    /// Returns the room that has it.
    pub fn room(self) -> Room {
        if Pane::of(Room::Play).contains(&self) { Room::Play } else { Room::Draw }
    }

    /// Returns the panes beside the boards of all rooms.
    pub fn beside() -> impl Iterator<Item = Pane> {
        let of = |room| Pane::of(room).iter().copied().filter(move |pane| *pane != Pane::middle(room));
        [Room::Play, Room::Draw].into_iter().flat_map(of)
    }

    /// Returns the pane of the board, which takes the room that is left.
    pub fn middle(room: Room) -> Pane {
        match room {
            Room::Play => Pane::Board,
            Room::Draw => Pane::Sheet,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Pane::Board | Pane::Sheet => "Board",
            Pane::Setup => "Setup",
            Pane::Start => "Start",
            Pane::Rulebook => "Rulebook",
            Pane::Race => "Turn",
            Pane::Cards => "Cards",
            Pane::Log => "Log",
            Pane::Problems | Pane::Faults => "Problems",
            Pane::Why => "Why?",
            Pane::Rules => "Rules",
            Pane::Statistics => "Statistics",
            Pane::Tools => "Tools",
            Pane::Inspector => "Inspector",
            Pane::Steps => "To draw",
            Pane::Layers => "Layers",
            Pane::Looks => "Looks",
            Pane::History => "History",
        }
    }
}
