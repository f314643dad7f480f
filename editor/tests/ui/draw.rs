//! Drawing boards in the window: clicks, drags and keys through every tool; the document is looked at afterwards.

pub mod artist;
mod games;
mod grid;
mod looks;
mod number;
mod painting;
mod palette;
mod panels;
mod rows;
mod scene;
mod shapes;
mod typing;
mod vision;

use editor::drawing::guides::Guides;
use editor::drawing::hand::{Settings, Tool};
use editor::drawing::on_table::Hold;
use editor::drawing::tools::select::Mode;
use editor::drawing::{Deed, Desk, Document, Edit, read, write};
use editor::ui::action::{Pane, Room};
use editor::ui::command::Command;
use editor::ui::draw::{Act, Draw, Vision};
use editor::ui::sheet::camera::Camera;
use egui::{Modifiers, Pos2, Rect, pos2, vec2};

use super::*;
use artist::{Artist, SCALE, titled};

#[test]
fn spaces_are_read_out_and_clicked() {
    let text = library().read("skoot").tracks["test-loop"].clone().expect("it can be read");
    let mut artist = Artist::with("skoot", Some(read::read(&text).expect("a track")));
    artist.window.get_by_label("Tile 5, climb, ahead to tile 6").click();
    artist.window.step();
    artist.window.step();
    let chosen = |artist: &Artist| {
        let desk = &artist.draw().desk;
        desk.chosen().iter().map(|key| desk.document().item(*key).expect("it is there").title()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&artist), ["a06"]);
    artist.window.get_by_label("Tile 8, ahead to tile 9").click_accesskit();
    artist.window.step();
    artist.window.step();
    assert_eq!(chosen(&artist), ["a09"]);
    // On and back along the links; then towards a side.
    artist.key(Key::Period);
    assert_eq!(chosen(&artist), ["a10"]);
    artist.key(Key::Comma);
    artist.key(Key::Comma);
    assert_eq!(chosen(&artist), ["a08"]);
    artist.window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    artist.window.step();
    assert_eq!(chosen(&artist), ["a07"]);
    let before = artist.space("a07");
    artist.key(Key::ArrowRight);
    artist.window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    artist.window.step();
    let after = artist.space("a07");
    assert!((after.0 - before.0 - 1.0).abs() < 1e-3 && (before.1 - after.1 - 10.0).abs() < 1e-3, "{before:?} {after:?}");
    artist.key(Key::Escape);
    assert!(chosen(&artist).is_empty());
}

#[test]
fn arrows_in_an_open_list_do_not_move_the_selected_space() {
    let text = library().read("hell-on-eight-wheels").tracks["oval"].clone().expect("it can be read");
    let mut artist = Artist::with("hell-on-eight-wheels", Some(read::read(&text).expect("a track")));
    let first = artist.document().spaces()[0].clone();
    artist.act(Act::Do(Deed::Select(vec![first.key], Mode::Replace)));
    artist.window.run_steps(4);
    artist.window.get_by_role_and_label(Role::ComboBox, "Arrow").click();
    artist.window.run_steps(4);
    artist.key(Key::ArrowDown);
    artist.key(Key::ArrowDown);
    assert_eq!(artist.document().item(first.key).expect("it is there").at, first.at);
    artist.key(Key::Escape);
    artist.key(Key::ArrowDown);
    assert_ne!(artist.document().item(first.key).expect("it is there").at, first.at, "with the list shut it moves again");
}

#[test]
fn dragging_in_the_window_moves_and_escape_brings_back() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Space);
    for x in [100.0, 120.0, 140.0] {
        artist.click((x, 100.0));
    }
    artist.take(Tool::Select);
    artist.held(Modifiers::CTRL, |a| a.drag(&[(140.0, 100.0), (200.0, 150.0)]));
    assert_eq!(artist.space("a03"), (200.0, 150.0));
    // Broken off in the middle.
    let (from, to) = (artist.at(200.0, 150.0), artist.at(300.0, 60.0));
    artist.moved(from);
    artist.window.step();
    artist.button(from, true);
    artist.moved(to);
    artist.window.step();
    artist.window.step();
    assert_ne!(artist.space("a03"), (200.0, 150.0));
    artist.key(Key::Escape);
    artist.window.step();
    assert_eq!(artist.space("a03"), (200.0, 150.0));
    artist.button(to, false);
    artist.window.step();
    artist.act(Act::Do(Deed::SelectAll));
    artist.act(Act::Do(Deed::Undo));
    assert_eq!(artist.space("a03"), (140.0, 100.0));
}

