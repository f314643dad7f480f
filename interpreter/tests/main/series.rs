//! Series of a small dice race with one decision: tables, saved series, batches, and what the rules are told of the race before.
//! At the end the World Cup of Biathlon Blast, as it is shipped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use interpreter::data::manifest::series::Ties;
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::game::{Game, Status};
use interpreter::players::{Seat, Table};
use interpreter::playtest::{About, Build, Playtest};
use interpreter::replay::{OfSeries, Saved};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::series::{self, Plan, ReplayedSeries, Series, SeriesCounts, Standing};
use interpreter::vm::random::derive_seed;

const MANIFEST: &str = r#"(
    id: "dash", title: "Dash", players: 4, seats: ["Peter", "Mary", "Kim", "Carl"], modules: ["dash.rules"],
    addons: ["wind.rules"],
    variants: [(name: "Careful", set: { "falls": false }), (name: "Windy", addons: ["wind"], set: { "dots": 5 })],
    series: [
        (name: "World Cup", races: [
            "short",
            (track: "long", variant: "Careful"),
            (track: "short", variant: "Windy", set: { "dots": 4 }),
            "long",
        ], points: [1, 2, 3, 4, 5, 6], wins: lowest, ties: last_race, seats: stay),
        (name: "Podium", tracks: ["short", "short", "long", "long"], points: [1, 2, 3, 4, 5, 6], wins: lowest),
        (name: "Medals", tracks: ["short", "long"], points: [9, 5, 3, 1, 0, 0], wins: highest, ties: shared),
    ],
)"#;

const RULES: &str = r#"
game dash "Dash" for 1..6 players
/// Players say in which place they come in.
param staged: bool = false
param falls: bool = true
param dots: int in 1..6 = 6
dice die = 1..6
enum Area { course, start, finish }
space { area: Area = course }
link ahead one? drawn along
const start = the s in space where s.area == start
const finish = the s in space where s.area == finish
derive space.to_finish: int = distance(self, to: [finish], over: [ahead]) else "can't reach the finish"
piece Runner 1 per player as runner at start
player { wanted: int = 0, order: int = 0 }
state { turns: int = 0 }

/// Whoever came in first before begins.
flow {
  if staged {
    for p in players by (previous_place(p) otherwise 1) { arrive(p) }
    end game ranking p in everyone by p.wanted
  }
  repeat {
    for p in players by (previous_place(p) otherwise 1) { turn(p) }
    if size(players) == 0 or (any p in players where p.runner.at == finish) {
      end game ranking p in players by p.runner.at.to_finish
    }
  }
}

turn rule arrive(p: player) {
  turns += 1
  p.order = turns
  p.wanted = choose arrival by p from 1..6
}

turn rule turn(p: player) {
  choose pace by p {
    "Walk" { advance(p, 1) }
    "Run" {
      let steps = roll(die)
      if steps == 1 and falls { eliminate(p) } else { advance(p, min(steps, dots)) }
    }
  }
}

rule advance(p: player, steps: int) {
  repeat steps times {
    if let next = p.runner.at.ahead { move p.runner to next }
  }
}
"#;

const WIND: &str = "addon wind \"Wind\" for dash\naround rule advance(p, steps) { proceed(p, max(1, steps - 1)) }";

fn track(name: &str, tiles: usize) -> String {
    let area = |n: usize| match n {
        0 => ", area: start",
        _ if n + 1 == tiles => ", area: finish",
        _ => "",
    };
    let spaces: Vec<String> = (0..tiles).map(|n| format!("(id: \"t{n}\", at: ({n}, 5){})", area(n))).collect();
    let chain: Vec<String> = (0..tiles).map(|n| format!("\"t{n}\"")).collect();
    let links = format!("(kind: \"ahead\", chain: [{}])", chain.join(", "));
    format!("(ruleset: \"dash\", name: {name:?}, spaces: [{}], links: [{links}])", spaces.join(", "))
}

fn texts() -> Texts {
    let text = |text: &str| Ok(Arc::from(text));
    Texts {
        name: "dash".into(),
        files: [("game.ron", MANIFEST), ("dash.rules", RULES), ("wind.rules", WIND)].map(|(f, t)| (f.into(), text(t))).into(),
        tracks: [("short", track("Short hill", 8)), ("long", track("Long hill", 14))].map(|(f, t)| (f.into(), text(&t))).into(),
        ..Texts::default()
    }
}

