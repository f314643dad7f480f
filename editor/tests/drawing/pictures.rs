//! How boards look: what is drawn, in the window as in pictures, and that nothing is told apart by colour alone.

use std::collections::BTreeSet;

use editor::board::art::{self, ArtPart, Subject};
use editor::board::{Arrow, Board, Space, print};
use editor::drawing::layers::Layer;
use editor::drawing::looks::Look;
use editor::drawing::on_table::OnTable;
use editor::drawing::{Checker, Drawing, Edit, List, Palette, edit, picture, svg};
use interpreter::data::manifest::look::Picture;
use interpreter::ruleset::{Pictures, Texts};

use super::*;

fn drawn(game: &str, name: &str, document: &Document, options: svg::Options) -> String {
    let checker = Checker::new(&ruleset(game), &[]);
    svg::draw(&picture::board(document, &checker, name), document, Path::new(""), options)
}

fn usual(game: &str, track: &str) -> String {
    drawn(game, track, &shipped_document(game, track), svg::Options::default())
}

/// The board of a drawing, without what only rules work out.
fn board(game: &str, track: &str) -> Board {
    Board::drawn(&shipped_document(game, track), &schema(game), &ruleset(game).manifest)
}

#[test]
fn every_board_is_drawn_at_true_size() {
    for (game, name, text) in shipped() {
        let mut document = document(&text);
        let all = drawn(&game, &name, &document, svg::Options { ids: true, pictures: true, letters: true });
        let sheet = document.header().sheet();
        assert!(all.contains(&format!("width=\"{}mm\" height=\"{}mm\"", sheet.width, sheet.height)), "{game}/{name}");
        for space in document.spaces() {
            assert!(all.contains(&format!("<title>{}</title>", space.id)), "{game}/{name}: {}", space.id);
        }
        assert_eq!(all.matches("<g>").count(), document.spaces().len());
        assert_eq!(all.matches("<g").count(), all.matches("</g>").count());
        // What people write can't break the picture.
        let mut drawing = Drawing::new(document, schema(&game));
        let title = Edit::Track { name: "name".into(), value: Some("\"<&\\\"\\u{1}>\"".into()) };
        drawing.edit(&title).expect("it is named");
        document = drawing.document().clone();
        let all = drawn(&game, &name, &document, svg::Options::default());
        assert!(all.contains("<title>&lt;&amp;&quot;&gt;</title>"), "{}", &all[..400]);
    }
}

#[test]
fn pictures_of_boards_are_small_and_drawn_as_they_are_written() {
    for (game, name, text) in shipped() {
        let all = drawn(&game, &name, &document(&text), svg::Options::default());
        assert!(all.len() <= 600_000, "{game}/{name}: {} bytes", all.len());
        // Whatever is drawn again is there to be drawn.
        for part in all.split("<use href=\"#").skip(1) {
            let id = part.split('"').next().unwrap_or_default();
            assert_eq!(all.matches(&format!(" id=\"{id}\"")).count(), 1, "{game}/{name}: {id}");
        }
    }
    let all = usual("skoot", "hilly");
    assert!(all.matches("<use").count() > 300, "each tree is drawn again");
}

/// How a picture says what outlines of letters say.
fn said(text: &str) -> String {
    format!("<g aria-label=\"{text}\">")
}

#[test]
fn paths_are_drawn_with_their_names_and_numbers() {
    let all = usual("ski-the-mountain", "three-towns");
    for path in shipped_document("ski-the-mountain", "three-towns").paths() {
        let points = path.fields.get("points").map(|points| points.to_string()).unwrap_or_default();
        let said = said(&format!("{} {points}", path.title()));
        assert!(all.contains(&said), "{said} is missing");
    }
    // Seventeen runs begin with a 1.
    assert_eq!(all.matches(&said("1")).count(), 17);
}

/// Whatever differs by the kinds of links and by the words that they say differs in more than colour.
#[test]
fn links_are_told_apart_without_colour() {
    for game in library().names() {
        let palette = Palette::of(&schema(&game), &ruleset(&game).manifest);
        let mut seen = BTreeSet::new();
        for pen in &palette.links {
            let Look::Link(look) = &pen.look else { panic!("{game}: {} looks like no link", pen.kind) };
            let mut looks = vec![look.clone()];
            for brush in pen.fields.iter().flat_map(|group| &group.brushes) {
                let Look::Link(look) = &brush.look else { panic!("{game}: {} is like any {}", brush.title, pen.kind) };
                looks.push(look.clone());
            }
            for mut look in looks.into_iter().filter(|look| look.is_seen) {
                look.colour = None;
                assert!(seen.insert(format!("{look:?}")), "{game}: another looks like {}: {look:?}", pen.kind);
            }
        }
    }
}

