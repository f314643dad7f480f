//! What options lead to, tried before one is taken: as far as it is certain, and with the odds of what chance decides.

use interpreter::game::{Game, Status};
use interpreter::players::advice::{Advisor, advice};
use interpreter::players::{BotStream, Greedy, Trouble};
use interpreter::program::Program;
use interpreter::ruleset::{Setup, Texts};
use interpreter::trial::{self, Chances, Counted, Tried};
use interpreter::vm::Machine;

const RULES: &str = r#"
game trial "Trial" for 2..2 players
space { }
link on many
const start: space = first s in space  else "no space"
dice die = 1..6
dice stone = 0..1
piece Walker 1 per player as walker at start
card Note { worth: int = 1 } from "notes.ron"
pile notes of Note hidden full
player { tired: int in 0..99 = 0, found: int in 0..99 = 0, secret luck: int in 0..1 = 0, pile held of Note private }

flow { setup(); turn(player(1)); turn(player(2)); end game }
rule setup() { shuffle notes; for p in players { draw 2 from notes to p.held; p.luck = roll(stone) } }
turn rule turn(p: player) {
  choose effort by p "How hard?" {
    "One" { p.tired += 1; go(p, roll(die)) }
    "Two" { p.tired += 2; go(p, roll(die) + roll(die)) }
    "Step" { go(p, 1); p.tired += 3; ask(p); p.tired += 50 }
    "Peep" { for o in players where o != p { p.found = o.luck + 7 } }
    "Search" { draw 1 from notes to p.held; p.found = 9 }
    "Read" { p.tired += 4; for o in players where o != p { p.found += (sum c in o.held: c.worth) } }
  }
}
rule go(p: player, steps: int) { repeat steps times { step(p) } }
rule step(p: player) {
  let next = first s in p.walker.at.on else return
  move p.walker to next
}
rule ask(p: player) { choose sure by p "Sure?" { "Yes" { }; "No" { } } }
"#;

const TRACK: &str = r#"(ruleset: "trial", name: "Line",
    spaces: [(id: "a", at: (0, 0)), (id: "b", at: (10, 0)), (id: "c", at: (20, 0)), (id: "d", at: (30, 0))],
    links: [(kind: "on", chain: ["a", "b", "c", "d"])],
)"#;

fn game(seed: u64) -> Game {
    game_of(RULES, seed)
}

fn game_of(rules: &str, seed: u64) -> Game {
    let mut texts = Texts { name: "trial".into(), ..Texts::default() };
    let manifest = r#"(id: "trial", title: "Trial", modules: ["trial.rules"])"#;
    let notes = "{ \"Old\": (copies: 3), \"New\": (worth: 2), \"Rare\": (worth: 5), \"Odd\": (worth: 3) }";
    for (name, text) in [("game.ron", manifest), ("trial.rules", rules), ("notes.ron", notes)] {
        texts.files.insert(name.into(), Ok(text.into()));
    }
    texts.tracks.insert("line".into(), Ok(TRACK.into()));
    let (_, built, problems) = crate::common::build(&texts, &Setup { players: Some(2), ..Setup::default() });
    Game::start(built.program.unwrap_or_else(|| panic!("{problems:?}")), seed)
}

fn option(game: &Game, label: &str) -> usize {
    let Status::Asking(question) = &game.status else { panic!("nobody is asked") };
    question.options.iter().position(|option| option.label == label).expect("an option")
}

fn changes(tried: &Tried) -> Vec<String> {
    tried.changes.iter().map(|it| format!("{} {} → {}", it.name, it.old, it.new)).collect()
}

#[test]
fn a_trial_goes_on_to_the_first_chance_question_or_end_of_the_turn() {
    let game = game(7);
    let tried = trial::tries(&game.program, &game.machine);
    let one = &tried[option(&game, "One")];
    assert_eq!((changes(one), one.moved.len(), one.meets_chance), (vec!["tired 0 → 1".to_owned()], 0, true));
    // What comes after the question doesn't count.
    let step = &tried[option(&game, "Step")];
    assert_eq!((changes(step), step.meets_chance, step.goes_on), (vec!["tired 0 → 3".to_owned()], false, true));
    assert_eq!(step.moved[0].way, [Some(0), Some(1)]);
    let search = &tried[option(&game, "Search")];
    assert_eq!((changes(search), search.meets_chance, search.meets_dice), (vec![], true, false));
    assert!(one.meets_dice && !one.goes_on);
    // In the middle of a turn another may be asked; that the next turn is another's says nothing.
    let game = game_of(&RULES.replace("tired += 3; ask(p);", "tired += 3; ask(player(2));"), 7);
    let tried = trial::tries(&game.program, &game.machine);
    assert_eq!(["Step", "Peep"].map(|label| tried[option(&game, label)].asks), [Some(1), None]);
    assert!(!tried[option(&game, "Step")].goes_on);
}

