//! The Rules pane by itself: it is given texts and builds, and asks for what is typed.

mod gutter;
mod paper;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::until;

use editor::files::Library;
use editor::text::problems;
use editor::ui::rules::{Act, RulesPane, Shown, rules_ui};
use editor::workspace::Workspace;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use interpreter::ruleset::{Setup, Texts};

/// The pane with a workspace that builds at once.
struct Desk {
    pane: RulesPane,
    workspace: Workspace,
    unsaved: BTreeSet<String>,
    acts: Vec<Act>,
}

impl Desk {
    fn new(texts: Texts) -> Desk {
        let mut workspace = Workspace::new(texts, Setup::default());
        build(&mut workspace);
        Desk { pane: RulesPane::default(), workspace, unsaved: BTreeSet::new(), acts: vec![] }
    }

    fn text(&self, name: &str) -> String {
        let texts = self.workspace.texts();
        let path = name.split_once('/').map_or(name, |(_, path)| path);
        texts.files[path].as_ref().map(|text| text.to_string()).expect("it can be read")
    }

    fn write(&mut self, name: &str, text: Arc<str>) {
        let mut texts = self.workspace.texts().clone();
        let path = name.split_once('/').map_or(name, |(_, path)| path);
        texts.files.insert(path.to_owned(), Ok(text));
        self.workspace.set_texts(texts);
        build(&mut self.workspace);
        self.unsaved.insert(name.to_owned());
    }
}

fn build(workspace: &mut Workspace) {
    if let Some(job) = workspace.job() {
        workspace.finish(job.run());
    }
}

fn desk_ui(ui: &mut egui::Ui, desk: &mut Desk) {
    let shown = Shown {
        texts: desk.workspace.texts(),
        newest: desk.workspace.newest(),
        good: desk.workspace.good(),
        unsaved: &desk.unsaved,
    };
    let acts = rules_ui(ui, &mut desk.pane, &shown);
    for act in &acts {
        let Act::Write(name, text) = act else { continue };
        desk.write(name, text.clone());
    }
    desk.acts.extend(acts);
}

fn window(texts: Texts) -> Harness<'static, Desk> {
    let builder =
        Harness::builder().with_size([900.0, 560.0]).with_context_setup(editor::ui::theme::apply).allow_missing_glyphs();
    let mut window = builder.build_ui_state(desk_ui, Desk::new(texts));
    settle(&mut window);
    window
}

/// Some frames, until it is known what names mean; tests of rules run meanwhile.
fn settle(window: &mut Harness<'static, Desk>) {
    window.step();
    until(window, |window| !window.state().pane.is_learning());
    for _ in 0..4 {
        window.step();
    }
}

fn skoot() -> Harness<'static, Desk> {
    let mut window = window(Library::built_in().read("skoot"));
    window.state_mut().pane.go_to("skoot/skoot.rules", 0..0);
    settle(&mut window);
    window
}

fn go(window: &mut Harness<'static, Desk>, mark: &str) {
    let text = window.state().text("skoot/skoot.rules");
    let at = text.find(mark).expect("it stands there") + mark.len();
    window.state_mut().pane.go_to("skoot/skoot.rules", at..at);
    settle(window);
}

fn type_text(window: &mut Harness<'static, Desk>, text: &str) {
    window.event(egui::Event::Text(text.to_owned()));
    settle(window);
}