#[test]
fn a_palette_shows_what_is_drawn() {
    let (board, palette) = (
        board("ski-the-mountain", "three-towns"),
        Palette::of(&schema("ski-the-mountain"), &ruleset("ski-the-mountain").manifest),
    );
    let lift = palette.links.iter().find(|pen| *pen.kind == *"Lift").expect("there are lifts");
    let cable = lift.fields[0].brushes.iter().find(|brush| *brush.value == *"cable").expect("there are cable cars");
    let Look::Link(look) = &cable.look else { panic!("{cable:?}") };
    let document = shipped_document("ski-the-mountain", "three-towns");
    let cables =
        document.list(List::Links).iter().filter(|link| link.fields.get("type").is_some_and(|t| **t == *"cable")).count();
    assert_eq!(board.arrows.iter().filter(|arrow| arrow.look == *look).count(), cables);
    assert!(cables > 0);
    let brush = |field: &str, value: &str| {
        let group = palette.brushes.iter().find(|group| *group.field.name == *field).expect("it can be painted");
        group.brushes.iter().find(|brush| *brush.value == *value).expect("it is one of them").look.clone()
    };
    let town = board.spaces.iter().find(|space| *space.id == *"Saun").expect("there is a town");
    assert_eq!(brush("kind", "town"), Look::Space(town.look.drawn.clone().into(), None));
    let Look::Space(piste, _) = brush("colour", "red") else { panic!("red pistes are to be seen") };
    assert!(piste.is_round && piste.fill.is_some() && !piste.patterns.is_empty());
}

/// The window draws a race as it draws the drawing that it is raced on.
#[test]
fn a_race_looks_as_it_was_drawn() {
    let mut seen = 0;
    for (game, name, text) in shipped() {
        let document = document(&text);
        let checker = Checker::new(&ruleset(&game), &[]);
        let built = checker.built(&document, &name, None);
        let Some(program) = built.program else { continue };
        seen += 1;
        let raced =
            svg::draw(&Board::new(&program, &built.track, checker.manifest()), &document, Path::new(""), svg::Options::default());
        let mine = svg::draw(&picture::board(&document, &checker, &name), &document, Path::new(""), svg::Options::default());
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&raced), sorted(&mine), "{game}/{name}");
    }
    assert!(seen >= library().names().len(), "only {seen} can be raced on");
}

/// Where spaces face is drawn even where only the rules know it.
#[test]
fn facings_are_drawn_that_the_rules_work_out() {
    let document = shipped_document("biathlon-blast", "bad-wolfsheim-kurz");
    let checker = Checker::new(&ruleset("biathlon-blast"), &[]);
    let said = Board::drawn(&document, &checker.schema, checker.manifest());
    let all = picture::board(&document, &checker, "bad-wolfsheim-kurz");
    let facing = |board: &Board| board.spaces.iter().filter(|space| space.look.points.is_some()).count();
    assert!(facing(&said) < 10, "{} are said", facing(&said));
    assert_eq!(facing(&all), document.spaces().len());
}

