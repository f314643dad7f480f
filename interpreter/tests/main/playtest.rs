//! A playtest, as a tree: what is to be seen at a moment depends on what leads there alone, and undo changes nothing but where the branches
//! stand.

use std::sync::Arc;

use interpreter::edit::Edit;
use interpreter::game::{Game, Line, Question, Status, StopKind};
use interpreter::ir::{FieldId, KindId};
use interpreter::players::{BotStream, bot_stream};
use interpreter::playtest::{About, Build, By, Event, Moment, NodeId, Note, Path, Playtest, Scene, Sign, Stage};
use interpreter::program::Program;
use interpreter::reading::What;
use interpreter::replay::{self, Saved};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::series::counted;
use interpreter::view;
use interpreter::vm::Machine;
use interpreter::why::{self, Write};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

use crate::common::every::{Dice, every_program, play_on};
use crate::common::{rulesets, shipped};

/// A little game with cards, secret blocks, dice and nested loops in its flow.
const RULES: &str = r#"
game small "Small" for 2..3 players
link next one? drawn along
const start = the s in space where not any t in space where t.next == s
card Token { worth: int in 0..9 = 0 } from "tokens.ron"
dice d = 1..6
pile deck of Token hidden full
pile table of Token open
state { round: int = 0 }
player { pile hand of Token private, points: int in 0..900 = 10, secret wish: int in 0..3 = 0 }
piece Runner 1 per player as runner at start
flow {
  setup()
  repeat 4 times {
    round += 1
    for half in 1..2 { for p in players { turn(p, half) } }
    wishes()
    upkeep()
  }
  end game ranking p in everyone by p.points desc
}
rule setup() { shuffle deck; for p in players { draw 2 from deck to p.hand } }
rule upkeep() { for p in players { p.points += roll(d); say "{p} has {p.points}" } }
rule wishes() {
  secretly each p in players { choose wish by p "Wish?" { each n in 0..3 "{n}" { p.wish = n } } }
}
turn rule turn(p: player, half: int) {
  if let s = p.runner.at.next { move p.runner to s }
  choose go by p "Which way?" {
    "Ahead" { p.points += half + roll(d) }
    each t in p.hand "Play {t}" { move t to table; p.points += t.worth }
    "Rest" { }
  }
}
"#;
const TRACK: &str = r#"(ruleset: "small", name: "Line", spaces: [
    (id: "a", at: (10.0, 10.0)), (id: "b", at: (20.0, 10.0)), (id: "c", at: (30.0, 10.0)), (id: "d", at: (40.0, 10.0)) ],
    links: [ (kind: "next", chain: ["a", "b", "c", "d"]) ])"#;
const TOKENS: &str = r#"{ "One": (copies: 4, worth: 1), "Two": (copies: 3, worth: 2), "Five": (copies: 2, worth: 5) }"#;

fn small(rules: &str) -> (Build, Arc<Program>) {
    let manifest = r#"(id: "small", title: "Small", modules: ["small.rules"], default_track: "tracks/small/line.ron")"#;
    let files = [("game.ron", manifest), ("small.rules", rules), ("tokens.ron", TOKENS)];
    let texts = Texts {
        name: "small".into(),
        files: files.into_iter().map(|(name, text)| (name.to_owned(), Ok(text.into()))).collect(),
        tracks: [("line".into(), Ok(TRACK.into()))].into(),
        ..Texts::default()
    };
    let setup = Setup { players: Some(2), ..Setup::default() };
    let program = crate::common::program(&Ruleset::read(&texts), &setup);
    (Build { texts, setup }, program)
}

/// Four builds of it.
fn builds() -> Vec<(Build, Arc<Program>)> {
    let others = [("half + roll(d)", "2 * half"), ("state {", "state { heat: int = 3, "), ("    upkeep()\n", "")];
    let changed = others.map(|(old, new)| {
        assert!(RULES.contains(old), "{old}");
        small(&RULES.replace(old, new))
    });
    [small(RULES)].into_iter().chain(changed).collect()
}