#[test]
fn a_trial_tells_nothing_that_is_hidden() {
    // Whatever the other player keeps secret, the same is told.
    let told = |seed| {
        let game = game(seed);
        let tried = trial::tries(&game.program, &game.machine);
        let of = |label| changes(&tried[option(&game, label)]);
        let Status::Asking(question) = &game.status else { panic!("nobody is asked") };
        let own = game.machine.read(&game.program);
        (of("Peep"), of("Read").first().cloned(), (question.player, own.turn()))
    };
    let mut luck = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let game = game(seed);
        let field = game.program.ir.fields.iter().position(|field| *field.name == *"luck").expect("a secret field");
        let field = interpreter::ir::FieldId(field as u16);
        luck.insert(game.machine.read(&game.program).field(field, 1).word());
        let (peep, read, _) = told(seed);
        assert!(peep.is_empty(), "{seed}: {peep:?}");
        assert_eq!(read.as_deref(), Some("tired 0 → 4"), "{seed}");
    }
    assert_eq!(luck.len(), 2, "the secret is not always the same");
}

/// A hint is the same whatever the others keep secret, and there is none without values.
#[test]
fn a_hint_tells_nothing_that_is_hidden() {
    let hinted = game_of(&format!("{RULES}\nvalue prospects(p: player) -> int = 10 * p.found - p.tired\n"), 7);
    let ask = |machine: &Machine| {
        let advice = advice(&mut Greedy::new(&hinted.program), &hinted.program, machine, &|| true);
        advice.expect("the rules go on").expect("there are values")
    };
    let first = ask(&hinted.machine);
    assert!(first.states >= 16 && first.values[option(&hinted, "One")].is_less, "{first:?}");
    let field = hinted.program.ir.fields.iter().position(|field| *field.name == *"luck").expect("a secret field");
    let mut twin = Machine::new(&hinted.program);
    twin.clone_from(&hinted.machine);
    twin.memory[usize::from(hinted.program.layout.fields[field].0) + 1] ^= 1;
    assert_eq!(ask(&twin), first);
    let plain = game(7);
    let advice = advice(&mut Greedy::new(&plain.program), &plain.program, &plain.machine, &|| true);
    assert_eq!(advice.expect("nothing fails"), None);
}

/// Says of the options what it has made up: the first and the third go up and down by turns, all others are worth less.
struct Made {
    states: usize,
    is_blind: bool,
}

impl Advisor for Made {
    fn name(&self) -> &'static str {
        "made"
    }

    fn has_values(&self, _: &Program) -> bool {
        true
    }

    fn prepare(&mut self, _: &Program, _: &Machine, _: usize) {}

    fn values(&mut self, _: &Program, machine: &Machine, _: usize, _: &mut BotStream) -> Result<Option<Vec<i64>>, Trouble> {
        let n = self.states as i64;
        self.states += 1;
        let value = |option| {
            if option == 0 {
                10 + n % 3
            } else if option == 2 {
                10 + (n + 1) % 3
            } else {
                n % 3
            }
        };
        Ok((!self.is_blind).then(|| (0..machine.options().len()).map(value).collect()))
    }
}

#[test]
fn options_are_less_only_where_chance_hardly_explains_it() {
    let game = game(7);
    let ask =
        |is_blind| advice(&mut Made { states: 0, is_blind }, &game.program, &game.machine, &|| true).expect("nothing fails");
    let advice = ask(false).expect("there are states");
    let is_less: Vec<bool> = advice.values.iter().map(|value| value.is_less).collect();
    assert_eq!((advice.by, advice.states, is_less), ("made", 200, vec![false, true, false, true, true, true]), "{advice:?}");
    assert_eq!(ask(true), None);
}