/// A game with words of its own.
fn own(appearance: &str) -> Ruleset {
    let rules = "game own \"Own\" for 1..4 players\nenum Kind { reef, wreck, isle, bank, cape, pier, mole }\n\
        space { kind: Kind?, count: int in 0..9 = 0 }\nlink drift many\nlink ebb many\nlink ferry many both ways\n\
        piece Boat 1 per player\nflow { end game ranking p in everyone by 1 }\n";
    let manifest = format!("(id: \"own\", title: \"Own\", modules: [\"own.rules\"], appearance: {{{appearance}}})");
    let mut texts = Texts { name: "own".to_owned(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("own.rules".into(), Ok(rules.into()));
    Ruleset::read(&texts)
}

#[test]
fn badges_differ_in_shape() {
    let colours = ["reef", "wreck", "isle", "bank", "cape", "pier"].map(|kind| format!("\"Kind.{kind}\": (colour: \"#336699\")"));
    let ruleset = own(&format!("\"space\": (badge: [\"kind\", \"count\"]), {}", colours.join(", ")));
    let schema = Schema::of(&ruleset, &ruleset.weave(&[]).0);
    let palette = Palette::of(&schema, &ruleset.manifest);
    let badge = |look: &Look| match look {
        Look::Space(look, _) => look.badge.as_ref().map(|badge| format!("{:?}", badge.shape)),
        _ => None,
    };
    let shapes: BTreeSet<String> = palette.brushes[0].brushes.iter().filter_map(|brush| badge(&brush.look)).collect();
    assert_eq!(shapes.len(), 6, "{shapes:?}");
}

/// What the elements say of a space, in the SVG of a board with spaces `a` to `c`: a reef, a wreck, and one of no kind.
fn drawn_spaces(appearance: &str) -> [String; 3] {
    let ruleset = own(appearance);
    assert!(ruleset.problems.is_empty(), "{:?}", ruleset.problems);
    let text = "(ruleset: \"own\", sheet: (width: 100, height: 100), spaces: [(id: \"a\", at: (20, 20), size: 10, kind: reef, count: 3), \
        (id: \"b\", at: (40, 20), size: 10, kind: wreck, name: \"Mary Rose\"), (id: \"c\", at: (60, 20), size: 10)])";
    let (document, schema) = (document(text), Schema::of(&ruleset, &ruleset.weave(&[]).0));
    let board = Board::drawn(&document, &schema, &ruleset.manifest);
    let all = spelt_out(&svg::draw(&board, &document, Path::new(""), svg::Options::default()));
    ["a", "b", "c"].map(|id| {
        let (_, space) = all.split_once(&format!("<title>{id}</title>")).expect("it is drawn");
        space.split("</g>").next().unwrap_or_default().to_owned()
    })
}

#[test]
fn spaces_have_the_borders_that_their_looks_ask_for() {
    let [reef, wreck, other] = drawn_spaces(
        "\"space\": (border_width: 0.8), \"Kind.reef\": (border: \"#102030\", border_line: double), \
        \"Kind.wreck\": (border: \"#405060\", border_width: 1.2, border_line: dashes)",
    );
    assert_eq!(reef.matches("stroke=\"#102030\" stroke-width=\"0.267\"").count(), 2, "{reef}");
    let is_dashed = |space: &str| space.contains("stroke-dasharray");
    assert!(wreck.contains("stroke=\"#405060\" stroke-width=\"1.2\"") && is_dashed(&wreck) && !is_dashed(&reef), "{wreck}");
    assert!(other.contains("stroke-width=\"0.8\""), "{other}");
    // The border lies inside: nothing is drawn beyond the edge of the space.
    let places = lines(&wreck).into_iter().flatten().filter_map(|part| part.end_point());
    assert!(places.inspect(|at| assert!((34.99..=45.01).contains(&at.x), "{at} in {wreck}")).count() > 4);
    let [bare, ..] = drawn_spaces("\"Kind.reef\": (border_width: 0)");
    assert!(!bare.contains("stroke-width"), "{bare}");
}

#[test]
fn corners_are_as_round_and_shadows_as_long_as_looks_ask_for() {
    let corners = |space: &str| {
        let first = lines(space).into_iter().next().expect("it is filled");
        first.elements().iter().filter(|part| part.end_point().is_some()).count()
    };
    let [reef, wreck, other] = drawn_spaces("\"space\": (corner: 0), \"Kind.reef\": (corner: 4.5), \"Kind.wreck\": (shadow: 0)");
    assert!(corners(&reef) > 12 && corners(&wreck) == 4 && corners(&other) == 4, "{reef}{wreck}{other}");
    let shade = |appearance: &str| drawn_spaces(appearance).concat().matches("fill-opacity").count();
    assert_eq!(shade("\"space\": (shadow: 0.9), \"Kind.wreck\": (shadow: 0)"), 0, "no shadow lies among the spaces");
    let board = |appearance: &str| {
        let ruleset = own(appearance);
        let document =
            document("(ruleset: \"own\", spaces: [(id: \"a\", at: (20, 20)), (id: \"b\", at: (40, 20), kind: wreck)])");
        let board = Board::drawn(&document, &Schema::of(&ruleset, &ruleset.weave(&[]).0), &ruleset.manifest);
        svg::draw(&board, &document, Path::new(""), svg::Options::default())
    };
    let all = board("\"space\": (shadow: 0.9), \"Kind.wreck\": (shadow: 0)");
    let below = all.split("<g>").next().expect("shadows lie below all spaces");
    assert_eq!((below.matches("fill-opacity").count(), all.matches("fill-opacity").count()), (2, 2), "{all}");
}

#[test]
fn labels_are_the_values_or_the_spaces_own() {
    let texts = |space: &str| -> Vec<String> {
        let part = |piece: &str| {
            let (text, outlines) = piece.split_once("\">")?;
            outlines.trim_start().starts_with(['<']).then(|| text.to_owned())
        };
        space.split("aria-label=\"").skip(1).filter_map(part).collect()
    };
    let of = |appearance: &str| {
        let ruleset = own(appearance);
        assert!(ruleset.problems.is_empty(), "{:?}", ruleset.problems);
        let document = document(
            "(ruleset: \"own\", spaces: [(id: \"a\", at: (20, 20), kind: reef, count: 3), (id: \"b\", at: (40, 20), kind: wreck, \
            name: \"Mary Rose\")])",
        );
        let board = Board::drawn(&document, &Schema::of(&ruleset, &ruleset.weave(&[]).0), &ruleset.manifest);
        texts(&svg::draw(&board, &document, Path::new(""), svg::Options::default()))
    };
    assert_eq!(of("\"Kind.reef\": (label: \"Up\")"), ["Up"]);
    assert_eq!(of("\"space\": (label: \"count\"), \"Kind.wreck\": (label: \"W\")"), ["3", "0"]);
    assert_eq!(of("\"space\": (label: \"name\"), \"Kind.reef\": (label: \"Up\", icon: \"anchor\")"), ["Up", "Mary Rose"]);
    assert_eq!(of("\"space\": (label: \"kind\"), \"Kind.wreck\": (label: \"W\")"), ["reef", "W"]);
}

#[test]
fn numbers_stand_where_looks_ask_for() {
    let text = "(ruleset: \"ski-the-mountain\", sheet: (width: 100, height: 100), spaces: [(id: \"a\", at: (20, 20), size: 10, \
        colour: red), (id: \"b\", at: (60, 20), size: 10, colour: red, kind: lift)], links: [(kind: \"Piste\", chain: [\"a\", \"b\"])], \
        paths: [(kind: \"Run\", name: \"Sun\", spaces: [\"a\", \"b\"], points: 5)])";
    let number = |appearance: &str| {
        let mut texts = library().read("ski-the-mountain");
        let manifest = texts.files["game.ron"].clone().expect("it can be read");
        let manifest = manifest.replace("\"space\": (", &format!("\"space\": ({appearance}"));
        texts.files.insert("game.ron".to_owned(), Ok(manifest.into()));
        let ruleset = Ruleset::read(&texts);
        let document = document(text);
        let board = Board::drawn(&document, &Schema::of(&ruleset, &ruleset.weave(&[]).0), &ruleset.manifest);
        let all = svg::draw(&board, &document, Path::new(""), svg::Options::default());
        let at = |n: &str| {
            let outlines = all.split(&said(n)).nth(1)?.trim_start();
            let place = outlines.strip_prefix("<use ").and_then(|use_| use_.split("y=\"").nth(1));
            let place = place.or_else(|| outlines.strip_prefix("<path d=\"M")?.split(' ').nth(1))?;
            place.split(|c: char| c != '.' && !c.is_ascii_digit()).next()?.parse::<f64>().ok()
        };
        (at("1"), at("2").is_some())
    };
    let ((usual, is_on_lift), (top, is_above)) = (number(""), number("number: top, "));
    assert!(usual > top && top.is_some(), "{usual:?} and {top:?}");
    assert!(!is_on_lift && is_above, "an icon leaves the number no room in the middle");
    assert!(number("number: bottom, ").0 > usual);
    assert_eq!(number("number: none, "), (None, false));
}

#[test]
fn numbers_beside_a_course_are_hidden_with_its_spaces() {
    let (document, schema) = (shipped_document("skoot", "hilly"), schema("skoot"));
    let hidden = OnTable { is_hidden: true, ..OnTable::default() };
    let hide = document.layers().with(Layer::Spaces, hidden);
    let seen = edit::apply(&document, &schema, &hide).expect("it is hidden").seen();
    let of = |document: &Document| Board::drawn(document, &schema, &ruleset("skoot").manifest).art.expect("it has art");
    let whole = of(&document);
    let mut unnumbered = (*whole).clone();
    unnumbered.spaces.iter_mut().for_each(|space| space.number = None);
    let unnumbered = Arc::new(unnumbered);
    let marks = |shown: &Document, whole: &Arc<Subject>| {
        let subject = Subject { whole: Some(whole.clone()), ..(*of(shown)).clone() };
        art::draw(&subject).part(ArtPart::Panels).len()
    };
    assert!(marks(&document, &whole) > marks(&document, &unnumbered), "they are printed");
    assert_eq!(marks(&seen, &whole), marks(&seen, &unnumbered));
}

/// The looks of a game with own icons.
fn with_icons(appearance: &str, pictures: Pictures) -> Ruleset {
    let rules = "game own \"Own\" for 1..4 players\nenum Kind { reef, wreck }\nspace { kind: Kind? }\nlink drift many\n\
        piece Boat 1 per player\nflow { end game ranking p in everyone by 1 }\n";
    let manifest = format!("(id: \"own\", title: \"Own\", modules: [\"own.rules\"], appearance: {{{appearance}}})");
    let mut texts = Texts { name: "own".to_owned(), pictures, ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("own.rules".into(), Ok(rules.into()));
    Ruleset::read(&texts)
}

const MOOSE: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\" fill=\"#c81e1e\"/></svg>";

#[test]
fn own_icons_are_drawn_in_window_and_pictures() {
    let moose = Picture::new("icons/moose.svg", MOOSE.into());
    let ruleset = with_icons("\"Kind.reef\": (icon: \"icons/moose.svg\")", [("icons/moose.svg".to_owned(), Ok(moose))].into());
    assert!(ruleset.problems.is_empty(), "{:?}", ruleset.problems);
    let text = "(ruleset: \"own\", sheet: (width: 60, height: 40), spaces: [(id: \"a\", at: (20, 20), size: 16, kind: reef), \
        (id: \"b\", at: (40, 20), size: 16, kind: reef)])";
    let (document, checker) = (document(text), Checker::new(&ruleset, &[]));
    let export = |kind| {
        picture::bytes(&document, &checker, Path::new("mine.ron"), kind, svg::Options::default(), 100).expect("it is drawn")
    };
    let all = String::from_utf8(export(picture::Kind::Svg)).expect("a text");
    assert_eq!((all.matches("data:image/svg+xml;base64,").count(), all.matches("<use href=\"#icon-").count()), (1, 2), "{all}");
    let mut reader = png::Decoder::new(std::io::Cursor::new(export(picture::Kind::Png))).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
    let about = reader.next_frame(&mut pixels).expect("it is whole");
    for x in [20, 40] {
        let at = about.line_size * (about.height as usize / 2) + about.width as usize * x / 60 * 3;
        assert_eq!(pixels[at..at + 3], [0xc8, 0x1e, 0x1e], "at {x} mm");
    }
}

#[test]
fn icons_that_cannot_be_drawn_are_problems_with_a_place() {
    let wrong = |icon: &str, pictures: Pictures| {
        let ruleset = with_icons(&format!("\"Kind.reef\": (icon: \"{icon}\")"), pictures);
        let [problem] = &ruleset.problems[..] else { panic!("{:?}", ruleset.problems) };
        let place = ruleset.sources.slice(problem.span.expect("it has a place")).to_owned();
        (place, problem.message.clone(), problem.hint.clone().unwrap_or_default())
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (library, icons) = (Library::in_folder(folder.path()), folder.path().join("rulesets/own/icons"));
    std::fs::create_dir_all(&icons).expect("a folder");
    let grey = |wide: u32| {
        let mut bytes = vec![];
        let mut encoder = png::Encoder::new(&mut bytes, wide, 1);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&vec![9; wide as usize])).expect("a picture");
        bytes
    };
    let (wide, torn) = (grey(3_000), &grey(8)[..44]);
    for (name, bytes) in [
        ("moose.svg", MOOSE.as_bytes()),
        ("torn.svg", &MOOSE.as_bytes()[..40]),
        ("torn.png", torn),
        ("wide.png", &wide),
        ("noise.png", &[0xff; 99]),
        ("huge.svg", &vec![b' '; 2 * 1024 * 1024]),
        ("notes.txt", b"a"),
    ] {
        std::fs::write(icons.join(name), bytes).expect("an icon");
    }
    let read = library.read_pictures("own");
    assert_eq!(read.len(), 6, "{read:?}");
    for (file, why) in [
        ("torn.svg", "it is no SVG that can be drawn"),
        ("torn.png", "it is no whole PNG"),
        ("wide.png", "it has 3000 × 1 pixels"),
        ("noise.png", "it is neither an SVG nor a PNG"),
        ("huge.svg", "it is larger than 1 MB"),
    ] {
        let icon = format!("icons/{file}");
        let (place, message, _) = wrong(&icon, read.clone());
        assert_eq!(place, format!("\"{icon}\""));
        assert!(message.contains(why) && message.contains(&icon), "{message}");
    }
    for missing in ["icons/mouse.svg", "moose.svg", "elsewhere/moose.svg", "../moose.png"] {
        let (place, message, hint) = wrong(missing, read.clone());
        assert_eq!(
            (place, &*message),
            (format!("\"{missing}\""), &*format!("there is no icon `{missing}` in the folder of this ruleset"))
        );
        assert!(hint.contains("did you mean \"icons/moose.svg\"") || missing.ends_with("png"), "{missing}: {hint}");
    }
}

/// However short a link is, some of its line is to be seen; and one that leads both ways has no head.
#[test]
fn links_of_kinds_without_looks_are_told_apart() {
    let ruleset = own("");
    let schema = Arc::new(Schema::of(&ruleset, &ruleset.weave(&[]).0));
    let text = "(ruleset: \"own\", name: \"Own\", sheet: (width: 100, height: 100), spaces: [(id: \"a\", at: (10, 10), size: 10), \
        (id: \"b\", at: (22, 10), size: 10)], links: [(kind: \"KIND\", from: \"a\", to: \"b\")])";
    let mut seen = BTreeSet::new();
    for kind in ["drift", "ebb", "ferry"] {
        let document = document(&text.replace("KIND", kind));
        let all =
            svg::draw(&Board::drawn(&document, &schema, &ruleset.manifest), &document, Path::new(""), svg::Options::default());
        let all = spelt_out(&all);
        let link = lines(all.split("<g>").next().expect("links come first"));
        let first = link.first().expect("it is drawn");
        let x: Vec<f64> = first.elements().iter().filter_map(|part| Some(part.end_point()?.x)).collect();
        assert!((x[1] - x[0]).abs() > 0.5, "{kind}: {first:?}");
        let shape = all.split("<g>").next().expect("links come first").to_owned();
        assert!(seen.insert(shape), "{kind} looks like another");
        let parts = link.len();
        assert_eq!(kind == "ferry", parts == 1, "{kind} has {parts} parts");
    }
}

/// A picture to trace over is in the SVG, so that this may be saved anywhere, and in the PNG.
#[test]
fn traced_pictures_are_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = std::fs::File::create(folder.path().join("map.png")).expect("a picture");
    let mut encoder = png::Encoder::new(file, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&[200, 30, 30].repeat(4))).expect("a picture");
    let picture = |file: &str| format!("(kind: \"picture\", file: \"{file}\", at: (20, 20), width: 40, height: 40)");
    let text =
        format!("(ruleset: \"skoot\", sheet: (width: 40, height: 40), decor: [{}, {}])", picture("map.png"), picture("gone.png"));
    let (document, checker) = (document(&text), Checker::new(&ruleset("skoot"), &[]));
    let export = |kind, pictures| {
        let options = svg::Options { pictures, ..svg::Options::default() };
        picture::bytes(&document, &checker, &folder.path().join("mine.ron"), kind, options, 25).expect("it is drawn")
    };
    let svg = String::from_utf8(export(picture::Kind::Svg, true)).expect("a text");
    assert!(svg.contains("href=\"data:image/png;base64,iVBOR") && svg.contains("href=\"gone.png\""), "{svg}");
    assert!(!String::from_utf8(export(picture::Kind::Svg, false)).expect("a text").contains("<image"));
    for pictures in [true, false] {
        let bytes = export(picture::Kind::Png, pictures);
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
        let about = reader.next_frame(&mut pixels).expect("it is whole");
        let middle = about.line_size * (about.height as usize / 2) + about.width as usize / 2 * 3;
        let is_red = pixels[middle] > 150 && pixels[middle + 1] < 80;
        assert_eq!(is_red, pictures, "{:?}", &pixels[middle..middle + 3]);
    }
}

