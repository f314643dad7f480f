//! Trails of the real world as courses. The trails are invented.

use editor::drawing::courses::Course;
use editor::drawing::document::SHEET;
use editor::drawing::trail::{self, Fix, Plan, SMOOTH, Slope, SlopeRule, TILES, Trail, lay, slope_values};
use editor::drawing::{Checker, Size};
use proptest::prelude::*;

use super::*;

/// A point of a file: longitude, latitude and height.
type Told = (f64, f64, Option<f64>);

/// A file with such tracks, each of such parts.
fn gpx(tracks: &[(&str, &[Vec<Told>])]) -> String {
    let point = |(longitude, latitude, height): &Told| {
        let height = height.map(|height| format!("<ele>{height}</ele>")).unwrap_or_default();
        format!("<trkpt lat=\"{latitude}\" lon=\"{longitude}\">{height}</trkpt>\n")
    };
    let part = |part: &Vec<Told>| format!("<trkseg>{}</trkseg>", part.iter().map(point).collect::<String>());
    let track = |(name, parts): &(&str, &[Vec<Told>])| {
        format!("<trk><name>{name}</name>{}</trk>", parts.iter().map(part).collect::<String>())
    };
    let tracks: String = tracks.iter().map(track).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"us\" xmlns=\"http://www.topografix.com/GPX/1/1\">{tracks}</gpx>"
    )
}

/// A trail over a hill with bends: about 6 km, up for its first half and down for its second.
fn hill(count: usize) -> Vec<Told> {
    let point = |n: usize| {
        let share = n as f64 / (count - 1) as f64;
        let height = 400.0 + 300.0 * (1.0 - (2.0 * share - 1.0).abs());
        (10.0 + 0.07 * share, 47.0 + 0.008 * (share * 9.0).sin(), Some(height))
    };
    (0..count).map(point).collect()
}

/// A loop around a point.
fn ring(count: usize) -> Vec<Told> {
    let point = |n: usize| {
        let angle = n as f64 / count as f64 * std::f64::consts::TAU;
        (10.0 + 0.02 * angle.cos(), 47.0 + 0.01 * angle.sin(), Some(500.0 + 60.0 * angle.sin()))
    };
    (0..count).map(point).collect()
}

#[track_caller]
fn only(text: &str) -> Trail {
    let trails = trail::read(text.as_bytes()).expect("it can be read");
    assert_eq!(trails.len(), 1);
    trails[0].clone()
}

fn checker(game: &str) -> Checker {
    Checker::new(&ruleset(game), &[])
}

fn plan(trail: &Trail, count: usize) -> Plan {
    let is_closed = trail.is_loop();
    Plan { sheet: SHEET, from: 0.0, to: trail.length(), count, is_closed, is_north_up: true, smooth: SMOOTH.1, rules: vec![] }
}

