//! Beginning one's own work, pictures, and help that speaks of what is there.

use editor::args::Folders;
use editor::files::Library;
use interpreter::ruleset::Ruleset;

use super::*;

/// A folder with nothing of ours above it.
fn elsewhere() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn examples_of_help_can_be_typed_as_they_stand() {
    let ran = run(&["sim", "--help"]);
    let example = ran
        .out
        .lines()
        .find(|line| line.contains("coursesetter") && line.contains("--against"))
        .expect("there is such an example")
        .trim();
    let example = example.split("   ").next().unwrap_or_default().replace('\'', "");
    let (head, variant) = example.split_once("--against ").expect("it has a variant");
    let mut args: Vec<&str> = head.split_whitespace().skip(1).collect();
    args.extend(["--against", variant, "--games", "4"]);
    run(&args).check(0, &[variant]);
}

#[test]
fn help_knows_no_game_but_those_that_are_there() {
    let made = elsewhere();
    let folder = made.path();
    run_in(folder, &["new", "ruleset", "snail-race"], "").check(0, &["snail-race/game.ron"]);
    let shipped = Library::find(&Folders { rulesets: Some(root().join("rulesets")), tracks: None });
    for args in [vec!["--help"], vec!["play", "--help"], vec!["odds", "-h"], vec!["new", "--help"], vec!["replay", "--help"]] {
        let ran = run_in(folder, &args, "");
        ran.check(0, &["snail-race"]);
        for game in shipped.names() {
            assert!(!ran.out.contains(&game), "{args:?}: {}", ran.out);
        }
        assert!(!ran.out.contains('{') && !ran.out.contains("  # "), "{}", ran.out);
    }
    // Neither do the texts of the program itself.
    let sources = include_str!("../../src/args.rs");
    let words = shipped.names().into_iter().flat_map(|game| {
        let ruleset = Ruleset::read(&shipped.read(&game));
        let addons: Vec<String> = ruleset.addons.iter().map(|addon| addon.name.replace('_', "-")).collect();
        addons.into_iter().chain([game])
    });
    for word in words {
        assert!(!sources.contains(&format!(" {word} ")), "args.rs names {word}");
    }
}

#[test]
fn one_begins_where_one_is() {
    let made = elsewhere();
    let folder = made.path();
    let game = Library::built_in().first().expect("some are shipped");
    run_in(folder, &["new", "ruleset", "mine", "--from", &game], "").check(0, &["mine/game.ron"]);
    assert!(folder.join("rulesets/mine/game.ron").is_file() && folder.join("tracks/mine").is_dir());
    // What is shipped can still be copied, now that there are rulesets here.
    run_in(folder, &["new", "ruleset", "other", "--from", &game], "").check(0, &["other/game.ron"]);
    run_in(folder, &["new", "ruleset", "third", "--from", "mime"], "")
        .check(2, &["there is no ruleset `mime`", "did you mean `mine`?"]);
    run_in(folder, &["export", "mime"], "").check(2, &["did you mean `mine`?"]);
    run_in(folder, &["new", "track", "mime", "far"], "").check(2, &["did you mean `mine`?"]);
    run_in(folder, &["export", "mine", "--track", "nowhere-at-all"], "")
        .check(2, &["has no track `nowhere-at-all`", "there are"]);
    // An empty sheet says in words what it still needs.
    run_in(folder, &["new", "ruleset", "ring"], "").check(0, &["ring/game.ron"]);
    run_in(folder, &["new", "track", "ring", "far"], "").check(0, &["far.ron"]);
    run_in(folder, &["check", "tracks/ring/far.ron"], "").check(1, &["exactly one space is the start"]);
    // The game is well without it, and a copy is made without it.
    run_in(folder, &["check", "ring"], "").check(0, &["no problems", "ring on track far: can't be raced on yet"]);
    run_in(folder, &["check", "tracks"], "").check(1, &["exactly one space is the start"]);
    run_in(folder, &["new", "ruleset", "copy", "--from", "ring"], "")
        .check(0, &["copy/ring.ron", "the track far can't be raced on yet"]);
    run_in(folder, &["check", "tracks/copy"], "").check(0, &["no problems"]);
    // The one that it opens on is another matter.
    std::fs::copy(folder.join("tracks/ring/far.ron"), folder.join("tracks/ring/ring.ron")).expect("it is written over");
    run_in(folder, &["check", "ring"], "").check(1, &["ring: 2 tracks, no add-ons, 1 error"]);
}

/// Where no rulesets are, the shipped ones are used, and nothing is put among them.
#[test]
fn nothing_is_begun_among_shipped_files() {
    let made = elsewhere();
    let game = Library::built_in().first().expect("some are shipped");
    for (what, name) in [("track", "no-such-track"), ("addon", "no-such-addon")] {
        let ran = run_in(made.path(), &["new", what, &game, name], "");
        ran.check(2, &["belongs to the program", "coursesetter new ruleset my-race", "--rulesets DIR"]);
    }
    let built_in = Library::built_in();
    assert!(!built_in.tracks.join(&game).join("no-such-track.ron").exists());
    assert!(!built_in.rulesets.join(&game).join("no-such-addon.rules").exists());
    assert_eq!(fs::read_dir(made.path()).expect("it is there").count(), 0);
    // A folder for tracks that somebody names is theirs.
    run_in(made.path(), &["new", "track", &game, "far", "--tracks", "tracks"], "").check(0, &["far.ron"]);
    assert!(made.path().join("tracks").join(&game).join("far.ron").is_file());
}