fn dash() -> Ruleset {
    let ruleset = Ruleset::read(&texts());
    assert_eq!(ruleset.problems, []);
    ruleset
}

fn plan(ruleset: &Ruleset, name: &str, settings: &[&str]) -> Arc<Plan> {
    let setup = Setup { settings: settings.iter().map(|s| (*s).to_owned()).collect(), ..Setup::default() };
    Arc::new(Plan::new(ruleset, name, &setup).unwrap_or_else(|problems| panic!("{problems:?}")))
}

/// Plays a race to its end: bots by seat.
fn play_out(mut game: Game, seats: &[Seat]) -> Game {
    let mut table = Table::new(&game.program, seats);
    table.start(game.seed);
    while let Status::Asking(_) = game.status {
        let option = table.answer(&game.program, &game.machine).expect("bots answer");
        game.choose(option).expect("an option");
    }
    game
}

fn play_series(plan: &Arc<Plan>, seed: u64, seats: &[Seat]) -> Series {
    let mut series = Series::new(plan.clone(), seed);
    while let Some(game) = series.next_race() {
        series.add(play_out(game, seats)).expect("it is over");
    }
    series
}

/// Four races with the places of a rulebook's example.
#[test]
fn a_series_is_won_as_in_the_rulebook_and_the_rules_know_the_race_before() {
    let plan = plan(&dash(), "podium", &["staged=true"]);
    let mut series = Series::new(plan, 7);
    let wanted = [[1, 3, 2, 4], [2, 1, 3, 4], [4, 3, 2, 1], [4, 1, 3, 2]];
    let mut asked = vec![];
    for places in wanted {
        let mut game = series.next_race().expect("a race is left");
        let mut order = vec![];
        while let Status::Asking(question) = &game.status {
            order.push(["Peter", "Mary", "Kim", "Carl"][question.player]);
            game.choose(places[question.player] - 1).expect("an option");
        }
        asked.push(order);
        series.add(game).expect("it is over");
    }
    assert_eq!(asked[0], ["Peter", "Mary", "Kim", "Carl"], "nobody was placed before the first race");
    assert_eq!(asked[1], ["Peter", "Kim", "Mary", "Carl"]);
    assert_eq!(asked[2], ["Mary", "Peter", "Kim", "Carl"]);
    let standing = series.standing();
    assert_eq!(standing.totals, [11, 8, 10, 11]);
    let order: Vec<&str> = standing.order().iter().map(|p| &*series.plan.races[0].program.names[*p]).collect();
    assert_eq!(order, ["Mary", "Kim", "Carl", "Peter"]);
    assert!(standing.was_tied() && standing.points_are_places());
    assert!(series.next_race().is_none());
    assert!(series.add(series.over[0].clone()).is_err());
}

#[test]
fn each_race_has_its_track_variant_and_parameters() {
    let ruleset = dash();
    let plan = plan(&ruleset, "World Cup", &[]);
    let titles: Vec<&str> = plan.races.iter().map(|race| &*race.title).collect();
    assert_eq!(titles, ["Short hill", "Long hill, Careful", "Short hill, Windy", "Long hill"]);
    let param = |race: usize, name: &str| {
        let program = &plan.races[race].program;
        program.params[program.ir.params.iter().position(|p| &*p.name == name).expect("a param")][0]
    };
    assert_eq!([0, 1, 2, 3].map(|race| param(race, "falls")), [1, 0, 1, 1]);
    // A race's own parameter is stronger than its variant's.
    assert_eq!([0, 1, 2, 3].map(|race| param(race, "dots")), [6, 6, 4, 6]);
    assert_eq!([0, 1, 2, 3].map(|race| plan.races[race].program.ir.addons.len()), [0, 0, 1, 0]);
    // Whoever plays is stronger than both.
    let own = Setup { settings: vec!["dots=2".into()], players: Some(2), ..Setup::default() };
    let own = Plan::new(&ruleset, "World Cup", &own).expect("it can be played");
    assert_eq!(own.races[2].program.params[2], [2]);
    assert!(own.races.iter().all(|race| race.program.players == 2));
}