#[test]
fn a_trail_becomes_a_course_of_every_game() {
    let trail = only(&gpx(&[("Over the hill", &[hill(900)])]));
    assert!((5_000.0..9_000.0).contains(&trail.length()) && !trail.is_loop(), "{}", trail.length());
    for game in library().names() {
        let checker = checker(&game);
        let proposed = Plan::proposed(&trail, &checker, SHEET);
        assert!((15..=80).contains(&proposed.count), "{game}: {}", proposed.count);
        let drawn =
            trail::track(&checker, "Over the hill", &trail, &Plan { count: 40, ..proposed.clone() }).expect("it can be drawn");
        let again = document(&text(&drawn));
        assert_eq!(text(&again), text(&drawn), "{game}: it is read as it was written");
        assert_eq!((again.spaces().len(), again.courses().len()), (40, 1), "{game}");
        // Its line can be reshaped.
        let course = Course::read(&again.courses()[0]).expect("it is a course");
        assert_eq!(course.count(), 40);
        assert!((4..30).contains(&course.line.nodes.len()), "{game}: {} nodes", course.line.nodes.len());
        for (space, at) in again.spaces().iter().zip(course.places().into_iter().flatten()) {
            assert!(space.at.is_some_and(|space| space.distance(at) < 0.05), "{game}");
            assert!((0.0..=SHEET.width).contains(&at.x) && (0.0..=SHEET.height).contains(&at.y), "{game}: {at}");
        }
        let problems = checker.problems(&again, "mine");
        let of_file = problems.iter().find(|problem| problem.message.contains("course") && problem.message.contains("read"));
        assert!(of_file.is_none(), "{game}: {of_file:?}");
        // What the manifest draws as ground that rises is proposed for climbs, and stands where the trail climbs.
        let risen = slope_values(&checker).into_iter().filter(|value| value.height != 0).count();
        let said = proposed.rules.iter().filter(|rule| rule.value.is_some()).count();
        assert_eq!(said, risen, "{game}");
        for rule in &proposed.rules {
            let Some(value) = &rule.value else { continue };
            assert_eq!(rule.is_climb, value.height > 0);
            let has = |range: std::ops::Range<usize>| {
                again.spaces()[range].iter().filter(|space| space.fields.get(&value.field) == Some(&value.value)).count()
            };
            let (first, second) = (has(2..18), has(22..38));
            let (own, other) = if rule.is_climb { (first, second) } else { (second, first) };
            assert!(own > 3 && other == 0, "{game}, {}: {first} and {second}", value.title);
        }
    }
}

#[test]
fn the_designer_says_what_steep_is() {
    let checker = checker(&library().names()[0]);
    let trail = only(&gpx(&[("Over the hill", &[hill(900)])]));
    let values = slope_values(&checker);
    let rule = |is_climb, percent, n: usize| SlopeRule { is_climb, percent, value: values.get(n).cloned() };
    let plan = Plan { rules: vec![rule(true, 5.0, 0), rule(true, 12.0, 1), rule(false, 5.0, 2)], ..plan(&trail, 40) };
    let said = |slope: f64| plan.value_of(Slope(slope)).and_then(|rule| rule.value.clone());
    assert_eq!(
        [0.04, 0.06, 0.13, -0.04, -0.3].map(said),
        [None, values.first().cloned(), values.get(1).cloned(), None, values.get(2).cloned()]
    );
    // A rule without a value takes nothing from the others.
    let plan = Plan { rules: vec![rule(true, 5.0, 0), SlopeRule { value: None, ..rule(true, 6.0, 0) }], ..plan };
    assert_eq!(plan.value_of(Slope(0.2)), plan.rules.first());
}

#[test]
fn slopes_are_those_of_the_ground() {
    // Measured badly, but ten per cent all the way.
    let point =
        |n: usize| (10.0, 47.0 + n as f64 * 1e-4, Some(500.0 + n as f64 * 1.1119 + f64::from((n * 7919 % 11) as u8) / 4.0));
    let trail = only(&gpx(&[("Steady", &[(0..600).map(point).collect()])]));
    let laid = lay(&trail, &plan(&trail, 30)).expect("it can be laid");
    assert_eq!(laid.slopes().len(), 30);
    for slope in laid.slopes() {
        assert!((0.093..0.107).contains(&slope.0), "{slope:?}");
    }
    assert!((laid.metres - trail.length() / 29.0).abs() < 1e-6);
}

