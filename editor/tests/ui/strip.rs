//! The turns of a race as parts of a strip.

use editor::playtest::timeline::{Stop, StopKind, Timeline};
use editor::ui::transport::strip::turns;

#[test]
fn a_turn_lasts_until_the_next_one_begins() {
    let stop = |turn, kind| Stop {
        kind,
        moment: interpreter::playtest::Moment::default(),
        choices: 0,
        lines: 0,
        turn,
        round: turn.min(1),
        turn_of: (turn as usize).checked_sub(1),
        rules_ago: 0,
    };
    let kinds = [(0, StopKind::Question), (1, StopKind::Turn), (1, StopKind::Question), (2, StopKind::Turn), (2, StopKind::End)];
    let timeline = Timeline { stops: kinds.into_iter().map(|(turn, kind)| stop(turn, kind)).collect() };
    let all = turns(&timeline);
    let spans: Vec<_> = all.iter().map(|turn| (turn.of, turn.first, turn.last)).collect();
    assert_eq!(spans, [(None, 0, 1), (Some(0), 1, 3), (Some(1), 3, 4)]);
    assert!(turns(&Timeline::default()).is_empty());
}