/// A flag on a cable hides it, and seems to name it. A line from a flag leads to its own run, and over no other space.
#[test]
fn flags_of_runs_stand_beside_the_links_where_there_is_room() {
    let mut crossed = vec![];
    for (game, name, _) in shipped() {
        let board = board(&game, &name);
        for label in board.labels.iter().filter(|label| label.flag.is_some()) {
            let flag = label.flag.expect("it is a flag");
            let named = format!(" of {}", label.text);
            let is_own = |space: &Space| space.look.says.iter().any(|(_, said, _)| said.ends_with(&named));
            for space in &board.spaces {
                let far = |share: u8| label.at.lerp(flag.of, f32::from(share) / 100.0).distance(space.tile.at) - space.tile.half;
                let near = (0..=100).map(far).fold(f32::INFINITY, f32::min);
                assert!(is_own(space) || near > 0.0, "{name}: the line of {} leads over {}", label.text, space.id);
            }
            let ends_at = |space: &Space| (flag.of.distance(space.tile.at) - space.tile.half).abs() < 0.1;
            assert!(board.spaces.iter().any(|space| is_own(space) && ends_at(space)), "{name}: {}", label.text);
            let frame = emath::Rect::from_center_size(label.at, print::ground(label) * 2.0);
            let links = board.arrows.iter().filter(|arrow| arrow.look.is_seen && !arrow.look.has_ribbon);
            let lies_on = |arrow: &Arrow| {
                let line = arrow.line(&board.spaces);
                let all = line.windows(2).flat_map(|pair| (0..=200).map(|n| pair[0].lerp(pair[1], n as f32 / 200.0)));
                all.into_iter().any(|at| frame.contains(at))
            };
            if links.into_iter().any(lies_on) {
                crossed.push(format!("{name}: {}", label.text));
            }
        }
    }
    // Beside these, there is no room.
    assert!(crossed.len() <= 4, "{crossed:?}");
}

