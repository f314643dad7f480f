//! From a playtest to the races that it consists of, so that they can be played again under other rules.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Earlier, Edited, End, LAST_FORMAT, OfSeries, Saved, Step, Under, labels, mark_of, rules_mark, track_mark};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Choice;
use crate::playtest::{Event, Leg, NodeId, Opened, Path};
use crate::vm::Machine;

impl Saved {
    /// The races on the way to where a playtest stands, the oldest first.
    ///
    /// # Errors
    /// If the texts of its rules are not known.
    pub fn of(opened: &mut Opened) -> Result<Vec<Saved>, Diagnostic> {
        let (mut races, mut next) = (vec![], Some(opened.playtest.head()));
        while let Some(to) = next {
            let way = opened.playtest.path(to);
            next = way.legs()[0].parent.map(|parent| parent.node);
            races.push(race(opened, &way)?);
        }
        races.reverse();
        for (n, race) in races.iter_mut().enumerate() {
            let numbered =
                |series: OfSeries| OfSeries { race: if series.seed.is_some() { n + 1 } else { series.race }, ..series };
            race.series = opened.about.series.clone().map(numbered);
        }
        Ok(races)
    }
}

fn race(Opened { rules, about, differs, .. }: &Opened, way: &Path) -> Result<Saved, Diagnostic> {
    let mut parts = way.parts();
    let last = parts.pop().unwrap_or_default();
    let under = |part: &Range<usize>| {
        let under = rules.get(&way.legs()[part.start].stage);
        under.ok_or_else(|| Diagnostic::nowhere(Code::BadReplay, "its texts are not known"))
    };
    let legs = |part: &Range<usize>| &way.legs()[part.clone()];
    // The texts that the next stretch has, too, are left out.
    let mut told = BTreeMap::new();
    let mut earlier = vec![];
    for part in parts.iter().rev() {
        let Under { texts, setup, built, .. } = &**under(part)?;
        let read = texts.named().filter_map(|(name, text)| Some((name, text.as_ref().ok()?.to_string())));
        let texts: BTreeMap<String, String> = read.collect();
        let (start, choices, edits) = done(legs(part), *differs);
        let new = texts.iter().filter(|(name, text)| told.get(*name) != Some(*text));
        earlier.push(Earlier {
            addons: setup.addons.clone(),
            set: setup.settings.clone(),
            track: built.track_name.to_string(),
            texts: new.map(|(name, text)| (name.clone(), text.clone())).collect(),
            start,
            choices,
            edits,
            calls_later: way.calls_later(part),
        });
        told = texts;
    }
    earlier.reverse();
    let Under { texts, setup, ruleset, built } = &**under(&last)?;
    let (start, choices, edits) = done(legs(&last), *differs);
    let (seed, previous) = way.begin();
    Ok(Saved {
        format: LAST_FORMAT,
        ruleset: texts.name.clone(),
        addons: ruleset.addon_names(&setup.addons).0.iter().map(|addon| addon.to_string()).collect(),
        set: setup.settings.clone(),
        seats: about.seats.clone(),
        seed,
        previous: previous.to_vec(),
        series: None,
        earlier,
        rules: rules_mark(ruleset, &setup.addons),
        drawn: track_mark(ruleset, &built.track_name),
        track: built.track_name.to_string(),
        start,
        choices,
        edits,
        end: End::of(&way.last().run.status),
        labels: labels(&way.last().program),
    })
}

/// What was done under the same rules: the mark of the state at first, the choices with the marks after them, and the changes by hand. From
/// the node on whose state differs from that in the file, no marks fit.
fn done(legs: &[Leg], differs: Option<NodeId>) -> (String, Vec<Step>, Vec<Edited>) {
    let program = &legs[0].program;
    let mut machine = Machine::new(program);
    let mut mark = |leg: &Leg| {
        machine.set_state(&leg.run.end.state);
        let is_as_saved = differs.is_none_or(|node| leg.node < node);
        if is_as_saved { mark_of(program, &machine) } else { String::new() }
    };
    let (start, mut choices, mut edits) = (mark(&legs[0]), vec![], vec![]);
    for leg in legs {
        match &*leg.event {
            Event::Choice { choice, .. } => {
                let Choice { decision, player, branch, values, label } = choice.clone();
                choices.push(Step { player, decision, label, branch, values, after: mark(leg) });
            }
            Event::Edit(edit) => edits.push(Edited { after: leg.run.sum.choices, edit: edit.clone() }),
            Event::Begin { .. } | Event::Rules(_) => {}
        }
    }
    (start, choices, edits)
}