#[test]
fn keys_zoom_the_board_that_is_pointed_at_and_else_the_text() {
    let mut artist = Artist::new("skoot");
    let scale = |artist: &Artist| artist.draw().camera.expect("it was set").scale;
    let (board, size) = (scale(&artist), artist.window.state().shell.scale);
    let middle = artist.at(150.0, 150.0);
    artist.moved(middle);
    (0..2).for_each(|_| artist.window.step());
    artist.window.key_press_modifiers(Modifiers::COMMAND, Key::Equals);
    (0..2).for_each(|_| artist.window.step());
    assert_eq!((scale(&artist) / board, artist.window.state().shell.scale), (1.25, size));
    assert!(artist.at(150.0, 150.0).distance(middle) < 1.0, "what is pointed at stays there");
    artist.moved(pos2(20.0, 780.0));
    (0..3).for_each(|_| artist.window.step());
    artist.window.key_press_modifiers(Modifiers::COMMAND, Key::Equals);
    (0..2).for_each(|_| artist.window.step());
    assert!(scale(&artist) / board == 1.25 && artist.window.state().shell.scale > size);
    // Over the board, the key that resets the text shows all of the board.
    let size = artist.window.state().shell.scale;
    let middle = artist.at(150.0, 150.0);
    artist.moved(middle);
    (0..2).for_each(|_| artist.window.step());
    artist.window.key_press_modifiers(Modifiers::COMMAND, Key::Num0);
    (0..2).for_each(|_| artist.window.step());
    assert!(artist.draw().camera.is_none() && artist.window.state().shell.scale == size);
    let share = format!("Fit ({:.0} %)", artist.draw().seen().share() * 100.0);
    artist.window.get_by_label(&share);
}

#[test]
fn a_board_that_is_fitted_stays_so_whatever_is_clicked() {
    let mut artist = Artist::new("skoot");
    artist.key(Key::Home);
    artist.window.step();
    artist.take(Tool::Space);
    let before = artist.draw().seen();
    artist.click((100.0, 100.0));
    artist.click((200.0, 150.0));
    assert_eq!(artist.document().spaces().len(), 2);
    assert_eq!((artist.draw().camera, artist.draw().seen()), (None, before), "nothing moves under the pointer");
    let share = format!("Fit ({:.0} %)", before.share() * 100.0);
    artist.window.get_by_label(&share);
    // In a smaller window the whole board is seen still.
    artist.window.set_size(vec2(900.0, 600.0));
    artist.window.run_steps(4);
    assert!(artist.draw().camera.is_none() && artist.draw().seen().scale < before.scale);
}

#[test]
fn rulers_and_grid_stay_on_from_one_track_to_the_next() {
    let mut artist = Artist::new("skoot");
    artist.command(Command::ShowRulers);
    artist.command(Command::SnapToGrid);
    let aids = artist.draw().desk.hand.settings.aids;
    assert!(aids.has_rulers && aids.grid.is_some());
    let (path, title) = (artist.draw().desk.on_disk.path().to_owned(), "Mine".to_owned());
    let start = editor::ui::action::Start::Blank(kurbo::Size::new(300.0, 200.0));
    artist.window.state_mut().apply(FileMessage::BeginTrack { ruleset: "skoot".into(), path, title, start });
    artist.rest();
    assert_eq!(artist.draw().desk.hand.settings.aids, aids);
    // And from one time to the next.
    assert_eq!(editor::ui::app::kept::Kept::read(&artist.window.state().kept().written()).aids, aids);
}

#[test]
fn zooming_is_found_and_works_from_the_menu() {
    let mut artist = Artist::new("skoot");
    let found = editor::ui::command::palette::found(artist.window.state(), "zoom");
    assert_eq!(found.first(), Some(&Command::ZoomIn));
    assert!(found.contains(&Command::ZoomOut) && found.contains(&Command::TrueSize), "{found:?}");
    let before = artist.draw().camera.expect("it was set");
    artist.command(Command::ZoomOut);
    (0..2).for_each(|_| artist.window.step());
    let after = artist.draw().camera.expect("it was set");
    assert!((after.scale * 1.25 - before.scale).abs() < 1e-4 && after.middle.distance(before.middle) < 0.1, "{after:?}");
}

