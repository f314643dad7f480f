//! What shipped rules ask of tracks, on tracks that lack it, and what shipped tracks promise.

use interpreter::diagnostic::Code;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::syntax::tree::ItemKind;
use suite::shipped;

/// A way to break a check of a shipped ruleset.
struct Spoilt {
    game: &'static str,
    /// A track, or a file of the ruleset with its ending, and the texts in it to replace.
    file: &'static str,
    changes: &'static [(&'static str, &'static str)],
    setting: Option<&'static str>,
    /// Part of what the check says.
    told: &'static str,
}

const fn spoilt(
    game: &'static str,
    file: &'static str,
    changes: &'static [(&'static str, &'static str)],
    told: &'static str,
) -> Spoilt {
    Spoilt { game, file, changes, setting: None, told }
}

const SKOOT: &str = "skoot";
const DERBY: &str = "hell-on-eight-wheels";
const SKI: &str = "ski-the-mountain";
const BIATHLON: &str = "biathlon-blast";

const SPOILT: &[Spoilt] = &[
    spoilt(SKOOT, "test-loop", &[("\"f3\", \"fin\"]", "\"f3\"]")], "leads nowhere"),
    spoilt(
        SKOOT,
        "test-loop",
        &[
            ("\"rec\", \"sho\", \"a01\"", "\"rec\", \"a01\""),
            ("(kind: \"homeward\"", "(kind: \"ahead\", chain: [\"sho\", \"a01\"]), (kind: \"homeward\""),
        ],
        "from the recovery area through the shooting area",
    ),
    spoilt(SKOOT, "test-loop", &[("[\"a01\", \"p1\"]", "[\"a02\", \"p1\"]")], "must branch off the first tile"),
    spoilt(SKOOT, "test-loop", &[("[\"p3\", \"p1\"]", "[\"p3\", \"p2\"]")], "must come round"),
    spoilt(SKOOT, "test-loop", &[("[\"rec\", \"f1\"]", "[\"a30\", \"f1\"]")], "a way must lead from the recovery area"),
    spoilt(
        SKOOT,
        "test-loop",
        &[("[\"st\", \"a02\"]", "[\"st\", \"a01\"]")],
        "the start must join the loop behind its first tile",
    ),
    spoilt(
        SKOOT,
        "test-loop",
        &[("\"a02\", at: (139.9, 140.5)", "\"a02\", at: (139.9, 140.5), terrain: climb")],
        "a plain tile must come before the first climb",
    ),
    spoilt(
        SKOOT,
        "test-corners",
        &[("climbs_behind_downhills: true", "climbs_behind_downhills: false")],
        "a climb stands right behind this downhill",
    ),
    spoilt(SKOOT, "test-loop", &[("area: recovery", "area: recovery, terrain: downhill")], "not lead through it"),
    spoilt(
        SKOOT,
        "test-loop",
        &[("(id: \"f3\",  at: (121.7, 161.9), area: home_straight),", ""), ("\"f2\", \"f3\", \"fin\"]", "\"f2\", \"fin\"]")],
        "the finish section needs three tiles",
    ),
    spoilt(DERBY, "test-straight", &[("\"19-1\", \"0-1\"]", "\"19-1\", \"0-2\"]")], "the lane is not closed here"),
    spoilt(DERBY, "test-straight", &[("\"0-2\", \"0-1\"]", "\"0-2\"]")], "only the innermost lane has nothing inward"),
    spoilt(
        DERBY,
        "test-straight",
        &[
            ("line: 4, lane: 2, arrow: yellow", "line: 4, lane: 2, arrow: white"),
            ("line: 5, lane: 2", "line: 5, lane: 2, arrow: white"),
            ("line: 6, lane: 2", "line: 6, lane: 2, arrow: white"),
        ],
        "more than three white arrows in a row",
    ),
    spoilt(
        DERBY,
        "test-straight",
        &[("lane: 1, mark: jam", "lane: 1, mark: jam, arrow: white")],
        "no arrow where skaters line up",
    ),
    spoilt(
        DERBY,
        "test-straight",
        &[("line: 19, lane: 2, mark: pack", "line: 19, lane: 2"), ("line: 19, lane: 3, mark: pack", "line: 19, lane: 3")],
        "eight places for blockers and pivots are needed",
    ),
    spoilt(DERBY, "test-straight", &[("lane: 1, mark: jam", "lane: 1")], "two places for jammers are needed"),
    spoilt(SKI, "test-slopes", &[("kind: bus_stop", "kind: bus_stop, colour: red")], "piste spots, and only they, have a colour"),
    spoilt(SKI, "test-slopes", &[("kind: bus_stop", "kind: bus_stop, town_bonus: 2")], "only towns have a town bonus"),
    spoilt(
        SKI,
        "test-slopes",
        &[(
            "(kind: \"Piste\", chain: [\"side_n\", \"n2\"])",
            "(kind: \"Piste\", chain: [\"side_n\", \"n2\"]), (kind: \"Piste\", chain: [\"top_n\", \"Base\"])",
        )],
        "a piste must begin with a piste spot",
    ),
    spoilt(SKI, "test-slopes", &[("at: (220, 105), colour: red", "at: (220, 105), colour: blue")], "piste spots of one colour"),
    spoilt(
        SKI,
        "test-slopes",
        &[("spaces: [\"n1\", \"n2\", \"n3\"]", "spaces: [\"n1\", \"n3\"]")],
        "must follow one another downhill",
    ),
    spoilt(SKI, "test-slopes", &[("from: \"Puilent\"", "from: \"Base\"")], "no lift can be reached from this town"),
    Spoilt { setting: Some("cards_dealt=8"), ..spoilt(SKI, "test-slopes", &[], "more cards are dealt than a skier may keep") },
    Spoilt {
        setting: Some("most_skied=10"),
        ..spoilt(
            SKI,
            "test-slopes",
            &[(
                "spaces: [\"n1\", \"n2\", \"n3\"]",
                "spaces: [\"n1\", \"n2\", \"n3\", \"n1\", \"n2\", \"n3\", \"n1\", \"n2\", \"n3\", \"n1\", \"n2\"]",
            )],
            "this run is longer than what is noted",
        )
    },
    // Lifts that lead up nothing, and no run at all.
    spoilt(
        SKI,
        "test-slopes",
        &[
            ("from: \"Saun\",     to: \"top_a\",", "from: \"Saun\",     to: \"Saun\","),
            ("from: \"top_a\",    to: \"top_e\",", "from: \"top_a\",    to: \"top_a\","),
            ("from: \"Base\",     to: \"top_n\",", "from: \"Base\",     to: \"Base\","),
            ("from: \"Base\",     to: \"side_n\",", "from: \"Base\",     to: \"Base\","),
            ("from: \"Puilent\",  to: \"top_k\",", "from: \"Puilent\",  to: \"Puilent\","),
            ("from: \"Marignan\", to: \"top_k\",", "from: \"Marignan\", to: \"Marignan\","),
        ],
        "a lift must lead up the mountain",
    ),
    spoilt(
        SKI,
        "test-slopes",
        &[
            ("(kind: \"Run\", name: \"Bear\", spaces: [\"n1\", \"n2\", \"n3\"], points: 7),", ""),
            ("(kind: \"Run\", name: \"Kid\", spaces: [\"k0\", \"k1\", \"k2\"], points: 5),", ""),
            ("(kind: \"Run\", name: \"Goat\", spaces: [\"k2\", \"k3\", \"k4\"], points: 6),", ""),
        ],
        "there must be a run",
    ),
    spoilt(
        SKI,
        "events.ron",
        &[("played: in_answer, when_another: aims_at_you", "played: at_night, when_another: aims_at_you")],
        "an event played `in_answer`, and no other",
    ),
    spoilt(BIATHLON, "test-course", &[("\"f01\", \"fin\"]", "\"f01\"]")], "leads nowhere"),
    spoilt(BIATHLON, "test-course", &[(", facing: north", "")], "which way does one face here?"),
    spoilt(
        BIATHLON,
        "test-course",
        &[("area: range, lanes: 0", "area: range, lanes: 2")],
        "the range and the finish have no lanes",
    ),
    spoilt(
        BIATHLON,
        "test-course",
        &[("\"a01\", at: (60.0, 200.0)", "\"a01\", at: (60.0, 200.0), lanes: 0")],
        "only the range and the finish have no lanes",
    ),
    spoilt(BIATHLON, "test-course", &[("coach: red, icons: 2", "coach: red")], "a coach zone has a colour and icons"),
    spoilt(
        BIATHLON,
        "test-course",
        &[("coach: red, icons: 2", "coach: red, icons: 2, coach_lane: 2")],
        "no such lane for a coach zone",
    ),
    spoilt(
        BIATHLON,
        "test-course",
        &[
            ("\"b03\", at: (240.0, 262.0)", "\"b03\", at: (240.0, 262.0), facing: south"),
            ("\"b04\", at: (160.0, 262.0)", "\"b04\", at: (160.0, 262.0), facing: south"),
            ("\"b05\", at: (80.0, 262.0)", "\"b05\", at: (80.0, 262.0), facing: south"),
        ],
        "a course should face all four winds",
    ),
    spoilt(BIATHLON, "test-course", &[("area: grid, lanes: 2", "area: grid, lanes: 1")], "the grid needs six slots"),
    spoilt(
        BIATHLON,
        "test-course",
        &[(
            "(kind: \"final\", chain: [\"a01\", \"f00\"])",
            "(kind: \"final\", chain: [\"a01\", \"f00\"]), (kind: \"final\", chain: [\"b06\", \"f00\"])",
        )],
        "one fork should lead to the finish",
    ),
    spoilt(
        BIATHLON,
        "biathletes.ron",
        &[("accuracy: [2, 2, 4]", "accuracy: [2, 5, 4]")],
        "nobody shoots better as the pulse rises",
    ),
    spoilt(
        BIATHLON,
        "cards.ron",
        &[("downhill: 1}, cost: -2)", "downhill: 1}, cost: -2, icy: true)")],
        "one action of a card should be on snow",
    ),
];

