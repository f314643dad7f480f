//! What was chosen how often: which cards were played, and which of few ways were taken.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Page, boards};
use crate::playtest::{Decision, Race};
use crate::words::escaped;

/// Of a question with more different answers than this, counting them says nothing.
const MOST: usize = 40;

pub fn write(page: &mut Page, race: &Race, decisions: &[Decision]) {
    let mut asked: Vec<(&str, BTreeMap<&str, Vec<usize>>)> = vec![];
    for decision in decisions {
        let Some(chosen) = decision.chosen.as_deref() else { continue };
        let at = asked.iter().position(|(name, _)| *name == decision.name).unwrap_or_else(|| {
            asked.push((&decision.name, BTreeMap::new()));
            asked.len() - 1
        });
        asked[at].1.entry(chosen).or_default().push(decision.player);
    }
    asked.retain(|(_, chosen)| (2..=MOST).contains(&chosen.len()));
    if asked.is_empty() {
        return;
    }
    page.heading("What was chosen");
    let players = race.present_stage().program.players;
    for (name, chosen) in asked {
        let mut chosen: Vec<(&str, Vec<usize>)> = chosen.into_iter().collect();
        chosen.sort_by_key(|(_, by)| Reverse(by.len()));
        let head: Vec<String> =
            [escaped(name)].into_iter().chain((0..players).map(|player| boards::named(race, player))).collect();
        let row = |(text, by): (&str, Vec<usize>)| {
            let times = |player: usize| by.iter().filter(|own| **own == player).count();
            let cells = (0..players).map(|player| if times(player) > 0 { times(player).to_string() } else { String::new() });
            [escaped(text)].into_iter().chain(cells).collect::<Vec<String>>()
        };
        page.table_of(&head, &chosen.into_iter().map(row).collect::<Vec<_>>());
    }
}