#[test]
fn a_double_click_on_a_label_goes_to_its_text() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Label);
    artist.click((150.0, 100.0));
    artist.act(Act::Do(Deed::Answer("The start".into())));
    artist.take(Tool::Select);
    artist.double_click((150.0, 100.0));
    (0..3).for_each(|_| artist.window.step());
    assert!(artist.window.get_by_role_and_label(Role::TextInput, "Text").is_focused());
}

#[test]
fn escape_takes_back_what_was_typed() {
    let mut artist = Artist::new("skoot");
    let name = artist.document().header().text("name");
    artist.window.get_by_role_and_label(Role::TextInput, "Name").focus();
    (0..2).for_each(|_| artist.window.step());
    artist.window.event(egui::Event::Text("x".to_owned()));
    (0..2).for_each(|_| artist.window.step());
    let shown = |artist: &Artist| artist.window.get_by_role_and_label(Role::TextInput, "Name").value();
    assert_ne!(shown(&artist).as_deref(), Some(&*name));
    artist.key(Key::Escape);
    (0..3).for_each(|_| artist.window.step());
    assert_eq!((shown(&artist).as_deref(), &*artist.document().header().text("name")), (Some(&*name), &*name));
}

/// Presses the right button at a place of the sheet.
fn right(artist: &mut Artist, (x, y): (f32, f32)) {
    let pos = artist.at(x, y);
    artist.moved(pos);
    artist.window.step();
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
        artist.window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        artist.window.step();
    }
    (0..3).for_each(|_| artist.window.step());
}

#[test]
fn the_right_button_offers_what_can_be_done_with_what_lies_there() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Course);
    artist.drag(&[(100.0, 100.0), (200.0, 100.0)]);
    artist.key(Key::Enter);
    artist.act(Act::Do(Deed::SelectNone));
    let middle = artist.space("a03");
    right(&mut artist, middle);
    assert_eq!(artist.draw().desk.selected.len(), 1, "what lies there is selected");
    artist.window.get_by_label("Split course").click();
    (0..2).for_each(|_| artist.window.step());
    assert_eq!(artist.document().courses().len(), 2);
    // What was copied goes to where the menu was opened, beside the sheet's other things.
    let copied = artist.draw().desk.copied().expect("a03 is selected");
    right(&mut artist, (150.0, 180.0));
    assert!(artist.draw().desk.selected.is_empty() && artist.window.query_by_label("Cut").is_none());
    artist.window.event(egui::Event::Paste(copied));
    (0..2).for_each(|_| artist.window.step());
    let pasted = artist.document().spaces().last().expect("it is there").at.expect("it has a place");
    assert!(pasted.distance(kurbo::Point::new(150.0, 180.0)) < 1.0, "{pasted:?}");
    // A guide can be removed where it lies.
    artist.key(Key::Escape);
    let guides = Guides::default();
    artist.act(Act::Do(Deed::Edit(guides.changed(true, None, Some(320.0)))));
    assert_eq!(Guides::of(artist.document().header()).x, [320.0]);
    right(&mut artist, (320.0, 220.0));
    artist.window.get_by_label("Delete guide").click();
    (0..2).for_each(|_| artist.window.step());
    assert!(Guides::of(artist.document().header()).is_empty());
    // What is locked can be unlocked where it lies.
    artist.key(Key::Escape);
    let key = artist.document().space("a03").expect("it is there").key;
    artist.act(Act::Do(Deed::Select(vec![key], Mode::Replace)));
    artist.act(Act::Do(Deed::Hold(Hold::Lock)));
    assert!(artist.document().is_locked(key) && artist.draw().desk.selected.is_empty());
    right(&mut artist, middle);
    artist.window.get_by_label("Unlock").click();
    (0..2).for_each(|_| artist.window.step());
    assert!(!artist.document().is_locked(key));
}

