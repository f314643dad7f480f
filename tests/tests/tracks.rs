//! What shipped rules ask of tracks, on a track that lacks it.

use interpreter::diagnostic::Code;
use interpreter::ruleset::{Ruleset, Setup};
use suite::shipped;

/// The problems of a ruleset on one of its tracks, in which a text is replaced.
fn problems(game: &str, track: &str, (from, to): (&str, &str)) -> Vec<String> {
    let mut texts = shipped::library().read(game);
    let text = texts.tracks[track].clone().expect("a text");
    assert!(text.contains(from), "{from}");
    texts.tracks.insert(track.to_owned(), Ok(text.replacen(from, to, 1).into()));
    let setup = Setup { track: Some(track.to_owned()), ..Setup::default() };
    let built = Ruleset::read(&texts).build(&setup);
    assert!(built.problems.iter().all(|p| p.code == Code::CheckFailed), "{:?}", built.problems);
    built.problems.iter().map(|p| p.message.clone()).collect()
}

#[test]
fn no_climb_right_behind_a_downhill() {
    let found = problems("skoot", "test-corners", ("climbs_behind_downhills: true", "climbs_behind_downhills: false"));
    assert!(matches!(&found[..], [one] if one.contains("[SK-D2]") && one.contains("b03")), "{found:?}");
}

#[test]
fn no_downhill_through_the_recovery_area() {
    let found = problems("skoot", "test-loop", ("area: recovery", "area: recovery, terrain: downhill"));
    assert!(matches!(&found[..], [one] if one.contains("[SK-D2]") && one.contains("recovery")), "{found:?}");
}