fn press(window: &mut Harness<'static, Desk>, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

/// The text with what is selected in it between two bars.
fn around(window: &Harness<'static, Desk>, before: usize) -> String {
    let state = window.state();
    let (text, selected) = (state.text(state.pane.open()), state.pane.selected());
    text[text.floor_char_boundary(selected.start.saturating_sub(before))..selected.end].to_owned()
}

#[test]
fn a_number_is_changed_broken_and_mended() {
    let mut window = skoot();
    go(&mut window, "param laps: int in 1..9 = ");
    press(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    type_text(&mut window, "2");
    assert!(window.state().text("skoot/skoot.rules").contains("param laps: int in 1..9 = 2\n"));
    assert!(window.state().workspace.newest().is_some_and(|build| build.is_good()));
    assert!(window.query_by_label("skoot.rules ●").is_some());
    type_text(&mut window, "x");
    assert!(window.state().workspace.newest().is_some_and(|build| !build.is_good()));
    assert!(window.query_by_label_contains("skoot.rules ● (").is_some());
    press(&mut window, Modifiers::NONE, Key::Backspace);
    assert!(window.state().workspace.newest().is_some_and(|build| build.is_good()));
    assert!(window.query_by_label("skoot.rules ●").is_some());
    // The text undoes itself, step by step.
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!window.state().text("skoot/skoot.rules").contains("in 1..9 = 2\n"));
    for _ in 0..4 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(window.state().text("skoot/skoot.rules").contains("in 1..9 = 3\n"));
}

#[test]
fn words_are_completed() {
    let mut window = skoot();
    go(&mut window, "param laps: int in 1..9 = 3");
    press(&mut window, Modifiers::NONE, Key::Enter);
    type_text(&mut window, "value x(p: player) -> int = p.");
    assert!(window.query_by_label("racer").is_some(), "members are offered behind a dot");
    type_text(&mut window, "tac");
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert!(around(&window, 40).ends_with("= p.tactic"), "{}", around(&window, 40));
    type_text(&mut window, " + lap");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("laps").is_none());
    press(&mut window, Modifiers::COMMAND, Key::Space);
    assert!(window.query_by_label("laps").is_some());
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(around(&window, 40).ends_with("p.tactic + laps"), "{}", around(&window, 40));
}

