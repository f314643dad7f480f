//! The eyesight that the drawing table shows the board for.

use egui::{Color32, Context, Id};

pub use crate::board::vision::Vision;

impl Vision {
    /// Sets the eyesight that samples of brushes and pens are shown for, too.
    pub fn shows(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("whose eyes"), self));
    }

    /// Returns the eyesight that samples are shown for.
    pub fn shown(ctx: &Context) -> Vision {
        ctx.data(|data| data.get_temp(Id::unique("whose eyes"))).unwrap_or_default()
    }

    /// Like [`sees`](Self::sees), for a colour of the window with its opacity.
    pub fn sees_colour(self, colour: Color32) -> Color32 {
        if self == Vision::Full || colour.a() == 0 {
            return colour;
        }
        let [r, g, b, a] = colour.to_srgba_unmultiplied();
        let [r, g, b] = self.sees([r, g, b]);
        Color32::from_rgba_unmultiplied(r, g, b, a)
    }
}