/// What a person, a bot or the window does.
#[derive(Clone, Debug)]
enum Act {
    Answer(Index, bool),
    Look(Index, Index),
    Points(u8),
    Roll(u8),
    Rules(Index),
    Again(Index),
    PlayOn(Index),
    TakeUp(Index),
    Undo,
    Redo,
    Restart,
    /// Deletes a note, or changes one, or writes one at what is shown.
    Note(Index),
    /// Bots play the race to its end, and the next one of the series begins.
    NextRace(Index),
    Forget,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let index = any::<Index>;
    let act = prop_oneof![
        12 => (index(), any::<bool>()).prop_map(|(option, person)| Act::Answer(option, person)),
        3 => (index(), index()).prop_map(|(node, tick)| Act::Look(node, tick)),
        1 => (0..90u8).prop_map(Act::Points),
        1 => (1..7u8).prop_map(Act::Roll),
        2 => index().prop_map(Act::Rules),
        1 => index().prop_map(Act::Again),
        1 => index().prop_map(Act::PlayOn),
        1 => index().prop_map(Act::TakeUp),
        3 => Just(Act::Undo),
        2 => Just(Act::Redo),
        1 => Just(Act::Restart),
        1 => Just(Act::Forget),
        2 => index().prop_map(Act::Note),
    ];
    proptest::collection::vec(act, 1..60)
}

/// The same with all that is done, and several races.
fn acts_of_a_series() -> impl Strategy<Value = Vec<Act>> {
    let race = (acts(), any::<Index>()).prop_map(|(mut acts, build)| {
        acts.truncate(12);
        acts.push(Act::NextRace(build));
        acts
    });
    (proptest::collection::vec(race, 1..4), acts()).prop_map(|(races, acts)| races.into_iter().flatten().chain(acts).collect())
}

/// A playtest, and what is shown of it.
struct Tried {
    playtest: Playtest,
    stages: Vec<Stage>,
    shown: Moment,
    /// The second player wishes otherwise by so much, which is a secret.
    hidden: usize,
}

fn luck(n: u64) -> Arc<[BotStream]> {
    (0..2).map(|seat| bot_stream(n, seat)).collect()
}

impl Tried {
    fn new(builds: &[(Build, Arc<Program>)], seed: u64) -> Tried {
        let mut playtest = Playtest::new(Some(builds[0].0.clone()), &builds[0].1, seed, vec![]);
        let stages = builds.iter().map(|(build, program)| playtest.stage(Some(build.clone()), program)).collect();
        let shown = Moment::end(playtest.head());
        Tried { playtest, stages, shown, hidden: 0 }
    }

    /// The moments of the path to the head.
    fn moments(&mut self, of: NodeId) -> Vec<Moment> {
        self.playtest.stops(of).into_iter().map(|(moment, _)| moment).collect()
    }

    fn node(&self, index: &Index) -> NodeId {
        let nodes: Vec<NodeId> = self.playtest.way(self.playtest.head());
        nodes[index.index(nodes.len())]
    }

    /// Answers the question at the head, if one is asked.
    fn answer(&mut self, choose: impl Fn(usize) -> usize, by: By) -> bool {
        let Some(Status::Asking(question)) = self.now().status else { return false };
        let (count, option) = (question.options.len(), choose(question.options.len()));
        let is_hidden = *question.decision == *"wish" && question.player == 1;
        let option = if is_hidden { (option + self.hidden) % count } else { option };
        self.playtest.choose(option, by, 0, luck(1)).expect("it is on offer");
        true
    }

    fn now(&mut self) -> Scene {
        self.playtest.at(Moment::end(self.playtest.head())).expect("it stands somewhere")
    }

