//! Problems on the thing they are about, and what mends them.

use std::cell::RefCell;
use suite::drawings::edit_at_random;

use editor::drawing::problems::{About, Checked, Problem, Waiting};
use editor::drawing::{Checker, Drawing, Edit, Item, Key, List};

use super::*;

fn checker(game: &str) -> Checker {
    Checker::new(&ruleset(game), &[])
}

fn found(checker: &Checker, drawing: &Drawing) -> Vec<Problem> {
    checker.problems(drawing.document(), "under-test")
}

#[test]
fn shipped_boards_have_none() {
    let mut last: Option<(String, Checker)> = None;
    for (game, name, text) in shipped() {
        let (_, checker) = match &last {
            Some(known) if known.0 == game => known,
            _ => last.insert((game.clone(), checker(&game))),
        };
        let problems = checker.problems(&document(&text), &name);
        assert!(problems.is_empty(), "{game}/{name}: {problems:#?}");
        assert!(checker.built(&document(&text), &name, None).program.is_some());
    }
}

/// Draws on SKOOT's test loop, looks for a problem, mends it with its first fix and looks whether it is gone.
#[track_caller]
fn check(old: &str, new: &str, says: &str, about: &str, fix: &str, mended: &str) {
    let checker = checker("skoot");
    let texts = library().read("skoot");
    let text = texts.tracks["test-loop"].as_ref().expect("it can be read").replacen(old, new, 1);
    assert!(text.contains(new), "{old} is not there");
    let mut d = Drawing::new(document(&text), checker.schema.clone());
    let before = d.document().clone();
    let problems = found(&checker, &d);
    let Some(problem) = problems.iter().find(|p| p.message.contains(says)) else { panic!("no {says:?} in {problems:#?}") };
    let titles: Vec<String> = problem.keys().map(|key| d.document().item(key).expect("it is there").title()).collect();
    assert!(titles.iter().any(|title| title == about), "{titles:?}");
    let Some(found_fix) = problem.fixes.iter().find(|f| f.title == fix) else { panic!("{:?}", problem.fixes) };
    d.edit(&found_fix.edit).expect("it is mended");
    let saved = super::text(d.document());
    assert!(saved.contains(mended), "{saved}");
    let left = found(&checker, &d);
    assert!(!left.iter().any(|p| p.message == problem.message && p.about == problem.about), "{left:#?}");
    d.undo();
    assert_eq!(*d.document(), before);
}

#[test]
fn an_id_that_nothing_bears_is_dropped() {
    check(
        "\"a05\", \"a06\"",
        "\"a05\", \"zz\", \"a06\"",
        "no space has the id \"zz\"",
        "ahead",
        "delete \"zz\"",
        "\"a05\", \"a06\"",
    );
    let link = "(kind: \"homeward\", chain: [\"rec\", \"f1\"]),";
    check(
        link,
        "(kind: \"homeward\", chain: [\"rec\", \"f1\"]), (kind: \"around\", chain: [\"fin\", \"qq\"]),",
        "\"qq\"",
        "around",
        "delete \"qq\"",
        link,
    );
}

#[test]
fn a_gap_is_linked() {
    check(
        "(kind: \"ahead\", chain: [\"f1\", \"f2\", \"f3\", \"fin\"]),",
        "(kind: \"ahead\", chain: [\"f1\", \"f2\"]), (kind: \"ahead\", chain: [\"f3\", \"fin\"]),",
        "leads nowhere",
        "f2",
        "link it to Finish section 3 by ahead",
        "[\"f1\", \"f2\", \"f3\", \"fin\"]",
    );
}

/// Somebody who hears what is wrong, and waits for links or not.
#[derive(Default)]
struct Listener {
    waits: bool,
    heard: RefCell<Vec<Checked>>,
}

impl Waiting for Listener {
    fn hear(&self, so_far: Checked) {
        self.heard.borrow_mut().push(so_far);
    }

    fn waits(&self) -> bool {
        self.waits
    }
}