#[test]
fn the_sheet_is_moved_and_looked_at() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Space);
    artist.click((100.0, 100.0));
    let before = artist.draw().camera.expect("it was set");
    let at = artist.at(200.0, 140.0);
    let middle = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Middle,
        pressed,
        modifiers: Modifiers::NONE,
    };
    artist.moved(at);
    artist.window.step();
    artist.window.event(middle(at, true));
    artist.window.step();
    artist.moved(at + vec2(32.0, -16.0));
    artist.window.step();
    artist.window.event(middle(at + vec2(32.0, -16.0), false));
    artist.window.step();
    let after = artist.draw().camera.expect("it was set");
    assert!((after.middle - before.middle - vec2(-20.0, 10.0)).length() < 0.1, "{before:?} {after:?}");
    assert_eq!(artist.document().spaces().len(), 1, "nothing is drawn by it");
    artist.key(Key::F);
    artist.window.step();
    let near = artist.draw().camera.expect("it was set");
    assert!((near.middle - pos2(100.0, 100.0)).length() < 1.0 && near.scale > SCALE, "{near:?}");
    artist.key(Key::Home);
    artist.window.step();
    assert_eq!(artist.draw().camera, None);
}

#[test]
fn a_label_is_typed_where_it_stands() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Label);
    artist.click((150.0, 60.0));
    artist.rest();
    artist.window.get_by_label("Text of the label");
    artist.type_text("Windy Ridge");
    artist.key(Key::Enter);
    artist.window.step();
    assert!(artist.text().contains("text: \"Windy Ridge\", at: (150.0, 60.0)"), "{}", artist.text());
    artist.click((250.0, 60.0));
    artist.rest();
    artist.key(Key::Escape);
    artist.window.step();
    assert!(artist.draw().desk.hand.asks().is_none());
    assert_eq!(artist.document().decor().len(), 1);
}

#[test]
fn a_question_is_asked_on_a_board_that_is_smaller_than_it() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Label);
    artist.click((60.0, 60.0));
    artist.window.set_size(vec2(420.0, 240.0));
    artist.rest();
    let view = artist.draw().view().expect("it is drawn");
    assert!(view.width() < 240.0 || view.height() < 70.0, "{view:?}");
    assert!(artist.window.state().shell.failed.is_empty(), "{:?}", artist.window.state().shell.failed);
}

#[test]
fn erasing_measuring_and_tracing_in_the_window() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Space);
    for n in 0..6 {
        artist.click((60.0 + 30.0 * n as f32, 120.0));
    }
    artist.take(Tool::Measure);
    artist.click((90.0, 120.0));
    artist.click((210.0, 120.0));
    let words = artist.window.state_mut().table.draw.as_mut().expect("a track").desk.shows().words;
    assert!(words.starts_with("4 steps from tile 2 to tile 6"), "{words}");
    artist.take(Tool::Erase);
    artist.drag(&[(90.0, 120.0), (150.0, 121.0)]);
    assert_eq!(artist.document().spaces().len(), 3);
    // A picture to trace over, three by two.
    let folder = artist.draw().desk.on_disk.path().parent().expect("a folder").to_owned();
    let bytes = [200, 30, 30, 255].repeat(600);
    image::save_buffer(folder.join("map.png"), &bytes, 30, 20, image::ColorType::Rgba8).expect("a picture");
    artist.take(Tool::Picture);
    artist.click((200.0, 150.0));
    artist.rest();
    artist.window.get_by_role_and_label(Role::Button, "Browse…");
    artist.type_text("map.png");
    artist.key(Key::Enter);
    artist.rest();
    let sides =
        |artist: &Artist| ["width", "height"].map(|side| artist.document().decor()[0].fields.number(side).unwrap_or_default());
    let [width, height] = sides(&artist);
    assert!((width / height - 1.5).abs() < 0.01, "{width} by {height}");
    let first = artist.document().decor()[0].at.expect("it has a place");
    // As large as the sheet, in its middle, wherever it was clicked.
    let sheet = artist.document().header().sheet();
    assert!(
        (width - sheet.width).abs() < 0.1 && height <= sheet.height
            || (height - sheet.height).abs() < 0.1 && width <= sheet.width
    );
    assert!((first.x - sheet.width / 2.0).abs() < 0.1 && (first.y - sheet.height / 2.0).abs() < 0.1, "{first:?}");
    artist.drag(&[(180.0, 180.0), (190.0, 170.0)]);
    let then = artist.document().decor()[0].at.expect("it has a place");
    assert!((then.x - first.x - 10.0).abs() < 0.1 && (then.y - first.y + 10.0).abs() < 0.1, "{first:?} {then:?}");
    artist.click((150.0, 140.0));
    artist.click((250.0, 140.0));
    artist.rest();
    // What is typed takes the place of the distance that stands there.
    artist.type_text("50");
    artist.key(Key::Enter);
    artist.rest();
    assert!((sides(&artist)[0] - width / 2.0).abs() < 0.5, "{:?}", sides(&artist));
    // An answer that nobody has asked for changes nothing.
    let before = artist.text();
    artist.act(Act::Do(Deed::Answer("gone.png".to_owned())));
    assert_eq!(artist.text(), before);
    // A picture that is not there is put in all the same: it may come later.
    artist.click((60.0, 60.0));
    artist.rest();
    artist.type_text("gone.png");
    artist.key(Key::Enter);
    artist.rest();
    assert_eq!(artist.document().decor().len(), 2);
    // One from elsewhere is copied beside the track when that is saved; another one of its name stays what it is.
    let elsewhere = tempfile::tempdir().expect("a folder");
    image::save_buffer(elsewhere.path().join("map.png"), &[0xff; 16], 2, 2, image::ColorType::Rgba8).expect("a picture");
    artist.click((60.0, 60.0));
    artist.rest();
    artist.type_text(&elsewhere.path().join("map.png").display().to_string());
    artist.key(Key::Enter);
    artist.rest();
    assert!(!folder.join("map-2.png").exists());
    artist.command(Command::Save);
    assert!(artist.text().contains("\"map-2.png\"") && folder.join("map-2.png").is_file(), "{}", artist.text());
    assert!(artist.window.state().shell.failed.is_empty(), "{:?}", artist.window.state().shell.failed);
}