    fn does(&mut self, act: &Act) {
        let before = self.playtest.refs().clone();
        match act {
            Act::Answer(option, person) => {
                let by = if *person { By::Person } else { By::Bot };
                if !self.answer(|count| option.index(count), by) {
                    return;
                }
                if *person {
                    self.playtest.did("An answer", before);
                }
            }
            Act::Look(node, tick) => {
                let node = self.node(node);
                let moments = self.moments(node);
                self.shown = moments[tick.index(moments.len())];
                return;
            }
            Act::Points(to) => {
                let edit = Edit::Field { of: "player".into(), number: 1, name: "points".into(), value: to.to_string() };
                if self.playtest.edit(edit).is_ok() {
                    self.playtest.did("By hand", before);
                }
            }
            Act::Roll(face) => {
                if self.playtest.edit(Edit::Roll { die: "d".into(), faces: vec![(*face).into(); 2] }).is_ok() {
                    self.playtest.did("By hand", before);
                }
            }
            Act::Rules(build) => {
                let stage = self.stages[build.index(self.stages.len())];
                let sum = self.playtest.at(self.shown).expect("it is there").sum;
                let is_again = self.playtest.deeds().last().is_some_and(|deed| deed.name == "The rules were changed");
                match self.playtest.take_over(self.shown, stage) {
                    Ok(taken) => {
                        let now = self.playtest.at(taken.shown).expect("it is there").sum;
                        // Nothing is shown that lies beyond what was shown.
                        if taken.report.parted.is_none() && !is_again {
                            prop_lines(now.lines, sum.lines, self.playtest.node(taken.shown.node).expect("it is there"));
                        }
                        self.shown = taken.shown;
                    }
                    Err(_) => assert_eq!(*self.playtest.refs(), before),
                }
                return;
            }
            Act::Again(build) => {
                let stage = self.stages[build.index(self.stages.len())];
                self.shown = self.playtest.replay(self.shown, stage).shown;
                return;
            }
            Act::NextRace(build) => {
                while self.answer(|_| 0, By::Bot) {}
                let over = self.now();
                if over.status == Some(Status::Over) {
                    let mut machine = Machine::new(&over.program);
                    over.put_into(&mut machine);
                    let stage = self.stages[build.index(self.stages.len())];
                    self.playtest.next_race(stage, 8, counted(&machine.places(&over.program)));
                }
            }
            Act::Note(which) => {
                let notes = self.playtest.notes().to_vec();
                let new = Note { at: self.shown, by: Some(0), sign: Sign::Word, text: format!("note {}", notes.len()) };
                let change = match which.index(2 * notes.len() + 2) {
                    n if n < notes.len() => (Some(notes[n].clone()), None),
                    n if n < 2 * notes.len() => {
                        let was = notes[n - notes.len()].clone();
                        (Some(was.clone()), Some(Note { sign: Sign::Smile, ..was }))
                    }
                    _ => (None, Some(new)),
                };
                self.playtest.write_notes(vec![change]);
                let refs = self.playtest.refs();
                assert_eq!((&refs.branches, refs.on), (&before.branches, before.on), "a note moves nothing");
                return;
            }
            Act::Forget => return self.playtest.forget(),
            _ => {
                let _ = match act {
                    Act::PlayOn(node) => self.playtest.play_on(self.node(node)),
                    Act::TakeUp(branch) => self.playtest.take_up(branch.index(before.branches.len())),
                    Act::Undo => self.playtest.undo().is_some(),
                    Act::Redo => self.playtest.redo().is_some(),
                    _ => self.playtest.restart(),
                };
            }
        }
        self.shown = Moment::end(self.playtest.head());
    }

    /// What people did on all branches, and before what can be taken back.
    fn kept(&self) -> Vec<NodeId> {
        let deeds = self.playtest.deeds().iter().map(|deed| &deed.refs);
        let tips = deeds.chain([self.playtest.refs()]).flat_map(|refs| refs.branches.iter().map(|branch| branch.tip));
        let is_of_person = |node: &NodeId| {
            let event = &self.playtest.node(*node).expect("a branch leads there").event;
            matches!(**event, Event::Edit(_) | Event::Choice { by: By::Person, .. })
        };
        tips.flat_map(|tip| self.playtest.way(tip)).filter(is_of_person).collect()
    }

