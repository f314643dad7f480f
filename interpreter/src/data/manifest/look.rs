//! `appearance` of a manifest: how things look. Its words are read here once; whoever draws gets what they mean.

use std::sync::Arc;

use super::board::{self, BoardLook};
use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape as Written};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::fnv::Fnv;
use crate::source::Span;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The colour that is written `#9fd3c7`.
pub fn rgb(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let [_, r, g, b] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([r, g, b])
}

/// The problem of what is no colour.
pub fn no_colour(span: Span, shown: &str) -> Diagnostic {
    let problem = Diagnostic::warning(Code::WrongValue, span, format!("{shown} is not a colour"));
    problem.hint("write `#` and six digits from 0 to f, such as \"#9fd3c7\"")
}

/// A name and where it stands.
pub type Named = (Arc<str>, Span);

/// How one thing looks; of what isn't said, nothing is there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// `Ground.sand`, `player.thirst`, `Runner`.
    pub of: Arc<str>,
    pub of_span: Span,
    pub colour: Option<Rgb>,
    /// So that nothing is told by colour alone.
    pub pattern: Option<Pattern>,
    pub icon: Option<Icon>,
    pub icon_span: Span,
    pub shape: Option<Shape>,
    pub dash: Option<Dash>,
    pub strands: Option<Strands>,
    pub head: Option<Head>,
    /// How many times as wide as lines usually are.
    pub width: Option<f32>,
    pub is_hidden: bool,
    /// Whether tiles lie straight instead of along the way.
    pub lies_straight: bool,
    pub meter: Option<Meter>,
    pub marks: Option<Marks>,
    /// The colour of its icon.
    pub ink: Option<Rgb>,
    /// How the edges of spaces are drawn.
    pub border: Border,
    /// The radius of their corners, and how far their shadow falls, both in millimetres.
    pub round: Option<f32>,
    pub shadow: Option<f32>,
    /// Where the number of a space stands.
    pub number: Option<NumberPlace>,
    /// By how much the ground rises where the course has this value.
    pub height: i8,
    /// What lies at both sides of the course there.
    pub shoulder: Option<Shoulder>,
    /// What the legend says of it: "Climb: two dots".
    pub legend: Option<Arc<str>>,
    /// Whether a ribbon lies under these links.
    pub has_ribbon: bool,
    /// Whether these links lead across, from lane to lane.
    pub is_across: bool,
    /// Whether one icon stands for a whole stretch of spaces that have this value.
    pub is_joined: bool,
    /// What a sign beside the spaces with this value says.
    pub sign: Option<Arc<str>>,
    /// What stands across the course there.
    pub gate: Option<Gate>,
    /// Whether a mat lies under these spaces and beside them, for the pieces that stand there together.
    pub has_mat: bool,
    /// How many houses stand around them.
    pub houses: u8,
    /// What people call a field, or a kind of piece.
    pub title: Option<Arc<str>>,
    /// How wide and how high a card is, in millimetres.
    pub size: Option<(f32, f32)>,
    pub size_span: Span,
    /// What stands for the values of a field.
    pub words: Vec<Wording>,
    /// The fields that say more, by what they say.
    pub fields: Vec<(Use, Vec<Named>)>,
    /// What is said as only spaces and their values can have it, and where.
    pub of_spaces: Vec<(&'static str, Span)>,
}

/// What stands for a value: `"true": "Home"`.
#[derive(Clone, PartialEq, Debug)]
pub struct Wording {
    /// As the rules write it: `true`, `none`, `3`, `downhill`.
    pub value: Arc<str>,
    pub value_span: Span,
    pub said: Arc<str>,
}

/// The edge of a space; of what isn't said, nothing is there.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Border {
    pub colour: Option<Rgb>,
    /// In millimetres.
    pub width: Option<f32>,
    pub line: Option<BorderLine>,
}

/// How an edge is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BorderLine {
    Solid,
    Dashes,
    Dots,
    Double,
}

/// Where the number of a space stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberPlace {
    Nowhere,
    Middle,
    Top,
    Bottom,
}