#[test]
fn a_refusal_is_said_at_the_pointer_and_the_brush_stays_on_the_sheet() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Paint);
    let at = artist.at(150.0, 120.0);
    artist.moved(at);
    artist.window.run_steps(3);
    let circles = |artist: &mut Artist| artist.window.state_mut().table.draw.as_mut().expect("drawn").desk.shows().shapes.len();
    artist.brush("terrain", "climb");
    artist.moved(at);
    artist.window.run_steps(3);
    assert_eq!(circles(&mut artist), 1);
    artist.moved(pos2(20.0, 300.0));
    artist.window.run_steps(3);
    assert_eq!(circles(&mut artist), 0, "it is gone with the pointer");
    // One thing alone can't be flipped.
    artist.take(Tool::Space);
    artist.click((150.0, 120.0));
    artist.moved(at);
    artist.window.step();
    artist.act(Act::Do(Deed::Scale(-1.0, 1.0)));
    artist.window.run_steps(3);
    let said = |artist: &Artist| -> Vec<Rect> {
        artist.window.query_all_by_label_contains("select others, too").map(|said| said.rect()).collect()
    };
    let once = said(&artist);
    assert!(once.len() == 1 && once[0].distance_to_pos(at) < 40.0, "{once:?} and {at:?}");
    artist.act(Act::Do(Deed::SelectNone));
    artist.window.run_steps(2);
    assert_eq!(said(&artist), []);
}

#[test]
fn everything_is_shown_to_other_eyes() {
    let text = library().read("ski-the-mountain").tracks["three-towns"].clone().expect("it can be read");
    let mut artist = Artist::with("ski-the-mountain", Some(read::read(&text).expect("a track")));
    for vision in Vision::ALL {
        artist.act(Act::See(vision));
        artist.window.step();
        assert_eq!(artist.draw().vision, vision);
        assert!(artist.window.state().shell.failed.is_empty(), "{vision:?}: {:?}", artist.window.state().shell.failed);
        // That they are not the board's own colours is said, and one click away.
        let own = artist.window.query_by_role_and_label(Role::Button, "Full colours");
        assert_eq!(own.is_some(), vision != Vision::Full, "{vision:?}");
    }
    artist.window.get_by_label("Without blue (tritanopia):");
    artist.window.get_by_role_and_label(Role::Button, "Full colours").click();
    artist.rest();
    assert_eq!(artist.draw().vision, Vision::Full);
    artist.act(Act::Look(Some(Camera { middle: pos2(150.0, 520.0), scale: SCALE })));
    let all = artist.document().spaces().iter().map(|space| space.key).collect();
    artist.act(Act::Do(Deed::Select(all, Mode::Replace)));
    let before = artist.space("Saun");
    artist.drag(&[(96.0, 547.0), (120.0, 500.0)]);
    let after = artist.space("Saun");
    assert!(after.0 - before.0 > 15.0 && before.1 - after.1 > 35.0, "{before:?} {after:?}");
}