/// A folder with a picture whose left half is red and whose right half is blue, and this board with it.
fn with_picture(text: &str, says: &str) -> (tempfile::TempDir, Document, Checker) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = std::fs::File::create(folder.path().join("map.png")).expect("a picture");
    let mut encoder = png::Encoder::new(file, 40, 20);
    encoder.set_color(png::ColorType::Rgb);
    let row = [[200, 30, 30].repeat(20), [30, 30, 200].repeat(20)].concat();
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&row.repeat(20))).expect("a picture");
    let picture = format!("    decor: [(kind: \"picture\", file: \"map.png\", {says}), ");
    (folder, document(&text.replacen("    decor: [", &picture, 1)), Checker::new(&ruleset("skoot"), &[]))
}

#[test]
fn pictures_of_the_board_are_played_on_as_they_are_drawn() {
    let flat = shipped().into_iter().find(|(game, name, _)| game == "skoot" && &**name == "flat").expect("it is shipped").2;
    for (layer, is_played) in [("ground", true), ("spaces", true), ("backdrop", false), ("notes", false)] {
        let says = format!("at: (50, 40), width: 30, height: 20, turn: 30, opacity: 0.4, crop_left: 0.25, layer: {layer}");
        let (folder, document, checker) = with_picture(&flat, &says);
        let drawn = Board::drawn(&document, &checker.schema, checker.manifest());
        assert_eq!(drawn.pictures.len(), 1, "{layer}");
        let built = checker.built(&document, "flat", None);
        let raced = Board::new(&built.program.expect("it can be raced on"), &built.track, checker.manifest());
        assert_eq!(raced.pictures, if is_played { drawn.pictures.clone() } else { vec![] }, "{layer}");
        let svg =
            picture::bytes(&document, &checker, &folder.path().join("flat.ron"), picture::Kind::Svg, svg::Options::default(), 25);
        assert_eq!(String::from_utf8(svg.expect("it is drawn")).expect("a text").contains("<image"), is_played, "{layer}");
    }
}

