//! The fonts of the program, which it carries itself, so that window and pictures look the same on every machine.

pub use interpreter::data::track::decor::Weight;

/// A font in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Font {
    /// What the window and its texts are written in.
    Text,
    /// What stands out among them.
    Strong,
    /// What rules are written in.
    Code,
    /// What is printed on boards. It is Lato, whose name no part of it may bear.
    Board(Weight),
}

impl Font {
    /// Every font.
    pub const ALL: [Font; 6] = [
        Font::Text,
        Font::Strong,
        Font::Code,
        Font::Board(Weight::Regular),
        Font::Board(Weight::Bold),
        Font::Board(Weight::Black),
    ];

    /// The name of its family, as the font itself has it.
    pub fn family(self) -> &'static str {
        match self {
            Font::Text => "Inter",
            Font::Strong => "Inter SemiBold",
            Font::Code => "JetBrains Mono NL",
            Font::Board(Weight::Regular) => "Coursesetter Board",
            Font::Board(Weight::Bold) => "Coursesetter Board Bold",
            Font::Board(Weight::Black) => "Coursesetter Board Black",
        }
    }

    pub fn bytes(self) -> &'static [u8] {
        match self {
            Font::Text => include_bytes!("../../fonts/inter-regular.ttf"),
            Font::Strong => include_bytes!("../../fonts/inter-semibold.ttf"),
            Font::Code => include_bytes!("../../fonts/jetbrains-mono-regular.ttf"),
            Font::Board(Weight::Regular) => include_bytes!("../../fonts/board-regular.ttf"),
            Font::Board(Weight::Bold) => include_bytes!("../../fonts/board-bold.ttf"),
            Font::Board(Weight::Black) => include_bytes!("../../fonts/board-black.ttf"),
        }
    }

    /// The fonts that letters are taken from, one after another: what one lacks may be in the next.
    pub fn chain(self) -> Vec<Font> {
        match self {
            Font::Text | Font::Strong => vec![self, Font::Code],
            Font::Code => vec![self, Font::Text],
            Font::Board(Weight::Regular) => vec![self, Font::Text, Font::Code],
            Font::Board(_) => vec![self, Font::Strong, Font::Code],
        }
    }
}
