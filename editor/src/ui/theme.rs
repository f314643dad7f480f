//! Colours and sizes, for the system's light or dark theme.

use std::sync::Arc;

use egui::{Color32, FontData, FontDefinitions, FontFamily, RichText};

use crate::board::fonts::Font;
use crate::board::print::Inks;
use crate::board::vision::contrast;
use crate::pieces::seats;
use crate::ui::look;

/// The colours of everything that the window paints itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The ground that the sheet lies on.
    pub desk: Color32,
    pub paper: Color32,
    pub paper_edge: Color32,
    /// The colour of lines and letters on the paper.
    pub ink: Color32,
    pub faint_ink: Color32,
    /// A space without a colour of its own.
    pub tile: Color32,
    /// Things that can be clicked now, on the paper.
    pub offer: Color32,
    /// The same colour where it marks something on a panel.
    pub accent: Color32,
    pub good: Color32,
    pub error: Color32,
    pub warning: Color32,
    /// The zones of a meter, from calm to full.
    pub calm: Color32,
    pub full: Color32,
}

/// The light theme.
pub const LIGHT: Theme = Theme {
    desk: Color32::from_rgb(0xdd, 0xdf, 0xe2),
    paper: Color32::from_rgb(0xfb, 0xfa, 0xf6),
    paper_edge: Color32::from_rgb(0xb9, 0xb6, 0xae),
    ink: Color32::from_rgb(0x2e, 0x33, 0x38),
    faint_ink: Color32::from_rgb(0x77, 0x7b, 0x7d),
    tile: Color32::from_rgb(0xee, 0xeb, 0xe2),
    offer: Color32::from_rgb(0x4a, 0x3f, 0xc4),
    accent: Color32::from_rgb(0x4a, 0x3f, 0xc4),
    good: Color32::from_rgb(0x1e, 0x76, 0x44),
    error: Color32::from_rgb(0xb3, 0x26, 0x1e),
    warning: Color32::from_rgb(0x8a, 0x5a, 0x00),
    calm: Color32::from_rgb(0x7f, 0xbf, 0x9f),
    full: Color32::from_rgb(0xd8, 0x6b, 0x5a),
};

/// The paper stays paper, only dimmed, because the board is printed on it.
pub const DARK: Theme = Theme {
    desk: Color32::from_rgb(0x16, 0x18, 0x1b),
    paper: Color32::from_rgb(0xd8, 0xd5, 0xcc),
    paper_edge: Color32::from_rgb(0x6d, 0x6b, 0x66),
    ink: Color32::from_rgb(0x24, 0x28, 0x2c),
    faint_ink: Color32::from_rgb(0x5c, 0x5f, 0x5f),
    tile: Color32::from_rgb(0xc7, 0xc3, 0xb7),
    offer: Color32::from_rgb(0x4a, 0x3f, 0xc4),
    accent: Color32::from_rgb(0xb0, 0xa8, 0xff),
    good: Color32::from_rgb(0x81, 0xd4, 0xa3),
    error: Color32::from_rgb(0xff, 0x8a, 0x80),
    warning: Color32::from_rgb(0xff, 0xcc, 0x66),
    calm: Color32::from_rgb(0x5c, 0x9c, 0x7e),
    full: Color32::from_rgb(0xc4, 0x5a, 0x4a),
};

impl Theme {
    pub fn of(ui: &egui::Ui) -> Theme {
        Theme::by(ui.visuals().dark_mode)
    }

    pub fn by(is_dark: bool) -> Theme {
        if is_dark { DARK } else { LIGHT }
    }

    /// Returns the colours that boards are printed in.
    pub fn inks(self) -> Inks {
        let rgb = |colour: Color32| [colour.r(), colour.g(), colour.b()];
        Inks { paper: rgb(self.paper), tile: rgb(self.tile), ink: rgb(self.ink), faint: rgb(self.faint_ink) }
    }
}

/// Returns the colour of a seat.
pub fn seat(n: usize) -> Color32 {
    look::colour(seats::colour(n))
}

