//! Texts in, and the last good build out.

use editor::workspace::Workspace;
use interpreter::ruleset::{Setup, Texts};

fn texts(rules: &str) -> Texts {
    let track = r#"(ruleset: "run", name: "Line", spaces: [(id: "a", at: (0.0, 0.0))])"#;
    let manifest = r#"(id: "run", title: "Run", modules: ["run.rules"], default_track: "tracks/run/line.ron")"#;
    Texts {
        name: "run".to_owned(),
        files: [("game.ron", manifest), ("run.rules", rules)].map(|(name, text)| (name.to_owned(), Ok(text.into()))).into(),
        tracks: [("line".to_owned(), Ok(track.into()))].into(),
        ..Texts::default()
    }
}

const RULES: &str = "game run \"Run\" for 1..2 players\nplayer { points: int = 0 }\nflow { stop() }\nrule stop() { end game ranking p in everyone by p.points }\n";

fn build(workspace: &mut Workspace) -> bool {
    let job = workspace.job().expect("something is to be built");
    workspace.finish(job.run())
}

#[test]
fn broken_texts_leave_the_last_good_build() {
    let mut workspace = Workspace::new(texts(RULES), Setup::default());
    assert!(build(&mut workspace));
    assert!(workspace.newest().is_some_and(|build| build.is_good()));
    assert!(workspace.job().is_none());
    assert_eq!(workspace.set_texts(texts(&RULES.replace("stop()", "stop("))), ["run/run.rules"]);
    assert!(build(&mut workspace));
    assert!(workspace.newest().is_some_and(|build| !build.is_good()));
    assert!(workspace.good().is_some_and(|build| build.program().is_some()));
    assert_eq!(workspace.set_texts(texts(RULES)).len(), 1);
    assert!(build(&mut workspace));
    assert!(workspace.newest().is_some_and(|build| build.is_good()));
}

#[test]
fn the_same_content_is_no_change() {
    let mut workspace = Workspace::new(texts(RULES), Setup::default());
    assert!(build(&mut workspace));
    assert_eq!(workspace.set_texts(texts(RULES)), Vec::<String>::new());
    assert!(workspace.job().is_none());
    let mut more = texts(RULES);
    more.tracks.insert("ring".to_owned(), Ok("()".into()));
    more.files.remove("game.ron");
    assert_eq!(workspace.set_texts(more), ["run/game.ron", "tracks/run/ring.ron"]);
}

#[test]
fn a_track_that_is_only_written_otherwise_is_played_as_before() {
    let mut workspace = Workspace::new(texts(RULES), Setup::default());
    assert!(build(&mut workspace));
    let before = workspace.good().unwrap().clone();
    let mut as_written = |track: &str| {
        let mut others = texts(RULES);
        others.tracks.insert("line".to_owned(), Ok(track.into()));
        workspace.set_texts(others);
        assert!(build(&mut workspace));
        workspace.good().unwrap().played_otherwise(&before)
    };
    let same = "// A line\n(ruleset: \"run\", name:\"Line\", spaces: [\n  (id: \"a\", at: ( 0.0, 0.0 /* mm */),),\n],\n)\n";
    assert_eq!(as_written(same), Vec::<String>::new());
    assert_eq!(as_written(&same.replace("\"a\"", "\"b\"")), ["tracks/run/line.ron"]);
}

#[test]
fn an_addon_that_is_off_is_played_by_nobody() {
    let manifest =
        r#"(id: "run", title: "Run", modules: ["run.rules"], addons: ["wind.rules"], default_track: "tracks/run/line.ron")"#;
    let with = |wind: &str| {
        let mut texts = texts(RULES);
        texts.files.insert("game.ron".to_owned(), Ok(manifest.into()));
        texts.files.insert("wind.rules".to_owned(), Ok(format!("addon wind \"Wind\" for run\n{wind}").into()));
        texts
    };
    for (addons, told) in [(vec![], vec![]), (vec!["wind".to_owned()], vec!["run/wind.rules"])] {
        let mut workspace = Workspace::new(with(""), Setup { addons, ..Setup::default() });
        assert!(build(&mut workspace));
        let before = workspace.good().expect("it is sound").clone();
        workspace.set_texts(with("/// Said of it.\nparam gusts: int in 0..3 = 1\n"));
        assert!(build(&mut workspace));
        assert_eq!(workspace.good().expect("it is sound").played_otherwise(&before), told);
    }
}

#[test]
fn a_build_that_comes_late_counts_for_nothing() {
    let mut workspace = Workspace::new(texts(RULES), Setup::default());
    let slow = workspace.job().expect("something is to be built");
    workspace.set_texts(texts(&format!("{RULES}// more\n")));
    assert!(build(&mut workspace));
    assert!(!workspace.finish(slow.run()));
    // A build that ends before the next one starts counts, even if more was typed meanwhile.
    workspace.set_texts(texts(&format!("{RULES}// still more\n")));
    let first = workspace.job().expect("something is to be built");
    workspace.set_texts(texts(&format!("{RULES}// and more\n")));
    assert!(workspace.finish(first.run()));
    assert!(workspace.job().is_some());
}