#[test]
fn everything_but_the_scores_begins_anew() {
    let plan = plan(&dash(), "World Cup", &[]);
    let series = play_series(&plan, 3, &[Seat::Random; 4]);
    for (n, game) in series.over.iter().enumerate() {
        assert_eq!(game.seed, derive_seed(3, n as u64));
        let alone = Game::start(game.program.clone(), game.seed);
        assert_eq!(alone.machine.memory[usize::from(game.program.layout.pieces[0].0)], 0, "back at the start");
        assert_eq!(game.previous.is_empty(), n == 0);
    }
    let standing = series.standing();
    assert_eq!(series.over[1].previous, standing.races[0].places);
    // Who fell has a place, too: the worst that was free.
    assert!(series.over.iter().all(|game| game.places().iter().all(Option::is_some)));
    assert_eq!(play_series(&plan, 3, &[Seat::Random; 4]).standing(), standing);
}

#[test]
fn a_saved_series_is_equal_when_played_again() {
    let ruleset = dash();
    let setup = Setup { settings: vec!["dots=5".into()], ..Setup::default() };
    let plan = Arc::new(Plan::new(&ruleset, "World Cup", &setup).expect("it can be played"));
    let series = play_series(&plan, 11, &[Seat::Random; 4]);
    let mut playtest: Option<Playtest> = None;
    for (game, race) in series.over.iter().zip(&plan.races) {
        let build = Build { texts: texts(), setup: race.setup.clone() };
        match &mut playtest {
            None => playtest = Some(Playtest::of(Some(build), game, |_| false)),
            Some(before) => before.add_race(Some(build), game, |_| false),
        }
    }
    let cup = OfSeries { name: plan.name.to_string(), race: 4, seed: Some(11), addons: vec![], set: vec!["dots=5".into()] };
    let about = About { seats: vec!["random".into(); 4], series: Some(cup), ..About::default() };
    let now = playtest.expect("it has races").write(&about);
    for text in [&now, include_str!("../saved/series.ron")] {
        is_equal_when_played_again(text, &ruleset, &series);
    }
}

fn is_equal_when_played_again(text: &str, ruleset: &Ruleset, series: &Series) {
    let read = Saved::read(text).unwrap_or_else(|why| panic!("{why:?}"));
    let of = read[0].series.clone().expect("a series");
    let setup = Setup { settings: of.set, players: Some(4), ..Setup::default() };
    let plan = Arc::new(Plan::new(ruleset, &of.name, &setup).expect("it can be played"));
    let replay = |plan: &Arc<Plan>, races: &[Saved]| ReplayedSeries::of(plan.clone(), of.seed.expect("its seed"), races);
    assert_eq!(series::changed(&read, ruleset, &plan), Vec::<&str>::new());
    let again = replay(&plan, &read);
    assert!(again.equal());
    assert_eq!(again.series.standing(), series.standing());
    let hashes = |series: &Series| series.over.iter().map(Game::hash).collect::<Vec<_>>();
    assert_eq!(hashes(&again.series), hashes(series));
    // An option that has another name by now is found, and told once.
    let mut renamed = texts();
    renamed.files.insert("dash.rules".into(), Ok(RULES.replace("\"Run\"", "\"Hurry\"").into()));
    let renamed = Plan::new(&Ruleset::read(&renamed), "World Cup", &setup).expect("it can be played");
    let found = replay(&Arc::new(renamed), &read);
    assert!(found.equal());
    let told: Vec<(&str, &str)> = found.races[0].renamed.iter().map(|r| (&*r.from, &*r.to)).collect();
    assert_eq!(told, [("Run", "Hurry")]);
    // Cut off at any byte it is refused or read, and never anything else.
    for (at, _) in text.char_indices().step_by(text.len() / 100) {
        let _ = Saved::read(&text[..at]).map(|races| replay(&plan, &races));
    }
    // Another seed plays another race; a race too many has nowhere to go.
    assert!(!ReplayedSeries::of(plan.clone(), 12, &read).equal());
    let longer = [&read[..], &read[..1]].concat();
    let left = replay(&plan, &longer).left_over.expect("no race is left");
    assert_eq!(left.message, "the file has 5 races, but the series has 4");
    let mut torn = read.clone();
    torn[1].choices.pop();
    let torn = replay(&plan, &torn);
    assert!(torn.races[1].other_end.is_some() && torn.races.len() == 2);
    assert_eq!(torn.left_over.expect("race 3 waits for race 2").message, "race 3 can't begin: race 2 is not over");
}