#[test]
fn guides_come_out_of_the_rulers_and_go_back_there() {
    let mut artist = Artist::new("skoot");
    let guides = |artist: &Artist| {
        let guides = editor::drawing::guides::Guides::of(artist.document().header());
        (guides.x, guides.y)
    };
    let from_left = |artist: &Artist| {
        let view = artist.draw().view().expect("it was drawn");
        artist.draw().seen().to_sheet(view, pos2(view.min.x + 5.0, view.center().y)).x
    };
    artist.command(Command::ShowRulers);
    let left = from_left(&artist);
    artist.drag(&[(left, 100.0), (120.2, 110.0)]);
    assert_eq!(guides(&artist), (vec![120.0], vec![]));
    artist.drag(&[(120.0, 50.0), (90.0, 60.0)]);
    assert_eq!(guides(&artist), (vec![90.0], vec![]));
    // Where something lies on it, that is meant.
    artist.take(Tool::Space);
    artist.click((90.0, 80.0));
    artist.take(Tool::Select);
    artist.drag(&[(90.0, 80.0), (90.0, 120.0)]);
    assert_eq!(guides(&artist), (vec![90.0], vec![]));
    assert_eq!(artist.space("a01"), (90.0, 120.0));
    // Escape puts back what is pulled, and only that.
    let chosen = artist.draw().desk.chosen();
    for from in [(90.0, 50.0), (left, 100.0)] {
        let (from, to) = (artist.at(from.0, from.1), artist.at(140.0, 60.0));
        artist.moved(from);
        artist.window.step();
        artist.button(from, true);
        artist.moved(to);
        artist.window.step();
        artist.key(Key::Escape);
        artist.moved(to + vec2(5.0, 0.0));
        artist.button(to, false);
        artist.window.step();
        assert_eq!((guides(&artist), artist.draw().desk.chosen()), ((vec![90.0], vec![]), chosen.clone()));
    }
    assert_eq!(chosen.len(), 1);
    artist.drag(&[(90.0, 50.0), (left, 60.0)]);
    assert_eq!(guides(&artist), (vec![], vec![]));
    artist.command(Command::ShowRulers);
    artist.drag(&[(left, 100.0), (120.2, 110.0)]);
    assert_eq!(guides(&artist), (vec![], vec![]), "there are no rulers");
}

#[test]
fn what_is_refused_is_not_covered_by_words_about_a_space() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Space);
    artist.click((100.0, 100.0));
    artist.take(Tool::Select);
    let named = |artist: &Artist| artist.window.query_all_by_label_contains("Space 1").count();
    let (at, rest) = (artist.at(100.0, 100.0), |artist: &mut Artist, frames| artist.window.run_steps(frames));
    artist.moved(at);
    rest(&mut artist, 60);
    let with_tip = named(&artist);
    artist.window.state_mut().table.draw.as_mut().expect("a track").desk.refuse("there is no room for it");
    rest(&mut artist, 60);
    artist.window.get_by_label("There is no room for it");
    assert_eq!(named(&artist), with_tip - 1);
    // After a while it has been read.
    rest(&mut artist, 400);
    assert!(artist.window.query_by_label("There is no room for it").is_none());
    assert_eq!(named(&artist), with_tip);
}

#[test]
fn what_is_refused_while_the_sheet_is_behind_another_pane_is_said_in_the_bar() {
    let mut artist = Artist::new("skoot");
    let layouts = &mut artist.window.state_mut().shell.layouts;
    let mut tree = layouts.take(Room::Draw, vec2(1280.0, 740.0));
    let of = |pane: Pane| tree.tiles.find_pane(&pane).expect("it is there");
    let (sheet, tabs) = (of(Pane::Sheet), tree.tiles.parent_of(of(Pane::Inspector)).expect("every pane is in tabs"));
    tree.move_tile_to_container(sheet, tabs, usize::MAX, false);
    layouts.put(Room::Draw, tree);
    layouts.want(Pane::Inspector);
    artist.window.run_steps(3);
    let said = |artist: &Artist| artist.window.state().shell.notice.as_ref().map(|notice| notice.text.clone());
    artist.act(Act::Do(Deed::Distribute { across: true }));
    assert_eq!(said(&artist).as_deref(), Some("Distributing needs three things or more: select others, too (Shift+click)"));
    artist.window.state_mut().shell.notice = None;
    artist.window.event(egui::Event::Copy);
    artist.window.run_steps(3);
    assert_eq!(said(&artist).as_deref(), Some("Select something first"));
}