#[test]
fn what_is_wrong_is_told_before_links_are_tried() {
    let checker = checker("skoot");
    let mut d = Drawing::new(shipped_document("skoot", "test-loop"), checker.schema.clone());
    d.edit(&Edit::Disconnect { kind: "ahead".into(), from: "f1".into(), to: "f2".into() }).expect("it was linked");
    let links = |problems: &[Problem]| {
        let titles = problems.iter().flat_map(|p| &p.fixes).map(|fix| fix.title.clone());
        titles.filter(|title| title.starts_with("link")).collect::<Vec<_>>()
    };
    for (waits, proposed) in [(true, vec!["link it to Finish section 2 by ahead".to_owned()]), (false, vec![])] {
        let listener = Listener { waits, heard: RefCell::default() };
        let checked = checker.check_for(&listener, d.document(), "under-test");
        assert_eq!(links(&checked.problems), proposed);
        let heard = listener.heard.into_inner();
        assert_eq!(heard.len(), 1, "told once");
        let said = |checked: &Checked| checked.problems.iter().map(|p| (p.message.clone(), p.about.clone())).collect::<Vec<_>>();
        assert_eq!(said(&heard[0]), said(&checked));
        assert!(links(&heard[0].problems).is_empty());
    }
}

/// The links that are proposed where these edits were made.
fn links_proposed(game: &str, track: &str, edits: &[Edit]) -> Vec<String> {
    let checker = checker(game);
    let mut d = Drawing::new(shipped_document(game, track), checker.schema.clone());
    for edit in edits {
        d.edit(edit).expect("it can be done");
    }
    let problems = found(&checker, &d);
    assert!(!problems.is_empty());
    problems.into_iter().flat_map(|p| p.fixes).map(|fix| fix.title).filter(|title| title.starts_with("link")).collect()
}

#[test]
fn a_gap_before_a_finish_is_linked_and_one_behind_a_start() {
    let cut = |from: &str, to: &str| Edit::Disconnect { kind: "ahead".into(), from: from.into(), to: to.into() };
    assert_eq!(links_proposed("skoot", "test-loop", &[cut("f3", "fin")]), ["link it to Finish by ahead"]);
    let item = Item { id: "s1".into(), at: Some((137.0, 150.0).into()), ..Item::default() };
    let first = Edit::Add { list: List::Spaces, items: vec![item], before: None };
    let on = Edit::Connect { kind: "ahead".into(), spaces: vec!["s1".into(), "a02".into()] };
    let behind_start = links_proposed("skoot", "test-loop", &[cut("st", "a02"), first, on]);
    assert!(behind_start.contains(&"link it to the space before tile 1 by ahead".to_owned()), "{behind_start:?}");
    assert!(behind_start.iter().all(|link| link == "link it to the space before tile 1 by ahead"), "{behind_start:?}");
    // The rules say which values there is one of, whatever a track says only once.
    let sole = |game: &str| checker(game).schema.sole.iter().map(|(of, value)| format!("{of} {value}")).collect::<Vec<_>>();
    assert_eq!(sole("skoot"), ["area exit", "area finish", "area recovery", "area shooting", "area start"]);
    assert_eq!(sole("biathlon-blast"), ["area finish", "area range", "start_line true"]);
    assert_eq!((sole("ski-the-mountain"), sole("hell-on-eight-wheels")), (vec![], vec![]));
}

#[test]
fn no_link_is_proposed_where_none_is_plain() {
    let placed = |id: &str, at: (f64, f64)| {
        let key = shipped_document("skoot", "test-loop").space(id).expect("it is there").key;
        Edit::Place(vec![(key, at.into())])
    };
    let cut = |from: &str, to: &str| Edit::Disconnect { kind: "ahead".into(), from: from.into(), to: to.into() };
    let none: [String; 0] = [];
    // Back to the first of its own branch.
    let document = shipped_document("skoot", "test-loop");
    let home = document.links().iter().find(|l| l.spaces.last().is_some_and(|id| **id == *"fin")).expect("a way home");
    let ids: Vec<&str> = home.spaces.iter().map(|id| &**id).collect();
    assert_eq!(ids, ["f1", "f2", "f3", "fin"]);
    let key = document.space("fin").expect("it is there").key;
    let gone = [Edit::Remove { keys: vec![key], bridging: false }];
    assert_eq!(links_proposed("skoot", "test-loop", &gone), none);
    // To where one comes from: a way that is cut twice has one end that leads on to the piece, and one behind.
    assert_eq!(links_proposed("skoot", "test-loop", &[cut("f1", "f2")]), ["link it to Finish section 2 by ahead"]);
    // Far away.
    let far = Edit::Place(vec![(document.space("f2").expect("it is there").key, (700.0, 700.0).into())]);
    assert_eq!(links_proposed("skoot", "test-loop", &[cut("f1", "f2"), far]), none);
    // To a start that isn't linked yet; what is like others may well be the next one.
    let key = |id: &str| document.space(id).expect("it is there").key;
    let beside = |start: &str| {
        let place = Edit::Place(vec![(key("st"), (120.0, 166.0).into()), (key("f3"), (135.0, 150.0).into())]);
        let set = |id: &str, area: &str| Edit::Set { keys: vec![key(id)], name: "area".into(), value: Some(area.into()) };
        [cut("f2", "f3"), cut("st", "a02"), place, set("st", "home_straight"), set(start, "start")]
    };
    assert_eq!(links_proposed("skoot", "test-loop", &beside("st")), none);
    assert!(links_proposed("skoot", "test-loop", &beside("a15")).contains(&"link it to Finish section 1 by ahead".to_owned()));
    // A finish that is far away, or that leads on.
    assert_eq!(links_proposed("skoot", "test-loop", &[cut("f3", "fin"), placed("fin", (150.0, 190.0))]), none);
    let leads_on = Edit::Connect { kind: "around".into(), spaces: vec!["fin".into(), "p1".into()] };
    assert_eq!(links_proposed("skoot", "test-loop", &[cut("f3", "fin"), leads_on]), none);
    // From where the way ends.
    let last = shipped_document("biathlon-blast", "test-course").space("fin").expect("it is there").key;
    let edits = [Edit::Set { keys: vec![last], name: "facing".into(), value: None }];
    assert_eq!(links_proposed("biathlon-blast", "test-course", &edits), none);
}