/// What the fields are for that a look names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Fill,
    SplitBy,
    Badge,
    Points,
    Label,
    Part,
    Table,
    Board,
    Corner,
    Back,
    Colour,
    Subtitle,
    Pips,
    Face,
    Rounds,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    Dots,
    Cross,
    Stripes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Icon {
    TwoArrows,
    LongArrow,
    /// A long arrow that leads aslant, to the right or to the left of the way.
    ArrowRight,
    ArrowLeft,
    /// A long arrow that leads aslant, to the side of the way to which links lead that are drawn outward, or inward.
    ArrowOutward,
    ArrowInward,
    /// A line with an arrowhead before it.
    Start,
    /// A line across, where one enters.
    Line,
    /// One small chevron.
    Exit,
    /// A house.
    Home,
    /// A chequered field.
    Finish,
    /// An arrow that points up on the sheet, however the space lies.
    Up,
    Cup,
    /// A shape, upright.
    Shape(Shape),
    /// The designer's own, upright.
    Own(Picture),
    /// One that is not known is drawn as its first letter.
    Other(Arc<str>),
}

/// A picture in the folder of a ruleset, as somebody has read it.
#[derive(Clone)]
pub struct Picture {
    /// Its path there: `icons/moose.svg`.
    pub file: Arc<str>,
    /// An SVG or a PNG.
    pub bytes: Arc<[u8]>,
    /// A hash of its contents, by which pictures are compared.
    pub hash: u64,
}

impl Picture {
    pub fn new(file: &str, bytes: Vec<u8>) -> Picture {
        let mut hash = Fnv::default();
        hash.bytes(bytes.iter().copied());
        Picture { file: file.into(), bytes: bytes.into(), hash: hash.value() }
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        (&self.file, self.hash, self.bytes.len()) == (&other.file, other.hash, other.bytes.len())
    }
}

impl Eq for Picture {}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} bytes)", self.file, self.bytes.len())
    }
}

/// The shape of a sign or of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Round,
    Square,
    Diamond,
    Triangle,
    Hexagon,
    /// A square with a point below.
    Shield,
    /// Upright, as a card.
    Card,
}

/// Where a line is interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dash {
    #[default]
    Solid,
    Dashes,
    Dots,
    DashDots,
    Long,
}

/// What a line is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strands {
    #[default]
    Single,
    /// Two lines beside each other.
    Double,
    /// A line with discs on it.
    Beads,
    /// A line with short ones across it.
    Ticks,
    /// A cable with pylons, and with what hangs from it: cabins on two ropes, chairs, or bars that drag.
    Cabins,
    Chairs,
    Bars,
    /// A road, with a dashed line in the middle.
    Road,
}

/// What says where a line leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Head {
    #[default]
    Filled,
    /// Two strokes.
    Open,
    /// Two open ones, one behind the other.
    Double,
    /// It leads both ways.
    None,
}

/// What lies at the sides of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shoulder {
    /// Short bars across.
    Sleepers,
    Band,
}

/// What stands across a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// A bar where the space is left.
    Start,
    /// A bar where the space is entered.
    Line,
    /// A chequered one where it is entered.
    Finish,
}

/// A number on a scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Meter {
    pub most: Most,
    /// The parameter that lists the first step of each zone.
    pub zones: Option<Named>,
}

/// Where a scale ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Most {
    Number(i32),
    /// At the value of this parameter.
    Param(Named),
}

/// What a field of the state or of players marks on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Marks {
    /// The direction it points.
    Compass,
    /// A cross where what it names lies.
    Cross,
    /// A disc there, in the player's colour.
    Disc,
    /// A ring round the piece.
    Piece,
    /// The spaces whose field of this name has the same value.
    Spaces(Named),
}