#[test]
fn pictures_are_cropped_turned_dimmed_and_lie_below_the_course() {
    let text = "(ruleset: \"skoot\", sheet: (width: 100, height: 100), board: (trees: 0, legend: false, profile: false), tile: 10, \
        spaces: [(id: \"a\", at: (20, 90)), (id: \"b\", at: (50, 90))], links: [(kind: \"ahead\", chain: [\"a\", \"b\"])],\n    decor: [],)";
    let at = |says: &str, x: usize, y: usize| {
        let (folder, document, checker) = with_picture(text, says);
        let file = folder.path().join("flat.ron");
        let bytes = picture::bytes(&document, &checker, &file, picture::Kind::Png, svg::Options::default(), 254);
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes.expect("it is drawn"))).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
        let about = reader.next_frame(&mut pixels).expect("it is whole");
        // Ten pixels are a millimetre.
        let first = about.line_size * y * 10 + x * 30;
        [pixels[first], pixels[first + 1], pixels[first + 2]]
    };
    let is_red = |[r, _, b]: [u8; 3]| r > 150 && b < 90;
    let is_blue = |[r, _, b]: [u8; 3]| b > 150 && r < 90;
    let frame = "at: (50, 40), width: 80, height: 40, layer: ground";
    let [left, right] = [at(frame, 20, 40), at(frame, 80, 40)];
    assert!(is_red(left) && is_blue(right), "{left:?} {right:?}");
    let cropped = at(&format!("{frame}, crop_left: 0.5"), 20, 40);
    assert!(is_blue(cropped), "{cropped:?}");
    let turned = [at(&format!("{frame}, turn: 90"), 50, 10), at(&format!("{frame}, turn: 90"), 50, 70)];
    assert!(is_red(turned[0]) && is_blue(turned[1]), "{turned:?}");
    let dimmed = at(&format!("{frame}, opacity: 0.3"), 20, 40);
    assert!(dimmed[0] > 200 && dimmed[2] > 120, "{dimmed:?}");
    // Even as large as the sheet, it lies below the ribbon.
    let all = "at: (50, 50), width: 100, height: 100, layer: ground";
    let [beside, ribbon] = [at(all, 35, 75), at(all, 35, 94)];
    assert!(is_red(beside) && !is_red(ribbon), "{beside:?} {ribbon:?}");
}