#[test]
fn rulers_cover_no_edge_of_the_sheet_that_was_seen() {
    let mut artist = Artist::new("skoot");
    let view = artist.draw().view().expect("it was drawn");
    let covered = |artist: &Artist| {
        let edge = artist.at(0.0, 0.0) - artist.draw().view().expect("it was drawn").min;
        (0.0..19.5).contains(&edge.x) || (0.0..19.5).contains(&edge.y)
    };
    let sheet = artist.document().header().sheet();
    let (wide, high) = (sheet.width as f32, sheet.height as f32);
    // Beside the edge of the view, as large as fits there, and closer by.
    let tight = view.width().min(view.height() * wide / high) / (wide + 2.0);
    for (x, y, scale) in [(4.0, 3.0, 1.0), (3.0, 30.0, 4.0), (-40.0, 9.0, 3.0), (1.0, 1.0, tight)] {
        let middle = view.center() - (view.min + vec2(x, y));
        artist.act(Act::Look(Some(Camera { middle: pos2(middle.x / scale, middle.y / scale), scale })));
        assert!(covered(&artist), "{x} {y} {scale}");
        artist.command(Command::ShowRulers);
        artist.window.step();
        assert!(!covered(&artist), "{x} {y} {scale}");
        // Nothing is moved any more.
        let seen = artist.draw().seen();
        artist.rest();
        assert_eq!(artist.draw().seen(), seen);
        artist.command(Command::ShowRulers);
        artist.window.step();
        assert_eq!(artist.draw().seen(), seen);
    }
    // The whole sheet is still seen.
    let edge = artist.at(wide, high);
    assert!(view.contains(edge), "{edge:?} in {view:?}");
}

#[test]
fn spaces_are_called_and_numbered_as_they_are_played_whatever_is_hidden() {
    let text = library().read("skoot").tracks["test-loop"].clone().expect("it can be read");
    let mut artist = Artist::with("skoot", Some(read::read(&text).expect("a track")));
    let titles = |artist: &Artist| {
        let is_there = |title: &String| {
            let is_it = |label: &str| label.split(',').next() == Some(title);
            let mut all =
                artist.window.query_all_by(|node| node.role() == Role::Button && node.label().is_some_and(|l| is_it(&l)));
            all.next().is_some()
        };
        (1..40).map(|n| format!("Tile {n}")).filter(is_there).collect::<std::collections::BTreeSet<_>>()
    };
    let before = titles(&artist);
    let hidden = titled(&artist.document().called("a03"));
    assert!(before.len() > 4 && before.contains(&hidden), "{hidden}: {before:?}");
    let (x, y) = artist.space("a03");
    artist.take(Tool::Select);
    artist.click((x, y));
    artist.command(Command::Hold(Hold::Hide));
    artist.window.run_steps(3);
    let after = titles(&artist);
    assert_eq!(before.difference(&after).collect::<Vec<_>>(), [&hidden]);
}

#[test]
fn what_is_hidden_is_not_drawn_and_the_foot_of_the_sheet_says_so() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Space);
    [(100.0, 100.0), (120.0, 100.0), (140.0, 100.0)].into_iter().for_each(|at| artist.click(at));
    artist.take(Tool::Select);
    artist.click((120.0, 100.0));
    artist.command(Command::Hold(Hold::Hide));
    artist.window.run_steps(3);
    let name = artist.document().called("a02");
    let nodes = |artist: &Artist| artist.window.query_all_by_label_contains(&name[1..]).count();
    let hidden = nodes(&artist);
    // What is left is moved and marked as before.
    artist.drag(&[(140.0, 100.0), (140.0, 150.0)]);
    assert_eq!(artist.space("a03"), (140.0, 150.0));
    artist.drag(&[(120.0, 100.0), (130.0, 60.0)]);
    assert_eq!(artist.space("a02"), (120.0, 100.0));
    assert!(artist.window.state().shell.failed.is_empty());
    artist.command(Command::Hold(Hold::ShowAll));
    artist.window.run_steps(3);
    assert!(nodes(&artist) > hidden, "{hidden}");
}