#[test]
fn keys_lead_to_declarations_and_back() {
    let mut window = skoot();
    go(&mut window, "where has_tactic(p) { show_tac");
    assert_eq!(window.state().pane.open(), "skoot/skoot.rules");
    let from = window.state().pane.selected();
    press(&mut window, Modifiers::NONE, Key::F12);
    assert!(around(&window, 20).ends_with("rule show_tactic"), "{}", around(&window, 20));
    press(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(window.state().pane.selected(), from);
    press(&mut window, Modifiers::SHIFT, Key::F12);
    assert!(window.query_by_label_contains("is used in").is_some());
}

#[test]
fn words_are_found_one_after_the_other() {
    let mut window = skoot();
    press(&mut window, Modifiers::COMMAND, Key::F);
    type_text(&mut window, "penalty");
    let counted = |label: &str| label.starts_with("1 of ") || label.starts_with("2 of ");
    assert!(window.query_all_by_role(Role::Label).any(|node| node.accesskit_node().value().is_some_and(|label| counted(&label))));
    let first = window.state().pane.selected();
    assert!(around(&window, 0).eq_ignore_ascii_case("penalty"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    let second = window.state().pane.selected();
    assert!(second.start > first.start && around(&window, 0).eq_ignore_ascii_case("penalty"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Find").is_none());
    // One goes on writing where it was found.
    type_text(&mut window, "detour");
    assert!(around(&window, 6).ends_with("detour"));
}

#[test]
fn lines_are_commented_and_indented() {
    let mut window = skoot();
    go(&mut window, "param laps: int in 1..9 = 3");
    press(&mut window, Modifiers::COMMAND, Key::Slash);
    assert!(window.state().text("skoot/skoot.rules").contains("// param laps: int"));
    press(&mut window, Modifiers::COMMAND, Key::Slash);
    type_text(&mut window, " {");
    // Keys that come faster than frames keep their order.
    for event in ["a", "b"] {
        window.event(egui::Event::Text(event.to_owned()));
        window.key_press(Key::Enter);
    }
    settle(&mut window);
    settle(&mut window);
    assert!(around(&window, 9).ends_with("{a\nb\n"), "{:?}", around(&window, 9));
}

/// The next problem is gone to wherever it is, then the tests that failed, and round.
#[test]
fn problems_of_all_files_are_gone_through() {
    const ADDON: &str = "skoot/heart-rate.rules";
    let mut texts = Library::built_in().read("skoot");
    let mut spoil = |name: &str, from: &str, to: &str| {
        let text = texts.get(name).and_then(|text| text.as_ref().ok()).expect("it is there").replacen(from, to, 1);
        assert!(texts.set(name, Ok(text.into())));
    };
    // A warning, an error in an add-on that is off, and a test that fails.
    spoil("skoot/skoot.rules", "param laps", "rule idle() { lap_length() }\nparam laps");
    spoil(ADDON, "racer", "raser");
    spoil("skoot/rulebook-tests.rules", "test \"", "test \"odd\" on \"flat\" for 2 players { expect 1 == 2 }\ntest \"");
    let mut window = window(texts);
    window.state_mut().pane.go_to("skoot/skoot.rules", 0..0);
    until(&mut window, |window| window.query_by_label_contains("heart-rate.rules (").is_some());
    let mut seen = vec![];
    for _ in 0..12 {
        press(&mut window, Modifiers::NONE, Key::F8);
        let pane = &window.state().pane;
        let place = (pane.open().to_owned(), pane.selected().start);
        if seen.first() == Some(&place) {
            break;
        }
        seen.push(place);
    }
    let first = |name: &str| seen.iter().position(|(of, _)| of == name).unwrap_or_else(|| panic!("{name}: {seen:?}"));
    assert!(first("skoot/skoot.rules") < first(ADDON) && first(ADDON) < first("skoot/rulebook-tests.rules"), "{seen:?}");
    assert!(seen.len() < 12, "one comes round: {seen:?}");
    press(&mut window, Modifiers::SHIFT, Key::F8);
    assert_eq!(window.state().pane.open(), seen.last().expect("there are some").0);
}

#[test]
fn a_test_that_failed_is_gone_to() {
    let mut window = skoot();
    go(&mut window, "param climb_cost: int in 1..6 = 2");
    press(&mut window, Modifiers::NONE, Key::Backspace);
    type_text(&mut window, "3");
    until(&mut window, |window| window.query_by_label_contains(" tests passed (F8)").is_some());
    window.get_by_label_contains(" tests passed (F8)").click();
    settle(&mut window);
    let place = |window: &Harness<'static, Desk>| (window.state().pane.open().to_owned(), window.state().pane.selected().start);
    let first = place(&window);
    assert!(first.0 == "skoot/examples.rules", "{first:?}");
    assert!(around(&window, 80).contains("expect"), "{:?}", around(&window, 80));
    press(&mut window, Modifiers::NONE, Key::F8);
    until(&mut window, |window| place(window) > first);
    press(&mut window, Modifiers::SHIFT, Key::F8);
    until(&mut window, |window| place(window) == first);
    // What happened in it opens at the failure, and can be copied.
    press(&mut window, Modifiers::NONE, Key::F9);
    until(&mut window, |window| window.query_by_label("Run again").is_some());
    settle(&mut window);
    window.get_by_label_contains("fails: ");
    window.get_by_label("Copy").click();
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("it was copied");
    let (at, lines) = (copied.lines().position(|line| line.contains("fails: ")), copied.lines().count());
    assert!(at.is_some_and(|at| at > 4) && lines > 8, "{copied}");
}

#[test]
fn tests_stand_in_the_margin_and_tell_what_happens() {
    let mut window = window(Library::built_in().read("skoot"));
    window.state_mut().pane.go_to("skoot/rulebook-tests.rules", 0..0);
    let passed = |window: &Harness<'static, Desk>| {
        window.query_all_by_role(Role::Button).any(|node| {
            node.accesskit_node().label().is_some_and(|label| label.starts_with("Test ") && label.ends_with(": passed"))
        })
    };
    // They are run by themselves.
    until(&mut window, passed);
    let first = window
        .query_all_by_role(Role::Button)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with("Test ")));
    let first = first.expect("it can be clicked");
    // It is green, under the pointer, too.
    let place = first.rect();
    let is_green = |window: &Harness<'static, Desk>| {
        window.output().shapes.iter().any(|shape| match &shape.shape {
            egui::Shape::Path(path) if place.contains_rect(path.visual_bounding_rect()) => match path.stroke.color {
                egui::epaint::ColorMode::Solid(colour) => colour.g() > colour.r().max(colour.b()),
                egui::epaint::ColorMode::UV(_) => false,
            },
            _ => false,
        })
    };
    assert!(is_green(&window));
    first.hover();
    settle(&mut window);
    assert!(is_green(&window));
    let first = window
        .query_all_by_role(Role::Button)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with("Test ")));
    first.expect("it can be clicked").click();
    until(&mut window, |window| window.query_by_label("Run again").is_some());
}

