//! How long people took to decide, as far as that is known.

use interpreter::playtest::By;

use super::{Page, boards, count};
use crate::playtest::{Decision, Race};
use crate::words::escaped;

/// How many of the longest decisions are told.
const LONGEST: usize = 5;

pub(super) fn write(page: &mut Page, race: &Race, decisions: &[Decision]) {
    let people: Vec<&Decision> = decisions.iter().filter(|decision| decision.by == By::Person).collect();
    if people.is_empty() {
        return;
    }
    page.heading("How long it took");
    let timed: Vec<&Decision> = people.iter().copied().filter(|decision| decision.millis > 0).collect();
    if timed.is_empty() {
        return page.paragraph("No time was kept.");
    }
    let total: u64 = timed.iter().map(|decision| u64::from(decision.millis)).sum();
    let mean = total / timed.len() as u64;
    let at_mean = format!("People took {} for {}, {} each.", time(total), count(timed.len() as u64, "decision"), time(mean));
    page.paragraph(&at_mean);
    if timed.len() < people.len() {
        let rest = people.len() - timed.len();
        page.remark(&format!(
            "Of {} more no time is known, such as of several that one click answered.",
            count(rest as u64, "decision")
        ));
    }
    let rows: Vec<Vec<String>> = (0..race.present_stage().program.players)
        .filter_map(|player| {
            let own: Vec<u64> =
                timed.iter().filter(|decision| decision.player == player).map(|decision| u64::from(decision.millis)).collect();
            let (sum, longest) = (own.iter().sum::<u64>(), own.iter().max()?);
            let cells = [time(sum), own.len().to_string(), time(sum / own.len() as u64), time(*longest)];
            Some([boards::named(race, player)].into_iter().chain(cells).collect())
        })
        .collect();
    page.table(&["Player", "In all", "Decisions", "Each", "Longest"], &rows);
    let mut longest = timed;
    longest.sort_by_key(|decision| std::cmp::Reverse(decision.millis));
    let rows: Vec<Vec<String>> = longest.iter().take(LONGEST).map(|decision| told(race, decision)).collect();
    page.add("<h3>Longest decisions</h3>");
    page.table(&["Time", "Turn", "Player", "Question", "Chosen"], &rows);
}

fn told(race: &Race, decision: &Decision) -> Vec<String> {
    let chosen = decision.chosen.as_deref().unwrap_or("a secret");
    let who = boards::named(race, decision.player);
    vec![time(decision.millis.into()), decision.turn.to_string(), who, escaped(&decision.question), escaped(chosen)]
}

/// Milliseconds in words: `4.2 s`, `1 min 5 s`.
pub fn time(millis: u64) -> String {
    let secs = (millis + 500) / 1000;
    match secs {
        0..10 => format!("{:.1} s", millis as f64 / 1000.0),
        10..60 => format!("{secs} s"),
        60..3_600 => format!("{} min {} s", secs / 60, secs % 60),
        _ => format!("{} h {} min", secs / 3_600, secs / 60 % 60),
    }
}