/// What fields may be for, as it is written.
pub const USES: [(&str, Use); 15] = [
    ("fill", Use::Fill),
    ("split_by", Use::SplitBy),
    ("badge", Use::Badge),
    ("points", Use::Points),
    ("label", Use::Label),
    ("part", Use::Part),
    ("table", Use::Table),
    ("board", Use::Board),
    ("corner", Use::Corner),
    ("back", Use::Back),
    ("colour", Use::Colour),
    ("subtitle", Use::Subtitle),
    ("pips", Use::Pips),
    ("face", Use::Face),
    ("rounds", Use::Rounds),
];
const OTHERS: [&str; 30] = [
    "size",
    "title",
    "words",
    "pattern",
    "icon",
    "shape",
    "dash",
    "stroke",
    "arrow",
    "width",
    "hidden",
    "turn",
    "meter",
    "marks",
    "ink",
    "height",
    "shoulder",
    "legend",
    "ribbon",
    "across",
    "joined",
    "sign",
    "gate",
    "mat",
    "houses",
    "border",
    "border_width",
    "border_line",
    "shadow",
    "number",
];
/// What the label of spaces is where it isn't a field: the name that the track gives each.
pub const OWN_NAME: &str = "name";
/// What only spaces and their values can have. A corner has a radius there; on cards it names a field.
const OF_SPACES: [&str; 6] = ["border", "border_width", "border_line", "corner", "shadow", "number"];
/// The widest border, the largest radius and the longest shadow, in millimetres.
pub const MOST_BORDER: f64 = 20.0;
pub const MOST_CORNER: f64 = 100.0;
pub const MOST_SHADOW: f64 = 20.0;
/// How many houses may stand around a space.
pub const MOST_HOUSES: i64 = 40;
/// By how much ground may rise or fall with one value.
pub const HEIGHTS: std::ops::RangeInclusive<i64> = -9..=9;
/// The words for what can be drawn, with what they mean.
pub const PATTERNS: [(&str, Pattern); 3] = [("dots", Pattern::Dots), ("stripes", Pattern::Stripes), ("cross", Pattern::Cross)];
pub const SHAPES: [(&str, Shape); 9] = [
    ("round", Shape::Round),
    ("square", Shape::Square),
    ("diamond", Shape::Diamond),
    ("triangle", Shape::Triangle),
    ("hexagon", Shape::Hexagon),
    ("shield", Shape::Shield),
    ("card", Shape::Card),
    ("circle", Shape::Round),
    ("disc", Shape::Round),
];
pub const ICONS: [(&str, Icon); 13] = [
    ("two-arrows", Icon::TwoArrows),
    ("long-arrow", Icon::LongArrow),
    ("arrow-right", Icon::ArrowRight),
    ("arrow-left", Icon::ArrowLeft),
    ("arrow-outward", Icon::ArrowOutward),
    ("arrow-inward", Icon::ArrowInward),
    ("start", Icon::Start),
    ("line", Icon::Line),
    ("exit", Icon::Exit),
    ("home", Icon::Home),
    ("finish", Icon::Finish),
    ("up", Icon::Up),
    ("cup", Icon::Cup),
];
pub const DASHES: [(&str, Dash); 5] =
    [("solid", Dash::Solid), ("dashes", Dash::Dashes), ("long", Dash::Long), ("dots", Dash::Dots), ("dash_dots", Dash::DashDots)];
pub const STRANDS: [(&str, Strands); 8] = [
    ("single", Strands::Single),
    ("double", Strands::Double),
    ("beads", Strands::Beads),
    ("ticks", Strands::Ticks),
    ("cabins", Strands::Cabins),
    ("chairs", Strands::Chairs),
    ("bars", Strands::Bars),
    ("road", Strands::Road),
];
pub const HEADS: [(&str, Head); 4] =
    [("filled", Head::Filled), ("open", Head::Open), ("double", Head::Double), ("none", Head::None)];
pub const SHOULDERS: [(&str, Shoulder); 2] = [("sleepers", Shoulder::Sleepers), ("band", Shoulder::Band)];
pub const GATES: [(&str, Gate); 3] = [("start", Gate::Start), ("line", Gate::Line), ("finish", Gate::Finish)];
pub const BORDER_LINES: [(&str, BorderLine); 4] =
    [("solid", BorderLine::Solid), ("dashes", BorderLine::Dashes), ("dots", BorderLine::Dots), ("double", BorderLine::Double)];
pub const NUMBERS: [(&str, NumberPlace); 4] =
    [("none", NumberPlace::Nowhere), ("middle", NumberPlace::Middle), ("top", NumberPlace::Top), ("bottom", NumberPlace::Bottom)];
/// The sizes of cards, and how long their sides may be, in millimetres.
pub const SIZES: [(&str, (f32, f32)); 5] = [
    ("poker", (63.5, 88.9)),
    ("bridge", (57.15, 88.9)),
    ("mini", (44.45, 63.5)),
    ("tarot", (69.85, 120.65)),
    ("square", (63.5, 63.5)),
];
const SIDES: std::ops::RangeInclusive<f64> = 20.0..=300.0;
const MARKS: [(&str, Marks); 4] =
    [("compass", Marks::Compass), ("cross", Marks::Cross), ("disc", Marks::Disc), ("piece", Marks::Piece)];

impl Look {
    /// The fields that are named for something, if any are.
    pub fn fields(&self, of: Use) -> Option<&[Named]> {
        self.fields.iter().find(|(used, _)| *used == of).map(|(_, names)| names.as_slice())
    }

