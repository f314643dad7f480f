//! How the race went: its result, how everybody stands in the words of the manifest, and charts over its turns.

use std::collections::BTreeMap;
use std::fmt::Write;

use interpreter::game::Status;
use interpreter::ir::{Owner, Type};
use interpreter::playtest::Scene;
use interpreter::view::{self, Seen};
use interpreter::vm::Machine;

use super::{Page, boards, count, name};
use crate::looks;
use crate::playtest::timeline::StopKind;
use crate::playtest::{Race, Stage};
use crate::words::{escaped, titled};

/// The most charts.
const CHARTS: usize = 3;
/// The size of a chart.
const SIZE: (f32, f32) = (640.0, 170.0);
/// The colour of the edge of lines.
const EDGE: &str = "#5b6876";

pub fn write(page: &mut Page, race: &mut Race) {
    page.heading("The race");
    let end = race.newest();
    let Some((scene, stage)) = race.look_up(end) else { return };
    page.paragraph(&stands(race, &scene));
    standing(page, race, &scene, &stage);
    let picture = page.boards.scene(&stage, &scene, "The board where the race stands");
    page.add(picture);
    charts(page, race);
}

/// How far the race has come.
fn stands(race: &Race, scene: &Scene) -> String {
    let far = format!(
        "{}, {} and {}",
        count(scene.round.into(), "round"),
        count(scene.turn.into(), "turn"),
        count(scene.sum.choices as u64, "decision")
    );
    match &scene.status {
        Some(Status::Over) => format!("The race is over after {far}."),
        Some(Status::Unfinished) => format!("The race was broken off after {far}."),
        Some(Status::Failed(why)) => format!("After {far} the rules could not go on: {}.", why.message),
        Some(Status::Asking(question)) => format!("After {far}, {} is asked.", name(race, question.player)),
        None => format!("The race is under way, after {far}."),
    }
}

fn machine(scene: &Scene) -> Machine {
    let mut machine = Machine::new(&scene.program);
    scene.put_into(&mut machine);
    machine
}

/// What an onlooker sees of the players that the manifest lists, in its order.
fn seen(scene: &Scene, stage: &Stage) -> Vec<Seen> {
    let (program, manifest) = (&scene.program, &stage.ruleset.manifest);
    let several = |s: &Seen| {
        let kind = program.piece_kinds().find(|kind| program.ir.pieces[kind.index()].name == s.of);
        kind.is_some_and(|kind| program.of_each(Owner::Piece(kind)) > 1)
    };
    let mut seen = view::fields(program, &machine(scene), None);
    seen.retain(|s| s.owner.is_some() && !several(s) && !s.is_fixed && manifest.lists(&s.of, &s.name));
    seen.sort_by_key(|s| manifest.order(&s.of, &s.name));
    seen
}