#[test]
fn odds_are_counted_where_nothing_is_hidden_and_else_played_out() {
    let plain = RULES.replace("secret luck", "luck").replace("private", "open").replace("hidden full", "open full");
    let plain = plain
        .replace("shuffle notes; ", "")
        .replace("draw 2 from notes to p.held; ", "")
        .replace("draw 1 from notes to p.held; ", "");
    let open = game_of(&plain, 7);
    let shares =
        |chances: &Chances| -> Vec<String> { chances.outcomes.iter().map(|it| format!("{} {:.4}", it.told, it.share)).collect() };
    let all = trial::chances(&open.program, &open.machine, &[], &|| true);
    let one = all[option(&open, "One")].as_ref().expect("it leads to a die");
    assert_eq!(
        (one.counted, shares(one)),
        (Counted::All(6), vec!["to b 0.1667".into(), "to c 0.1667".into(), "to d 0.6667".into()])
    );
    let two = all[option(&open, "Two")].as_ref().expect("it leads to dice");
    assert_eq!((two.counted, shares(two)), (Counted::All(36), vec!["to c 0.0278".into(), "to d 0.9722".into()]));
    assert_eq!(all[option(&open, "Step")], None);
    // What isn't shown or is only true or false tells nothing.
    let still = plain
        .replace("p.tired += 1; go(p, roll(die))", "p.tired += roll(die)")
        .replace("go(p, roll(die) + roll(die))", "")
        .replace("go(p, 1); ", "");
    let still = game_of(&still, 7);
    let told = |shown: &[&str]| {
        let shown: Vec<String> = shown.iter().map(|name| name.to_string()).collect();
        trial::chances(&still.program, &still.machine, &shown, &|| true)[option(&still, "One")].clone()
    };
    assert!(told(&["tired"]).is_some_and(|it| it.outcomes[0].told == "tired 1") && told(&["found"]).is_none());
    // The same with secrets, as long as nothing depends on them.
    let hidden = game(7);
    let all = trial::chances(&hidden.program, &hidden.machine, &[], &|| true);
    assert_eq!(all[option(&hidden, "One")].as_ref(), Some(one));
    // Here the steps are more by what the other player keeps secret, so that all ways can't be known.
    let luck = RULES.replace("p.tired += 1; go(p, roll(die))", "for o in players where o != p { go(p, o.luck + roll(stone)) }");
    let hidden = game_of(&luck, 7);
    let all = trial::chances(&hidden.program, &hidden.machine, &[], &|| true);
    let one = all[option(&hidden, "One")].as_ref().expect("it leads to a die");
    assert!(matches!(one.counted, Counted::Playouts(_)) && one.outcomes.len() > 1, "{one:?}");
    // Nobody waits any more.
    assert!(trial::chances(&open.program, &open.machine, &[], &|| false).iter().all(Option::is_none));
}

#[test]
fn the_log_keeps_dice_and_cards_for_those_who_see_them() {
    let mut game = game(7);
    let secret = game.log.iter().find(|line| line.rolled.is_some()).expect("a secret roll");
    assert!([None, Some(0), Some(1)].iter().filter(|reader| secret.rolled_for(**reader).is_some()).count() <= 1);
    let drawn = game.log.iter().find(|line| line.cards.is_some()).expect("cards are drawn");
    assert!(drawn.cards_for(Some(0)).is_some_and(|moved| moved.cards.len() == 2) && drawn.cards_for(Some(1)).is_none());
    game.choose(option(&game, "Two")).expect("an option");
    let thrown = game.log.iter().rfind(|line| line.rolled.is_some()).expect("a roll");
    let rolled = thrown.rolled_for(None).expect("everybody sees it");
    let told: Vec<String> = rolled.faces.iter().map(ToString::to_string).collect();
    assert_eq!((rolled.faces.len(), thrown.text.clone()), (2, format!("die: {}", told.join(", "))));
}

#[test]
fn dice_and_their_faces_may_have_looks() {
    let looks = r##"appearance: { "die": (colour: "#ffffff"), "die.6": (icon: "target"), "die.one": (ink: "#000000") }"##;
    let manifest = format!(r#"(id: "trial", title: "Trial", modules: ["trial.rules"], {looks})"#);
    let mut texts = Texts { name: "trial".into(), ..Texts::default() };
    for (name, text) in [("game.ron", &*manifest), ("trial.rules", RULES), ("notes.ron", "{ \"Old\": (copies: 9) }")] {
        texts.files.insert(name.into(), Ok(text.into()));
    }
    texts.tracks.insert("line".into(), Ok(TRACK.into()));
    let (_, _, problems) = crate::common::build(&texts, &Setup { players: Some(2), ..Setup::default() });
    let told: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
    assert_eq!(told, ["`die` has no `one`, so this look is not used"]);
}