    /// All that is to be seen on the way to the head.
    fn seen(&mut self) -> Vec<Scene> {
        let path: Vec<NodeId> = self.playtest.way(self.playtest.head());
        let moments: Vec<Moment> = path.into_iter().flat_map(|node| self.moments(node)).collect();
        moments.into_iter().map(|moment| self.playtest.at(moment).expect("it is there")).collect()
    }
}

/// With what the race has begun.
fn first_event(playtest: &Playtest) -> Event {
    let begin = playtest.way(playtest.head())[0];
    (*playtest.node(begin).expect("it is there").event).clone()
}

/// A race that was begun anew is shown from its beginning.
fn prop_lines(now: usize, was: usize, node: &interpreter::playtest::Node) {
    assert!(now <= was || matches!(*node.event, Event::Begin { .. }), "{now} lines are shown, {was} were");
}

/// All lines on the way to the head.
fn lines(playtest: &mut Playtest) -> Vec<Line> {
    playtest.path(playtest.head()).lines().cloned().collect()
}

/// A game of the same events, without a tree.
fn plain(playtest: &mut Playtest) -> Option<Game> {
    let path: Vec<NodeId> = playtest.way(playtest.head());
    let mut game: Option<Game> = None;
    for id in path {
        let node = playtest.node(id)?.clone();
        match (&*node.event, &mut game) {
            (Event::Begin { seed, previous, .. }, _) => {
                game = Some(Game::start_after(playtest.program(node.stage), *seed, previous.clone()));
            }
            (Event::Choice { choice, .. }, Some(game)) => game.choose(game.find(choice)?).ok()?,
            (Event::Edit(edit), Some(game)) => game.edit(edit).ok()?,
            // A game is only taken over where it was called last.
            _ => return None,
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_scene_follows_from_what_leads_to_it(acts in acts(), seed in 0..4u64) {
        let builds = builds();
        let mut tried = Tried::new(&builds, seed);
        let mut brought = Path::default();
        for act in &acts {
            tried.does(act);
            tried.playtest.bring(&mut brought, tried.playtest.head());
        }
        let seen = tried.seen();
        tried.playtest.forget();
        // Without what was kept, and from the end to the beginning.
        for scene in seen.iter().rev() {
            let again = tried.playtest.at(scene.moment);
            prop_assert_eq!(again.as_ref(), Some(scene));
        }
        if let Some(game) = plain(&mut tried.playtest) {
            let last = seen.last().expect("there is an end");
            prop_assert_eq!(&game.log, &lines(&mut tried.playtest));
            prop_assert_eq!(game.machine.state(&game.program), &last.state[..]);
            prop_assert_eq!(Some(&game.status), last.status.as_ref());
            prop_assert_eq!(game.sum(), last.sum);
        }
        // A path that was brought along is the one that is made anew, and each line stands where it was written.
        let path = tried.playtest.path(tried.playtest.head());
        let legs = |path: &Path| path.legs().iter().map(|leg| (leg.node, leg.stage, leg.run.sum)).collect::<Vec<_>>();
        prop_assert_eq!(legs(&brought), legs(&path));
        prop_assert!(brought.lines().eq(path.lines()));
        let lines: Vec<&Line> = path.lines().collect();
        prop_assert_eq!(lines.len(), path.sum().lines);
        for (n, line) in lines.into_iter().enumerate() {
            let moment = path.moment(n).expect("it was written");
            prop_assert_eq!(path.line(n), Some(line));
            let sum = tried.playtest.at(moment).expect("it is there").sum;
            prop_assert!(sum.lines > n, "line {} of {:?}", n, sum);
        }
    }

    #[test]
    fn no_answer_of_a_person_is_lost_but_by_what_is_done_instead(acts in acts(), seed in 0..4u64) {
        let builds = builds();
        let mut tried = Tried::new(&builds, seed);
        for act in &acts {
            let before = tried.kept();
            tried.does(act);
            // Rules that are typed on take the place of those before.
            if !matches!(act, Act::Rules(_) | Act::Again(_)) {
                let lost: Vec<NodeId> = before.into_iter().filter(|node| tried.playtest.node(*node).is_none()).collect();
                prop_assert!(lost.is_empty(), "{:?} has lost {:?}", act, lost);
            }
            // What is written at a moment keeps that moment.
            prop_assert!(tried.playtest.notes().iter().all(|note| tried.playtest.node(note.at.node).is_some()));
            // A name is a deed as any other, and moves nothing.
            if let Act::TakeUp(branch) = act {
                let (head, branches) = (tried.playtest.head(), tried.playtest.refs().branches.len());
                let branch = branch.index(branches);
                tried.playtest.name_branches([(branch, Some(format!("{act:?}")))]);
                prop_assert_eq!((tried.playtest.head(), tried.playtest.refs().branches.len()), (head, branches));
                prop_assert_eq!(tried.playtest.deeds().last().map(|deed| &*deed.name), Some("Named a branch"));
            }
        }
    }

    #[test]
    fn undo_to_the_root_and_redo_to_the_end_leads_back(acts in acts(), seed in 0..4u64) {
        let builds = builds();
        let mut tried = Tried::new(&builds, seed);
        for act in &acts {
            tried.does(act);
        }
        while tried.playtest.redo().is_some() {}
        let (refs, seen) = (tried.playtest.refs().clone(), tried.seen());
        let mut undone = 0;
        while tried.playtest.undo().is_some() {
            undone += 1;
        }
        prop_assert_eq!(tried.playtest.deeds().len(), 0);
        for _ in 0..undone {
            prop_assert!(tried.playtest.redo().is_some());
        }
        prop_assert_eq!(tried.playtest.refs(), &refs);
        prop_assert_eq!(tried.seen(), seen);
    }

    #[test]
    fn undo_and_redo_cross_the_races_of_a_series(acts in acts_of_a_series(), seed in 0..4u64) {
        let mut tried = Tried::new(&builds(), seed);
        acts.iter().for_each(|act| tried.does(act));
        let (refs, seen, places) = (tried.playtest.refs().clone(), tried.seen(), tried.playtest.places_before());
        prop_assert!(places.iter().all(|race| race.len() == 2));
        let done = tried.playtest.deeds().len();
        while tried.playtest.undo().is_some() {}
        prop_assert_eq!(tried.playtest.places_before(), Vec::<Vec<u32>>::new());
        tried.playtest.forget();
        for _ in 0..done {
            tried.playtest.redo();
        }
        prop_assert_eq!((tried.playtest.refs(), tried.playtest.places_before()), (&refs, places));
        prop_assert_eq!(tried.seen(), seen);
    }

    /// Rules were changed where somebody looked back to: what was done before that moment lies on another way than that of the change.
    #[test]
    fn what_was_done_before_rules_changed_is_undone_after_reading(by in any::<[Index; 4]>(), seed in 0..4u64) {
        let mut tried = Tried::new(&builds(), seed);
        let [option, node, tick, rules] = by;
        for act in [Act::Points(0), Act::Answer(option, false), Act::Look(node, tick), Act::Rules(rules)] {
            tried.does(&act);
        }
        let text = tried.playtest.write(&About { seats: vec!["human".into(), "quick".into()], ..About::default() });
        let mut again = Playtest::read(&text).expect("it was written just now").playtest;
        while again.undo().is_some() {}
        let head = again.head();
        let way = again.way(head);
        let events = way.iter().skip(1).map(|id| &*again.node(*id).expect("it is there").event);
        let are_of_bots = events.into_iter().all(|event| matches!(event, Event::Choice { by: By::Bot, .. }));
        prop_assert!(are_of_bots);
    }

    #[test]
    fn what_was_written_is_read_again(acts in acts(), seed in 0..4u64, cut in any::<Index>()) {
        let builds = builds();
        let mut tried = Tried::new(&builds, seed);
        for act in &acts {
            tried.does(act);
        }
        let about = About { seats: vec!["human".into(), "quick".into()], ..About::default() };
        let text = tried.playtest.write(&about);
        let opened = Playtest::read(&text).expect("it was written just now");
        prop_assert!(opened.differs.is_none() && opened.about == about && Playtest::is_written_in(&text));
        // As a game for other rules it goes the same way.
        let last = Saved::read(&text).map(|races| races.last().cloned().expect("a race"));
        if let (Ok(saved), Event::Begin { instead: None, .. }) = (last, first_event(&tried.playtest)) {
            let program = tried.playtest.program(tried.playtest.node(tried.playtest.head()).expect("it is there").stage);
            prop_assert!(replay::replay(program, &saved).equal());
        }
        let mut again = Tried { playtest: opened.playtest, stages: vec![], shown: tried.shown, hidden: 0 };
        let on = |tried: &Tried| (tried.playtest.refs().branches.clone(), tried.playtest.notes().to_vec());
        prop_assert_eq!(on(&again), on(&tried));
        let head = tried.playtest.head();
        prop_assert_eq!(again.playtest.luck(head), tried.playtest.luck(head));
        let plain = |scene: Scene| (scene.moment, scene.state, scene.status, scene.sum, scene.turn, scene.round, scene.pending);
        // What people did can be taken back, to the beginning.
        let done = again.playtest.deeds().len();
        let whole = again.seen();
        for _ in 0..done {
            prop_assert!(again.playtest.undo().is_some());
        }
        let is_of_bot = |id: &NodeId| {
            matches!(&*again.playtest.node(*id).expect("it is there").event, Event::Choice { by: By::Bot, .. })
        };
        let are_of_bots = again.playtest.way(again.playtest.head()).iter().skip(1).all(is_of_bot);
        prop_assert!(are_of_bots);
        for _ in 0..done {
            prop_assert!(again.playtest.redo().is_some());
        }
        let seen = [whole, tried.seen()].map(|seen| seen.into_iter().map(plain).collect::<Vec<_>>());
        prop_assert_eq!(&seen[0], &seen[1]);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let begins = lines.iter().position(|line| line.starts_with("Begin")).expect("a race begins");
        let most = begins + 1 + cut.index(lines.len() - begins);
        let cut_off: String = lines[..most].concat() + "Choice(id:";
        prop_assert!(Playtest::read(&cut_off).is_ok());
    }

    #[test]
    fn a_change_of_rules_and_its_reverse_leave_all_as_it_was(acts in acts(), build in any::<Index>(), seed in 0..4u64) {
        let builds = builds();
        let mut tried = Tried::new(&builds, seed);
        for act in &acts {
            tried.does(act);
        }
        let before = tried.playtest.refs().clone();
        let was = tried.playtest.node(tried.shown.node).expect("it is there").stage;
        let to = tried.stages[build.index(tried.stages.len())];
        // The last thing that was done may be a change of rules itself.
        prop_assume!(tried.playtest.deeds().last().is_none_or(|deed| deed.name != "The rules were changed") && to != was);
        if tried.playtest.take_over(tried.shown, to).is_ok() {
            let back = tried.playtest.take_over(Moment::end(tried.playtest.head()), was).expect("it was played under these");
            prop_assert_eq!(back.shown, tried.shown);
        }
        prop_assert_eq!(tried.playtest.refs(), &before);
    }
}

/// Takes options at random in a playtest, and in a game beside it.
fn played(program: &Arc<Program>, seed: u64, most: usize) -> (Playtest, Game) {
    let mut game = Game::start(program.clone(), seed);
    play_on(&mut game, &mut Dice::new(program, seed), most);
    let mut playtest = Playtest::new(None, program, seed, vec![]);
    for choice in &game.choices {
        let find = |question: &Question| question.find(choice);
        let scene = playtest.at(Moment::end(playtest.head())).expect("it is there");
        let Some(Status::Asking(question)) = &scene.status else { panic!("{:?}", scene.status) };
        playtest.choose(find(question).expect("it was chosen"), By::Bot, 0, luck(2)).expect("it is on offer");
    }
    (playtest, game)
}

#[test]
fn a_playtest_is_a_game_with_all_its_moments() {
    every_program(|what, program| {
        let (mut playtest, game) = played(&program, 3, 40);
        playtest.forget();
        assert_eq!(lines(&mut playtest), game.log, "{what}");
        let nodes = playtest.way(playtest.head());
        for (run, node) in game.runs().zip(&nodes).step_by(5) {
            let end = playtest.at(Moment::end(*node)).expect("it is there");
            assert_eq!((&end.state, end.sum), (&run.end.state, run.sum), "{what}");
            for (stop, (moment, kind)) in run.stops.iter().zip(playtest.stops(*node)) {
                let scene = playtest.at(moment).expect("it is there");
                assert_eq!((stop.kind, stop.tick), (kind, moment.tick), "{what}");
                let same = stop.state.as_ref().is_none_or(|state| *state == scene.state);
                assert!(same || moment.tick >= run.ticks, "{what}: {kind:?}");
            }
        }
    });
}

#[test]
fn the_races_of_a_series_follow_each_other_in_one_playtest() {
    let builds = builds();
    let mut playtest = Playtest::new(Some(builds[0].0.clone()), &builds[0].1, 3, vec![]);
    let now = |playtest: &mut Playtest| playtest.at(Moment::end(playtest.head())).expect("it stands somewhere");
    while let Some(Status::Asking(_)) = now(&mut playtest).status {
        playtest.choose(0, By::Bot, 0, luck(1)).expect("it is on offer");
    }
    let over = playtest.head();
    let stage = playtest.stage(Some(builds[1].0.clone()), &builds[1].1);
    playtest.next_race(stage, 8, vec![2, 1]);
    let begun = now(&mut playtest);
    let alone = Game::start_after(builds[1].1.clone(), 8, vec![2, 1]);
    assert_eq!(&begun.state[..], alone.machine.state(&alone.program));
    assert_eq!((playtest.way(begun.moment.node).len(), playtest.places_before()), (1, vec![vec![2, 1]]));
    let text = playtest.write(&About::default());
    let mut read = Playtest::read(&text).expect("it was written so").playtest;
    assert_eq!((now(&mut read).state, read.places_before()), (begun.state.clone(), playtest.places_before()));
    assert!(playtest.undo().is_some());
    assert_eq!((playtest.head(), playtest.places_before()), (over, vec![]));
    assert!(playtest.redo().is_some());
    assert_eq!(now(&mut playtest), begun);
}

#[test]
fn the_same_rules_take_a_race_over_at_any_call() {
    for what in rulesets() {
        let ruleset = Ruleset::read(&shipped(&what));
        let [program, other] = [(); 2].map(|()| crate::common::program(&ruleset, &Setup::default()));
        // In the middle of a race.
        let (_, whole) = played(&program, 8, 60);
        let (mut playtest, _) = played(&program, 8, whole.choices.len() / 2);
        let (head, stage) = (playtest.head(), playtest.stage(None, &other));
        let (told, end) = (lines(&mut playtest), playtest.at(Moment::end(head)).expect("it is there"));
        assert!(matches!(end.status, Some(Status::Asking(_))), "{what}");
        let mut taken = playtest.take_over(Moment::end(head), stage).unwrap_or_else(|why| panic!("{what}: {why:?}"));
        assert!(taken.report.notes.is_empty() && taken.report.parted.is_none(), "{what}: {:?}", taken.report);
        for _ in 0..2 {
            assert_eq!(lines(&mut playtest), told, "{what}");
            let now = playtest.at(taken.shown).expect("it is there");
            assert_eq!((now.sum, &now.status), (end.sum, &end.status), "{what}");
            playtest.undo();
            // Typed once more, and from the middle of a run.
            let middle = playtest.stops(head).into_iter().find(|(_, kind)| matches!(kind, StopKind::Line | StopKind::Turn));
            let Some((middle, _)) = middle else { break };
            let shown = playtest.at(middle).expect("it is there").sum.lines;
            let there = playtest.take_over(middle, stage).unwrap_or_else(|why| panic!("{what}: {why:?}"));
            assert_eq!(playtest.at(there.shown).expect("it is there").sum.lines, shown, "{what}");
            taken.shown = Moment::end(playtest.head());
        }
    }
}

/// What a seat may see and read at each moment of a branch, and what it is told when it asks why.
fn for_eyes(playtest: &mut Playtest, tip: NodeId, reader: Option<usize>) -> Vec<String> {
    let path = playtest.path(tip);
    let mut all = vec![];
    for leg in path.legs() {
        let mut machine = Machine::new(&leg.program);
        for (moment, kind) in playtest.stops(leg.node) {
            let scene = playtest.at(moment).expect("it is there");
            scene.put_into(&mut machine);
            let Scene { sum, turn, round, turn_of, .. } = scene;
            let seen = view::view(&leg.program, &machine, reader);
            all.push(format!("{kind:?}: {sum:?}, turn {turn} of {turn_of:?}, round {round}: {seen:?}"));
            let read = path.lines().take(sum.lines).filter(|line| line.is_for(reader, sum.blocks));
            all.extend(read.skip(sum.lines.saturating_sub(9)).map(|line| line.text_for(reader).to_owned()));
        }
    }
    let program = &path.last().program;
    let fields = (0..program.ir.fields.len()).flat_map(|field| (0..2).map(move |of| What::Field(FieldId(field as u16), of)));
    let cards = (0..9).map(|card| What::Card(KindId(0), card));
    // When within a run it was is nobody's business: `wish = 0` may write or not.
    let told = fields.chain(cards).flat_map(|what| {
        let writes = why::writes_along(&path, tip, what, reader).into_iter();
        writes.map(move |write| format!("{what:?}: {:?}", Write { moment: write.moment.map(|at| Moment::end(at.node)), ..write }))
    });
    all.extend(told);
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: RngSeed::Fixed(2), failure_persistence: None, ..ProptestConfig::default() })]

    /// Two playtests in which all is done alike, except that the other player has other secret wishes.
    #[test]
    fn a_seat_sees_nothing_of_what_it_may_not_know(acts in acts(), seed in 0..4u64) {
        let builds = builds();
        let mut twins = [0, 1].map(|hidden| Tried { hidden, ..Tried::new(&builds, seed) });
        for act in &acts {
            twins.iter_mut().for_each(|tried| tried.does(act));
        }
        // There is always something to hide by the end.
        twins.iter_mut().for_each(|tried| while tried.answer(|_| 0, By::Bot) {});
        let [one, other] = twins.each_ref().map(|tried| tried.playtest.refs().clone());
        prop_assert_eq!(&one, &other);
        for branch in &one.branches {
            for reader in [Some(0), None] {
                let [one, other] = twins.each_mut().map(|tried| for_eyes(&mut tried.playtest, branch.tip, reader));
                prop_assert_eq!(one, other, "{:?}", reader);
            }
        }
        let tip = one.branches[one.on].tip;
        let [one, other] = twins.each_mut().map(|tried| for_eyes(&mut tried.playtest, tip, Some(1)));
        prop_assert!(one != other || twins[0].playtest.way(tip).len() < 2, "who wishes sees it");
    }
}

#[test]
fn rules_in_a_file_that_cannot_be_played_are_told_why() {
    let (build, program) = &builds()[0];
    let text = Playtest::new(Some(build.clone()), program, 1, vec![]).write(&About::default());
    let spoilt = text.replacen("flow {", "flow", 1);
    assert_ne!(spoilt, text);
    let why = Playtest::read(&spoilt).err().expect("its rules have a mistake").message;
    assert!(!why.ends_with("these rules can't be played: "), "{why}");
}
