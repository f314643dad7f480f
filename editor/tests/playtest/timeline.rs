//! Steps along a race.

use editor::playtest::timeline::{Rounds, StopKind, Stride, Timeline, Way};
use interpreter::game::Sum;
use interpreter::playtest::Moment;

/// After so many events of the only run.
fn moment(tick: u32) -> Moment {
    Moment { tick, ..Moment::default() }
}

/// Turns of these players in order, each with a question.
fn timeline(players: &[usize]) -> Timeline {
    let (mut all, mut rounds) = (Timeline::default(), Rounds::default());
    let sum = |choices, lines| Sum { choices, lines, blocks: 0 };
    all.add(&rounds, StopKind::Question, moment(1), sum(0, 1));
    for (n, player) in players.iter().enumerate() {
        rounds.turn(n as u32 + 1, Some(*player));
        let at = |lines: usize| (moment(lines as u32), sum(n + 1, lines));
        for (kind, (moment, sum)) in [(StopKind::Turn, at(3 * n + 2)), (StopKind::Question, at(3 * n + 3))] {
            all.add(&rounds, kind, moment, sum);
        }
    }
    all
}

#[test]
fn steps_lead_to_where_something_begins() {
    let all = timeline(&[0, 1, 2, 0, 1]);
    assert_eq!(all.stops.iter().map(|stop| stop.round).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
    let walk = |from: usize, stride: Stride, way: Way| -> Vec<usize> {
        std::iter::successors(Some(from), |at| all.step(*at, stride, way)).skip(1).collect()
    };
    assert_eq!(walk(0, Stride::Decision, Way::On), [2, 4, 6, 8, 10]);
    assert_eq!(walk(10, Stride::Decision, Way::Back), [8, 6, 4, 2, 0]);
    assert_eq!(walk(2, Stride::Turn, Way::On), [3, 5, 7, 9, 10]);
    assert_eq!(walk(10, Stride::Turn, Way::Back), [9, 7, 5, 3, 1, 0]);
    assert_eq!(walk(0, Stride::Round, Way::On), [1, 7, 10]);
    assert_eq!(walk(9, Stride::Round, Way::Back), [7, 1, 0]);
}

#[test]
fn stops_are_found_by_moments() {
    let all = timeline(&[0, 1]);
    assert_eq!([0, 1, 2, 3, 4, 5, 99].map(|tick| all.at(moment(tick))), [0, 0, 1, 2, 2, 3, 4]);
    assert_eq!(Timeline::default().step(0, Stride::Turn, Way::Back), None);
    assert_eq!(Timeline::default().step(5, Stride::Turn, Way::On), None);
}