#[test]
fn a_loop_becomes_a_closed_course() {
    let trail = only(&gpx(&[("Round", &[ring(300)])]));
    assert!(trail.is_loop());
    let checker = checker(&library().names()[0]);
    let plan = Plan::proposed(&trail, &checker, SHEET);
    let drawn = trail::track(&checker, "Round", &trail, &Plan { count: 24, ..plan }).expect("it can be drawn");
    let course = Course::read(&drawn.courses()[0]).expect("it is a course");
    assert!(course.line.comes_round() && course.count() == 24);
    let places = course.places().remove(0);
    let gap = places[23].distance(places[0]);
    assert!((gap / places[0].distance(places[1]) - 1.0).abs() < 0.2, "the last one is as far from the first as any other");
    // A stretch of it is open, if one wants.
    let stretch = Plan { to: trail.length() / 2.0, is_closed: false, ..Plan::proposed(&trail, &checker, SHEET) };
    let half = lay(&trail, &stretch).expect("it can be laid");
    assert!(!half.line.comes_round() && (half.tiles[half.tiles.len() - 1].far - trail.length() / 2.0).abs() < 1.0);
    lay(&trail, &Plan { from: 5.0, to: 5.0, ..stretch }).expect_err("it has no length");
}

#[test]
fn the_earth_has_no_edges() {
    let here = only(&gpx(&[("Here", &[hill(200)])]));
    let laid = lay(&here, &plan(&here, 30)).expect("it can be laid");
    // Across the 180th meridian, the same trail is as long and lies the same.
    let moved = |(longitude, latitude, height): Told| ((longitude + 169.965 + 180.0).rem_euclid(360.0) - 180.0, latitude, height);
    let there = only(&gpx(&[("There", &[hill(200).into_iter().map(moved).collect()])]));
    assert!((here.length() - there.length()).abs() < 0.01);
    let other = lay(&there, &plan(&there, 30)).expect("it can be laid");
    for (a, b) in laid.tiles.iter().zip(&other.tiles) {
        assert!(a.at.distance(b.at) < 0.01, "{a:?} {b:?}");
    }
    // Around the pole.
    let circle = |n: usize| (f64::from(n as u16) - 180.0, 89.99, None);
    let round = only(&gpx(&[("Pole", &[(0..360).map(circle).collect()])]));
    assert!(round.is_loop() && (6_900.0..7_000.0).contains(&round.length()), "{}", round.length());
    let laid = lay(&round, &plan(&round, 24)).expect("it can be laid");
    let far = laid.tiles.iter().map(|tile| tile.at.distance((SHEET / 2.0).to_vec2().to_point()));
    let (least, most) = far.fold((f64::MAX, 0.0_f64), |(a, b), far| (a.min(far), b.max(far)));
    assert!(most / least < 1.03, "it is a circle: {least} {most}");
    // North is at the head of the sheet, unless the trail fills it better the other way.
    let north = only(&gpx(&[("North", &[(0..50).map(|n| (10.0, 47.0 + f64::from(n) * 0.001, None)).collect()])]));
    let up = lay(&north, &plan(&north, 10)).expect("it can be laid");
    assert!(up.tiles[9].at.y < up.tiles[0].at.y - 200.0);
    let turned = lay(&north, &Plan { is_north_up: false, ..plan(&north, 10) }).expect("it can be laid");
    assert!(turned.spacing > up.spacing * 1.3);
}

#[test]
fn parts_routes_and_several_tracks_can_be_chosen() {
    let points = hill(90);
    let parts = [points[..40].to_vec(), points[45..].to_vec()];
    let text = gpx(&[("Whole", &parts), ("", &[ring(30)])]);
    let route = "<rte><name>By road</name><rtept lat=\"47\" lon=\"10\"/><rtept lat=\"47.1\" lon=\"10.2\"/></rte><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>";
    let text = text.replace("</gpx>", route);
    let trails = trail::read(text.as_bytes()).expect("it can be read");
    let names: Vec<&str> = trails.iter().map(|trail| &*trail.name).collect();
    assert_eq!(names, ["Whole", "Whole, part 1", "Whole, part 2", "Track 2", "By road"]);
    assert!(trails[0].length() > trails[1].length() + trails[2].length(), "the parts are joined");
    assert!(!trails[4].has_heights());
}

