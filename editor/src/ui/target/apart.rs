//! Tells options and ways apart that would read alike, by what differs.

use interpreter::chain::Way;
use interpreter::game::Question;
use interpreter::trial::Tried;

use crate::playtest::Race;
use crate::words::{ARROW, log_line};

/// Returns the words of an option. Of options that would read alike, each says what differs in what it leads to: over which space, or which
/// value becomes another one.
pub fn told(race: &Race, question: &Question, option: usize) -> String {
    let told = &question.options[option].told;
    let alike: Vec<usize> = (0..question.options.len()).filter(|n| *n != option && question.options[*n].told == *told).collect();
    let tried = |n: usize| race.tried(n);
    let Some(own) = tried(option).filter(|_| !alike.is_empty()) else { return told.clone() };
    let others: Vec<&Tried> = alike.into_iter().filter_map(tried).collect();
    let differs = apart(own, &others, |space| race.program.called.get(space).map(ToString::to_string));
    differs.map_or(told.clone(), |differs| format!("{told}, {differs}"))
}

/// Says in what a trial differs from others: the first space that it alone leads over, or the first value that becomes another one.
pub fn apart(own: &Tried, others: &[&Tried], called: impl Fn(usize) -> Option<String>) -> Option<String> {
    let spaces = |tried: &Tried| tried.moved.iter().flat_map(|moved| moved.way.clone()).flatten().collect::<Vec<usize>>();
    let elsewhere: Vec<Vec<usize>> = others.iter().map(|other| spaces(other)).collect();
    let via = spaces(own).into_iter().find(|space| !elsewhere.iter().all(|other| other.contains(space)));
    let change = || own.changes.iter().find(|change| !others.iter().all(|other| other.changes.contains(change)));
    let change = || change().map(|change| format!("{} {} → {}", change.name, change.old, change.new));
    via.and_then(called).map(|via| format!("via {via}")).or_else(change)
}

/// Says of each way where it leads. Those that would read alike also say where they differ, and how long they are.
pub fn ways_told(ways: &[Way]) -> Vec<String> {
    let texts: Vec<String> = ways.iter().map(|way| log_line(&way.told.join(ARROW))).collect();
    let apart = |(way, text): (&Way, &String)| {
        let alike = || ways.iter().zip(&texts).filter(|(_, other)| *other == text).map(|(way, _)| way);
        if alike().count() < 2 {
            return text.clone();
        }
        let via = way.told.iter().find(|step| !alike().all(|other| other.told.contains(step)));
        let via = via.map_or("directly".to_owned(), |step| format!("via {step}"));
        let is_as_long = alike().all(|other| other.steps.len() == way.steps.len());
        let long = if is_as_long { String::new() } else { format!(" ({} steps)", way.steps.len()) };
        format!("{text}, {via}{long}")
    };
    ways.iter().zip(&texts).map(apart).collect()
}
