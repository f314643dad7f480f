//! What lies on the disk: what can't be read is told, and nothing is written over that somebody may miss.

use super::*;

/// A second track of the little game, for the game opens on the first.
fn with_other_track(name: &str, text: &str) -> PathBuf {
    let folder = dash(name, &[]);
    write(&folder.join("tracks/dash/other.ron"), text);
    folder
}

// ── What can't be read ─────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn a_ruleset_without_a_manifest_is_a_problem() {
    let folder = dash("no-manifest", &[]);
    fs::remove_file(folder.join("rulesets/dash/game.ron")).expect("it was there");
    let told = ["D01", "the ruleset `dash` has no manifest", "write a file `game.ron`"];
    for args in [vec!["check"], vec!["check", "dash"], vec!["check", "rulesets/dash"], vec!["check", "rulesets"], vec!["test"]] {
        run_in(&folder, &args, "").check(1, &told);
    }
    run_in(&folder, &["play", "dash"], "").check(1, &told);
    // A folder with neither manifest nor rules is no ruleset, nor is what programs keep for themselves.
    let folder = dash("no-ruleset", &[]);
    write(&folder.join("rulesets/pictures/board.txt"), "a board");
    write(&folder.join("rulesets/.kept/dash.rules"), "old");
    write(&folder.join("rulesets/dash/.#dash.rules"), "somebody@somewhere");
    run_in(&folder, &["check"], "").check(0, &["dash: 1 track, 1 add-on, no problems"]);
}

#[test]
fn a_manifest_that_is_no_file_is_a_problem() {
    let folder = dash("manifest-folder", &[]);
    let manifest = folder.join("rulesets/dash/game.ron");
    let all = |told: &str| {
        for command in ["check", "test"] {
            let ran = run_in(&folder, &[command], "");
            ran.check(1, &["D01", "`dash/game.ron` can't be read", told]);
            assert!(!ran.out.contains("has no manifest"), "{}", ran.out);
        }
        run_in(&folder, &["new", "addon", "dash", "rain"], "").check(2, &["dash/game.ron can't be read", told]);
    };
    fs::remove_file(&manifest).and_then(|()| fs::create_dir(&manifest)).expect("a folder instead");
    all("it is a folder");
    fs::remove_dir(&manifest).and_then(|()| fs::write(&manifest, b"(id: \"d\xE9sh\")")).expect("written");
    all("not UTF-8");
    #[cfg(unix)]
    {
        fs::remove_file(&manifest).and_then(|()| std::os::unix::fs::symlink("nowhere.ron", &manifest)).expect("a link");
        all("it is a link that leads nowhere");
        std::os::unix::fs::symlink("nowhere", folder.join("rulesets/gone")).expect("a link");
        run_in(&folder, &["check"], "").check(1, &["`gone/game.ron` can't be read: its folder is a link that leads nowhere"]);
        fs::remove_file(folder.join("rulesets/gone")).expect("a link");
        pipe(&manifest);
        all("it is a pipe or a device, not a file");
    }
}

/// Puts a pipe there.
#[cfg(unix)]
fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().is_ok_and(|made| made.success()), "mkfifo works");
}

#[test]
fn without_any_ruleset_nothing_is_well() {
    let folder = fresh("no-rulesets");
    fs::create_dir(folder.join("rulesets")).expect("a folder");
    for command in ["check", "test"] {
        run_in(&folder, &[command], "").check(2, &["there are no rulesets in", "coursesetter new ruleset my-race"]);
    }
}