#[test]
fn names_are_no_longer_than_a_line() {
    let ground = [hill(9)];
    let long = "Over the hill ".repeat(100_000);
    let trails = trail::read(gpx(&[(&long, &ground), ("\u{85} \u{7f}", &ground), (" \u{85} A\u{7f}b ", &ground)]).as_bytes());
    let names: Vec<String> = trails.expect("they can be read").into_iter().map(|trail| trail.name).collect();
    assert_eq!(names, [&long[..80], "Track 2", "Ab"].map(|name| name.trim().to_owned()));
    let told = trail::read(format!("<gpx version=\"1.1\"><{0}/></gpx>", "x".repeat(100_000)).as_bytes()).expect_err("no GPX");
    assert!(told.contains("not a GPX file") && told.chars().count() < 200, "{} characters", told.chars().count());
    let told = trail::read(format!("<gpx version=\"1.1\"><trk><{0}/></trk></gpx>", "x".repeat(100_000)).as_bytes());
    assert_eq!(told.expect_err("no GPX"), "This GPX file is damaged.");
}

#[test]
fn heights_that_nobody_can_believe_are_worked_out() {
    let mut points = hill(100);
    (points[3].2, points[40].2, points[70].2) = (None, Some(f64::NAN), Some(1e300));
    let trail = only(&gpx(&[("Gaps", &[points])]));
    assert_eq!(trail.unknown_heights(), (3, 100));
    let steep = |trail: &Trail| lay(trail, &plan(trail, 20)).expect("it can be laid").slopes();
    for (slope, known) in steep(&trail).iter().zip(steep(&only(&gpx(&[("Whole", &[hill(100)])])))) {
        assert!((slope.0 - known.0).abs() < 0.03, "{slope:?} {known:?}");
    }
    let flat = only(&gpx(&[("None", &[hill(100).into_iter().map(|(x, y, _)| (x, y, None)).collect()])]));
    assert!(!flat.has_heights() && steep(&flat).is_empty());
    // Nothing says anything then.
    let checker = checker(&library().names()[0]);
    let drawn = trail::track(&checker, "Flat", &flat, &Plan::proposed(&flat, &checker, SHEET)).expect("it can be drawn");
    let plain = trail::track(&checker, "Flat", &flat, &Plan { rules: vec![], ..Plan::proposed(&flat, &checker, SHEET) });
    assert_eq!(Ok(drawn), plain);
}

#[test]
fn what_is_no_trail_is_told_in_words() {
    let points = |points: &str| format!("<gpx version=\"1.1\"><trk><trkseg>{points}</trkseg></trk></gpx>");
    let place = "<trkpt lat=\"47\" lon=\"10\"/>";
    for (text, why) in [
        (String::new(), "not a GPX file"),
        ("(name: \"A track\")".to_owned(), "not a GPX file"),
        ("<html><body>Not found</body></html>".to_owned(), "not a GPX file"),
        ("<gpx version=\"1.1\"><trk><trkseg><trkpt lat=\"47\"".to_owned(), "damaged"),
        ("<gpx version=\"1.1\"></gpx>".to_owned(), "neither a track nor a route"),
        ("<gpx version=\"1.1\"><wpt lat=\"47\" lon=\"10\"/></gpx>".to_owned(), "single places"),
        ("<gpx version=\"3.1\"></gpx>".to_owned(), "version"),
        (points(""), "no points"),
        (points(place), "only one point"),
        (points(&place.repeat(4)), "at one place"),
        ("<gpx version=\"1.1\">\n<trk><name><</name></trk></gpx>".to_owned(), "damaged on line 2."),
        ("<gpx version=\"1.1\"><html/></gpx>".to_owned(), "contains \u{201c}html\u{201d} where tracks and routes belong."),
        ("<gpx version=\"1.1\"><trk><odd/></trk></gpx>".to_owned(), "This GPX file is damaged."),
        (points("<trkpt lat=\"97\" lon=\"10\"/>"), "latitude 97, but latitudes run from \u{2212}90 to 90 degrees."),
        (
            points("<trkpt lat=\"47\" lon=\"180\"/>"),
            "longitude 180, but longitudes run from \u{2212}180 to just below 180 degrees.",
        ),
        (points("<trkpt lat=\"NaN\" lon=\"10\"/>"), "latitude NaN"),
        (points("<trkpt lat=\"47\" lon=\"1e99\"/>"), "longitude"),
        (points("<trkpt lat=\"47\" lon=\"far\"/>"), "not a number"),
        (points("<trkpt lat=\"47\"/>"), "no longitude"),
        (points(&place.replace("/>", "><time>9999-12-31T23:59:59-12:00</time></trkpt>")), "GPX file"),
        (points(&place.replace("/>", "><time>noon</time></trkpt>")), "time"),
    ] {
        let told = trail::read(text.as_bytes()).expect_err(&text);
        assert!(told.contains(why), "{text}: {told}");
    }
    // Cut off or spoiled anywhere.
    let whole = gpx(&[("Over the hill", &[hill(12)])]);
    for n in 0..whole.len() {
        let _ = trail::read(&whole.as_bytes()[..n]);
        let mut spoiled = whole.clone().into_bytes();
        spoiled[n] = b'<';
        let _ = trail::read(&spoiled);
        spoiled[n] = 0xff;
        let _ = trail::read(&spoiled);
    }
}