#[test]
fn what_the_rules_do_not_know_is_left_out() {
    check(
        "at: (150.9, 140.5)",
        "at: (150.9, 140.5), glow: 3",
        "no field `glow`",
        "a03",
        "delete glow",
        "(id: \"a03\", at: (150.9, 140.5)),",
    );
    check(
        "terrain: climb",
        "terrain: volcano",
        "`volcano` is not a case of Terrain",
        "a05",
        "delete terrain",
        "(id: \"a05\", at: (172.9, 140.4)),",
    );
}

#[test]
fn of_two_with_one_id_the_second_gets_another() {
    check(
        "(id: \"a04\"",
        "(id: \"a03\"",
        "two spaces have the id \"a03\"",
        "a03",
        "rename this one to a04",
        "(id: \"a04\", at: (161.9, 140.5)),",
    );
}

#[test]
fn spaces_on_one_another_are_parted_merged_or_taken_away() {
    let (old, on) = ("(id: \"a04\", at: (161.9, 140.5))", "(id: \"a04\", at: (151.9, 140.5))");
    check(
        old,
        on,
        "\"a04\" is on top of \"a03\", 1.0 mm from its middle",
        "a04",
        "move it beside tile 2",
        "(id: \"a04\", at: (161.",
    );
    check(old, on, "\"a04\" is on top of \"a03\"", "a04", "merge it with tile 2", "\"a03\", \"a05\"");
    let twice = "(id: \"a04\", at: (161.9, 140.5)), (id: \"zz\", at: (161.9, 140.5))";
    check(old, twice, "\"zz\" is in the same place as \"a04\"", "zz", "delete it", old);
}

#[test]
fn spaces_on_one_another_are_told_at_once_and_may_be_left_so() {
    let checker = checker("skoot");
    let mut d = Drawing::new(shipped_document("skoot", "flat"), checker.schema.clone());
    let last = checker.check(d.document(), "under-test");
    let [a, b] = ["a05", "a09"].map(|id| d.document().space(id).expect("it is there").clone());
    let place = |at| Edit::Place(vec![(b.key, at)]);
    d.edit(&place(a.at.expect("it has a place") + kurbo::Vec2::new(0.4, 0.3))).expect("it is moved");
    let told = |d: &Drawing| checker.touched(&last, d.document(), "under-test").expect("little was touched");
    let at_once = told(&d);
    let all = found(&checker, &d);
    let says = |problems: &[Problem]| problems.iter().map(|p| (p.message.clone(), p.about.clone())).collect::<Vec<_>>();
    assert_eq!(says(&at_once), says(&all));
    let [problem] = &at_once[..] else { panic!("{at_once:#?}") };
    assert_eq!(problem.message, "\"a09\" is on top of \"a05\", 0.5 mm from its middle");
    assert_eq!(problem.keys().collect::<Vec<_>>(), [b.key, a.key]);
    assert!(!problem.is_error, "it can be played all the same");
    d.edit(&problem.ignore(d.document(), "a tower")).expect("it is left");
    assert_eq!([told(&d)[0].ignored.as_deref(), found(&checker, &d)[0].ignored.as_deref()], [Some("a tower"); 2]);
    d.edit(&place(b.at.expect("it had a place"))).expect("it is moved back");
    assert!(told(&d).is_empty());
}