#[test]
fn whatever_lies_among_the_texts_and_cannot_be_read_is_a_problem() {
    let folder = dash("odd-texts", &[]);
    fs::create_dir(folder.join("rulesets/dash/old.rules")).expect("a folder");
    run_in(&folder, &["check"], "").check(1, &["`dash/old.rules` can't be read: it is a folder"]);
    let folder = dash("odd-tracks", &[]);
    fs::create_dir(folder.join("tracks/dash/old.ron")).expect("a folder");
    run_in(&folder, &["check"], "").check(1, &["`tracks/dash/old.ron` can't be read: it is a folder"]);
    #[cfg(unix)]
    {
        let folder = dash("endless-texts", &[]);
        std::os::unix::fs::symlink("/dev/zero", folder.join("tracks/dash/zero.ron")).expect("a link");
        pipe(&folder.join("rulesets/dash/pipe.rules"));
        let told = ["zero.ron` can't be read: it is a pipe or a device", "pipe.rules` can't be read: it is a pipe or a device"];
        run_in(&folder, &["check"], "").check(1, &told);
        run_in(&folder, &["replay", "/dev/zero"], "").check(2, &["it is a pipe or a device"]);
        run_in(&folder, &["replay", "rulesets/dash/pipe.rules"], "").check(2, &["it is a pipe or a device"]);
        run_in(&folder, &["check", "tracks/dash/zero.ron"], "").check(1, &["it is a pipe or a device"]);
    }
}

#[test]
fn a_track_that_cannot_be_read_is_no_unfinished_one() {
    let unfinished = TRACK.replace(", area: finish", "");
    let folder = with_other_track("track-unfinished", &unfinished);
    run_in(&folder, &["check"], "").check(0, &["dash: 2 tracks, 1 add-on, no problems", "can't be raced on yet"]);
    run_in(&folder, &["test"], "").check(0, &["no tests"]);
    for (name, text, told) in [
        ("syntax", TRACK.replace("chain:", "chain"), "D02"),
        ("field", TRACK.replace("area: start", "aera: start"), "D03"),
        ("value", TRACK.replace("area: start", "area: begin"), "D05"),
        ("sheet", TRACK.replace("100.0", "1e30"), "D05"),
        ("other", TRACK.replace("\"dash\"", "\"crawl\""), "D08"),
    ] {
        let folder = with_other_track(&format!("track-{name}"), &text);
        run_in(&folder, &["check"], "").check(1, &[told, "tracks/dash/other.ron", "1 error"]);
        // No test needs the track, but it is there.
        run_in(&folder, &["test"], "").check(1, &[told, "tracks/dash/other.ron"]);
        run_in(&folder, &["test", "dash", "--only", "x"], "").check(1, &[told, "tracks/dash/other.ron"]);
    }
    let folder = dash("track-of-none", &[]);
    write(&folder.join("tracks/dish/line.ron"), &TRACK.replace("\"dash\"", "\"dish\""));
    for command in ["check", "test"] {
        run_in(&folder, &[command], "").check(1, &["is a track of `dish`, but there is no such ruleset"]);
    }
}

// ── What is not written over ───────────────────────────────────────────────────────────────────────────────────────

