//! Colours as others see them: in grey, or with colour blindness; and how well two of them can be told apart.

use crate::looks::Rgb;

/// The kind of eyesight that the board is shown for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Vision {
    #[default]
    Full,
    /// As printed without colours.
    Grey,
    /// No cones for red.
    Protanopia,
    /// No cones for green.
    Deuteranopia,
    /// No cones for blue.
    Tritanopia,
}

type Matrix = [[f64; 3]; 3];

/// For linear light: Machado, Oliveira and Fernandes 2009, severity 1.
const PROTANOPIA: Matrix = [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
const DEUTERANOPIA: Matrix = [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const TRITANOPIA: Matrix = [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
/// The brightness of each part, after Rec. 709.
const GREY: Matrix = [[0.2126, 0.7152, 0.0722]; 3];

impl Vision {
    pub const ALL: [Vision; 5] = [Vision::Full, Vision::Grey, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia];

    /// The name in menus.
    pub fn title(self) -> &'static str {
        match self {
            Vision::Full => "Full colours",
            Vision::Grey => "Greyscale",
            Vision::Protanopia => "Without red (protanopia)",
            Vision::Deuteranopia => "Without green (deuteranopia)",
            Vision::Tritanopia => "Without blue (tritanopia)",
        }
    }

    /// Returns a colour as these eyes see it.
    pub fn sees(self, colour: Rgb) -> Rgb {
        let matrix = match self {
            Vision::Full => return colour,
            Vision::Grey => GREY,
            Vision::Protanopia => PROTANOPIA,
            Vision::Deuteranopia => DEUTERANOPIA,
            Vision::Tritanopia => TRITANOPIA,
        };
        let light = colour.map(linear);
        matrix.map(|row| encoded(row.iter().zip(light).map(|(share, part)| share * part).sum()))
    }
}

/// The contrast of two colours as WCAG reckons it, from 1 to 21.
pub fn ratio(a: Rgb, b: Rgb) -> f32 {
    let light = |colour: Rgb| {
        let parts = GREY[0].iter().zip(colour.map(linear));
        parts.map(|(share, part)| share * part).sum::<f64>() + 0.05
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) / a.min(b)) as f32
}

const DARK: Rgb = [0x18, 0x1a, 0x1c];
pub const WHITE: Rgb = [0xff; 3];

/// Returns a dark colour or white, whichever can be read better on the colour.
pub fn contrast(on: Rgb) -> Rgb {
    if ratio(DARK, on) > ratio(WHITE, on) { DARK } else { WHITE }
}

/// Converts a part of an sRGB colour to linear light.
fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

fn encoded(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let part = if light <= 0.0031308 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (part * 255.0).round() as u8
}
