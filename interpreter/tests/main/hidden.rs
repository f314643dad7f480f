//! Nobody is shown what is hidden from them, in any ruleset, without a test of its own being written.

use rand::RngExt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::common::every::{Dice, every_program, games};
use interpreter::game::{Game, Question, Status};
use interpreter::ir::fold::NONE;
use interpreter::ir::{ParamId, Type, Visibility};
use interpreter::players::{BotStream, bot_stream};
use interpreter::program::{Program, header};
use interpreter::ruleset::Setup;
use interpreter::show;
use interpreter::view::{self, Imagination, Seen};
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Machine, Stop};

mod guessing;

/// What a player is shown of a state at a decision. The log is no part of it: what stands in it doesn't change with the state.
#[derive(Debug, PartialEq)]
struct Shown {
    view: Vec<Seen>,
    question: Question,
}

fn shown(machine: &Machine, program: &Program, player: usize) -> Shown {
    let mut machine = machine.clone();
    let options = machine.resume(program, &mut interpreter::vm::Quiet);
    assert_eq!(options, Stop::Decide, "the question is still asked");
    Shown {
        view: view::view(program, &machine, Some(player)),
        question: interpreter::game::question(program, &mut machine).expect("its texts can be worked out"),
    }
}

/// Changes the secret fields of everybody else to anything that they may hold; how many words changed.
fn change_secrets(program: &Program, machine: &mut Machine, player: usize, dice: &mut BotStream) -> usize {
    let fold = program.fold();
    let mut changed = 0;
    for (n, field) in program.ir.fields.iter().enumerate().filter(|(_, f)| f.secret) {
        let (base, words) = program.layout.fields[n];
        let Some(members) = program.sizes.members(&fold, field.ty.present()).filter(|_| words == 1) else { continue };
        for owner in (0..program.owners(field.owner)).filter(|o| program.holder(field.owner, *o).is_some_and(|of| of != player)) {
            let none = field.ty.is_optional() && dice.random_range(..4usize) == 0;
            let value = if none { NONE } else { fold.first_member(field.ty.present()) + dice.random_range(..members) as i32 };
            let word = &mut machine.memory[usize::from(base) + owner];
            changed += usize::from(*word != value);
            *word = value;
        }
    }
    changed
}

/// Every ruleset: at each decision of random games, dealing anew what the decider can't see changes nothing that the decider sees.
#[test]
fn dealing_unseen_cards_anew_shows_nothing() {
    let (mut dealt, mut decisions) = (0, 0);
    let mut imagination = Imagination::default();
    every_program(|what, program| {
        if program.ir.piles.is_empty() {
            return;
        }
        let (mut twin, mut thought) = (Machine::new(&program), Machine::new(&program));
        for seed in 0..games(6) {
            let mut game = Game::start(program.clone(), seed);
            let mut dice = Dice::new(&program, seed);
            let mut other = bot_stream(derive_seed(seed, 78), 0);
            while let Status::Asking(question) = &game.status {
                let player = question.player;
                let before = shown(&game.machine, &program, player);
                imagination.prepare(&program, &game.machine, &mut thought, player);
                for _ in 0..2 {
                    twin.clone_from(&game.machine);
                    imagination.redeal(&program, &mut twin, player, &mut other);
                    dealt += usize::from(twin.state(&program) != game.machine.state(&program));
                    assert_eq!(shown(&twin, &program, player), before, "{what}, seed {seed}");
                    let imagined = imagination.imagine(&program, &game.machine, &mut thought, &mut other);
                    assert!(imagined, "{what}, seed {seed}: nothing can be imagined");
                    assert_eq!(thought.options().len(), question.options.len(), "{what}, seed {seed}");
                }
                decisions += 1;
                let choice = dice.choose(question);
                game.choose(choice).expect("it is on offer");
            }
            assert_eq!(game.status, Status::Over, "{what}, seed {seed}");
        }
    });
    println!("at {decisions} decisions cards were dealt anew {dealt} times");
    assert!(dealt > 100, "{dealt} times something was dealt anew");
}