#[test]
fn a_problem_may_be_left_with_a_reason() {
    let checker = checker("skoot");
    let mut d = Drawing::new(shipped_document("skoot", "test-loop"), checker.schema.clone());
    let finish = d.document().links().iter().find(|l| l.spaces.last().is_some_and(|id| **id == *"fin")).expect("it is there");
    let (from, to) = (finish.spaces[1].clone(), finish.spaces[2].clone());
    d.edit(&Edit::Disconnect { kind: "ahead".into(), from, to }).expect("it is cut");
    let problem = found(&checker, &d).into_iter().find(|p| p.message.contains("leads nowhere")).expect("it is a problem");
    let key = problem.keys().next().expect("it is about a space");
    assert!(matches!(problem.about[0], About::Item(List::Spaces, _)));
    assert!(
        problem.about.iter().any(|about| matches!(about, About::Rules(file, line) if file.ends_with(".rules") && *line > 10))
    );
    let why = "the bridge is drawn later";
    d.edit(&problem.ignore(d.document(), why)).expect("it is left");
    // Saved and opened again, and under another name.
    let mut d = Drawing::new(document(&text(d.document())), checker.schema.clone());
    let id = d.document().item(key).expect("keys follow the order of the file").id.clone();
    let again: Key = d.document().space(&id).expect("it is there").key;
    d.edit(&Edit::Rename { key: again, id: "bridge".into() }).expect("it is renamed");
    let left = found(&checker, &d);
    let one = left.iter().find(|p| p.message.contains("leads nowhere")).expect("it is still there");
    assert_eq!(one.ignored.as_deref(), Some(why), "{one:?}");
    assert!(left.iter().all(|p| !p.message.contains("ignored")), "{left:#?}");
    d.edit(&one.notice(d.document())).expect("it is looked at again");
    assert!(found(&checker, &d).iter().all(|p| p.ignored.is_none()));
}

#[test]
fn broken_rules_are_no_problem_of_the_board() {
    let mut texts = library().read("skoot");
    texts.files.insert("skoot.rules".into(), Ok("game skoot \"SKOOT\" for 1..8 players\nrule {".into()));
    let checker = Checker::new(&Ruleset::read(&texts), &[]);
    assert!(!checker.is_sound());
    let d = Drawing::new(shipped_document("skoot", "test-loop"), checker.schema.clone());
    // Fields that nobody declares any more are all that can be said.
    assert!(found(&checker, &d).iter().all(|p| p.about.iter().all(|about| !matches!(about, About::Rules(..)))));
}

#[test]
fn what_was_touched_is_told_at_once_as_a_check_of_all_tells_it() {
    let (mut compared, mut seen) = (0, 0);
    for (game, track) in [
        ("skoot", "test-loop"),
        ("biathlon-blast", "test-course"),
        ("ski-the-mountain", "test-slopes"),
        ("hell-on-eight-wheels", "test-straight"),
    ] {
        let checker = checker(game);
        let mut d = Drawing::new(shipped_document(game, track), checker.schema.clone());
        // Nobody waits for links to be proposed: these are no problems.
        let check = |d: &Drawing| checker.check_for(&Listener::default(), d.document(), "under-test");
        let mut now = check(&d);
        for round in 0..60 {
            edit_at_random(&mut d, 1 + round as usize % 3, 1_000 + round);
            let last = std::mem::replace(&mut now, check(&d));
            let Some(at_once) = checker.touched(&last, d.document(), "under-test") else { continue };
            let all = &now.problems;
            let errors = |problems: &[Problem]| {
                let told = problems.iter().filter(|p| p.is_told_at_once());
                let mut told: Vec<_> = told.map(|p| format!("{:?} {} {:?}", p.code, p.message, p.about.first())).collect();
                told.sort();
                told.dedup();
                told
            };
            assert_eq!(errors(&at_once), errors(all), "{game}, round {round}");
            compared += 1;
            seen += errors(all).len();
        }
    }
    assert!(compared > 200 && seen > 200, "{compared} boards with {seen} problems");
}