#[test]
fn a_long_trail_takes_few_nodes() {
    // Every second for fourteen hours, and not held still.
    let shaken =
        |n: usize, (x, y, height): Told| (x + (n * 7919 % 13) as f64 * 4e-6, y + (n * 104_729 % 17) as f64 * 3e-6, height);
    let points = hill(50_000).into_iter().enumerate().map(|(n, point)| shaken(n, point)).collect();
    let fixes: Vec<Fix> =
        Vec::<Told>::into_iter(points).map(|(longitude, latitude, height)| Fix { longitude, latitude, height }).collect();
    let trail = Trail::of("Long", &fixes).expect("it is a trail");
    let laid = lay(&trail, &plan(&trail, 60)).expect("it can be laid");
    assert!(laid.line.nodes.len() < 40, "{} nodes", laid.line.nodes.len());
    // The more smoothing, the fewer.
    let nodes = |smooth| lay(&trail, &Plan { smooth, ..plan(&trail, 60) }).expect("it can be laid").line.nodes.len();
    assert!(nodes(SMOOTH.0) > nodes(SMOOTH.1) && nodes(SMOOTH.1) > nodes(SMOOTH.2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_points_can_be_laid_or_are_told_of(
        points in proptest::collection::vec((-180.0..180.0_f64, -90.0..=90.0_f64, proptest::option::of(-1e5..1e5_f64)), 0..40),
        near in any::<bool>(),
        (from, to, count) in (-1e8..1e8_f64, -1e8..1e8_f64, 0..1_000_usize),
        (is_closed, is_north_up, smooth) in (any::<bool>(), any::<bool>(), 0.0..3.0_f64),
        (width, height) in (50.0..3_000.0_f64, 50.0..3_000.0_f64),
    ) {
        let fix = |(longitude, latitude, height): Told| {
            let share = if near { 1e-6 } else { 1.0 };
            Fix { longitude: longitude * share, latitude: latitude * share, height }
        };
        let fixes: Vec<Fix> = points.into_iter().map(fix).collect();
        if let Ok(trail) = Trail::of("Any", &fixes) {
            let sheet = Size::new(width, height);
            let whole = Plan { sheet, from: 0.0, to: trail.length(), count, is_closed, is_north_up, smooth, rules: vec![] };
            for plan in [Plan { from, to, ..whole.clone() }, whole] {
                let Ok(laid) = lay(&trail, &plan) else { continue };
                prop_assert_eq!(laid.tiles.len(), count.clamp(TILES.0, TILES.1));
                for tile in &laid.tiles {
                    prop_assert!(tile.at.is_finite() && tile.far.is_finite() && tile.slope.is_none_or(|slope| slope.0.is_finite()));
                }
            }
        }
    }
}
