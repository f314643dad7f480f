//! Areas, strokes and pictures at the drawing table, and in play.

use editor::drawing::layers::Layer;

use super::*;

/// Somebody with a shipped track on the table.
fn with_track() -> Artist {
    let flat = std::fs::read_to_string(library().tracks.join("skoot/flat.ron")).expect("it is shipped");
    let mut artist = Artist::with("skoot", Some(read::read(&flat).expect("a track")));
    artist.rest();
    artist
}

fn choose(artist: &mut Artist, list: &str, choice: &str) {
    artist.window.get_by_role_and_label(Role::ComboBox, list).click();
    artist.window.run_steps(3);
    artist.window.get_by_label(choice).click();
    artist.window.run_steps(3);
}

/// How many pictures are painted.
fn painted(window: &Harness<'static, App>) -> usize {
    fn count(shape: &egui::Shape) -> usize {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().map(count).sum(),
            egui::Shape::Mesh(mesh) => usize::from(mesh.texture_id != egui::TextureId::default()),
            _ => 0,
        }
    }
    window.output().shapes.iter().map(|clipped| count(&clipped.shape)).sum()
}

#[test]
fn the_width_of_a_line_is_the_one_that_is_drawn_until_another_is_given() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Stroke);
    artist.rest();
    let sheet = artist.document().header().sheet();
    let usual = editor::board::art::areas::usual_width(false, vec2(sheet.width as f32, sheet.height as f32));
    // The inspector shows the width of the sheet.
    fn width(artist: &Artist) -> egui_kittest::Node<'_> {
        let all = artist.window.get_all_by_role_and_label(Role::SpinButton, "Width");
        all.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left())).expect("it is there")
    }
    let shown = width(&artist).value().expect("a number");
    assert!(usual > 0.5 && shown.starts_with(&format!("{usual:.1}")), "{usual} {shown}");
    width(&artist).focus();
    artist.rest();
    artist.type_text("4 cm");
    artist.key(Key::Enter);
    artist.rest();
    let given = |artist: &Artist| artist.draw().desk.hand.settings.stroke.number("width");
    assert_eq!(given(&artist), Some(40.0));
    artist.window.get_by_role_and_label(Role::Button, "Reset").click();
    artist.rest();
    assert_eq!(given(&artist), None);
}

#[test]
fn areas_get_their_look_before_and_after_they_are_drawn_and_are_played_on() {
    let mut artist = with_track();
    let before = artist.document().decor().len();
    artist.key(Key::A);
    artist.window.step();
    assert_eq!(artist.draw().desk.hand.tool, Tool::Area);
    choose(&mut artist, "Look", "Water");
    for at in [(20.0, 20.0), (60.0, 20.0), (60.0, 50.0)] {
        artist.click(at);
    }
    artist.key(Key::Enter);
    artist.rest();
    let area = |artist: &Artist| artist.document().decor().last().expect("it is drawn").clone();
    assert_eq!((artist.document().decor().len(), &*area(&artist).kind), (before + 1, "area"), "{}", artist.text());
    assert!(area(&artist).fields.get("waves").is_some() && area(&artist).fields.get("trees").is_none());
    artist.key(Key::V);
    artist.rest();
    choose(&mut artist, "Look", "Forest");
    assert!(area(&artist).fields.get("waves").is_none() && area(&artist).fields.get("trees").is_some(), "{}", artist.text());
    choose(&mut artist, "Pattern", "Stripes");
    assert_eq!(area(&artist).fields.get("pattern").map(|word| &**word), Some("stripes"));
    artist.command(Command::Undo);
    assert_eq!(area(&artist).fields.get("pattern"), None);
    artist.key(Key::D);
    artist.click((30.0, 70.0));
    artist.double_click((90.0, 80.0));
    artist.rest();
    assert_eq!(&*area(&artist).kind, "stroke");
    artist.play();
    let raced = race(&artist.window).board.art.as_ref().map(|art| art.areas.clone()).expect("art");
    assert_eq!(raced.len(), 2);
    let drawn = artist.draw().desk.document();
    assert_eq!(raced, editor::drawing::drawn::areas(drawn));
}

#[test]
fn a_picture_on_the_ground_is_cropped_by_numbers_and_shown_in_play() {
    let mut artist = with_track();
    let folder = artist.draw().desk.on_disk.path().parent().expect("a folder").to_owned();
    image::save_buffer(folder.join("map.png"), &[200, 30, 30, 255].repeat(600), 30, 20, image::ColorType::Rgba8)
        .expect("a picture");
    let own = painted(&artist.window);
    artist.act(Act::Do(Deed::Picture { file: "map.png".into(), at: (100.0, 80.0).into(), width: 60.0, height: 40.0 }));
    artist.act(Act::Do(Deed::ToLayer(Layer::Ground)));
    artist.key(Key::V);
    let seen = |artist: &mut Artist, at_least: usize| {
        for _ in 0..200 {
            artist.window.step();
            if painted(&artist.window) >= at_least {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    };
    assert!(seen(&mut artist, own + 1), "it is shown at the table");
    artist.window.get_by_role_and_label(Role::SpinButton, "Crop left").click();
    artist.window.run_steps(2);
    artist.type_text("50");
    artist.key(Key::Enter);
    artist.rest();
    let picture = artist.document().decor().last().expect("it is there").clone();
    let number = |name: &str| picture.fields.number(name);
    assert_eq!(
        (number("crop_left"), number("width"), number("height")),
        (Some(0.5), Some(30.0), Some(40.0)),
        "{}",
        artist.text()
    );
    assert_eq!(picture.at, Some((115.0, 80.0).into()));
    artist.play();
    let now = painted(&artist.window);
    assert!(now > 0 || seen(&mut artist, 1), "it is shown in play");
    assert_eq!(race(&artist.window).board.pictures.len(), 1);
}

#[test]
fn letters_of_a_label_are_set_in_the_inspector_and_taken_back() {
    let text = "(ruleset: \"skoot\", spaces: [(id: \"a\", at: (20, 20)), (id: \"b\", at: (60, 20))], links: [(kind: \"ahead\", \
        chain: [\"a\", \"b\"])], decor: [(kind: \"label\", text: \"Here\", at: (100, 100), size: 8)])";
    let mut artist = Artist::with("skoot", Some(read::read(text).expect("a track")));
    artist.rest();
    artist.click((100.0, 100.0));
    artist.rest();
    let says = |artist: &Artist, name: &str| artist.document().decor()[0].fields.get(name).map(|value| value.to_string());
    choose(&mut artist, "Weight", "Black");
    assert_eq!(says(&artist, "weight").as_deref(), Some("black"), "{}", artist.text());
    choose(&mut artist, "Alignment", "Left");
    assert_eq!(says(&artist, "align").as_deref(), Some("left"));
    artist.window.get_by_label("Halo: default").click();
    artist.window.run_steps(3);
    artist.window.get_by_label("White").click();
    artist.window.run_steps(3);
    artist.key(Key::Escape);
    artist.rest();
    assert_eq!(says(&artist, "halo").as_deref(), Some("\"#ffffff\""));
    artist.window.get_by_label("Along the course").click_accesskit();
    artist.window.run_steps(3);
    assert_eq!(says(&artist, "along").as_deref(), Some("true"));
    choose(&mut artist, "Weight", "Regular");
    assert_eq!(says(&artist, "weight"), None, "the default isn't written");
    (0..5).for_each(|_| artist.command(Command::Undo));
    for name in ["weight", "align", "halo", "along"] {
        assert_eq!(says(&artist, name), None, "{name}");
    }
}