fn batch(plan: &Plan, seats: &[Seat], threads: usize, series: std::ops::Range<u64>) -> SeriesCounts {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| series::simulate(plan, seats, 5, series, &|_| {}, &AtomicBool::new(false)))
}

#[test]
fn batches_do_not_depend_on_threads_and_are_what_single_series_add_up_to() {
    let plan = plan(&dash(), "World Cup", &[]);
    let seats = [Seat::Random; 4];
    let one = batch(&plan, &seats, 1, 0..300);
    for threads in [2, 3] {
        assert!(batch(&plan, &seats, threads, 0..300) == one, "{threads} threads");
    }
    assert_eq!((one.series, one.finished()), (300, 300));
    assert!(one.races.iter().all(|race| race.games == 300));
    let few = batch(&plan, &seats, 2, 0..20);
    let mut points = [0i64; 4];
    let mut wins = [0i64; 4];
    for n in 0..20 {
        let standing = play_series(&plan, derive_seed(5, n), &seats).standing();
        let winners = standing.places.iter().filter(|p| **p == 1).count() as i64;
        for seat in 0..4 {
            points[seat] += standing.totals[seat];
            wins[seat] += if standing.places[seat] == 1 { 12 / winners } else { 0 };
        }
    }
    assert_eq!(few.points.iter().map(|t| t.sum as i64).collect::<Vec<_>>(), points);
    assert_eq!(few.wins.iter().map(|t| t.sum as i64).collect::<Vec<_>>(), wins);
    assert_ne!(few.hash, batch(&plan, &seats, 2, 0..21).hash);
}

#[test]
fn shared_wins_are_split() {
    let plan = plan(&dash(), "Medals", &[]);
    let counts = batch(&plan, &[Seat::Random; 4], 2, 0..400);
    let wins: i128 = counts.wins.iter().map(|tally| tally.sum).sum();
    assert_eq!(wins, 400 * 12, "each series has one win to share");
    assert!(counts.wins[0].squares < (counts.wins[0].sum * 12) as u128, "some are shared");
    let rows = series::rows(&plan, &counts);
    assert_eq!(rows.len(), 12);
    assert!(rows[..4].iter().all(|row| row.is_share && row.estimate.n == 400));
}

#[test]
fn a_rule_error_ends_its_series_and_is_told_with_its_race() {
    let mut texts = texts();
    let broken =
        RULES.replace("repeat steps times {", "repeat steps times {\n    if p.runner.at.to_finish == 13 { fail \"too far\" }");
    texts.files.insert("dash.rules".into(), Ok(broken.into()));
    let plan = plan(&Ruleset::read(&texts), "Medals", &[]);
    let counts = batch(&plan, &[Seat::Random; 4], 2, 0..50);
    let failure = counts.failure.as_ref().expect("the second track is too long");
    assert_eq!((counts.failed, counts.finished(), failure.series, failure.race), (50, 0, 0, 1));
    assert_eq!((counts.races[0].finished(), counts.races[1].failed), (50, 50));
    assert!(series::rows(&plan, &counts).is_empty());
    let mut series = Series::new(plan, failure.seed);
    let first = play_out(series.next_race().expect("a race"), &[Seat::Random; 4]);
    series.add(first).expect("it is over");
    let second = play_out(series.next_race().expect("a race"), &[Seat::Random; 4]);
    assert_eq!(series.add(second).map_err(|p| p.message), Err("too far (in `advance`)".to_owned()));
}

