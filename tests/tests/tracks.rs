//! What shipped rules ask of tracks, on a track that lacks it, and what shipped tracks promise.

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

/// The rulebook has coach zones of six colours; each course has them all. Its second use of a red one is at a range.
#[test]
fn every_course_has_coach_zones_of_all_colours() {
    let ruleset = shipped::ruleset("biathlon-blast");
    let mut red_ranges = 0;
    for track in shipped::library().read("biathlon-blast").tracks.keys() {
        let program = shipped::program(&ruleset, &[], track, 2, &[]);
        let column = |name: &str| {
            let id = shipped::field(&program, name);
            (0..program.spaces.len()).map(|s| program.image[usize::from(program.field_slot(id, s).0)]).collect::<Vec<i32>>()
        };
        let (coach, area) = (column("coach"), column("area"));
        let cases = |name: &str| program.ir.enums.iter().find(|e| *e.name == *name).expect("an enum").cases.iter();
        let missing: Vec<_> = cases("Colour").zip(0..).filter(|(_, n)| !coach.contains(n)).map(|(c, _)| &c.name).collect();
        assert!(missing.is_empty(), "{track} lacks {missing:?}");
        let range = cases("Area").position(|c| &*c.name == "range").expect("a range");
        let red = cases("Colour").position(|c| &*c.name == "red").expect("red");
        red_ranges += usize::from(area.iter().zip(&coach).any(|(a, c)| (*a, *c) == (range as i32, red as i32)));
    }
    assert!(red_ranges > 0, "[BB-88] the coach's bullets are hits nowhere");
}