/// Returns a dark colour or white, whichever can be read better on the colour.
pub fn on(colour: Color32) -> Color32 {
    let [r, g, b] = contrast([colour.r(), colour.g(), colour.b()]);
    Color32::from_rgb(r, g, b)
}

/// Returns a colour between two, for a share from 0 to 1.
pub fn between(a: Color32, b: Color32, t: f32) -> Color32 {
    let part = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t.clamp(0.0, 1.0)).round() as u8;
    Color32::from_rgb(part(a.r(), b.r()), part(a.g(), b.g()), part(a.b(), b.b()))
}

/// The family of a font of the program.
pub fn family(font: Font) -> FontFamily {
    match font {
        Font::Text => FontFamily::Proportional,
        Font::Code => FontFamily::Monospace,
        _ => FontFamily::Name(font.family().into()),
    }
}

/// The program's own fonts. What one of them lacks comes from another, and what all of them lack is a box.
fn font_definitions() -> FontDefinitions {
    let mut all = FontDefinitions::empty();
    for font in Font::ALL {
        all.font_data.insert(font.family().to_owned(), Arc::new(FontData::from_static(font.bytes())));
        all.families.insert(family(font), font.chain().into_iter().map(|font| font.family().to_owned()).collect());
    }
    all
}

/// Text that stands out.
pub fn strong(text: impl Into<RichText>) -> RichText {
    text.into().strong().family(family(Font::Strong))
}

/// Sets fonts, sizes and spacing.
pub fn apply(ctx: &egui::Context) {
    ctx.set_fonts(font_definitions());
    ctx.options_mut(|options| options.fallback_theme = egui::Theme::Light);
    // Text must be easy to read, and faint text still readable.
    let shades = [(egui::Theme::Light, 0x2c, 0x62), (egui::Theme::Dark, 0xd2, 0x9a)];
    for (theme, plain, weak) in shades {
        ctx.style_mut_of(theme, |style| {
            style.visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(plain);
            style.visuals.weak_text_color = Some(Color32::from_gray(weak));
        });
    }
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.spacing.interact_size.y = 22.0;
        style.interaction.selectable_labels = false;
        style.visuals.indent_has_left_vline = false;
        style.spacing.indent = 10.0;
        // A bar shows that something goes on beyond an edge.
        style.spacing.scroll = egui::style::ScrollStyle {
            floating_width: 5.0,
            foreground_color: true,
            dormant_background_opacity: 0.25,
            dormant_handle_opacity: 0.5,
            active_background_opacity: 0.25,
            ..egui::style::ScrollStyle::thin()
        };
        for (kind, font) in &mut style.text_styles {
            (font.size, font.family) = match kind {
                egui::TextStyle::Heading => (18.0, family(Font::Strong)),
                egui::TextStyle::Small => (12.0, family(Font::Text)),
                egui::TextStyle::Monospace => (13.0, family(Font::Code)),
                _ => (13.0, family(Font::Text)),
            };
        }
    });
}

/// Draws the piece of a seat in its shape and colour, with what is written on it.
pub fn seat_piece(painter: &egui::Painter, at: egui::Pos2, radius: f32, seat: usize, colour: Color32, text: &str) {
    let width = (radius * 0.12).clamp(1.0, 3.0);
    let paint = |radius: f32, fill: Color32, edge: egui::Stroke| match seats::corners(seat, at, radius) {
        Some(corners) => drop(painter.add(egui::Shape::convex_polygon(corners, fill, edge))),
        None => drop(painter.circle(at, radius, fill, edge)),
    };
    // Of a white ring and a dark one, either can be seen on any ground.
    paint(radius + width, Color32::WHITE, egui::Stroke::new(width, Color32::WHITE));
    paint(radius, colour, egui::Stroke::new(width, between(colour, Color32::BLACK, seats::OUTLINE)));
    let (middle, size) = seats::letter_place(seat, at, radius);
    let font = egui::FontId::proportional(size.round().max(4.0));
    painter.text(middle, egui::Align2::CENTER_CENTER, text, font, on(colour));
}
