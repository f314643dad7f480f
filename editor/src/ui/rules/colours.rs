//! Colours of words and signs, for light and dark backgrounds.

use egui::Color32;

use crate::text::tokens::Kind;

/// Each kind's colours, for light and for dark.
const COLOURS: [(Kind, u32, u32); 11] = [
    (Kind::Keyword, 0x7a3e9d, 0xc792ea),
    (Kind::Declared, 0x0b5cad, 0x82aaff),
    (Kind::Name, 0x24292f, 0xd6dae0),
    (Kind::Member, 0x1b6f7d, 0x7fd3d8),
    (Kind::Call, 0x0b5cad, 0x82aaff),
    (Kind::Capital, 0x8a5a00, 0xffcb6b),
    (Kind::Number, 0xb3401f, 0xf78c6c),
    (Kind::Text, 0x2f7d32, 0xa5d680),
    (Kind::Comment, 0x6b7280, 0x8b93a1),
    (Kind::Docs, 0x4e6b58, 0x9db8a2),
    (Kind::Sign, 0x57606a, 0xa9b1bd),
];

/// Returns the colour of a token.
pub fn of(kind: Kind, is_dark: bool) -> Color32 {
    let found = COLOURS.iter().find(|(of, ..)| *of == kind).map(|(_, light, dark)| if is_dark { *dark } else { *light });
    let [_, r, g, b] = found.unwrap_or(0x80_8080).to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// Returns the colour of a passed test.
pub fn passed(is_dark: bool) -> Color32 {
    if is_dark { Color32::from_rgb(0x6f, 0xc2, 0x76) } else { Color32::from_rgb(0x1f, 0x83, 0x3a) }
}