#[test]
fn what_is_made_elsewhere_is_found_by_the_commands_that_are_proposed() {
    let made = elsewhere();
    let folder = made.path();
    fs::create_dir(folder.join("my games")).expect("a folder");
    for (rulesets, args) in [("far/rulesets", vec!["ruleset", "ring"]), ("my games/rulesets", vec!["ruleset", "ring"])] {
        for args in [args, vec!["track", "ring", "oval"], vec!["addon", "ring", "wind"]] {
            let ran = run_in(folder, &[vec!["new"], args, vec!["--rulesets", rulesets]].concat(), "");
            ran.check(0, &[rulesets]);
            let said = ran.out + &ran.err;
            let commands: Vec<&str> = said.split('`').filter(|part| part.starts_with("coursesetter ")).collect();
            assert!(!commands.is_empty(), "{said}");
            for command in commands {
                // In quotes: one word.
                let words: Vec<&str> = (command.split('"').enumerate())
                    .flat_map(|(n, part)| if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
                    .collect();
                let ran = run_in(folder, &words[1..], "");
                assert!(!ran.err.contains("there is no"), "{command}: {}", ran.err);
            }
        }
    }
}

#[test]
fn a_picture_is_svg_or_png_by_its_name() {
    let made = elsewhere();
    let folder = made.path();
    run_in(folder, &["new", "ruleset", "ring"], "").check(0, &[]);
    run_in(folder, &["export", "ring", "--to", "a.svg"], "").check(0, &["a.svg: 210 by"]);
    run_in(folder, &["export", "ring", "--to", "a.png"], "").check(0, &["a.png: 210 by", "1240 ×"]);
    run_in(folder, &["export", "ring", "--to", "a.picture", "--png", "--dpi", "72"], "").check(0, &["595 ×"]);
    run_in(folder, &["export", "ring", "--png"], "").check(2, &["--to"]);
    run_in(folder, &["export", "ring", "--to", "b.png", "--dpi", "5"], "").check(2, &["from 20 to 1200"]);
    let png = |name: &str| fs::read(folder.join(name)).expect("it is written");
    assert!(png("a.png").starts_with(b"\x89PNG") && png("a.picture").starts_with(b"\x89PNG"));
    assert!(png("a.svg").starts_with(b"<svg"));
    // Letters are drawn: with ids in the spaces the picture is another.
    run_in(folder, &["export", "ring", "--to", "ids.png", "--ids"], "").check(0, &[]);
    assert_ne!(png("ids.png"), png("a.png"));
}

#[test]
fn a_trail_becomes_a_track() {
    let made = elsewhere();
    let folder = made.path();
    let game = Library::built_in().first().expect("some are shipped");
    run_in(folder, &["new", "ruleset", "mine", "--from", &game], "").check(0, &["mine/game.ron"]);
    let point = |n: usize| {
        let (share, height) = (n as f64 / 99.0, 400 + 5 * n.min(99 - n));
        format!("<trkpt lat=\"{}\" lon=\"{}\"><ele>{height}</ele></trkpt>", 47.0 + 0.01 * share, 10.0 + 0.05 * share)
    };
    let points: String = (0..100).map(point).collect();
    write(&folder.join("hill.gpx"), &format!("<gpx version=\"1.1\"><trk><trkseg>{points}</trkseg></trk></gpx>"));
    let new = |more: &[&str]| run_in(folder, &[&["new", "track", "mine", "hill"], more].concat(), "");
    new(&["--gpx", "none.gpx"]).check(2, &["none.gpx can't be read"]);
    new(&["--gpx", "rulesets/mine/game.ron"]).check(2, &["not a GPX file"]);
    new(&["--gpx", "hill.gpx", "--tiles", "1"]).check(2, &["3 to 500 tiles"]);
    new(&["--tiles", "24"]).check(2, &["--gpx"]);
    assert!(!folder.join("tracks/mine/hill.ron").exists());
    new(&["--gpx", "hill.gpx", "--tiles", "24"]).check(0, &["hill.ron", "24 tiles along 4.0 km", "where it climbs by"]);
    let text = fs::read_to_string(folder.join("tracks/mine/hill.ron")).expect("it is written");
    assert!(text.contains("courses: [") && text.contains("a24"), "{text}");
    run_in(folder, &["export", "mine", "--track", "hill", "--to", "hill.svg"], "").check(0, &["hill.svg"]);
    // A long recording of a short way.
    let said = format!("<!--{}-->", "one more word ".repeat(700_000));
    let short = "<trkpt lat=\"47\" lon=\"10\"/><trkpt lat=\"47.0036\" lon=\"10\"/>";
    write(&folder.join("short.gpx"), &format!("<gpx version=\"1.1\">{said}<trk><trkseg>{short}</trkseg></trk></gpx>"));
    run_in(folder, &["new", "track", "mine", "short", "--gpx", "short.gpx"], "").check(0, &["tiles along 400 m"]);
}