#[test]
fn a_label_is_never_more_than_there() {
    let document = document("(ruleset: \"skoot\", decor: [(kind: \"label\", text: \"X\", at: (1, 1), opacity: 7.5)])");
    let board = Board::drawn(&document, &schema("skoot"), &ruleset("skoot").manifest);
    assert_eq!(board.labels.iter().map(|label| label.opacity).collect::<Vec<_>>(), [1.0]);
}

#[test]
fn what_is_pasted_counts_on_from_its_name() {
    let schema = schema("ski-the-mountain");
    let text = "(ruleset: \"ski-the-mountain\", name: \"M\", spaces: [(id: \"a1\", at: (1, 1)), (id: \"a2\", at: (9, 1))], links: [], \
        paths: [(kind: \"Piste\", name: \"Run 1\", spaces: [\"a1\", \"a2\"]), (kind: \"Piste\", name: \"Gully\", spaces: [\"a2\", \"a1\"])])";
    let mut drawing = editor::drawing::Drawing::new(document(text), schema.clone());
    for _ in 0..2 {
        let keys: Vec<_> = drawing.document().spaces().iter().take(2).map(|space| space.key).collect();
        let edit = editor::drawing::tools::clip::duplicated(drawing.document(), &schema, &keys, kurbo::Vec2::new(0.0, 9.0));
        drawing.edit(&edit.expect("it is copied")).expect("it is pasted");
    }
    let names: Vec<String> = drawing.document().paths().iter().map(|path| path.title()).collect();
    assert_eq!(names, ["Run 1", "Gully", "Run 2", "Gully 2", "Run 3", "Gully 3"]);
}