#[test]
fn whatever_is_typed_is_only_text() {
    let mut window = skoot();
    go(&mut window, "param laps: int in 1..9 = 3");
    for text in ["é\u{1F600}ß\u{301}", "\"{", "}}}", "\0\u{7f}\u{200b}", "p.", "///", "\t\r\n"] {
        type_text(&mut window, text);
        press(&mut window, Modifiers::NONE, Key::Backspace);
        press(&mut window, Modifiers::COMMAND, Key::Space);
        press(&mut window, Modifiers::NONE, Key::Escape);
        press(&mut window, Modifiers::NONE, Key::F12);
        window.state_mut().pane.go_to("skoot/skoot.rules", 700..700);
        settle(&mut window);
    }
    window.event(egui::Event::Paste("p. é {\n".repeat(50_000)));
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    press(&mut window, Modifiers::COMMAND, Key::A);
    press(&mut window, Modifiers::COMMAND, Key::Slash);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.state().text("skoot/skoot.rules").is_empty());
}

/// Data of Biathlon Blast as a table.
fn biathletes() -> Harness<'static, Desk> {
    let mut window = window(Library::built_in().read("biathlon-blast"));
    window.state_mut().pane.go_to("biathlon-blast/biathletes.ron", 0..0);
    settle(&mut window);
    window.get_by_label("Table").click();
    settle(&mut window);
    window
}

/// Types in a cell, and stays there.
fn type_in(window: &mut Harness<'static, Desk>, label: &str, words: &str) {
    window.get_by_role_and_label(Role::TextInput, label).click();
    settle(window);
    press(window, Modifiers::COMMAND, Key::A);
    type_text(window, words);
}