/// How everybody stands, with those in front first: the place, what the manifest lists, and what the rules measure.
fn standing(page: &mut Page, race: &Race, scene: &Scene, stage: &Stage) {
    let (program, manifest) = (&scene.program, &stage.ruleset.manifest);
    let machine = machine(scene);
    let places = machine.places(program);
    let mut columns: Vec<(String, BTreeMap<usize, String>)> = vec![];
    if places.iter().any(Option::is_some) {
        let of = |place: &Option<u32>| place.map_or("–".to_owned(), |place| place.to_string());
        columns.push(("Place".to_owned(), places.iter().map(of).enumerate().collect()));
    }
    for s in seen(scene, stage) {
        let title = looks::heading(manifest, &s);
        let said = looks::said(manifest, &s).unwrap_or_else(|| "hidden".to_owned());
        let at = columns.iter().position(|(known, _)| *known == title).unwrap_or_else(|| {
            columns.push((title, BTreeMap::new()));
            columns.len() - 1
        });
        let cell = columns[at].1.entry(s.owner.unwrap_or_default()).or_default();
        *cell = if cell.is_empty() { said } else { format!("{cell}, {said}") };
    }
    let measures = program.ir.measures.iter().enumerate().filter(|(_, measure)| matches!(measure.per, Some(Type::Player)));
    for (n, measure) in measures {
        let figures = machine.read(program).measure(n).iter().map(i32::to_string).enumerate().collect();
        let title = titled(&measure.name);
        if !columns.iter().any(|(known, _)| *known == title) {
            columns.push((title, figures));
        }
    }
    let mut order: Vec<usize> = (0..program.players).collect();
    order.sort_by_key(|player| places.get(*player).copied().flatten().unwrap_or(u32::MAX));
    // Players are columns: there are fewer of them than there is to tell of each.
    let head: Vec<String> = [String::new()].into_iter().chain(order.iter().map(|player| boards::named(race, *player))).collect();
    let row = |(title, cells): &(String, BTreeMap<usize, String>)| {
        let cells = order.iter().map(|player| cells.get(player).map_or(String::new(), |cell| escaped(cell)));
        [escaped(title)].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = columns.iter().map(row).collect();
    page.table_of(&head, &rows);
}

/// One number of each player at the beginning of each turn.
struct Chart {
    title: String,
    /// By player: the turn, and the number.
    lines: Vec<Vec<(u32, i32)>>,
}

impl Chart {
    fn values(&self) -> impl Iterator<Item = i32> {
        self.lines.iter().flatten().map(|(_, value)| *value)
    }

    fn is_flat(&self) -> bool {
        self.values().min() == self.values().max()
    }
}

/// Charts of the numbers that the manifest lists of players.
fn charts(page: &mut Page, race: &mut Race) {
    let timeline = race.timeline();
    let last = timeline.last();
    let stops = timeline.stops.iter().enumerate().filter(|(n, stop)| stop.kind == StopKind::Turn || *n == last);
    let mut charts: Vec<((String, String), Chart)> = vec![];
    let players = race.present_stage().program.players;
    for (_, stop) in stops {
        let Some((scene, stage)) = race.look_up(stop.moment) else { continue };
        for s in seen(&scene, &stage).iter().filter(|s| *s.of == *"player") {
            let (Some(owner), Some(value)) = (s.owner, s.value.as_ref().and_then(|value| value.parse().ok())) else { continue };
            let key = (s.of.to_string(), s.name.clone());
            let at = charts.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                let title = looks::heading(&stage.ruleset.manifest, s);
                charts.push((key, Chart { title, lines: vec![vec![]; players] }));
                charts.len() - 1
            });
            charts[at].1.lines.get_mut(owner).into_iter().for_each(|line| line.push((stop.turn, value)));
        }
    }
    let charts: Vec<Chart> = charts.into_iter().map(|(_, chart)| chart).filter(|chart| !chart.is_flat()).take(CHARTS).collect();
    if charts.is_empty() {
        return;
    }
    page.add("<h3>Turn by turn</h3>");
    let colours = boards::colours(race);
    let letters: Vec<String> =
        (0..players).map(|player| crate::pieces::seats::letter(&race.present_stage().program, player)).collect();
    charts.iter().for_each(|chart| page.add(drawn(chart, &colours, &letters)));
}

/// Draws a chart. At the end of each line stands the letter of its player, so that it isn't told by colour alone.
fn drawn(chart: &Chart, colours: &[String], letters: &[String]) -> String {
    let (width, height) = SIZE;
    let (left, right, top, bottom) = (34.0, 26.0, 8.0, 20.0);
    let (low, high) = (chart.values().min().unwrap_or(0).min(0), chart.values().max().unwrap_or(1));
    let last = chart.lines.iter().flatten().map(|(turn, _)| *turn).max().unwrap_or(1).max(1);
    let x = |turn: u32| left + (width - left - right) * turn as f32 / last as f32;
    let y = |value: i32| top + (height - top - bottom) * (high - value) as f32 / (high - low).max(1) as f32;
    let mut svg = format!(
        "<figure class=\"note\"><figcaption>{}</figcaption><svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{}, turn by turn\" font-size=\"11\" fill=\"#5b6876\">\n",
        escaped(&chart.title),
        escaped(&chart.title)
    );
    for value in [low, high] {
        let (right, y) = (width - right, y(value));
        let _ = writeln!(svg, "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#d5dce3\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>", left - 6.0, y + 4.0);
    }
    for turn in [1, last] {
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">turn {turn}</text>", x(turn), height - 5.0);
    }
    let mut ends: Vec<(f32, usize)> = vec![];
    for (player, line) in chart.lines.iter().enumerate() {
        let colour = colours.get(player).map_or("#555555", String::as_str);
        let points: Vec<String> = line.iter().map(|(turn, value)| format!("{:.1},{:.1}", x(*turn), y(*value))).collect();
        let points = points.join(" ");
        // An edge keeps light colours in sight on the white page.
        for (stroke, width) in [(EDGE, 3.5), (colour, 2.0)] {
            let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>");
        }
        ends.extend(line.last().map(|(_, value)| (y(*value), player)));
    }
    // Letters of lines that end at the same height stand one above the other.
    ends.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lowest = f32::INFINITY;
    for (y, player) in ends {
        lowest = y.min(lowest - 12.0);
        let colour = colours.get(player).map_or("#555555", String::as_str);
        let letter = letters.get(player).map_or(String::new(), |letter| escaped(letter));
        let at = width - right + 5.0;
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{lowest:.1}\" r=\"3\" fill=\"{colour}\" stroke=\"{EDGE}\"/><text x=\"{:.1}\" y=\"{:.1}\">{letter}</text>",
            at + 2.0,
            at + 8.0,
            lowest + 4.0
        );
    }
    svg + "</svg></figure>"
}
