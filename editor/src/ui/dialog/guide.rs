//! Where a guide lies, as a number.

use super::Around;
use super::form::{Ended, buttons_ui, text_ui};
use crate::drawing::Deed;
use crate::drawing::edit::FARTHEST;
use crate::drawing::fields::millimetres;
use crate::ui::action::Action;
use crate::ui::draw::board::GuideAt;
use crate::ui::draw::{Act, Draw};

/// *Position…* of a guide.
#[derive(Clone, PartialEq, Debug)]
pub struct GuideForm {
    guide: GuideAt,
    /// The position as typed.
    pub text: String,
}

impl GuideForm {
    /// Opens the form for the guide that was clicked.
    pub fn of(draw: &Draw) -> Option<GuideForm> {
        let guide = draw.canvas.clicked_guide()?;
        Some(GuideForm { guide, text: millimetres(guide.at) })
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self, draw: &Draw) -> Result<Action, String> {
        let typed = self.text.trim().trim_end_matches("mm").trim_end().replace(',', ".");
        let to = typed.parse::<f64>().ok().filter(|to| to.abs() <= FARTHEST);
        let to = to.ok_or(format!("Type a number of millimetres, at most {FARTHEST}."))?;
        Ok(Action::Board(Act::Do(Deed::Edit(self.guide.moved(&draw.desk, Some(to))))))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        let Some(draw) = app.draw else { return Some(Ended::Cancelled) };
        let (title, from) = if self.guide.is_upright { ("Vertical guide", "left") } else { ("Horizontal guide", "upper") };
        ui.heading(title);
        text_ui(ui, "Position in mm", &mut self.text);
        ui.small(format!("From the {from} edge of the sheet"));
        buttons_ui(ui, "Move", self.check(draw))
    }
}
