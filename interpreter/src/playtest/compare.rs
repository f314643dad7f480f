//! Compares two scenes side by side: what has been counted in each, and everything in which they differ, by name.

use std::collections::BTreeMap;

use super::Scene;
use crate::game::Status;
use crate::ir::Type;
use crate::view::{self, Seen};
use crate::vm::Machine;

/// A thing and its value in each of two scenes; `None` if there is no such thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub name: String,
    pub values: [Option<String>; 2],
}

/// What has been counted in each of two scenes: decisions, turns, places, and what the rules measure.
pub fn figures(scenes: [&Scene; 2]) -> Vec<Row> {
    side_by_side(scenes.map(figures_of))
}

/// The values, pieces and piles that differ, as somebody may see them (`None` is an onlooker).
pub fn differences(scenes: [&Scene; 2], reader: Option<usize>) -> Vec<Row> {
    let mut rows = side_by_side(scenes.map(|scene| values_of(scene, reader)));
    rows.retain(|row| row.values[0] != row.values[1]);
    rows
}

type Named = Vec<(String, String)>;

fn side_by_side([one, other]: [Named; 2]) -> Vec<Row> {
    let mut others: BTreeMap<String, String> = other.iter().cloned().collect();
    let both = one.into_iter().map(|(name, value)| {
        let values = [Some(value), others.remove(&name)];
        Row { name, values }
    });
    let mut rows: Vec<Row> = both.collect();
    let rest = other.into_iter().filter(|(name, _)| others.contains_key(name));
    rows.extend(rest.map(|(name, value)| Row { name, values: [None, Some(value)] }));
    rows
}

fn machine(scene: &Scene) -> Machine {
    let mut machine = Machine::new(&scene.program);
    scene.put_into(&mut machine);
    machine
}

fn figures_of(scene: &Scene) -> Named {
    let (program, machine) = (&*scene.program, machine(scene));
    let name = |player: usize| program.names.get(player).map_or("Somebody", |name| name);
    let stands = match &scene.status {
        Some(Status::Asking(question)) => format!("{} is asked", name(question.player)),
        Some(Status::Over) => "over".to_owned(),
        Some(Status::Unfinished) => "broken off".to_owned(),
        Some(Status::Failed(_)) => "the rules could not go on".to_owned(),
        None => "under way".to_owned(),
    };
    let counted = [("Decisions", scene.sum.choices as u32), ("Turn", scene.turn), ("Round", scene.round)];
    let mut all: Named = counted.into_iter().map(|(name, count)| (name.to_owned(), count.to_string())).collect();
    all.push(("The race".to_owned(), stands));
    let places = machine.places(program).into_iter().enumerate();
    all.extend(places.filter_map(|(player, place)| Some((format!("{}: place", name(player)), place?.to_string()))));
    for (n, measure) in program.ir.measures.iter().enumerate() {
        let figures = machine.read(program).measure(n);
        let title = measure.name.replace('_', " ");
        match &measure.per {
            None => all.extend(figures.iter().map(|figure| (title.clone(), figure.to_string()))),
            Some(Type::Player) => {
                let each = figures.iter().enumerate();
                all.extend(each.map(|(player, figure)| (format!("{}: {title}", name(player)), figure.to_string())));
            }
            Some(_) => all.push((title, figures.iter().map(i32::to_string).collect::<Vec<_>>().join(", "))),
        }
    }
    all
}

fn values_of(scene: &Scene, reader: Option<usize>) -> Named {
    let (mut seen, mut all): (BTreeMap<String, usize>, Named) = Default::default();
    for Seen { owner, of, name, value, .. } in view::view(&scene.program, &machine(scene), reader) {
        let whose = owner.and_then(|owner| scene.program.names.get(owner)).map_or_else(String::new, |name| format!("{name}: "));
        let of = if matches!(&*of, "state" | "player") { String::new() } else { format!("{} ", of.replace('_', " ")) };
        let name = if of.trim_end() == name { name } else { format!("{of}{name}") };
        let name = format!("{whose}{name}");
        // Several pieces of one kind are told apart by number.
        let count = seen.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
        let name = if *count > 1 { format!("{name} ({count})") } else { name };
        all.extend(value.map(|value| (name, value)));
    }
    all
}