fn fill(window: &mut Harness<'static, Desk>, label: &str, words: &str) {
    type_in(window, label, words);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn rows_of_data_are_edited_cell_by_cell() {
    const NAME: &str = "biathlon-blast/biathletes.ron";
    let mut window = biathletes();
    let before = window.state().text(NAME);
    window.get_by_label("8 rows");
    fill(&mut window, "Wei: country", "\"Norway\"");
    let after = window.state().text(NAME);
    assert!(after == before.replace("\"China\"", "\"Norway\""), "nothing else was changed");
    // What is no value is not taken, and told.
    fill(&mut window, "Wei: accuracy", "[2, 2");
    assert!(window.state().text(NAME) == after);
    fill(&mut window, "Wei: accuracy", "[2, 2, 9]");
    let wrong = window.state().text(NAME);
    assert!(wrong.contains("accuracy: [2, 2, 9]"));
    assert!(window.state().workspace.newest().is_some_and(|build| !build.is_good()), "the rules say what is too much");
    fill(&mut window, "Wei: accuracy", "[2, 2, 4]");
    assert!(window.state().workspace.newest().is_some_and(|build| build.is_good()));
    fill(&mut window, "Name of Wei", "Wu");
    assert!(window.state().text(NAME) == after.replace("\"Wei\"", "\"Wu\""));
}

#[test]
fn what_is_typed_in_a_cell_is_taken_wherever_one_goes() {
    const NAME: &str = "biathlon-blast/biathletes.ron";
    let ways: [fn(&mut Harness<'static, Desk>); 3] = [
        |window| window.get_by_label("Text").click(),
        |window| window.get_by_label("cards.ron").click_accesskit(),
        |window| window.state_mut().pane.go_to("biathlon-blast/finish.rules", 0..0),
    ];
    for go in ways {
        let mut window = biathletes();
        let before = window.state().text(NAME);
        type_in(&mut window, "Wei: country", "\"Norway\"");
        assert!(window.state().text(NAME) == before, "it is still being typed");
        go(&mut window);
        settle(&mut window);
        assert!(window.state().text(NAME) == before.replace("\"China\"", "\"Norway\""));
        assert_eq!(window.state().pane.typed_in_tables().next(), None);
    }
    // What is no value waits, and Esc drops what is typed.
    let mut window = biathletes();
    let before = window.state().text(NAME);
    type_in(&mut window, "Wei: accuracy", "[2, 2");
    window.get_by_label("Text").click();
    settle(&mut window);
    assert!(window.state().text(NAME) == before && window.state().pane.refused_in_table().is_some());
    window.get_by_label("Table").click();
    settle(&mut window);
    type_in(&mut window, "Wei: accuracy", "[2, 2, 4]");
    press(&mut window, Modifiers::NONE, Key::Escape);
    settle(&mut window);
    assert!(window.state().text(NAME) == before && window.state().pane.refused_in_table().is_none());
}

#[test]
fn rows_of_data_come_and_go() {
    const NAME: &str = "biathlon-blast/biathletes.ron";
    let mut window = biathletes();
    let before = window.state().text(NAME);
    window.get_by_role_and_label(Role::Button, "Row Pinto").click();
    settle(&mut window);
    window.get_by_label("Duplicate").click();
    settle(&mut window);
    assert!(window.state().text(NAME).contains("\"Pinto 2\": (country: \"Portugal\""));
    window.get_by_label("9 rows");
    window.get_by_role_and_label(Role::Button, "Row Pinto 2").click();
    settle(&mut window);
    window.get_by_label("Delete").click();
    settle(&mut window);
    assert!(window.state().text(NAME) == before);
    window.get_by_label("Text").click();
    settle(&mut window);
    assert!(window.query_by_label("Name of Wei").is_none());
}

#[test]
fn a_table_of_two_keys_is_edited_cell_by_cell() {
    const NAME: &str = "skoot/shooting-table.ron";
    let mut texts = Library::built_in().read("skoot");
    assert!(texts.get(NAME).is_some());
    let mut window = window(std::mem::take(&mut texts));
    window
        .state_mut()
        .workspace
        .set_setup(Setup { addons: vec!["heart_rate".into(), "realistic_shooting".into()], ..Setup::default() });
    build(&mut window.state_mut().workspace);
    window.state_mut().pane.go_to(NAME, 0..0);
    settle(&mut window);
    window.get_by_label("Table").click();
    settle(&mut window);
    window.get_by_label("6 × 5");
    let before = window.state().text(NAME);
    // The keys are those of the rules: misses from 0, zones from 0.
    fill(&mut window, "5: 0", "4");
    assert_eq!(window.state().text(NAME), before.replace("[ 5,  9,", "[ 4,  9,"));
    fill(&mut window, "5: 0", "99");
    assert!(window.state().workspace.newest().is_some_and(|build| !build.is_good()), "the rules say what is too much");
}

#[test]
fn columns_are_as_wide_as_most_of_their_values() {
    let window = biathletes();
    let cells: Vec<_> =
        window.query_all_by_role(Role::TextInput).filter(|cell| cell.value().is_some_and(|v| v.len() > 4)).collect();
    assert!(cells.len() > 20);
    let fits = cells.iter().filter(|cell| cell.value().is_some_and(|v| v.chars().count() as f32 * 6.0 <= cell.rect().width()));
    assert!(fits.count() * 10 >= cells.len() * 8);
}

#[test]
fn what_is_done_in_a_table_is_undone_step_by_step() {
    const NAME: &str = "biathlon-blast/biathletes.ron";
    let mut window = biathletes();
    let before = window.state().text(NAME);
    fill(&mut window, "Wei: country", "\"Norway\"");
    let first = window.state().text(NAME);
    fill(&mut window, "Pinto: accuracy", "[2, 2, 4] // note");
    assert!(window.state().text(NAME) == first, "a comment would swallow the rest of its line");
    press(&mut window, Modifiers::NONE, Key::Escape);
    fill(&mut window, "Pinto: accuracy", "[2, 2, 4]");
    assert!(window.state().text(NAME) != first);
    let second = window.state().text(NAME);
    for (again, wanted, can) in [
        (false, &first, [true, true]),
        (false, &before, [false, true]),
        (true, &first, [true, true]),
        (true, &second, [true, false]),
        (false, &first, [true, true]),
    ] {
        window.state_mut().pane.step(again);
        settle(&mut window);
        assert!(window.state().text(NAME) == *wanted);
        assert_eq!(window.state().pane.steps(), Some(can));
    }
    // It is the text's own list.
    window.get_by_label("Text").click();
    settle(&mut window);
    window.state_mut().pane.go_to(NAME, 0..0);
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(window.state().text(NAME) == before);
}

#[test]
fn a_table_tells_what_is_wrong_below_it() {
    let mut window = biathletes();
    fill(&mut window, "Wei: accuracy", "[2, 2, 9]");
    let build = window.state().workspace.newest().expect("it was built").clone();
    let wrong = problems::all(&build).next().expect("that is too much").message.clone();
    for _ in 0..60 {
        window.step();
    }
    assert!(wrong.contains("not `9`"), "{wrong}");
    window.get_by_label_contains(&wrong.replace('`', ""));
}

#[test]
fn what_is_too_long_is_refused_in_words_and_whole() {
    let mut window = skoot();
    go(&mut window, "param laps: int in 1..9 = 3");
    let before = window.state().text("skoot/skoot.rules");
    window.event(egui::Event::Paste("p. é {\n".repeat(140_000)));
    settle(&mut window);
    assert!(window.state().text("skoot/skoot.rules") == before, "no part of it is written");
    window.get_by_label_contains("Not inserted: the text would have ");
    type_text(&mut window, "1");
    assert!(window.state().text("skoot/skoot.rules") == before.replacen("1..9 = 3", "1..9 = 31", 1));
    assert!(window.query_by_label_contains("Not inserted").is_none());
}

#[test]
fn all_files_are_found_in_a_list() {
    let mut window = window(Library::built_in().read("ski-the-mountain"));
    let last = "ski-the-mountain/prospects-tests.rules";
    window.get_by_label_contains("Files (").click();
    settle(&mut window);
    let all: Vec<_> = window.get_all_by_label("prospects-tests.rules").collect();
    // In the list and among the tabs.
    let listed = all.into_iter().min_by(|a, b| a.rect().left().total_cmp(&b.rect().left())).expect("it is listed");
    listed.click();
    settle(&mut window);
    assert_eq!(window.state().pane.open(), last);
    // Its tab has come into view.
    (0..30).for_each(|_| window.step());
    let tab = window.get_all_by_label("prospects-tests.rules").next().expect("its tab").rect();
    assert!(tab.left() >= 0.0 && tab.right() <= 900.0, "{tab:?}");
}

#[test]
fn tests_that_are_counted_are_of_the_ruleset_on_show() {
    let mut window = skoot();
    until(&mut window, |window| window.query_by_label_contains(" tests passed").is_some());
    // Another one, whose tests can't be run.
    let mut texts = Library::built_in().read("biathlon-blast");
    texts.files.insert("biathlon-blast.rules".to_owned(), Ok("game".into()));
    window.state_mut().workspace = Workspace::new(texts, Setup::default());
    build(&mut window.state_mut().workspace);
    settle(&mut window);
    assert!(window.query_by_label_contains(" tests passed").is_none());
}

#[test]
fn tests_of_one_title_are_told_apart() {
    let mut texts = Library::built_in().read("skoot");
    let name = "skoot/skoot.rules";
    let rules = texts.get(name).and_then(|text| text.as_ref().ok()).expect("the rules").to_string();
    let test = |holds: &str| format!("test \"twice\" on \"flat\" for 2 players {{ expect {holds} }}\n");
    let whole = format!("{}{}{rules}", test("1 == 1"), test("1 == 2"));
    assert!(texts.set(name, Ok(whole.into())));
    let mut window = window(texts);
    window.state_mut().pane.go_to(name, 0..0);
    let told = |window: &Harness<'static, Desk>| -> Vec<String> {
        let labels = window.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
        labels.filter(|label| label.starts_with("Test twice: ")).collect()
    };
    until(&mut window, |window| told(window) == ["Test twice: passed", "Test twice: failed"]);
    // Running the second one by itself says nothing of the first.
    window.get_by_role_and_label(Role::Button, "Test twice: failed").click();
    until(&mut window, |window| window.query_by_label("Run again").is_some());
    until(&mut window, |window| told(window) == ["Test twice: passed", "Test twice: failed"]);
}

/// Moving the cursor is no step, and after a step the cursor is where something has changed.
#[test]
fn what_is_typed_is_undone_and_redone_however_the_cursor_moves() {
    const NAME: &str = "skoot/skoot.rules";
    let mut window = window(Library::built_in().read("skoot"));
    let before = window.state().text(NAME);
    let at = before.find("param laps").expect("a parameter");
    window.state_mut().pane.go_to(NAME, at..at);
    settle(&mut window);
    window.event(egui::Event::Text("// ".to_owned()));
    settle(&mut window);
    let after = window.state().text(NAME);
    assert_ne!(after, before);
    for to in [10, 400, 90] {
        window.state_mut().pane.go_to(NAME, to..to);
        (0..40).for_each(|_| window.step());
    }
    assert_eq!(window.state().pane.steps(), Some([true, false]));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(window.state().text(NAME) == before);
    assert_eq!((window.state().pane.selected(), window.state().pane.steps()), (at..at, Some([false, true])));
    window.state_mut().pane.go_to(NAME, 30..30);
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert!(window.state().text(NAME) == after);
    assert_eq!(window.state().pane.selected(), at + 3..at + 3);
}
