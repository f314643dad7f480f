//! The other ways in which the race went, and how they differ from the one that was played on.

use interpreter::playtest::compare::{self, Row};

use super::Page;
use crate::playtest::wanted::{between, told};
use crate::playtest::{Race, Tip};
use crate::words::escaped;

/// The most differences that are told of a branch.
const MOST: usize = 15;

pub fn write(page: &mut Page, race: &mut Race) {
    let branches = race.branches().to_vec();
    let (on, name) = race.played_branch();
    let played = name.unwrap_or("As it was played on").to_owned();
    let Some(own) = race.tip_of(on).filter(|_| !branches.is_empty()) else { return };
    page.heading("Branches");
    for branch in branches {
        page.add(format_args!("<h3>{}</h3>", escaped(&crate::words::capital(&branch.title()))));
        let Some(other) = race.tip_of(branch.number) else { continue };
        differences(page, &own, &other, [&played, branch.name.as_deref().unwrap_or("On this branch")]);
    }
}

fn differences(page: &mut Page, own: &Tip, other: &Tip, titles: [&str; 2]) {
    let rules = between(&own.stage.build, &other.stage.build);
    if !rules.is_empty() {
        page.remark(&format!("It is played with: {}.", told(&rules, &other.stage.build.texts)));
    }
    let scenes = [&own.scene, &other.scene];
    let mut rows = compare::figures(scenes);
    rows.retain(|row| row.values[0] != row.values[1]);
    rows.extend(compare::differences(scenes, None));
    let value = |value: &Option<String>| value.as_deref().map_or("–".to_owned(), escaped);
    let cells = |Row { name, values: [own, other] }: &Row| vec![escaped(&crate::words::capital(name)), value(own), value(other)];
    let shown: Vec<Vec<String>> = rows.iter().take(MOST).map(cells).collect();
    if shown.is_empty() {
        return page.remark("Nothing on the table differs.");
    }
    page.table(&["", titles[0], titles[1]], &shown);
    if rows.len() > MOST {
        page.remark(&format!("… and {} more differences", rows.len() - MOST));
    }
}