#[test]
fn only_its_own_kind_is_replaced() {
    let folder = dash("replaced", &[]);
    let play = ["play", "dash", "--seats", "random,random", "--save"];
    let export = ["export", "dash", "--to"];
    let rules = folder.join("rulesets/dash/dash.rules");
    let stays = |args: &[&str], file: &str, told: &str| {
        let before = fs::read(folder.join(file)).expect("it is there");
        let ran = run_in(&folder, &[args, &[file]].concat(), "");
        ran.check(2, &[told, "--force"]);
        assert_eq!(ran.out, "", "nothing is played");
        assert_eq!(fs::read(folder.join(file)).expect("it is still there"), before);
    };
    for file in ["rulesets/dash/dash.rules", "rulesets/dash/game.ron", "tracks/dash/line.ron"] {
        stays(&play, file, "what lies there is no saved game");
    }
    run_in(&folder, &[&export[..], &["rulesets/dash/dash.rules"]].concat(), "").check(2, &["end in .svg or .png", "--force"]);
    write(&folder.join("notes.svg"), "What to draw next");
    // Pictures that somebody else has drawn, too.
    write(
        &folder.join("by-hand.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><circle r=\"5\"/></svg>",
    );
    stays(&export, "by-hand.svg", "what lies there is no picture drawn by Coursesetter");
    fs::copy(root().join("editor/docs/why.png"), folder.join("by-hand.png")).expect("it is copied");
    stays(&export, "by-hand.png", "what lies there is no picture drawn by Coursesetter");
    stays(&export, "notes.svg", "what lies there is no picture");
    stays(&[&export[..2], &["--png", "--to"]].concat(), "rulesets/dash/dash.rules", "what lies there is no picture");
    assert_eq!(fs::read_to_string(&rules).expect("it is there"), RULES);
    // A saved game by a saved game, a picture by a picture, and what is empty by anything.
    for file in ["race.ron", "empty.ron"] {
        write(&folder.join("empty.ron"), "");
        for _ in 0..2 {
            run_in(&folder, &[&play[..], &[file]].concat(), "").check(0, &["Saved:"]);
        }
    }
    for file in ["board.svg", "board.svg", "board.png", "board.png"] {
        run_in(&folder, &[&export[..], &[file]].concat(), "").check(0, &[file]);
    }
    stays(&play, "board.svg", "what lies there is no saved game");
    // Who says so gets it.
    run_in(&folder, &[&export[..], &["notes.svg", "--force"]].concat(), "").check(0, &["notes.svg"]);
    run_in(&folder, &[&play[..], &["board.svg", "--force"]].concat(), "").check(0, &["Saved:"]);
    run_in(&folder, &["replay", "board.svg"], "").check(0, &["equal to the saved game"]);
    run_in(&folder, &[&export[..], &["rulesets/dash/wind.rules", "--force"]].concat(), "").check(0, &["100 by 20 mm"]);
    assert!(fs::read_to_string(folder.join("rulesets/dash/wind.rules")).expect("it is there").contains("<svg"));
}

/// Who may read a file besides (its ACL), and what else is noted of it.
#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_stay() {
    let folder = dash("attributes", &[]);
    let file = folder.join("race.ron");
    let save = || {
        run_in(&folder, &["play", "dash", "--seats", "random", "--save", "race.ron"], "").check(0, &["Saved:"]);
    };
    save();
    // The owner may read and write, the user 65534 may read, the others of its group and all others may not.
    let entry = |tag: u16, may: u16, id: u32| [&tag.to_le_bytes()[..], &may.to_le_bytes(), &id.to_le_bytes()].concat();
    let nobody = u32::MAX;
    let entries =
        [entry(1, 6, nobody), entry(2, 4, 65534), entry(4, 0, nobody), entry(16, 4, nobody), entry(32, 0, nobody)].concat();
    let acl = [&2u32.to_le_bytes()[..], &entries].concat();
    let attributes = [("user.note", b"the best race".to_vec()), ("system.posix_acl_access", acl)];
    for (name, value) in &attributes {
        match xattr::set(&file, name, value) {
            // Not every disk has them.
            Err(error) if error.kind() == std::io::ErrorKind::Unsupported => return,
            set => set.expect("it is ours"),
        }
    }
    let before = fs::read(&file).expect("it is there");
    save();
    assert_ne!(fs::read(&file).expect("it is there"), before);
    for (name, value) in attributes {
        assert_eq!(xattr::get(&file, name).expect("it can be read"), Some(value), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn modes_and_links_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = dash("modes", &[]);
    let save = |file: &str| run_in(&folder, &["play", "dash", "--seats", "random", "--save", file], "");
    let about = |file: &str| fs::metadata(folder.join(file)).expect("it is there");
    let mode = |file: &str| about(file).permissions().mode() & 0o7777;
    let set = |file: &str, mode| fs::set_permissions(folder.join(file), fs::Permissions::from_mode(mode)).expect("it is ours");
    save("race.ron").check(0, &["Saved:"]);
    let text = || fs::read_to_string(folder.join("race.ron")).expect("it is there");
    for of in [0o600, 0o640, 0o666] {
        set("race.ron", of);
        save("race.ron").check(0, &["Saved:"]);
        assert_eq!(mode("race.ron"), of, "{of:o}");
    }
    // What is write-protected stays as it is.
    set("race.ron", 0o444);
    let before = text();
    save("race.ron").check(2, &["it is write-protected"]);
    assert_eq!((text(), mode("race.ron")), (before, 0o444));
    set("race.ron", 0o644);
    // All names of a file go on being names of it.
    fs::hard_link(folder.join("race.ron"), folder.join("twin.ron")).expect("a second name");
    let before = text();
    save("twin.ron").check(0, &["Saved:"]);
    assert_eq!((about("race.ron").ino(), about("race.ron").nlink()), (about("twin.ron").ino(), 2));
    assert_ne!(text(), before);
    // A link that leads to a file which is not there yet.
    symlink("later.ron", folder.join("link.ron")).expect("a link");
    save("link.ron").check(0, &["Saved:"]);
    assert!(folder.join("link.ron").is_symlink() && folder.join("later.ron").is_file());
    symlink("round.ron", folder.join("round.ron")).expect("a link");
    save("round.ron").check(2, &["it is a link that leads in a circle"]);
    let left = fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert_eq!(left.filter(|name| name.contains(".part")).count(), 0);
}

#[test]
fn parts_that_were_left_behind_are_taken_away() {
    let folder = dash("parts", &[]);
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for (name, is_old) in [(".race.ron.77-0.part", true), (".race.ron.78-0.part", false), (".race.ron.mine.part", true)] {
        let file = fs::File::create(folder.join(name)).expect("a file");
        if is_old {
            file.set_modified(long_ago).expect("it is ours");
        }
    }
    run_in(&folder, &["play", "dash", "--seats", "random", "--save", "race.ron"], "").check(0, &["Saved:"]);
    let is_left = |name: &str| folder.join(name).exists();
    assert!(!is_left(".race.ron.77-0.part") && is_left(".race.ron.78-0.part") && is_left(".race.ron.mine.part"));
}

#[test]
fn what_is_begun_and_fails_leaves_nothing_behind() {
    let list = |folder: &Path| {
        let mut all: Vec<String> = vec![];
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder").flatten() {
                all.push(entry.path().display().to_string());
                open.extend(entry.path().is_dir().then(|| entry.path()));
            }
        }
        all.sort();
        all
    };
    // Where the tracks should lie there is a file.
    let folder = fresh("begun-badly");
    write(&folder.join("tracks"), "no folder");
    let before = list(&folder);
    run_in(&folder, &["new", "ruleset", "ring", "--rulesets", "rulesets"], "").check(1, &["can't be written"]);
    assert_eq!(list(&folder), before);
    let folder = dash("begun-badly-track", &[]);
    fs::remove_dir_all(folder.join("tracks")).expect("it was there");
    write(&folder.join("tracks"), "no folder");
    let before = list(&folder);
    run_in(&folder, &["new", "track", "dash", "far"], "").check(1, &["can't be written"]);
    assert_eq!(list(&folder), before);
    // The manifest, which is written last, is write-protected.
    let folder = dash("begun-badly-addon", &[]);
    let manifest = folder.join("rulesets/dash/game.ron");
    let mut mode = fs::metadata(&manifest).expect("it is there").permissions();
    mode.set_readonly(true);
    fs::set_permissions(&manifest, mode).expect("it is ours");
    let before = list(&folder);
    run_in(&folder, &["new", "addon", "dash", "rain"], "").check(1, &["game.ron can't be written: it is write-protected"]);
    assert_eq!(list(&folder), before);
    // What a program that was ended on the way has left is finished by the next.
    let folder = fresh("begun-halfway");
    fs::create_dir(folder.join("rulesets")).expect("a folder");
    run_in(&folder, &["new", "ruleset", "ring"], "").check(0, &["ring.rules"]);
    fs::remove_file(folder.join("rulesets/ring/game.ron")).expect("it was written last");
    write(&folder.join("rulesets/ring/.game.ron.7-0.part"), "(");
    let ran = run_in(&folder, &["new", "ruleset", "ring", "--title", "Ring"], "");
    ran.check(0, &["game.ron"]);
    run_in(&folder, &["new", "ruleset", "ring"], "").check(2, &["already exists"]);
    fs::remove_file(folder.join("rulesets/ring/game.ron")).expect("it was written last");
    write(&folder.join("rulesets/ring/ring.rules"), "// My own");
    run_in(&folder, &["new", "ruleset", "ring"], "").check(2, &["already exists"]);
    let folder = dash("addon-halfway", &[]);
    let manifest = folder.join("rulesets/dash/game.ron");
    run_in(&folder, &["new", "addon", "dash", "rain"], "").check(0, &["rain.rules"]);
    write(&manifest, GAME);
    run_in(&folder, &["new", "addon", "dash", "rain"], "").check(0, &["rain.rules"]);
    assert!(fs::read_to_string(&manifest).expect("it is there").contains("rain.rules"));
    run_in(&folder, &["new", "addon", "dash", "rain"], "").check(2, &["rain.rules"]);
    // What can't be a name in rules is none.
    run_in(&folder, &["new", "ruleset", "if"], "").check(2, &["\"if\" can't be a name here: it is a word of the rules language"]);
    run_in(&folder, &["new", "addon", "dash", "each"], "").check(2, &["it is a word of the rules language"]);
    run_in(&folder, &["new", "track", "dash", "if"], "").check(0, &["if.ron"]);
    // What is there stays, and is the arguments' fault.
    let folder = dash("begun-twice", &[]);
    run_in(&folder, &["new", "ruleset", "dash"], "").check(2, &["already exists", "choose another name"]);
    run_in(&folder, &["new", "track", "dash", "line"], "").check(2, &["already exists", "choose another name"]);
    run_in(&folder, &["new", "addon", "dash", "wind"], "").check(2, &["wind.rules"]);
}