    /// The one field that is named for something, or the first of them.
    pub fn field(&self, of: Use) -> Option<&str> {
        self.fields(of)?.first().map(|(name, _)| &**name)
    }
}

impl Icon {
    /// Its name, as it is written.
    pub fn name(&self) -> &str {
        match self {
            Icon::Other(name) => name,
            Icon::Own(picture) => &picture.file,
            Icon::Shape(shape) => word(&SHAPES, shape).unwrap_or_default(),
            icon => word(&ICONS, icon).unwrap_or_default(),
        }
    }
}

/// The word for something that can be drawn.
pub fn word<T: PartialEq>(words: &[(&'static str, T)], meant: &T) -> Option<&'static str> {
    words.iter().find(|(_, meaning)| meaning == meant).map(|(word, _)| *word)
}

impl Shape {
    /// Those of signs that no look gives one, in turn.
    pub const ALL: [Shape; 6] = [Shape::Round, Shape::Square, Shape::Diamond, Shape::Triangle, Shape::Hexagon, Shape::Shield];

    /// The shape of this name.
    pub fn of(name: &str) -> Option<Shape> {
        called(&SHAPES, name)
    }
}

fn called<T: Clone>(words: &[(&str, T)], name: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == name).map(|(_, meaning)| meaning.clone())
}

/// `{ "Ground.sand": (colour: "#cc8844"), "board": (look: map) }`
pub(super) fn read(node: Node<'_>, problems: &mut Problems) -> (Vec<Look>, BoardLook) {
    if !matches!(node.shape(), Written::Map | Written::Fields) {
        let message = format!("expected looks by name, not {}", node.shown());
        let hint = "write `{ \"Ground.sand\": (colour: \"#cc8844\") }`";
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint(hint));
        return Default::default();
    }
    let (of_board, entries): (Vec<_>, Vec<_>) =
        form::entries(node, problems).into_iter().partition(|entry| entry.name == "board");
    let board = of_board.first().map(|entry| board::read(entry.value, problems)).unwrap_or_default();
    let look = |entry: form::Entry<'_>| {
        let form = Form::read(entry.value, "how it looks", problems)?;
        form.only("a look", USES.into_iter().map(|(name, _)| name).chain(OTHERS), problems);
        let mut look = Look { of: Arc::from(&*entry.name), of_span: entry.key.span(), ..Look::default() };
        form.entries.iter().for_each(|part| add(&mut look, &part.name, part.value, problems));
        Some(look)
    };
    (entries.into_iter().filter_map(look).collect(), board)
}

/// Takes in one thing that is said of a look.
fn add(look: &mut Look, key: &str, node: Node<'_>, problems: &mut Problems) {
    let is_radius = key == "corner" && node.shape() == Written::Number;
    if let Some(key) = OF_SPACES.iter().find(|known| **known == key && (key != "corner" || is_radius)) {
        look.of_spaces.push((key, node.span()));
    }
    let mut millimetres = |most: f64| form::measure(node, 0.0, most, problems).map(|length| length as f32);
    match key {
        "border" => look.border.colour = colour(node, problems),
        "border_width" => look.border.width = millimetres(MOST_BORDER),
        "border_line" => look.border.line = drawn(node, &BORDER_LINES, problems),
        "corner" if is_radius => look.round = millimetres(MOST_CORNER),
        "shadow" => look.shadow = millimetres(MOST_SHADOW),
        "number" => look.number = drawn(node, &NUMBERS, problems),
        "colour" if node.text().is_some_and(|text| text.starts_with('#')) => look.colour = colour(node, problems),
        "pattern" => look.pattern = drawn(node, &PATTERNS, problems),
        "icon" => {
            let icon = |name: Arc<str>| {
                let shape = || Shape::of(&name).map(Icon::Shape);
                called(&ICONS, &name).or_else(shape).unwrap_or_else(|| Icon::Other(name.clone()))
            };
            (look.icon, look.icon_span) = (form::word(node, problems).map(icon), node.span());
        }
        "shape" => look.shape = drawn(node, &SHAPES, problems),
        "dash" => look.dash = drawn(node, &DASHES, problems),
        "stroke" => look.strands = drawn(node, &STRANDS, problems),
        "arrow" => look.head = drawn(node, &HEADS, problems),
        "width" => look.width = form::measure(node, 0.2, 10.0, problems).map(|width| width as f32),
        "hidden" => look.is_hidden = form::yes(node, problems) == Some(true),
        "turn" => look.lies_straight = form::yes(node, problems) == Some(false),
        "ink" => look.ink = colour(node, problems),
        "height" => look.height = form::whole(node, *HEIGHTS.start(), *HEIGHTS.end(), problems).unwrap_or_default() as i8,
        "shoulder" => look.shoulder = drawn(node, &SHOULDERS, problems),
        "legend" => look.legend = form::text(node, problems),
        "ribbon" => look.has_ribbon = form::yes(node, problems) == Some(true),
        "across" => look.is_across = form::yes(node, problems) == Some(true),
        "joined" => look.is_joined = form::yes(node, problems) == Some(true),
        "sign" => look.sign = form::text(node, problems),
        "gate" => look.gate = drawn(node, &GATES, problems),
        "mat" => look.has_mat = form::yes(node, problems) == Some(true),
        "houses" => look.houses = form::whole(node, 0, MOST_HOUSES, problems).unwrap_or_default() as u8,
        "meter" => look.meter = meter(node, problems),
        "size" => (look.size, look.size_span) = (size(node, problems), node.span()),
        "title" => look.title = form::text(node, problems),
        "words" => look.words = words(node, problems),
        "marks" => {
            let marks = form::word(node, problems);
            look.marks = marks.map(|name| called(&MARKS, &name).unwrap_or_else(|| Marks::Spaces((name, node.span()))));
        }
        key => {
            let nodes = if node.shape() == Written::List { node.items() } else { vec![node] };
            let names = nodes.into_iter().filter_map(|node| named(node, problems)).collect();
            look.fields.extend(called(&USES, key).map(|of| (of, names)));
        }
    }
}

