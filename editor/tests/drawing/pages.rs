//! Printed pages: boards keep their size over the edges of sheets, and backs lie behind their fronts.

use std::collections::BTreeMap;

use editor::board::Board;
use editor::drawing::picture::Drawn;
use editor::paper::{Duplex, Paper, What};
use editor::print::contents::pieces::Played;
use editor::print::folder::Source;
use editor::print::typeset::Pages;
use editor::print::{self, Game, Order, pages};
use interpreter::program::Program;
use interpreter::rulebook::Rulebook;
use interpreter::ruleset::Setup;

use super::*;

/// Pixels of a page, as greys.
struct Page {
    /// How many lie on a millimetre.
    scale: f64,
    width: usize,
    pixels: Vec<u8>,
}

impl Page {
    /// A page of so many pixels to a millimetre.
    fn of(pages: &Pages, page: usize, scale: f64) -> Page {
        let bytes = pages.png(page, (scale * 25.4) as u16).expect("it is drawn");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
        let mut rgb = vec![0; reader.output_buffer_size().expect("it has a size")];
        let info = reader.next_frame(&mut rgb).expect("it is whole");
        Page { scale, width: info.width as usize, pixels: rgb.chunks(3).map(|pixel| pixel[1]).collect() }
    }

    /// Whether it is dark at this place, in millimetres.
    fn is_dark(&self, x: f64, y: f64) -> bool {
        self.grey(x, y) < 128
    }

    fn is_printed(&self, x: f64, y: f64) -> bool {
        self.grey(x, y) < 250
    }

    fn grey(&self, x: f64, y: f64) -> u8 {
        self.pixels[(y * self.scale) as usize * self.width + (x * self.scale) as usize]
    }
}

/// A board of this width with a dark field from `x` on, 20 mm below its upper edge.
fn board(width: f64, x: f64) -> Drawn {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"100mm\" viewBox=\"0 0 {width} 100\">\
         <rect width=\"{width}\" height=\"100\" fill=\"#ffffff\"/><rect x=\"{x}\" y=\"20\" width=\"3\" height=\"3\" fill=\"#102030\"/></svg>"
    );
    Drawn { title: "Field".to_owned(), sheet: kurbo::Size::new(width, 100.0), svg, ..Drawn::default() }
}

fn set(boards: Vec<Drawn>, own: &[(&str, &str)], what: What, order: &Order) -> Result<Pages, Vec<String>> {
    let ruleset = ruleset("ski-the-mountain");
    let book = |_: &Program| Rulebook { title: "A game".into(), ..Rulebook::default() };
    set_of(&ruleset, &Setup::default(), boards, book, own, what, order)
}

fn set_of(
    ruleset: &Ruleset,
    setup: &Setup,
    boards: Vec<Drawn>,
    book: impl Fn(&Program) -> Rulebook,
    own: &[(&str, &str)],
    what: What,
    order: &Order,
) -> Result<Pages, Vec<String>> {
    let built = ruleset.build(setup);
    let program = built.program.expect("it is sound");
    let own: BTreeMap<String, Vec<u8>> = own.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let board = Board::new(&program, &built.track, &ruleset.manifest);
    let game = Game { program: &program, manifest: &ruleset.manifest, board, boards, book: book(&program), own };
    pages(&game, what, order).map_err(|wrong| wrong.iter().map(ToString::to_string).collect())
}

/// Sets a page on which what a template is handed is looked at.
fn assert_data(ruleset: &Ruleset, setup: &Setup, what: What, claims: &[&str]) {
    let claims: String = claims.iter().map(|claim| format!("#assert({claim})\n")).collect();
    let template = format!("#import \"/kit.typ\": *\n{claims}");
    let own = [(format!("{}.typ", what.name()), template)];
    let own: Vec<(&str, &str)> = own.iter().map(|(name, text)| (&**name, &**text)).collect();
    let book = |program: &Program| Rulebook::of(ruleset, program);
    let set = set_of(ruleset, setup, vec![], book, &own, what, &Order::default());
    assert_eq!(set.err().unwrap_or_default(), Vec::<String>::new(), "{claims}");
}

