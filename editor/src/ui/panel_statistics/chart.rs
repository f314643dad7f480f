//! The lengths of games as bars. The bars of the earlier figures are hollow.

use egui::{Color32, Stroke};
use egui_plot::{Bar, BarChart, Legend, Plot};

use super::super::action::Action;
use super::super::statistics::Act;
use super::super::theme::{self, Theme};
use super::super::words::titled;
use crate::figures::words::{count, percent};
use crate::figures::{Bars, Snapshot};

const HEIGHT: f32 = 130.0;

/// Shows a choice of figures, and the bars of the chosen one.
pub fn chart_ui(ui: &mut egui::Ui, newest: &Snapshot, drawn: &str) -> Option<Action> {
    let bars = newest.bars(drawn)?;
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for other in &newest.bars {
            if ui.selectable_label(other.key == bars.key, titled(&other.label)).clicked() {
                chosen = Some(Action::Statistics(Act::DrawBars(other.key.clone())));
            }
        }
    });
    bars_ui(ui, bars);
    chosen
}

fn bars_ui(ui: &mut egui::Ui, bars: &Bars) {
    let now: Vec<Bar> = bars.now.iter().enumerate().map(|(n, share)| Bar::new(bars.middle(n), *share)).collect();
    let hollow = |(n, share): (usize, &f64)| {
        Bar::new(bars.middle(n), *share).fill(Color32::TRANSPARENT).stroke(Stroke::new(1.5, Theme::of(ui).accent))
    };
    let before: Vec<Bar> = bars.before.iter().enumerate().filter(|(_, share)| **share > 0.0).map(hollow).collect();
    let (theme, seat) = (Theme::of(ui), theme::seat(0));
    let fill = if ui.visuals().dark_mode { Color32::from_rgb(0x5b, 0x9b, 0xd5) } else { seat };
    let width = bars.width as f64;
    let plot = Plot::new(("bars", &bars.key))
        .height(HEIGHT)
        .width(ui.available_width().min(760.0))
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .show_grid([false, true])
        .y_axis_formatter(|mark, _| format!("{:.0} %", mark.value * 100.0))
        .x_axis_label(bars.label.clone())
        .include_y(0.0)
        .legend(Legend::default())
        .label_formatter(|_| None);
    let shown = plot.show(ui, |plot| {
        plot.bar_chart(BarChart::new("now", now).width(width * 0.86).color(fill).allow_hover(false));
        if !before.is_empty() {
            plot.bar_chart(BarChart::new("before", before).width(width).color(theme.accent).allow_hover(false));
        }
        plot.pointer_coordinate()
    });
    let under = shown.inner.map(|at| ((at.x - (bars.first as f64 - 0.5)) / width).floor());
    if let Some(bar) = under.filter(|bar| (0.0..bars.now.len() as f64).contains(bar)) {
        shown.response.on_hover_text_at_pointer(told(bars, bar as usize));
    }
}

/// `12 to 14 rounds: 8.1 % of 5 000 games; before 3.2 %`
fn told(bars: &Bars, bar: usize) -> String {
    let before = bars.before.get(bar).map(|share| format!("; before {}", percent(*share))).unwrap_or_default();
    format!("{} {}: {} of {}{before}", bars.values(bar), bars.label, percent(bars.now[bar]), count(bars.n, "game"))
}
