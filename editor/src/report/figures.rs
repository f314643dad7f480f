//! The figures of simulated races, with what they rest on.

use super::Page;
use crate::figures::Snapshot;
use crate::figures::words::of_goal;
use crate::words::escaped;

pub fn write(page: &mut Page, figures: &Snapshot) {
    if figures.played.is_none() || figures.parts.is_empty() {
        return;
    }
    page.heading("Figures of simulated races");
    page.paragraph(&format!("They rest on {}: {}.", figures.rests_on(), figures.job.now.told()));
    figures.troubles.iter().chain(&figures.uneven).for_each(|told| page.remark(told));
    let goals = figures.goals.iter().map(|goal| {
        let found = goal.now.estimate.as_ref().map_or(String::new(), |estimate| of_goal(&goal.now, estimate.value));
        let cells = [&*goal.now.title, &*goal.now.wanted, goal.now.verdict.text(), &*found];
        cells.map(escaped).to_vec()
    });
    let goals: Vec<Vec<String>> = goals.collect();
    if !goals.is_empty() {
        page.table(&["Goal", "Wanted", "", "Found"], &goals);
    }
    for part in &figures.parts {
        page.add(format_args!("<h3>{}</h3>", escaped(part.title)));
        let rows = part.lines.iter().map(|line| {
            let texts = &line.texts;
            [&*line.label, &*format!("{} {}", texts.value, texts.margin), texts.mark].map(escaped).to_vec()
        });
        page.table(&["", "Now", ""], &rows.collect::<Vec<_>>());
    }
}