#[test]
fn what_is_pasted_names_its_own_spaces() {
    let rules = "game own \"Own\" for 1..4 players\nspace { twin: space? }\npiece Boat 1 per player\n\
        flow { end game ranking p in everyone by 1 }\n";
    let mut texts = Texts { name: "own".to_owned(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok("(id: \"own\", title: \"Own\", modules: [\"own.rules\"])".into()));
    texts.files.insert("own.rules".into(), Ok(rules.into()));
    let ruleset = Ruleset::read(&texts);
    let schema = Arc::new(Schema::of(&ruleset, &ruleset.weave(&[]).0));
    let text = "(ruleset: \"own\", spaces: [(id: \"a\", at: (1, 1), twin: \"b\"), (id: \"b\", at: (9, 1), twin: \"c\"), \
        (id: \"c\", at: (20, 1))])";
    let mut drawing = Drawing::new(document(text), schema.clone());
    let keys: Vec<_> = drawing.document().spaces()[..2].iter().map(|space| space.key).collect();
    let edit = editor::drawing::tools::clip::duplicated(drawing.document(), &schema, &keys, kurbo::Vec2::new(0.0, 9.0));
    drawing.edit(&edit.expect("it can be copied")).expect("it is put in");
    let [.., a, b] = drawing.document().spaces() else { panic!("five spaces") };
    assert_eq!(a.fields.text("twin").as_deref(), Some(&*b.id));
    assert_eq!(b.fields.text("twin").as_deref(), Some("c"), "what was not copied is still meant");
}

#[test]
fn what_lies_on_the_board_has_a_sign_beside_its_colour() {
    let look = |game: &str, field: &str, value: &str| {
        let checker = Checker::new(&ruleset(game), &[]);
        let palette = Palette::of(&checker.schema, checker.manifest());
        let group = palette.brushes.into_iter().find(|group| *group.field.name == *field).expect("a field of spaces");
        match group.brushes.into_iter().find(|brush| *brush.value == *value).expect("a value of it").look {
            Look::Space(look, _) => look,
            other => panic!("{field} {value} looks like {other:?}"),
        }
    };
    let mark = |value: &str| look("hell-on-eight-wheels", "mark", value).icons;
    assert!(mark("pack") != mark("jam") && !mark("pack").is_empty(), "they are equally light");
    let line = |value: &str| look("biathlon-blast", "start_line", value).icons;
    assert_ne!(line("true"), line("false"), "the start line is seen");
}

#[test]
fn the_name_of_a_line_stays_on_the_sheet() {
    let text = r#"(ruleset: "ski-the-mountain", name: "Mine", sheet: (width: 200, height: 200), spaces: [
        (id: "a", at: (188.0, 60.0), size: 20, colour: red), (id: "b", at: (188.0, 100.0), size: 20, colour: red),
        (id: "c", at: (188.0, 140.0), size: 20, colour: red), (id: "d", at: (150.0, 100.0), size: 20, colour: red),
    ], links: [(kind: "Piste", chain: ["a", "b", "c"])], paths: [(kind: "Run", name: "Sun", spaces: ["a", "b", "c"], points: 5)])"#;
    let ruleset = ruleset("ski-the-mountain");
    let board = Board::drawn(&document(text), &schema("ski-the-mountain"), &ruleset.manifest);
    let name = board.labels.iter().find(|label| label.text.contains("Sun")).expect("it has a name");
    assert!(name.at.x < 188.0, "{:?}", name.at);
}

#[test]
fn the_name_of_a_line_stands_where_no_space_hides_it() {
    let text = r#"(ruleset: "ski-the-mountain", name: "Mine", spaces: [
        (id: "a", at: (100.0, 100.0), size: 20, colour: red), (id: "b", at: (140.0, 100.0), size: 20, colour: red),
        (id: "c", at: (180.0, 100.0), size: 20, colour: red),
        (id: "above", at: (140.0, 66.0), size: 40, kind: lift), (id: "below", at: (140.0, 134.0), size: 40, kind: lift),
    ], links: [(kind: "Piste", chain: ["a", "b", "c"])], paths: [(kind: "Run", name: "Sun", spaces: ["a", "b", "c"], points: 5)])"#;
    let ruleset = ruleset("ski-the-mountain");
    let board = Board::drawn(&document(text), &schema("ski-the-mountain"), &ruleset.manifest);
    let name = board.labels.iter().find(|label| label.text.contains("Sun")).expect("it has a name");
    for space in &board.spaces {
        let far = space.tile.at.distance(name.at);
        assert!(far > space.tile.half + name.size * 0.6, "{} lies on it, {far} off", space.id);
    }
}
