//! The figures after a number of games, worked out and put in words in the background, so that the window only has to draw them.

use std::sync::Arc;
use std::time::Duration;

use interpreter::simulate::{Comparison, Counts};
use interpreter::stats::{self, CONFIDENCE, Estimate, Judged, Section};

use super::words::{self, count, number};
use super::{Bars, Job, Line, line};

/// The games played so far.
#[derive(Clone)]
pub enum Played {
    One(Box<Counts>),
    /// The games before and now, on the same luck.
    Two(Box<Comparison>),
}

impl Played {
    /// Returns the counts under the current rules.
    pub fn now(&self) -> &Counts {
        match self {
            Played::One(counts) => counts,
            Played::Two(comparison) => &comparison.second,
        }
    }

    /// Returns the counts under the earlier rules.
    pub fn before(&self) -> Option<&Counts> {
        match self {
            Played::One(_) => None,
            Played::Two(comparison) => Some(&comparison.first),
        }
    }

    pub(super) fn merge(&mut self, more: &Played) {
        match (self, more) {
            (Played::One(own), Played::One(more)) => own.merge(more),
            (Played::Two(own), Played::Two(more)) => own.merge(more),
            _ => unreachable!("a job is played in one way"),
        }
    }
}

/// The figures of a job.
pub struct Snapshot {
    pub job: Arc<Job>,
    /// The games; `None` if playing failed.
    pub played: Option<Played>,
    pub is_done: bool,
    /// How long the rest is likely to take, once that can be told.
    pub left: Option<Duration>,
    /// Why playing failed. It is a fault of the program.
    pub fault: Option<String>,
    /// Reasons in words why games are missing from the figures.
    pub troubles: Vec<String>,
    pub parts: Vec<Part>,
    pub goals: Vec<GoalLine>,
    /// Wins that differ significantly, with no goal about them, in words.
    pub uneven: Vec<String>,
    pub bars: Vec<Bars>,
    /// For each space, how often pieces come to rest on it in a game.
    pub stops: Vec<Option<Estimate>>,
}

/// The figures of one section.
pub struct Part {
    pub section: Section,
    pub title: &'static str,
    pub lines: Vec<Line>,
}

/// A goal of the rules.
pub struct GoalLine {
    pub now: Judged,
    pub before: Option<Judged>,
}

impl Snapshot {
    pub(super) fn of(job: &Arc<Job>, played: &Played) -> Snapshot {
        let program = &job.now.program;
        let counts = played.now();
        let lines = line::lines(job, played);
        let parts = words::sections(program.players).iter().map(|section| Part {
            section: *section,
            title: words::section_title(*section),
            lines: lines.iter().filter(|line| line.section == *section).cloned().collect(),
        });
        let before = job.before.as_ref().zip(played.before());
        let goals_before = before.map(|(side, counts)| stats::goals(&side.program, counts)).unwrap_or_default();
        let goals = stats::goals(program, counts).into_iter().map(|now| {
            let before = goals_before.iter().find(|before| before.title == now.title && before.wanted == now.wanted).cloned();
            GoalLine { now, before }
        });
        let stops = counts.stops.iter().flatten().map(|tally| stats::mean(tally, CONFIDENCE)).collect();
        Snapshot {
            job: job.clone(),
            is_done: counts.games >= job.games,
            left: None,
            fault: None,
            troubles: troubles(played),
            parts: parts.filter(|part| !part.lines.is_empty()).collect(),
            goals: goals.collect(),
            uneven: stats::uneven(program, counts, &job.seats()).iter().map(|u| words::uneven(u, program.players)).collect(),
            bars: Bars::all(job, played),
            stops,
            played: Some(played.clone()),
        }
    }

    pub(super) fn of_fault(job: &Arc<Job>, why: String) -> Snapshot {
        Snapshot {
            job: job.clone(),
            played: None,
            is_done: true,
            left: None,
            fault: Some(why),
            troubles: vec![],
            parts: vec![],
            goals: vec![],
            uneven: vec![],
            bars: vec![],
            stops: vec![],
        }
    }

    /// Returns the bars of a figure, by its key; of the first one if that has none.
    pub fn bars(&self, key: &str) -> Option<&Bars> {
        self.bars.iter().find(|bars| bars.key == key).or(self.bars.first())
    }

    /// Returns the number of games played so far.
    pub fn games(&self) -> u64 {
        self.played.as_ref().map_or(0, |played| played.now().games)
    }

    /// Describes the games that the figures are based on: `5 000 of 5 000 games, 4 players (all random), seed 1`.
    pub fn rests_on(&self) -> String {
        let (games, of) = (number(self.games()), count(self.job.games, "game"));
        let (players, bots) = (count(self.job.now.program.players as u64, "player"), words::bots(&self.job.seats()));
        format!("{games} of {of}, {players} ({bots}), seed {}", self.job.seed)
    }

    /// Whether no game had a winner, because the rules give no places.
    pub fn nobody_won(&self) -> bool {
        let mut wins =
            self.parts.iter().filter(|part| part.section == Section::WinsBySeat).flat_map(|part| &part.lines).peekable();
        wins.peek().is_some() && wins.all(|line| line.now.is_none_or(|now| now.value == 0.0))
    }
}

/// Returns reasons why games are missing from the figures.
fn troubles(played: &Played) -> Vec<String> {
    let mut found = vec![];
    for (when, counts) in [("", Some(played.now())), ("Before: ", played.before())] {
        let Some(counts) = counts else { continue };
        for (games, what) in [(counts.failed, "failed"), (counts.unfinished, "did not end and were broken off")] {
            if let Some(share) = stats::proportion(games, counts.games, CONFIDENCE).filter(|_| games > 0) {
                let (games, of) = (number(games), count(counts.games, "game"));
                let share = format!("{}, {}", words::percent(share.value), words::interval(&share));
                found.push(format!("{when}{games} of {of} {what} ({share}): they are in no figure."));
            }
        }
    }
    if let Played::Two(comparison) = played
        && !found.is_empty()
        && comparison.compared() > 0
    {
        let games = count(comparison.compared(), "game");
        found.push(format!("What has changed is told of the {games} that came to an end both before and now."));
    }
    let answers = played.now().at_random;
    if answers > 0 {
        found
            .push(format!("{} given at random: no state that a bot imagined agreed with what it saw.", count(answers, "answer")));
    }
    found
}