/// How many options there are doesn't tell whether copies lie together that the decider can't see.
#[test]
fn copies_out_of_sight_are_one_option() {
    let rules = r#"game g "G" for 2 players
space { start: bool = false }
card Ware { } from "rows.ron"
pile deck of Ware hidden full
pile away of Ware hidden
dice coin = 0..1
piece Car 1 per player as car at the s in space where s.start {}
player { pile hand of Ware private, pile shown of Ware open, pick: Ware? }
state { marked: set of Ware }
flow {
  deal()
  for p in players { pick(p) }
  end game
}
rule deal() {
  shuffle deck
  draw 2 + roll(coin) from deck to away
  for p in players { draw 1 from deck to p.hand; draw 1 from deck to p.shown }
  marked += random(away)
}
turn rule pick(p: player) { choose ware by p always { each c in Ware where not (c in marked) "{c}" { p.pick = c } } }
"#;
    let program = guessing::program_with(rules, r#"{ "Salt": (copies: 8) }"#).expect("these rules");
    for seed in 0..20 {
        let game = Game::start(program.clone(), seed);
        let Status::Asking(question) = &game.status else { panic!("seed {seed}: {:?}", game.status) };
        // One's own, one that each player shows, and one of the others, whichever of them is marked.
        assert_eq!(question.options.len(), 4, "seed {seed}");
    }
}

/// Every ruleset: no line of the log names a card to a player who neither knows where it is now nor knew it a moment ago.
#[test]
fn the_log_names_no_card_that_its_reader_never_saw() {
    let mut named = 0;
    every_program(|what, program| {
        let piles = OpenPiles::of(&program);
        for seed in 0..games(2) {
            let mut game = Game::start(program.clone(), seed);
            let mut dice = Dice::new(&program, seed);
            let mut known = known_cards(&program, &game.machine);
            let mut told = 0;
            while let Status::Asking(question) = &game.status {
                let choice = dice.choose(question);
                let now = known_cards(&program, &game.machine);
                // What came to lie open was everybody's to see, though it may have been shuffled away before somebody was asked.
                let mut open = BTreeSet::new();
                for line in &game.log[told..] {
                    if piles.show(line.text_for(None)) {
                        open.extend(now.keys().filter(|name| line.text_for(None).contains(name.as_ref())));
                    }
                    for player in (0..program.players).filter(|p| line.is_for(Some(*p), game.sum().blocks)) {
                        let text = line.text_for(Some(player));
                        for (name, seen) in now.iter().filter(|(name, _)| text.contains(name.as_ref())) {
                            named += 1;
                            assert!(
                                (seen | known[name]) >> player & 1 == 1 || open.contains(name),
                                "{what}, seed {seed}: player {player} reads {text:?}"
                            );
                        }
                    }
                }
                told = game.log.len();
                known = now;
                game.choose(choice).expect("it is on offer");
            }
        }
    });
    assert!(named > 1000, "cards were named {named} times");
}

/// How the log tells of cards that come to an open pile, and of cards that come from one.
struct OpenPiles(Vec<(String, String)>);

impl OpenPiles {
    fn of(program: &Program) -> OpenPiles {
        let mut told = vec![];
        for (kind, cards) in program.cards.iter().enumerate() {
            for (n, heap) in cards.heaps.iter().enumerate() {
                if program.ir.piles[heap.pile.index()].visibility == Visibility::Open {
                    let name = show::heap(program, kind, n);
                    told.push((format!(" → {name}"), format!(": {name} → ")));
                }
            }
        }
        OpenPiles(told)
    }

    /// Whether a line of the log tells of cards that all could see.
    fn show(&self, line: &str) -> bool {
        self.0.iter().any(|(to, from)| line.ends_with(to) || line.contains(from))
    }
}

/// The names of the cards that lie in piles, and the players who know where one of that name is.
fn known_cards(program: &Program, machine: &Machine) -> BTreeMap<Arc<str>, u32> {
    let mut known = BTreeMap::new();
    for (rows, cards) in program.rows.iter().zip(&program.cards).filter(|(_, cards)| !cards.heaps.is_empty()) {
        for (card, name) in rows.names.iter().enumerate() {
            let players = (0..program.players).filter(|p| machine.knows(program, cards, card, Some(*p)));
            *known.entry(name.clone()).or_default() |= players.map(|p| 1 << p).sum::<u32>();
        }
    }
    known
}

/// Settings under which a ruleset has secrets: every case of a param that is a choice, one at a time.
fn settings(program: &Program) -> Vec<String> {
    let mut settings = vec![];
    for (n, param) in program.ir.params.iter().enumerate() {
        if let Type::Enum(e) = &param.ty {
            let cases = program.ir.enums[e.index()].cases.iter().enumerate();
            let now = program.params[ParamId(n as u16).index()].first().copied();
            settings.extend(cases.filter(|(c, _)| now != Some(*c as i32)).map(|(_, c)| format!("{}={}", param.name, c.name)));
        }
    }
    settings
}

#[test]
fn nobody_is_shown_what_others_keep_secret() {
    let (mut asked, mut changed, mut in_secret) = (0, 0, 0);
    for name in crate::common::rulesets() {
        let ruleset = crate::common::ruleset(&name);
        let plain = crate::common::program(&ruleset, &Setup::default());
        if !plain.ir.fields.iter().any(|f| f.secret) {
            continue;
        }
        for setting in settings(&plain) {
            let setup = Setup { settings: vec![setting.clone()], ..Setup::default() };
            let program = crate::common::program(&ruleset, &setup);
            let mut twin = Machine::new(&program);
            for seed in 0..games(4) {
                let mut game = Game::start(program.clone(), seed);
                let mut dice = Dice::new(&program, seed);
                let mut other = bot_stream(derive_seed(seed, 77), 0);
                while let Status::Asking(question) = &game.status {
                    let player = question.player;
                    let before = shown(&game.machine, &program, player);
                    for _ in 0..3 {
                        twin.clone_from(&game.machine);
                        changed += change_secrets(&program, &mut twin, player, &mut other);
                        assert_eq!(shown(&twin, &program, player), before, "{name} {setting}, seed {seed}");
                    }
                    asked += 1;
                    in_secret += usize::from(game.machine.memory[header::SECRET] != NONE);
                    let choice = dice.choose(question);
                    game.choose(choice).expect("it is on offer");
                }
                assert_eq!(game.status, Status::Over, "{name} {setting}");
            }
        }
    }
    assert!(asked > 100 && changed > 100 && in_secret >= 8, "{asked} questions, {in_secret} in secret, {changed} changes");
}

/// Every ruleset: what another answers in secret is in no log, view or question of a player to whom the rules don't show it. Two games
/// part in one secret answer and go on alike: as long as a player has seen the same table in both, the logs read the same.
#[test]
fn secret_answers_are_read_only_where_rules_show_them() {
    let (mut parted, mut kept_after) = (0, 0);
    for (name, ruleset) in crate::common::all_rulesets() {
        let plain = crate::common::program(&ruleset, &Setup::default());
        let plain_and_set = [vec![], settings(&plain)].concat();
        for setting in plain_and_set.into_iter().map(|s| vec![s]).chain([vec![]]) {
            let what = format!("{name} {setting:?}");
            let program = crate::common::program(&ruleset, &Setup { settings: setting, ..Setup::default() });
            let piles = OpenPiles::of(&program);
            for seed in 0..games(2) {
                let mut game = Game::start(program.clone(), seed);
                let mut dice = Dice::new(&program, seed);
                let mut sometimes = bot_stream(derive_seed(seed, 79), 0);
                while let Status::Asking(question) = &game.status {
                    let secret = game.machine.memory[header::SECRET] != NONE;
                    let choice = dice.choose(question);
                    if secret && question.options.len() > 1 && sometimes.random_range(..4usize) == 0 {
                        parted += 1;
                        kept_after += part(&game, choice, &piles, &what);
                    }
                    game.choose(choice).expect("it is on offer");
                }
            }
        }
    }
    assert!(parted > 50 && kept_after > 50, "{parted} secret answers, {kept_after} looks at what came after their blocks");
}

/// Answers otherwise in a second game, and compares what others read while both go on alike; how often after the block had ended.
fn part(game: &Game, choice: usize, piles: &OpenPiles, what: &str) -> usize {
    let program = &game.program;
    let Status::Asking(question) = &game.status else { return 0 };
    let (one, count) = (question.player, question.options.len());
    let (mut first, mut second) = (game.clone(), game.clone());
    first.choose(choice).expect("it is on offer");
    second.choose((choice + 1) % count).expect("it is on offer");
    let mut compared = 0;
    // To whom rules have shown what differs: in the view, or in cards that lay open for a moment.
    let mut knows = vec![false; program.players + 1];
    let mut told = [game.log.len(); 2];
    for step in 0..12 {
        let (Status::Asking(a), Status::Asking(b)) = (&first.status, &second.status) else { break };
        let over = [&first, &second].map(|game| game.machine.memory[header::SECRET] == NONE);
        let shown = [(&first, told[0]), (&second, told[1])].map(|(game, told)| {
            let lines = game.log[told..].iter().map(|line| line.text_for(None));
            lines.filter(|line| piles.show(line)).map(str::to_owned).collect::<Vec<_>>()
        });
        told = [first.log.len(), second.log.len()];
        if shown[0] != shown[1] {
            knows.fill(true);
        }
        if over[0] == over[1] {
            for reader in (0..program.players).filter(|p| *p != one).map(Some).chain([None]) {
                let seen = [&first, &second].map(|game| view::view(program, &game.machine, reader));
                let knows = &mut knows[reader.map_or(program.players, |p| p)];
                *knows |= seen[0] != seen[1];
                if *knows {
                    continue;
                }
                // Before they parted, the logs are the same.
                let common = game.log_for(reader).count();
                let read = [&first, &second].map(|other| {
                    let lines = other.log_for(reader).skip(common);
                    lines.map(|line| line.text_for(reader).to_owned()).collect::<Vec<_>>()
                });
                assert_eq!(read[0], read[1], "{what}, {step} answers later, as {reader:?} reads it");
                compared += usize::from(over[0]);
            }
        }
        let next = [a, b].map(|question| (7 * step + 3) % question.options.len());
        first.choose(next[0]).expect("it is on offer");
        second.choose(next[1]).expect("it is on offer");
    }
    compared
}