#[test]
fn what_the_rules_of_the_shipped_games_miss_is_said_with_what_to_draw() {
    let says = |game: &str, document: &Document, word: &str| {
        let found = Checker::new(&ruleset(game), &[]).problems(document, "mine");
        assert!(found.iter().any(|p| p.message.contains(word)), "{:#?}", found.iter().map(|p| &p.message).collect::<Vec<_>>());
        assert!(!found.iter().any(|p| p.message.contains("can't be worked out")));
    };
    says("hell-on-eight-wheels", &Document::new("hell-on-eight-wheels", "Mine", kurbo::Size::new(400.0, 300.0)), "Grid tool");
    let without = |game: &str, track: &str, line: &str, now: &str| {
        let text = library().read(game).tracks[track].clone().expect("it can be read");
        assert!(text.contains(line), "{text}");
        document(&text.replacen(line, now, 1))
    };
    let open = without("skoot", "test-loop", "        (kind: \"around\", chain: [\"p3\", \"p1\"]),\n", "");
    says("skoot", &open, "draw an `around` link from its last tile");
    let mut drawing = Drawing::new(shipped_document("biathlon-blast", "test-course"), schema("biathlon-blast"));
    let range =
        drawing.document().spaces().iter().find(|s| s.fields.get("area").is_some_and(|a| &**a == "range")).expect("a range").key;
    drawing.edit(&Edit::Set { keys: vec![range], name: "lanes".into(), value: None }).expect("it can be changed");
    says("biathlon-blast", drawing.document(), "0 lanes here");
    let trail = drawing.document().spaces().iter().find(|s| s.fields.get("area").is_none()).expect("a trail").key;
    drawing.edit(&Edit::Set { keys: vec![trail], name: "lanes".into(), value: Some("0".into()) }).expect("it can be changed");
    says("biathlon-blast", drawing.document(), "one or two here");
}

#[test]
fn a_space_beside_the_sheet_is_moved_onto_it() {
    check(
        "(id: \"a05\", at: (172.9, 140.4)",
        "(id: \"a05\", at: (272.9, 240.4)",
        "outside the sheet",
        "a05",
        "move it onto the sheet",
        "(id: \"a05\", at: (269.4, 205.9)",
    );
}

#[test]
fn what_may_be_there_once_is_wrong_when_it_is_there_twice_and_to_be_drawn_when_it_is_not() {
    let checker = checker("biathlon-blast");
    let mut d = Drawing::new(shipped_document("biathlon-blast", "bad-wolfsheim-kurz"), checker.schema.clone());
    let key = |d: &Drawing, id: &str| d.document().space(id).expect("it is there").key;
    let (first, second) = (key(&d, "a00"), key(&d, "a03"));
    let mut say = |key: Key, value: Option<&str>| {
        d.edit(&Edit::Set { keys: vec![key], name: "start_line".into(), value: value.map(Into::into) }).expect("it can be said");
        found(&checker, &d)
    };
    let twice = say(second, Some("true"));
    let [problem] = &twice[..] else { panic!("{twice:#?}") };
    assert!(!problem.is_step && problem.keys().eq([first, second]), "{problem:#?}");
    assert_eq!(problem.hint.as_deref(), Some("2 spaces say so: take it away from all but one"));
    say(second, None);
    let none = say(first, None);
    assert!(matches!(&none[..], [step] if step.is_step), "{none:#?}");
}

#[test]
fn what_the_rules_could_not_look_for_is_not_done() {
    let checker = checker("hell-on-eight-wheels");
    let done = |document: &Document| -> Vec<bool> {
        let checked = checker.check(document, "mine");
        checked.steps(&checked.problems).iter().map(|step| step.is_done).collect()
    };
    let whole = done(&shipped_document("hell-on-eight-wheels", "oval"));
    assert!(whole.len() > 2 && whole.iter().all(|is| *is), "{whole:?}");
    // The last one leads nowhere, so nobody knows whether there is a ring, and whether skaters find their places.
    let open = document(
        "(ruleset: \"hell-on-eight-wheels\", name: \"Open\", sheet: (width: 420, height: 297), tile: 9.6, spaces: [(id: \"0-1\", at: (50, 100), \
         line: 0, lane: 1), (id: \"1-1\", at: (70, 100), line: 1, lane: 1)], links: [(kind: \"ahead\", chain: [\"0-1\", \"1-1\"])])",
    );
    assert_eq!(done(&open), vec![false; whole.len()]);
}