/// Each check that a shipped ruleset makes refuses something.
#[test]
fn each_check_has_something_that_it_refuses() {
    let mut wrong = vec![];
    for Spoilt { game, file, changes, setting, told } in SPOILT {
        let mut texts = shipped::library().read(game);
        let is_track = !file.ends_with(".ron");
        let text = if is_track { texts.tracks.get_mut(*file) } else { texts.files.get_mut(*file) };
        let text = text.unwrap_or_else(|| panic!("{game} has no {file}"));
        let mut new = text.clone().expect("a text").to_string();
        for (from, to) in *changes {
            if !new.contains(from) {
                wrong.push(format!("{game}: {file} has no {from}"));
            }
            new = new.replacen(from, to, 1);
        }
        *text = Ok(new.into());
        let track = is_track.then(|| (*file).to_owned());
        let setup = Setup { track, settings: setting.iter().map(|s| (*s).to_owned()).collect(), ..Setup::default() };
        let problems = Ruleset::read(&texts).build(&setup).problems;
        let found = problems.iter().any(|p| p.code == Code::CheckFailed && p.message.contains(told));
        if !found {
            let messages: Vec<&String> = problems.iter().map(|p| &p.message).collect();
            wrong.push(format!("{game}: nothing says {told:?}, but {messages:?}"));
        }
    }
    for game in shipped::library().names() {
        let ruleset = shipped::ruleset(&game);
        for item in ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree)).flat_map(|tree| &tree.items) {
            let ItemKind::Check { problem, .. } = &item.kind else { continue };
            let text = problem.plain().expect("a text without holes");
            let is_spoilt = SPOILT.iter().any(|spoilt| spoilt.game == game && text.contains(spoilt.told));
            if !is_spoilt {
                wrong.push(format!("{game}: nothing spoils the check {text:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
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