/// One of the words for what can be drawn. A wrong one is only a warning: the board is drawn without it.
fn drawn<T: Clone>(node: Node<'_>, words: &[(&str, T)], problems: &mut Problems) -> Option<T> {
    let found = form::one_of(node, words);
    found.map_err(|problem| problems.add(Diagnostic { severity: Severity::Warning, ..*problem })).ok()
}

pub(super) fn named(node: Node<'_>, problems: &mut Problems) -> Option<Named> {
    Some((form::word(node, problems)?, node.span()))
}

/// A number, or the parameter that says it.
pub(super) fn most(node: Node<'_>, problems: &mut Problems) -> Option<Most> {
    Some(match node.shape() {
        Written::Number => Most::Number(form::whole(node, 1, i64::from(i32::MAX), problems)? as i32),
        _ => Most::Param(named(node, problems)?),
    })
}

/// `poker`, or `(63.5, 88.9)`
fn size(node: Node<'_>, problems: &mut Problems) -> Option<(f32, f32)> {
    let [wide, high] = node.items()[..] else { return drawn(node, &SIZES, problems) };
    let side = |node, problems: &mut _| form::measure(node, *SIDES.start(), *SIDES.end(), problems).map(|side| side as f32);
    Some((side(wide, problems)?, side(high, problems)?))
}

/// `{ "true": "Home", "none": "" }`
fn words(node: Node<'_>, problems: &mut Problems) -> Vec<Wording> {
    if !matches!(node.shape(), Written::Map | Written::Fields) {
        let message = format!("expected words by value, not {}", node.shown());
        let hint = "list them by value, such as `{ \"true\": \"Home\", \"false\": \"\" }`";
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint(hint));
        return vec![];
    }
    let entries = form::entries(node, problems);
    let wording = |entry: form::Entry<'_>| {
        let said = form::text(entry.value, problems)?;
        Some(Wording { value: Arc::from(&*entry.name), value_span: entry.key.span(), said })
    };
    entries.into_iter().filter_map(wording).collect()
}

/// `(max: "meter_max", zones: "zone_start")`
fn meter(node: Node<'_>, problems: &mut Problems) -> Option<Meter> {
    let form = Form::read(node, "a meter", problems)?;
    form.only("a meter", ["max", "zones"].into_iter(), problems);
    let max = form.required("max", "this meter", "10", problems)?;
    Some(Meter { most: most(max, problems)?, zones: form.get("zones").and_then(|node| named(node, problems)) })
}

/// `"#9fd3c7"`
pub(in crate::data) fn colour(node: Node<'_>, problems: &mut Problems) -> Option<Rgb> {
    let colour = node.text().and_then(|text| rgb(&text));
    if colour.is_none() {
        problems.add(no_colour(node.span(), &node.shown()));
    }
    colour
}