#[test]
fn what_cannot_be_played_is_said_at_its_place() {
    let told = |manifest: &str| -> Vec<(Code, String)> {
        let mut texts = texts();
        texts.files.insert("game.ron".into(), Ok(manifest.into()));
        let ruleset = Ruleset::read(&texts);
        let found: Vec<Diagnostic> = ruleset.problems.iter().cloned().chain(series::problems(&ruleset)).collect();
        assert!(found.iter().all(|p| p.span.is_some()), "{found:?}");
        found.into_iter().map(|p| (p.code, p.message)).collect()
    };
    assert_eq!(told(MANIFEST), []);
    let found = told(&MANIFEST.replace("variant: \"Careful\"", "variant: \"Carefree\""));
    assert_eq!(found, [(Code::UnknownName, "dash has no variant \"Carefree\"".to_owned())]);
    let found = told(&MANIFEST.replace("\"dots\": 4", "\"dots\": 9"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, Code::WrongParameter);
    let found = told(&MANIFEST.replace("\"dots\": 4", "\"dits\": 4"));
    assert_eq!(found, [(Code::WrongParameter, "there is no parameter \"dits\"".to_owned())]);
    let ruleset = dash();
    let name = Plan::new(&ruleset, "Worl Cup", &Setup::default()).expect_err("there is none");
    assert_eq!(name[0].hint.as_deref(), Some("did you mean \"World Cup\"?"));
    let many = Setup { players: Some(9), ..Setup::default() };
    assert_eq!(Plan::new(&ruleset, "Medals", &many).expect_err("too many")[0].code, Code::WrongPlayers);
}

/// [BB-T13] [BB-103] [BB-104] [BB-105] The table of the rulebook's example: Mary wins, and Carl is before Peter by the last race.
#[test]
fn the_world_cup_of_biathlon_blast_is_the_rulebooks() {
    let ruleset = crate::common::ruleset("biathlon-blast");
    let plan = plan(&ruleset, "World Cup", &[]);
    let titles: Vec<&str> = plan.races.iter().map(|race| &*race.title).collect();
    assert_eq!(titles, ["Bad Wolfsheim – Lang", "Bad Wolfsheim – Kurz", "Port Rock – Short", "Port Rock – Long"]);
    let scoring = &plan.scoring;
    assert_eq!((&*scoring.points, scoring.lowest_wins, scoring.ties), (&[1, 2, 3, 4, 5, 6][..], true, Ties::LastRace));
    let races = [[1, 3, 2, 4], [2, 1, 3, 4], [4, 3, 2, 1], [4, 1, 3, 2]].map(|places| places.map(Some).to_vec());
    let standing = Standing::new(scoring, 4, &races);
    assert_eq!(standing.totals, [11, 8, 10, 11]);
    let order: Vec<&str> = standing.order().iter().map(|p| ["Peter", "Mary", "Kim", "Carl"][*p]).collect();
    assert_eq!(order, ["Mary", "Kim", "Carl", "Peter"]);
    assert!(standing.was_tied());
    // [BB-R3] Two to six play; [BB-C1] a first race is on Kurz.
    let game = &plan.races[0].program.ir.game;
    assert_eq!((game.min_players, game.max_players), (2, 6));
    assert_eq!(&*ruleset.build(&Setup::default()).track_name, "bad-wolfsheim-kurz");
}

/// [BB-102] [BB-C3] [BB-R34] The winner of the race before is asked first, who was the first to be out of it last.
#[test]
fn in_a_world_cup_skis_are_chosen_in_the_finishing_order_of_the_race_before() {
    // Of those who play at random few are left after three laps.
    let plan = plan(&crate::common::ruleset("biathlon-blast"), "World Cup", &["laps=2"]);
    let mut mixed = 0;
    for seed in 0..8 {
        let mut series = Series::new(plan.clone(), seed);
        let first = play_out(series.next_race().expect("a race"), &[Seat::Random; 4]);
        let mut order: Vec<usize> = (0..4).collect();
        order.sort_by_key(|player| first.places()[*player]);
        let out: Vec<usize> = first.log.iter().filter_map(|line| out_of_the_race(&first, &line.text)).collect();
        assert!(order.iter().rev().zip(&out).all(|(last, out)| last == out), "seed {seed}: {order:?}, out: {out:?}");
        mixed += usize::from(matches!(out.len(), 1 | 2));
        series.add(first).expect("it is over");
        assert_eq!(asked_for_skis(series.next_race().expect("a race")), order, "seed {seed}");
    }
    assert!(mixed > 0, "some race has players who are out, and others whom the way left puts in order");
}

/// Whom a line of a race tells to be out of it.
fn out_of_the_race(game: &Game, line: &str) -> Option<usize> {
    let name = line.strip_suffix(" is out of the race.")?;
    game.program.names.iter().position(|n| **n == *name)
}

/// Who chooses skis before a race begins, in order; everybody takes the first that are left.
fn asked_for_skis(mut game: Game) -> Vec<usize> {
    let mut asked = vec![];
    while let Status::Asking(question) = &game.status {
        if &*question.decision != "ski_colour" {
            break;
        }
        asked.push(question.player);
        game.choose(0).expect("an option");
    }
    asked
}