// ── Pictures of what is broken ─────────────────────────────────────────────────────────────────────────────────────

#[test]
fn no_picture_is_made_of_a_broken_sheet_or_manifest() {
    for (n, sheet) in ["width: 1e30", "width: NaN", "width: 0", "width: -5", "width: inf"].into_iter().enumerate() {
        let folder = dash(&format!("sheet-{n}"), &[("line.ron", "width: 100.0", sheet)]);
        run_in(&folder, &["export", "dash", "--to", "a.svg"], "").check(1, &["D05", "tracks/dash/line.ron:4:"]);
        assert!(!folder.join("a.svg").exists());
        let ran = run_in(&folder, &["export", "dash"], "");
        ran.check(1, &["D05"]);
        assert_eq!(ran.out, "");
    }
    let folder = dash("sheet-half", &[("line.ron", "width: 100.0, ", "")]);
    run_in(&folder, &["export", "dash", "--to", "a.svg"], "").check(1, &["the sheet has no `width`", "write `width: 420`"]);
    // Another track draws nothing here, even where nobody can read it.
    let folder = dash("export-elsewhere", &[]);
    fs::create_dir(folder.join("tracks/dash/far.ron")).expect("a folder instead");
    let ran = run_in(&folder, &["export", "dash", "--to", "a.svg"], "");
    ran.check(0, &["a.svg"]);
    assert!(!ran.err.contains("the rules have errors"), "{}", ran.err);
    // Nor does an add-on: pictures are made without any.
    let folder = dash("export-addon", &[]);
    write(&folder.join("rulesets/dash/wind.rules"), "addon wind \"Wind\" for dash\nrule (\n");
    let ran = run_in(&folder, &["export", "dash", "--to", "a.svg"], "");
    ran.check(0, &["a.svg: 100 by 20 mm"]);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let folder = dash("export-manifest", &[("game.ron", "title:", "titel:")]);
    run_in(&folder, &["export", "dash", "--to", "a.svg"], "").check(1, &["D03", "dash/game.ron:1:"]);
    let series = "series: [(name: \"Cup\", races: [(track: \"nowhere\")])], ";
    let scored = series.replace("races:", "points: [3, 2, 1, 0], wins: highest, races:");
    let variant = "variants: [(name: \"Long\", set: {\"stepps\": 3})], ";
    for (n, (from, to, told)) in [
        ("title: \"Dash\", ", "", "D04"),
        ("addons:", &*format!("{series}addons:"), "D04"),
        ("addons:", &*format!("{scored}addons:"), "no track"),
        ("addons:", &*format!("{variant}addons:"), "stepps"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = dash(&format!("export-manifest-{n}"), &[("game.ron", from, to)]);
        run_in(&folder, &["export", "dash", "--to", "a.svg"], "").check(1, &[told, "dash/game.ron:1:"]);
        assert!(!folder.join("a.svg").exists());
    }
    let folder = dash("export-no-manifest", &[]);
    fs::remove_file(folder.join("rulesets/dash/game.ron")).expect("it was there");
    run_in(&folder, &["export", "dash", "--to", "a.svg"], "").check(1, &["has no manifest"]);
    // Errors of the rules are told of; a track that is not finished is drawn as it is.
    let folder = dash("export-rules", &[("dash.rules", "advance(p, 1)", "advanse(p, 1)")]);
    run_in(&folder, &["export", "dash", "--to", "a.svg"], "").check(0, &["the rules have errors", "coursesetter check dash"]);
    let folder = dash("export-unfinished", &[("line.ron", ", area: finish", "")]);
    let ran = run_in(&folder, &["export", "dash", "--to", "a.svg"], "");
    ran.check(0, &["a.svg: 100 by 20 mm"]);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

#[test]
fn what_a_step_may_cost_is_said() {
    let with = |name: &str, over: &str| {
        let value = format!("const far: int? = distance(start, to: [finish], over: [{over}])\n/// [D-3]");
        dash(name, &[("dash.rules", "/// [D-3]", &value)])
    };
    for (n, cost) in ["-2", "2000000000", "0 - 1"].into_iter().enumerate() {
        let folder = with(&format!("cost-{n}"), &format!("ahead cost {cost}"));
        run_in(&folder, &["check"], "")
            .check(1, &["dash.rules:", "can only cost from 0 to 1000000", "hint: write a cost in this range"]);
    }
    let folder = with("cost-well", "ahead cost 1000000");
    run_in(&folder, &["check"], "").check(0, &["no problems"]);
    // Of links with fields it is told which.
    let folder = with("cost-link", "l in Lane cost l.toll");
    let rules = fs::read_to_string(folder.join("rulesets/dash/dash.rules")).expect("it is there");
    write(&folder.join("rulesets/dash/dash.rules"), &rules.replace("dice die", "link Lane many { toll: int }\ndice die"));
    let track = TRACK.replace("])],", "]), (kind: \"Lane\", name: \"Short cut\", from: \"a\", to: \"d\", toll: -7)],");
    write(&folder.join("tracks/dash/line.ron"), &track);
    run_in(&folder, &["check"], "").check(1, &["`Short cut`: this step costs -7", "tracks/dash/line.ron:"]);
}

#[test]
fn a_way_that_costs_more_than_can_be_counted_is_a_rule_error() {
    let far =
        "let far = distance(start, to: [finish], over: [ahead cost 1000000])\n  say \"{far otherwise 0} to go\"\n  choose pace";
    let folder = dash("cost-far", &[("dash.rules", "choose pace", far)]);
    let long = |steps: usize| {
        let ids: Vec<String> = (0..steps).map(|n| format!("s{n}")).collect();
        let space = |id: &String| format!("        (id: {id:?}, at: (10.0, 10.0)),\n");
        let between: String = ids.iter().map(space).collect();
        let chain = ids.iter().map(|id| format!("{id:?}, ")).collect::<String>();
        let track = TRACK.replace("        (id: \"d\"", &format!("{between}        (id: \"d\""));
        write(&folder.join("tracks/dash/line.ron"), &track.replace("\"c\", \"d\"]", &format!("\"c\", {chain}\"d\"]")));
        run_in(&folder, &["play", "dash", "--seats", "human,random", "--seed", "1"], "q\n")
    };
    let ran = long(0);
    ran.check(0, &["3000000 to go"]);
    long(2_144).check(0, &["2147000000 to go"]);
    let ran = long(2_300);
    ran.check(1, &["R01", "a number is too large to count", "dash.rules:"]);
}

#[test]
fn tests_that_cannot_be_run_are_counted() {
    let test = "test \"windy\" for 1 player { run advance(player(1), 1)\n expect player(1).strides == 0 }\n";
    let folder = dash("not-run", &[("dash.rules", "/// [D-3]", &format!("{test}/// [D-3]").replace("== 0", "== 1"))]);
    let wind = folder.join("rulesets/dash/wind.rules");
    write(&wind, &format!("{WIND}{test}"));
    run_in(&folder, &["test"], "").check(0, &["2 tests with 2 expectations passed"]);
    write(&wind, &format!("{}{test}", WIND.replace("p.runner", "p.rnner")));
    run_in(&folder, &["test"], "").check(1, &["N01", "1 test has not been run (1 of dash/wind.rules): mend the errors first"]);
    write(&wind, &format!("{WIND}{test}{test}rule (").replace("rule (", "rule broken("));
    let told = ["2 tests have not been run (2 of dash/wind.rules)", "1 test with 1 expectation passed"];
    run_in(&folder, &["test"], "").check(1, &told);
    // What can't be built counts as an error, not as a test.
    let told = ["is not closed", "2 tests have not been run (2 of dash/wind.rules)", "1 test, 1 error; "];
    run_in(&folder, &["check"], "").check(1, &told);
}

#[test]
fn what_nothing_rests_on_keeps_nobody_from_playing() {
    let test = "test \"calm\" for 1 player { run advance(player(1), 1)\n expect player(1).strides == 1 }\n";
    let tests = format!("{test}{}/// [D-3]", test.replace("calm", "elsewhere").replace("for 1", "on \"other\" for 1"));
    let with_tests = |name: &str| dash(name, &[("dash.rules", "/// [D-3]", &tests)]);
    let play = ["play", "dash", "--seats", "random", "--seed", "1"];
    let told = "note: there is an error in unused parts of `dash`; `coursesetter check dash` tells more";
    // An add-on that is off, and whose first line may be what can't be read.
    for (n, broken) in ["addon wind \"Wind\" for dash\nrule (", "addon wind Wind\n", "rule ("].into_iter().enumerate() {
        let folder = with_tests(&format!("broken-addon-{n}"));
        write(&folder.join("tracks/dash/other.ron"), TRACK);
        write(&folder.join("rulesets/dash/wind.rules"), broken);
        let ran = run_in(&folder, &play, "");
        ran.check(0, &[told, "The race is over."]);
        assert!(!ran.err.contains("wind.rules"), "{}", ran.err);
        run_in(&folder, &[&play[..], &["--with", "wind"]].concat(), "").check(1, &["dash/wind.rules:"]);
        run_in(&folder, &["test"], "").check(1, &["dash/wind.rules:", "2 tests with 2 expectations passed"]);
        run_in(&folder, &["check"], "").check(1, &["dash/wind.rules:", "2 tests, 1 error; "]);
    }
    // A track that can't be read.
    let folder = with_tests("unreadable-track");
    fs::create_dir(folder.join("tracks/dash/other.ron")).expect("a folder");
    let unreadable = "`tracks/dash/other.ron` can't be read: it is a folder";
    run_in(&folder, &play, "").check(0, &[told, "The race is over."]);
    let ran = run_in(&folder, &[&play[..], &["--track", "other"]].concat(), "");
    ran.check(1, &[unreadable]);
    assert!(!ran.err.contains("no track"), "{}", ran.err);
    let not_run = "1 test has not been run (1 of dash/dash.rules)";
    run_in(&folder, &["test"], "").check(1, &[unreadable, not_run, "1 test with 1 expectation passed"]);
    run_in(&folder, &["check"], "").check(1, &[unreadable, not_run, "1 test, 1 error; "]);
    // Each track has its own errors alone.
    let ran = run_in(&folder, &["check", "tracks"], "");
    ran.check(1, &[unreadable, "dash on track line: no problems", "dash on track other: 1 error"]);
    run_in(&folder, &["check", "tracks/dash/line.ron"], "").check(0, &["no problems"]);
    // The track that the game opens on is not silently another one.
    write(&folder.join("tracks/dash/more.ron"), TRACK);
    fs::remove_file(folder.join("tracks/dash/line.ron"))
        .and_then(|()| fs::create_dir(folder.join("tracks/dash/line.ron")))
        .expect("a folder");
    let ran = run_in(&folder, &play, "");
    ran.check(1, &["`tracks/dash/line.ron` can't be read"]);
    assert!(!ran.err.contains("no track"), "{}", ran.err);
}

#[test]
fn a_file_that_nobody_names_is_not_checked_in_silence() {
    let folder = dash("unnamed", &[]);
    for (file, text, hint) in [
        ("more.rules", "rule (", "write `modules: [\"dash.rules\", \"more.rules\"]` in game.ron"),
        ("rain.rules", "// Rain\naddon rain \"Rain\" for dash\n", "write `addons: [\"wind.rules\", \"rain.rules\"]` in game.ron"),
        ("odd.ron", "(", "declare what it has: `data … { … } from \"odd.ron\"`"),
    ] {
        let path = format!("rulesets/dash/{file}");
        write(&folder.join(&path), text);
        run_in(&folder, &["check", &path], "").check(1, &[&format!("`dash/{file}` isn't read"), hint, "1 error"]);
    }
    // Beside the rest, rules are a warning.
    run_in(&folder, &["check"], "").check(0, &["`dash/more.rules` isn't read: the manifest doesn't name it", "2 warnings"]);
    // What can't be read at all is told once.
    let folder = dash("unnamed-unreadable", &[]);
    fs::write(folder.join("rulesets/dash/more.rules"), [0xff, 0xfe]).expect("written");
    for args in [&["check"][..], &["check", "rulesets/dash/more.rules"]] {
        let ran = run_in(&folder, args, "");
        ran.check(1, &["`dash/more.rules` can't be read", "1 error"]);
        assert!(!ran.err.contains("isn't read") && !ran.out.contains("isn't read"), "{} {}", ran.out, ran.err);
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_into_a_pipe() {
    let folder = dash("pipes", &[]);
    pipe(&folder.join("pipe"));
    for args in [&["export", "dash", "--to", "pipe"][..], &["play", "dash", "--seats", "random", "--save", "pipe", "--force"]] {
        run_in(&folder, args, "").check(2, &["it is a pipe, not a file"]);
    }
    run_in(&folder, &["export", "dash", "--to", "/dev/null"], "").check(0, &["/dev/null: 100 by 20 mm"]);
}

/// Whoever reads may go away at any time.
#[test]
fn a_reader_that_has_gone_ends_a_command_quietly() {
    let folder = dash("gone", &[("dash.rules", "advance(p, 1)", "advanse(p, 1)")]);
    for args in [&["check"][..], &["test"], &["show", "dash"], &["--help"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ran = Command::new(env!("CARGO_BIN_EXE_coursesetter")).args(args).current_dir(&folder).stdout(writer).output();
        let told = String::from_utf8_lossy(&ran.expect("the program was built").stderr).into_owned();
        assert!(!told.contains("panicked") && !told.contains("ipe"), "{args:?}: {told}");
    }
}

#[test]
fn tracks_that_no_ruleset_looks_for_are_problems_and_hide_no_others() {
    let folder = dash("strays", &[("dash.rules", "p.strides += 1\n", "p.strides += 1 +\n")]);
    let stray = |of: &str| format!("(ruleset: {of:?}, name: \"B\", spaces: [])\n");
    write(&folder.join("tracks/gone/b.ron"), &stray("gone"));
    write(&folder.join("tracks/dashes/b.ron"), &stray("dash"));
    let gone = "b.ron` is a track of `gone`, but there is no such ruleset";
    let elsewhere = "is a track of `dash`, which looks for its tracks in";
    let broken = "S01";
    run_in(&folder, &["check"], "").check(1, &[broken, gone, elsewhere]);
    // Nor is a track well while the rules can't be read.
    let unchecked = "dash on track line: can't be checked, because the rules have errors";
    run_in(&folder, &["check", "tracks"], "").check(1, &[unchecked, "`coursesetter check dash` lists them", gone]);
    run_in(&folder, &["check", "tracks/dash/line.ron"], "").check(1, &[unchecked]);
    run_in(&folder, &["check", "tracks/gone/b.ron"], "").check(2, &[gone]);
}