/// Looks for the field's edges, a tenth of a millimetre inside and outside of them.
#[track_caller]
fn assert_field(page: &Page, x: f64, y: f64) {
    for (dx, dy, is_dark) in
        [(0.1, 0.1, true), (2.9, 2.9, true), (-0.1, 1.0, false), (3.1, 1.0, false), (1.0, -0.1, false), (1.0, 3.1, false)]
    {
        assert_eq!(page.is_dark(x + dx, y + dy), is_dark, "{dx} {dy} beside {x} {y}");
    }
}

/// A page as a reader of the PDF shows it.
fn read_back(pages: &Pages, page: usize) -> Pages {
    let (width, height) = pages.size(page).expect("there is one");
    let template = format!(
        "#set page(width: {width}mm, height: {height}mm, margin: 0mm)\n#image(\"/it.pdf\", page: {}, width: {width}mm)",
        page + 1
    );
    let pdf = pages.pdf("it").expect("it is written");
    let files = [("/read.typ".to_owned(), template.into_bytes()), ("/it.pdf".to_owned(), pdf)].into();
    print::typeset::set(&files, "/read.typ").unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

#[test]
fn a_board_keeps_its_size_on_one_sheet_and_over_several() {
    let order = Order { paper: Paper::A4, ..Order::default() };
    let one = set(vec![board(150.0, 40.0)], &[], What::Boards, &order).expect("it is set");
    assert_eq!((one.count(), one.size(0).map(|(w, h)| (w.round(), h.round()))), (1, Some((297.0, 210.0))));
    // In the middle of the room between the margins of 8 mm and above the foot of 8 mm.
    // In the PDF as well as in pictures.
    for page in [Page::of(&one, 0, 10.0), Page::of(&read_back(&one, 0), 0, 10.0)] {
        assert_field(&page, 8.0 + (281.0 - 150.0) / 2.0 + 40.0, 8.0 + (186.0 - 100.0) / 2.0 + 20.0);
    }
    // Two sheets of 154 mm, which share 8 mm: what lies there is on both, after a page with the plan.
    let two = set(vec![board(300.0, 148.5)], &[], What::Boards, &order).expect("it is set");
    assert_eq!(two.count(), 3);
    for (n, x) in [(1, 148.5), (2, 2.5)] {
        assert_field(&Page::of(&two, n, 10.0), 8.0 + x, 28.0);
        assert_field(&Page::of(&read_back(&two, n), 0, 10.0), 8.0 + x, 28.0);
    }
    // What the sheets say of their joint doesn't stay on the board: names lie in the 4 mm that are cut off or glued over, marks in the margin.
    let [first, second] = [1, 2].map(|page| Page::of(&two, page, 10.0));
    let greys = |page: &Page, from: f64, to: f64, y: f64| {
        let xs = (0..).map(|n| from + f64::from(n) * 0.1).take_while(|x| *x < to).collect::<Vec<_>>();
        xs.into_iter().filter(|x| page.is_printed(8.0 + x, y)).count()
    };
    for tenths in 320..1_070 {
        let y = f64::from(tenths) / 10.0;
        assert_eq!(greys(&first, 20.0, 149.5, y) + greys(&second, 4.5, 140.0, y), 0, "at {y}");
    }
    let is_named = |page: &Page, from: f64, to: f64| (320..1_070).any(|y| greys(page, from, to, f64::from(y) / 10.0) > 0);
    assert!(is_named(&first, 150.5, 153.5) && is_named(&second, 0.5, 3.5));
    let mark = |page: &Page, x: f64| (0..20).any(|n| page.is_printed(8.0 + x - 1.0 + f64::from(n) / 10.0, 8.0 - 2.8));
    assert!(mark(&first, 150.0) && mark(&second, 4.0) && !mark(&first, 75.0));
    let pdf = two.pdf("field").expect("it is written");
    assert!(pdf.starts_with(b"%PDF") && pdf == two.pdf("field").expect("it is written again"));
}

#[test]
fn templates_of_a_rulesets_own_take_the_place_and_what_is_wrong_with_them_is_told() {
    let order = Order::default();
    let own = |text: &str| set(vec![board(100.0, 1.0)], &[("boards.typ", text)], What::Boards, &order);
    let pages =
        own("#import \"/kit.typ\": *\n#show: look\n#sheet([mine], board(0))\n#sheet([again], [#data.title])").expect("it is set");
    assert_eq!(pages.count(), 2);
    let wrong = |text: &str| own(text).err().expect("it is refused");
    assert_eq!(wrong("#import \"/kit.typ\": *\n#sheet([mine], boord(0))"), ["boards.typ:2:16: unknown variable: boord"]);
    assert!(
        wrong("#read(\"/etc/passwd\")")[0].contains("boards.typ:1:7: file not found"),
        "{:?}",
        wrong("#read(\"/etc/passwd\")")
    );
    assert!(wrong("#import \"@preview/cetz:0.3.0\"")[0].starts_with("boards.typ:1:"));
    assert!(!wrong("#while true {}").is_empty(), "it ends");
    assert!(!wrong("#let f() = f()\n#f()").is_empty(), "it ends");
}

#[test]
fn backs_lie_behind_their_fronts() {
    for duplex in [Duplex::Long, Duplex::Short] {
        let order = Order { duplex, paper: Paper::A3, ..Order::default() };
        let cards = set(vec![], &[], What::Cards, &order).expect("it is set");
        assert!(cards.count() >= 2 && cards.count().is_multiple_of(2), "{}", cards.count());
        let last = cards.count() - 2;
        let [front, back] = [last, last + 1].map(|page| Page::of(&cards, page, 2.0));
        let (width, height) = cards.size(last).expect("it has a size");
        // The last sheet isn't full: where a card lies, its back lies behind it when the paper is turned.
        let turns_sideways = (duplex == Duplex::Long) == (height > width);
        let (mut both, mut missing) = (0, 0);
        for n in 0..400 {
            let (x, y) = (12.0 + f64::from(n % 20) * (width - 24.0) / 20.0, 12.0 + f64::from(n / 20) * (height - 32.0) / 20.0);
            let is_card = (0..60).any(|n| front.is_printed(x + f64::from(n % 8), y + f64::from(n / 8)));
            let behind = if turns_sideways { (width - x - 8.0, y) } else { (x, height - y - 8.0) };
            let is_back = (0..60).any(|n| back.is_printed(behind.0 + f64::from(n % 8), behind.1 + f64::from(n / 8)));
            both += usize::from(is_card && is_back);
            missing += usize::from(is_card && !is_back);
        }
        assert!(both > 20 && missing < both / 10, "{duplex:?}: {both} of cards have backs, {missing} none");
        // The outermost edges of a full sheet lie where they are when the paper has been turned.
        let [front, back] = [0, 1].map(|page| Page::of(&cards, page, 5.0));
        let ends = |page: &Page| {
            let length = if turns_sideways { width } else { height };
            let is_printed = |along: f64| {
                if turns_sideways {
                    page.is_printed(along, height / 2.0 - 30.0)
                } else {
                    page.is_printed(width / 2.0 + 8.0, along)
                }
            };
            let steps = (0..(length * 5.0) as usize - 1).map(|n| n as f64 / 5.0 + 0.1);
            let all: Vec<f64> = steps.filter(|at| is_printed(*at)).collect();
            (all.first().copied().expect("a card"), all.last().copied().expect("a card"), length)
        };
        let ((from, to, length), (back_from, back_to, _)) = (ends(&front), ends(&back));
        let off = (back_from - (length - to)).abs().max((back_to - (length - from)).abs());
        assert!(off < 0.6, "{duplex:?}: {from} to {to}, {back_from} to {back_to} of {length}");
    }
}

#[test]
fn backs_say_what_tells_their_cards_from_others() {
    let blast = ruleset("biathlon-blast");
    let of =
        |biathlete: &str| format!("data.cards.first().cards.filter(it => it.back.contains(\">{biathlete}</text>\")).len() > 5");
    let plain = "data.cards.first().cards.any(it => it.back.matches(\"</text>\").len() == 1)";
    let none = "not data.cards.first().cards.any(it => it.back.contains(\">None</text>\"))";
    assert_data(&blast, &Setup::default(), What::Cards, &[&of("Wei"), &of("Owens"), plain, none]);
    assert_data(&blast, &Setup::default(), What::List, &["data.parts.printed.any(it => it.pictures.len() > 3)"]);
}

#[test]
fn boards_of_a_game_with_wind_say_where_north_is() {
    let (library, ruleset) = (library(), ruleset("biathlon-blast"));
    let texts = library.read("biathlon-blast");
    let drawn = |name: &String| {
        let options = editor::drawing::svg::Options { letters: true, ..Default::default() };
        editor::drawing::picture::of_track(&library, &ruleset, name, &texts.tracks[name], options).expect("it is drawn")
    };
    let boards: Vec<Drawn> = texts.tracks.keys().filter(|name| !name.starts_with("test")).map(drawn).collect();
    assert!(boards.len() == 4 && boards.iter().all(|board| board.svg.contains("↑ N")));
}

#[test]
fn sheets_and_tables_have_the_numbers_of_what_is_played() {
    let skoot = ruleset("skoot");
    let with_heart = |laps: &str| Setup {
        addons: vec!["heart_rate".to_owned()],
        players: Some(4),
        settings: vec![format!("laps={laps}")],
        ..Setup::default()
    };
    let loops_for = "data.tables.find(it => it.title == \"Highest die, penalty loops\")";
    assert_data(
        &skoot,
        &with_heart("2"),
        What::Sheets,
        &[
            "data.sheets.all.map(it => it.count) == (4,) and data.sheets.shared == none",
            &format!("{loops_for}.head.map(c => c.text) == (\"1\", \"2\", \"3\", \"4\", \"5\", \"6\")"),
            &format!("{loops_for}.rows.first().map(c => c.text) == (\"5\", \"4\", \"3\", \"2\", \"1\", \"0\")"),
            "not data.tables.any(it => it.title.starts-with(\"Misses\"))",
            "data.sheets.all.first().height <= data.sheets.height - data.sheets.head",
        ],
    );
    // Two keys are named, on the sheet and in the table.
    let realistic = Setup { addons: vec!["heart_rate".to_owned(), "realistic_shooting".to_owned()], ..with_heart("2") };
    let misses = "data.tables.find(it => it.title.starts-with(\"Misses\"))";
    let head = format!("{misses}.head.map(c => c.text).slice(0, 2) == (\"Misses\", \"Zone 0\")");
    assert_data(&skoot, &realistic, What::Sheets, &[&head, "data.sheets.all.first().picture.contains(\">Zone 0</text>\")"]);
    // The sheets of longer races are longer. None is cut, and four lie on two pages, before one with tables.
    let whole = "data.sheets.all.first().height <= data.sheets.height - data.sheets.head";
    assert_data(&skoot, &with_heart("9"), What::Sheets, &[whole, "data.sheets.columns * data.sheets.rows == 2"]);
    let book = |_: &Program| Rulebook::default();
    let pages = set_of(&skoot, &with_heart("9"), vec![], book, &[], What::Sheets, &Order::default()).expect("it is set");
    assert_eq!(pages.count(), 3);
}

#[test]
fn pieces_dice_and_parts_are_counted() {
    let setup = Setup { players: Some(3), ..Setup::default() };
    let of_dice = [
        "data.pieces.dice.map(it => it.faces.len()) == (6,)",
        "data.pieces.pieces.map(it => it.owner).dedup().len() == 3",
        "data.pieces.disc > 5 and data.pieces.disc < 30",
    ];
    assert_data(&ruleset("skoot"), &setup, What::Pieces, &of_dice);
    let of_list = [
        "data.parts.needed.first().count == 3",
        "data.parts.needed.any(it => it.text.starts-with(\"faces 1 to 6: the same ones for Ski die\"))",
        "data.parts.printed.any(it => it.name == \"Score sheets\" and it.count == 3)",
    ];
    assert_data(&ruleset("skoot"), &setup, What::List, &of_list);
    // Pieces fit on the smallest space as it is printed, and so do markers on the meter: one for each player.
    let with_meter = Setup { addons: vec!["heart_rate".to_owned()], ..setup.clone() };
    let small = "data.pieces.small.map(it => (it.count, it.says, it.each)) == ((3, \"Heart rate\", true),)";
    assert_data(&ruleset("skoot"), &with_meter, What::Pieces, &[small]);
    let counters = "data.pieces.small.filter(it => not it.each).map(it => it.count) == (1, 1, 20, 40)";
    assert_data(&ruleset("hell-on-eight-wheels"), &Setup::default(), What::Pieces, &[counters]);
    let narrow = |scale: f64| {
        let order = Order { scale, ..Order::default() };
        let own = [("pieces.typ", "#import \"/kit.typ\": *\n#page(width: data.pieces.disc * 1mm, height: 9mm, margin: 0mm)[]")];
        let pages = set_of(&ruleset("skoot"), &setup, vec![], |_| Rulebook::default(), &own, What::Pieces, &order);
        pages.expect("it is set").size(0).expect("it has a page").0
    };
    assert!((narrow(1.5) - 1.5 * narrow(1.0)).abs() < 0.01 && narrow(0.1) == 8.0, "{} {}", narrow(1.5), narrow(1.0));
    // No shape is cut off at the edge of its picture.
    let (ruleset_of_four, four) = (ruleset("skoot"), Setup { players: Some(4), ..Setup::default() });
    let built = ruleset_of_four.build(&four);
    let program = built.program.expect("it is sound");
    let board = Board::new(&program, &built.track, &ruleset_of_four.manifest);
    let (manifest, own) = (&ruleset_of_four.manifest, BTreeMap::new());
    let game = Game { program: &program, manifest, board, boards: vec![], book: Rulebook::default(), own };
    for token in Played::of(&game).tokens() {
        let tree = resvg::usvg::Tree::from_str(&token.picture(false), &Default::default()).expect("it is an SVG");
        let mut picture = resvg::tiny_skia::Pixmap::new(400, 400).expect("it has a size");
        let scale = 400.0 / tree.size().width();
        resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
        let is_drawn = |x: u32, y: u32| picture.pixel(x, y).is_some_and(|pixel| pixel.alpha() > 0);
        let edge = (0..400).flat_map(|n| [(n, 0), (n, 399), (0, n), (399, n)]);
        assert!(is_drawn(200, 200) && !edge.clone().any(|(x, y)| is_drawn(x, y)), "{}", token.owner);
    }
    // Dice that no rule in play throws aren't there.
    let realistic = vec!["heart_rate".to_owned(), "realistic_shooting".to_owned()];
    let with_both = Setup { addons: realistic, ..setup.clone() };
    assert_data(&ruleset("skoot"), &with_both, What::List, &["not data.parts.needed.any(it => it.text.contains(\"Recovery\"))"]);
    // Where players choose their colours, each colour has its piece.
    assert_data(&ruleset("biathlon-blast"), &setup, What::Pieces, &["data.pieces.pieces.len() == 6"]);
}

#[test]
fn rulebooks_show_examples_before_and_after_and_fold_to_booklets() {
    let skoot = ruleset("skoot");
    let book = |program: &Program| Rulebook::of(&skoot, program).with_examples(&skoot, "hilly");
    let own = "#import \"/kit.typ\": *\n#let it = data.scenes.find(it => it != none)\n#assert(it.before != it.after)\n\
               #let places = data.book.map(it => it.at(\"blocks\", default: ())).flatten().filter(it => it.kind == \"picture\")\n\
               #assert.eq(places.len(), data.scenes.len())\n\
               #let boards = data.scenes.filter(it => it != none).map(it => it.elsewhere)\n\
               #assert(none in boards and boards.any(it => it != none and it.starts-with(\"Test\")))\n#for n in range(5) { page[#(n + 1)] }";
    let order = Order { booklet: true, ..Order::default() };
    let set = |own: &[(&str, &str)], order: &Order| set_of(&skoot, &Setup::default(), vec![], book, own, What::Rules, order);
    // Five small pages lie on two sheets, each with two sides.
    let booklet = set(&[("rules.typ", own)], &order).expect("it is set");
    assert_eq!((booklet.count(), booklet.size(0).map(|(w, h)| (w.round(), h.round()))), (4, Some((297.0, 210.0))));
    let pdf = booklet.pdf("booklet").expect("it is written");
    assert!(pdf == booklet.pdf("booklet").expect("it is written again"));
}

/// How long it takes until a changed card is seen, and how long a whole print: `cargo test -p editor --release --test drawing -- --ignored soon --nocapture`.
#[test]
#[ignore = "it measures"]
fn a_changed_card_is_seen_soon() {
    let library = library();
    for name in library.names() {
        let texts = library.read(&name);
        let ruleset = Ruleset::read(&texts);
        let built = ruleset.build(&Setup::default());
        let (program, track) = (built.program.clone().expect("it is sound"), &*built.track_name);
        let source = Source {
            library: &library,
            ruleset: &ruleset,
            program: &program,
            course: &built.track,
            track,
            text: texts.tracks.get(track),
        };
        for what in What::ALL {
            let begun = std::time::Instant::now();
            let game = source.game(&[what]).expect("it can be read");
            let files = print::files(&game, what, &Order::default()).expect("it can be printed");
            let collected = begun.elapsed();
            let pages = print::set(&files, what, &Order::default()).expect("it is set");
            let set = begun.elapsed() - collected;
            let pdf = pages.pdf("x").expect("it is written").len();
            let written = begun.elapsed() - collected - set;
            println!(
                "{name} {what:?}: {} pages, collected {collected:?}, set {set:?}, written {written:?} ({pdf} bytes)",
                pages.count()
            );
            if what == What::Cards {
                let mut changed = files;
                let data = String::from_utf8(changed["/data.json"].clone()).expect("it is text").replacen(
                    "stroke-width=\\\"0.4",
                    "stroke-width=\\\"0.5",
                    1,
                );
                changed.insert("/data.json".to_owned(), data.into_bytes());
                let begun = std::time::Instant::now();
                let again = print::set(&changed, what, &Order::default()).expect("it is set");
                let set = begun.elapsed();
                drop(again.pixels(0, 800).expect("it is drawn"));
                println!("  a changed card: set again {set:?}, drawn {:?}", begun.elapsed() - set);
            }
        }
    }
}

#[test]
fn single_sheets_are_printed_again_and_boards_go_on_beyond_their_cut() {
    let order = Order { tiles: vec!["B1".to_owned()], bleed: 3.0, ..Order::default() };
    let one = set(vec![board(300.0, 148.5)], &[], What::Boards, &order).expect("it is set");
    assert_eq!(one.count(), 1);
    assert_field(&Page::of(&one, 0, 10.0), 8.0 + 2.5, 28.0);
    let wrong = set(vec![board(300.0, 1.0)], &[], What::Boards, &Order { tiles: vec!["C9".to_owned()], ..Order::default() });
    assert!(wrong.is_err_and(|wrong| wrong[0].contains("Field has no sheet C9: they are A1 to B1")));
    // What lies at the edge goes on beyond it, mirrored: neither larger nor elsewhere. The board itself stays as it is.
    let bled = |bleed: f64| set(vec![board(150.0, 145.0)], &[], What::Boards, &Order { bleed, ..Order::default() });
    let (left, top) = (8.0 + (281.0 - 150.0) / 2.0, 8.0 + (186.0 - 100.0) / 2.0);
    let [plain, bled] = [0.0, 4.0].map(|bleed| Page::of(&bled(bleed).expect("it is set"), 0, 10.0));
    for page in [&plain, &bled] {
        assert_field(page, left + 145.0, top + 20.0);
    }
    let beyond = |page: &Page, dx: f64, dy: f64| page.is_dark(left + 150.0 + dx, top + dy);
    assert!(beyond(&bled, 2.2, 20.2) && beyond(&bled, 3.8, 22.8) && !beyond(&plain, 2.2, 20.2));
    assert!(!beyond(&bled, 1.7, 21.0) && !beyond(&bled, 2.2, 19.8) && !beyond(&bled, 2.2, 23.2));
}

#[test]
fn cards_to_fold_have_their_backs_above_them_and_ink_is_saved() {
    let of = |duplex: Duplex, save_ink: bool| {
        let order = Order { duplex, save_ink, ..Order::default() };
        let ruleset = ruleset("ski-the-mountain");
        let program = ruleset.build(&Setup::default()).program.expect("it is sound");
        let pale = editor::print::ink::of(&ruleset, &program, &order);
        let (manifest, book) = (&pale.manifest, Rulebook::default());
        let board = Board::new(&program, &ruleset.build(&Setup::default()).track, manifest);
        let game = Game { program: &program, manifest, board, boards: vec![], book, own: BTreeMap::new() };
        pages(&game, What::Cards, &order).unwrap_or_else(|wrong| panic!("{wrong:?}"))
    };
    let dark = |pages: &Pages| {
        let page = Page::of(pages, 0, 1.0);
        page.pixels.iter().map(|grey| u64::from(255 - grey)).sum::<u64>()
    };
    let [folded, fronts, pale] =
        [(Duplex::Fold, false), (Duplex::Fronts, false), (Duplex::Fold, true)].map(|(duplex, ink)| of(duplex, ink));
    assert!(folded.count() > fronts.count(), "they take twice the room, and have no pages of backs");
    assert!(dark(&folded) > dark(&fronts) && dark(&pale) * 2 < dark(&folded));
}
