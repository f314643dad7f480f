//! What can be printed, and how: sizes of paper, joints, sides and colours.

use clap::ValueEnum;

/// A size of paper that printers take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    Letter,
    Legal,
    Tabloid,
    A4,
    A3,
}

impl Paper {
    pub const ALL: [Paper; 5] = [Paper::Letter, Paper::Legal, Paper::Tabloid, Paper::A4, Paper::A3];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Paper::Letter => "Letter",
            Paper::Legal => "Legal",
            Paper::Tabloid => "Tabloid",
            Paper::A4 => "A4",
            Paper::A3 => "A3",
        }
    }

    /// Its width and height in millimetres, upright.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::Letter => (215.9, 279.4),
            Paper::Legal => (215.9, 355.6),
            Paper::Tabloid => (279.4, 431.8),
            Paper::A4 => (210.0, 297.0),
            Paper::A3 => (297.0, 420.0),
        }
    }
}

/// What can be printed, each as a document of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum What {
    Boards,
    Cards,
    Sheets,
    Pieces,
    List,
    Rules,
}

impl What {
    pub const ALL: [What; 6] = [What::Boards, What::Cards, What::Sheets, What::Pieces, What::List, What::Rules];

    /// Its name on the command line, and the name of its template and file.
    pub fn name(self) -> &'static str {
        match self {
            What::Boards => "boards",
            What::Cards => "cards",
            What::Sheets => "sheets",
            What::Pieces => "pieces",
            What::List => "list",
            What::Rules => "rules",
        }
    }

    /// What it is called in the window and on its pages.
    pub fn title(self) -> &'static str {
        match self {
            What::Boards => "Boards",
            What::Cards => "Cards",
            What::Sheets => "Sheets",
            What::Pieces => "Pieces and dice",
            What::List => "Box list",
            What::Rules => "Rulebook",
        }
    }
}

/// Where the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Table {
    /// On a table, with what is printed.
    Paper,
    /// In Tabletop Simulator: pictures, and a saved object.
    TabletopSimulator,
    /// In another program that takes pictures, with a list of the parts.
    Pictures,
}

/// How sheets of a board that is larger than the paper go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Joint {
    /// Each lies over the one before.
    Overlap,
    /// They lie edge to edge.
    Butt,
}

impl Joint {
    pub const ALL: [Joint; 2] = [Joint::Overlap, Joint::Butt];

    /// What it is called in the window.
    pub fn title(self) -> &'static str {
        match self {
            Joint::Overlap => "Sheets overlap",
            Joint::Butt => "Edge to edge",
        }
    }
}

/// How a printer that prints on both sides turns the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Duplex {
    /// Over its long edge.
    Long,
    /// Over its short edge.
    Short,
    /// Backs aren't printed.
    Fronts,
    /// Not at all: each back lies head to head with its front, and the card is folded.
    Fold,
}

impl Duplex {
    pub const ALL: [Duplex; 4] = [Duplex::Long, Duplex::Short, Duplex::Fronts, Duplex::Fold];

    /// What it is called in the window.
    pub fn title(self) -> &'static str {
        match self {
            Duplex::Long => "Turn over the long edge",
            Duplex::Short => "Turn over the short edge",
            Duplex::Fronts => "Fronts only",
            Duplex::Fold => "Cards to fold",
        }
    }
}

/// The colours of a print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    Full,
    Grey,
}

impl Colours {
    pub const ALL: [Colours; 2] = [Colours::Full, Colours::Grey];

    /// What they are called in the window.
    pub fn title(self) -> &'static str {
        match self {
            Colours::Full => "Full colours",
            Colours::Grey => "Greyscale",
        }
    }
}
