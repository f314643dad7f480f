//! The odds of an option that leads to dice: a bar whose parts are as wide as their chances, with what may follow.

use egui::accesskit::Role;
use egui::{Align2, Color32, FontId, Rect, Sense, Shape, Stroke, WidgetInfo, pos2, vec2};
use interpreter::trial::{Chances, Counted, Outcome};

use crate::playtest::Race;
use crate::ui::target;
use crate::ui::theme::{self, Theme};

const BAR: f32 = 16.0;
/// The most parts of a bar; the least likely of more are one.
pub const MOST_PARTS: usize = 7;
/// From this width on, a part says its chance, and from this share of the bar on what it is.
const SAYS: f32 = 30.0;

/// Says what the odds on show rest on, or why there are none. Says nothing if nobody wants any.
pub fn told(race: &Race, options: usize) -> Option<String> {
    if race.odds_wanted()? {
        return Some("Counting the odds …".to_owned());
    }
    let mut counted: Vec<Counted> = (0..options).filter_map(|n| race.chances(n)).map(|odds| odds.counted).collect();
    counted.dedup();
    let is_exact = |counted: &Counted| matches!(counted, Counted::All(_));
    Some(match counted[..] {
        [] if (0..options).any(|n| race.tried(n).is_some_and(|tried| tried.meets_chance)) => {
            "Chance follows, but where pieces stand and what the table of players shows don't depend on it yet.".to_owned()
        }
        [] => "No chance follows from this choice.".to_owned(),
        [one] => rests_on(one),
        _ if counted.iter().all(is_exact) => "Exact: all ways of chance counted".to_owned(),
        _ => counted.iter().find(|counted| !is_exact(counted)).map_or(String::new(), |it| rests_on(*it)),
    })
}

/// Shows a bar, what its parts are, and what it rests on. Spaces are in the order in which one comes to them.
pub fn odds_ui(ui: &mut egui::Ui, race: &Race, odds: &Chances) {
    let far = race.asked().map(|question| target::distances(race, question)).unwrap_or_default();
    let mut outcomes = odds.outcomes.clone();
    outcomes.sort_by_key(|outcome| outcome.space.and_then(|space| far.get(&space).copied()).unwrap_or(usize::MAX));
    let parts = parts(&outcomes);
    let theme = Theme::of(ui);
    let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR + 15.0), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let most = parts.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let is_exact = matches!(odds.counted, Counted::All(_));
    let mut left = rect.left();
    let mut free_from = rect.left();
    for (told, share) in &parts {
        let wide = (rect.width() * *share as f32).max(1.0);
        let bar = Rect::from_min_size(pos2(left, rect.top()), vec2((wide - 1.0).max(1.0), BAR));
        let fill = theme::between(ui.visuals().panel_fill, theme.accent, 0.22 + 0.6 * (share / most.max(1e-9)) as f32);
        painter.rect_filled(bar, 2.0, fill);
        if !is_exact {
            hatch(&painter.with_clip_rect(bar), bar, theme::between(fill, ink, 0.25));
        }
        if wide >= SAYS {
            painter.text(bar.center(), Align2::CENTER_CENTER, percent(*share), FontId::proportional(11.0), theme::on(fill));
            let galley = |text: &str| painter.layout_no_wrap(text.to_owned(), FontId::proportional(11.0), weak);
            let whole = galley(told);
            let is_short = whole.size().x > wide + 4.0;
            let galley = if is_short { galley(told.rsplit(' ').next().unwrap_or_default()) } else { whole };
            // Whole words beside each other, or none.
            let most = (rect.right() - galley.size().x).max(rect.left());
            let x = (bar.center().x - galley.size().x / 2.0).clamp(rect.left(), most);
            if x >= free_from {
                free_from = x + galley.size().x + 4.0;
                painter.galley(pos2(x, bar.bottom() + 1.0), galley, weak);
            }
        }
        left += wide;
    }
    let all: Vec<String> = outcomes.iter().map(|it| format!("{} {}", percent(it.share), it.told)).collect();
    let label = format!("{}. {}", all.join(", "), rests_on(odds.counted));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_ui(|ui| {
        all.iter().for_each(|line| drop(ui.label(line)));
        ui.weak(rests_on(odds.counted));
    });
}

/// Says what chances rest on.
pub fn rests_on(counted: Counted) -> String {
    match counted {
        Counted::All(ways) => format!("Exact: all {ways} ways counted"),
        Counted::Playouts(count) => format!("About, from {count} playouts"),
    }
}

/// Returns a share in words: `25 %`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent < 1.0 { "<1 %".to_owned() } else { format!("{percent:.0} %") }
}

/// Returns the outcomes with their chances; of many, the least likely are one at the end.
pub fn parts(outcomes: &[Outcome]) -> Vec<(String, f64)> {
    let mut least: Vec<f64> = outcomes.iter().map(|outcome| outcome.share).collect();
    least.sort_by(|a, b| b.total_cmp(a));
    let bound = if outcomes.len() > MOST_PARTS { least[MOST_PARTS - 1] } else { 0.0 };
    let mut parts: Vec<(String, f64)> = vec![];
    let mut others = 0.0;
    for outcome in outcomes {
        if outcome.share >= bound && parts.len() < MOST_PARTS {
            parts.push((outcome.told.clone(), outcome.share));
        } else {
            others += outcome.share;
        }
    }
    if others > 0.0 {
        parts.push(("others".to_owned(), others));
    }
    parts
}

/// Fills a part with slanted lines, which mark what is only an estimate.
fn hatch(painter: &egui::Painter, rect: Rect, colour: Color32) {
    let mut x = rect.left() - rect.height();
    while x < rect.right() {
        painter.add(Shape::line_segment([pos2(x, rect.bottom()), pos2(x + rect.height(), rect.top())], Stroke::new(1.0, colour)));
        x += 6.0;
    }
}
