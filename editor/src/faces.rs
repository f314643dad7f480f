//! Faces and backs of cards as drawings, in millimetres. The manifest says what stands where on a kind of card; whatever it leaves open is made
//! of the card's fields. The window and every print draw the same marks.

use emath::{Pos2, Rect, Vec2, pos2, vec2};
use interpreter::data::manifest::{Look, Manifest, Use};
use interpreter::face::{self, Fact, Said, Word};
use interpreter::ir::{KindId, Owner, Type};
use interpreter::program::Program;
use interpreter::show;
use kurbo::Affine;

use crate::board::art::mark::Mark;
use crate::board::fonts::Weight;
use crate::board::print::between;
use crate::board::vision::contrast;
use crate::looks::{Icon, Rgb, Shape};
use crate::words::capital;

pub mod paper;

use paper::{Align, Paper};

/// The drawing of one side of a card.
#[derive(Clone, Debug, Default)]
pub struct Face {
    pub size: Vec2,
    pub marks: Vec<Mark>,
    /// Where each of its records stands.
    pub parts: Vec<Rect>,
    /// The texts that don't fit.
    pub cut: Vec<String>,
}

/// The size of cards of which the manifest says none.
const POKER: (f32, f32) = (63.5, 88.9);
/// The radius of corners, and the margin in which nothing important stands, for cards as wide as usual.
const ROUND: f32 = 3.2;
const SAFE: f32 = 4.0;
const INK: Rgb = [0x1c, 0x24, 0x2c];
const SOFT: Rgb = [0x5a, 0x66, 0x70];
const EDGE: Rgb = [0xb4, 0xbc, 0xc4];
const WHITE: Rgb = [0xff; 3];
/// The ground of a box on a card, and of backs without a colour.
const BOX: Rgb = [0xf4, 0xf6, 0xf8];
const BACK: Rgb = [0x20, 0x42, 0x5b];
/// Pips are drawn up to this number.
pub const MOST_PIPS: i32 = 10;

/// The size of a kind of card.
pub fn size(program: &Program, manifest: &Manifest, kind: KindId) -> Vec2 {
    manifest.look(&program.ir.kinds[kind.index()].name).size.unwrap_or(POKER).into()
}

/// What people call a kind of card.
pub fn title_of_kind(program: &Program, manifest: &Manifest, kind: KindId) -> String {
    let name = &program.ir.kinds[kind.index()].name;
    manifest.look(name).title.as_ref().map_or_else(|| capital(&show::plain(name)), |title| title.to_string())
}

/// What a card is called: what the manifest's `label` says of it, else its name in the data.
pub fn title(program: &Program, manifest: &Manifest, kind: KindId, card: usize) -> String {
    Layout::of(program, manifest, kind, card).plain_title()
}

/// Draws the face of a card.
pub fn front(program: &Program, manifest: &Manifest, kind: KindId, card: usize) -> Face {
    Layout::of(program, manifest, kind, card).draw()
}

/// Draws the back of cards of a kind; `says` is what tells this back from others.
pub fn back(program: &Program, manifest: &Manifest, kind: KindId, says: Option<&str>) -> Face {
    let size = size(program, manifest, kind);
    let look = manifest.look(&program.ir.kinds[kind.index()].name);
    let unit = size.x / POKER.0;
    let ground = look.colour.unwrap_or(BACK);
    let (line, ink) = (between(ground, contrast(ground), 0.14), contrast(ground));
    let mut paper = Paper::default();
    let whole = Rect::from_min_size(Pos2::ZERO, size);
    paper.boxed(whole, ROUND * unit, Some(ground), Some((0.25, EDGE)));
    let inner = whole.shrink(SAFE * unit * 0.8);
    // A lattice of diagonals inside the frame.
    let step = 5.0 * unit;
    let count = ((inner.width() + inner.height()) / step) as i32;
    for n in 1..=count {
        let far = n as f32 * step;
        for mirrored in [false, true] {
            let at = |along: f32| {
                let (x, y) = (along.min(inner.width()), far - along.min(inner.width()));
                let x = if mirrored { inner.right() - x } else { inner.left() + x };
                pos2(x, inner.top() + y)
            };
            let (first, last) = ((far - inner.height()).max(0.0), far.min(inner.width()));
            paper.line(&[at(first), at(last)], 0.3 * unit, line);
        }
    }
    paper.boxed(inner, 2.0 * unit, None, Some((0.7 * unit, between(ground, ink, 0.5))));
    let plate = Rect::from_center_size(whole.center(), vec2(size.x * 0.74, size.y.min(size.x * 1.4) * 0.3));
    paper.boxed(plate, 2.4 * unit, Some(ground), Some((0.7 * unit, between(ground, ink, 0.5))));
    let title = title_of_kind(program, manifest, kind);
    let (up, down) = plate.split_top_bottom_at_fraction(if says.is_some() { 0.56 } else { 1.0 });
    paper.fitted(&title, up.shrink(1.5 * unit), 6.2 * unit, Weight::Black, ink, Align::Middle);
    if let Some(says) = says {
        paper.fitted(&capital(says), down.shrink(1.2 * unit), 4.8 * unit, Weight::Regular, ink, Align::Middle);
    }
    Face { size, marks: paper.marks, parts: vec![], cut: paper.cut }
}

/// Draws the back that a card has.
pub fn back_of(program: &Program, manifest: &Manifest, kind: KindId, card: usize) -> Face {
    back(program, manifest, kind, face::back(program, kind, card).as_deref())
}

/// What stands on a card, before it has its place.
struct Layout<'a> {
    program: &'a Program,
    manifest: &'a Manifest,
    look: &'a Look,
    size: Vec2,
    name: String,
    facts: Vec<Fact>,
    /// The colour of the card's own suit, or of its kind, and the look that it has from a field.
    colour: Option<Rgb>,
    suit: Option<&'a Look>,
    /// The fields that have a place of their own, and so stand nowhere else.
    placed: Vec<&'a str>,
}

impl<'a> Layout<'a> {
    fn of(program: &'a Program, manifest: &'a Manifest, kind: KindId, card: usize) -> Layout<'a> {
        let look = manifest.look(&program.ir.kinds[kind.index()].name);
        let facts = face::facts(program, kind, card);
        let name = program.rows[kind.index()].names.get(card).map_or(String::new(), |name| name.to_string());
        let mut layout = Layout {
            program,
            manifest,
            look,
            size: size(program, manifest, kind),
            name,
            facts,
            colour: look.colour,
            suit: None,
            placed: vec![],
        };
        let by = layout.of_use(Use::Colour).first().and_then(|fact| match &fact.said {
            Said::Value(word) => word.case.clone(),
            _ => None,
        });
        layout.suit = by.map(|case| manifest.look(&case)).filter(|look| look.colour.is_some());
        layout.colour = layout.suit.and_then(|suit| suit.colour).or(look.colour);
        let uses = [Use::Colour, Use::Corner, Use::Back, Use::Label, Use::Subtitle, Use::Pips];
        layout.placed = uses.into_iter().filter_map(|of| look.fields(of)).flatten().map(|(name, _)| &**name).collect();
        layout
    }

    /// The fields that the manifest names for something, in its order.
    fn of_use(&self, of: Use) -> Vec<&Fact> {
        let names = self.look.fields(of).unwrap_or_default().iter();
        names.filter_map(|(name, _)| self.facts.iter().find(|fact| *self.field(fact) == **name)).collect()
    }

    fn field(&self, fact: &Fact) -> &'a str {
        &self.program.ir.fields[fact.field.index()].name
    }

    /// What the manifest says of a field of a row.
    fn look_of(&self, fact: &Fact) -> &'a Look {
        let field = &self.program.ir.fields[fact.field.index()];
        match field.owner {
            Owner::Rows(kind) => self.manifest.of_field(&self.program.ir.kinds[kind.index()].name, &field.name),
            _ => self.manifest.look(""),
        }
    }

    fn title(&self, fact: &Fact) -> String {
        self.look_of(fact).title.as_ref().map_or_else(|| capital(&fact.name), |title| title.to_string())
    }

    /// A value in the manifest's words, else as it is; a number that may be negative has its sign.
    fn said(&self, fact: &Fact, word: &Word) -> String {
        let words = &self.look_of(fact).words;
        if let Some(own) = words.iter().find(|own| own.value.replace('_', " ") == word.text) {
            return own.said.to_string();
        }
        let case = word.case.as_deref().and_then(|case| self.manifest.look(case).title.as_deref());
        match (case, word.text.parse::<i64>()) {
            (Some(case), _) => case.to_owned(),
            (None, Ok(number)) if self.is_signed(fact) => signed(number),
            _ => word.text.clone(),
        }
    }

    fn is_signed(&self, fact: &Fact) -> bool {
        match self.program.ir.fields[fact.field.index()].ty.present() {
            Type::Int(Some(bounds)) => self.program.fold().word(&bounds.0).is_some_and(|low| low < 0),
            _ => false,
        }
    }

    /// The facts that stand in the body: those that `face` names, else all that say something and have no other place.
    fn body(&self) -> Vec<&Fact> {
        if self.look.fields(Use::Face).is_some() {
            return self.of_use(Use::Face);
        }
        let is_free = |fact: &&Fact| !self.placed.contains(&self.field(fact));
        let says = |fact: &&Fact| !fact.is_usual || matches!(fact.said, Said::Record(..));
        self.facts.iter().filter(is_free).filter(says).collect()
    }

    /// The name as it is written where there is no face: `Clubs 7`.
    fn plain_title(&self) -> String {
        let title = self.title_of_card();
        match self.corner().filter(|_| self.suit.is_some()) {
            Some((fact, word)) => format!("{title} {}", self.said(fact, word)),
            None => title,
        }
    }

    fn title_of_card(&self) -> String {
        let own = self.of_use(Use::Label).into_iter().find_map(|fact| match &fact.said {
            Said::Value(word) if !word.is_nothing => Some(self.said(fact, word)),
            _ => None,
        });
        own.unwrap_or_else(|| self.name.clone())
    }

    fn draw(&self) -> Face {
        let unit = self.size.x / POKER.0;
        let mut paper = Paper::default();
        let whole = Rect::from_min_size(Pos2::ZERO, self.size);
        // A colour of the whole kind is the card's ground; that of a suit only tints it.
        let ground = match (self.suit, self.colour) {
            (Some(_), Some(colour)) => between(WHITE, colour, 0.07),
            (None, Some(colour)) => colour,
            _ => WHITE,
        };
        let edge = if self.suit.is_some() { self.colour.unwrap_or(EDGE) } else { EDGE };
        paper.boxed(whole, ROUND * unit, Some(ground), Some((0.4 * unit, edge)));
        let body = self.body();
        let records: Vec<&Fact> = body.iter().copied().filter(|fact| matches!(fact.said, Said::Record(..))).collect();
        let others: Vec<&Fact> = body.iter().copied().filter(|fact| !matches!(fact.said, Said::Record(..))).collect();
        let inner = whole.shrink(SAFE * unit);
        let title = self.title_of_card();
        let mut rest = if self.suit.is_some() {
            self.suited(&mut paper, inner, &title, unit)
        } else {
            let head = if records.is_empty() { &[][..] } else { &others[..] };
            self.header(&mut paper, inner, &title, head, ground, unit)
        };
        let mut parts = vec![];
        if records.is_empty() {
            let texts: Vec<&Fact> = others.iter().copied().filter(|fact| fact.is_words).collect();
            let says = |fact: &&Fact| !fact.is_words && !self.chip_text(fact).0.is_empty();
            let chips: Vec<&Fact> = others.iter().copied().filter(says).collect();
            if !chips.is_empty() {
                let rows = self.rows(&chips, rest.width(), unit);
                let high = (rows as f32 * 9.6 * unit).min(rest.height() * if texts.is_empty() { 1.0 } else { 0.5 });
                let (up, down) = rest.split_top_bottom_at_y(rest.bottom() - high);
                self.chips(&mut paper, down, &chips, if ground == WHITE { BOX } else { WHITE }, unit);
                rest = up;
            }
            let text: Vec<String> = texts.iter().map(|fact| fact.said.text()).collect();
            if !text.is_empty() {
                let sizes = [5.4, 5.0, 4.6, 4.2, 3.8, 3.4, 3.0, 2.7].map(|size| size * unit);
                paper.paragraph(&text.join(" "), rest.shrink2(vec2(0.0, unit)), &sizes, contrast_on(ground));
            }
        } else {
            let gap = 1.8 * unit;
            let high = (rest.height() - gap * (records.len() - 1) as f32) / records.len() as f32;
            for (n, fact) in records.iter().enumerate() {
                let top = rest.top() + (high + gap) * n as f32;
                let place = Rect::from_x_y_ranges(rest.x_range(), top..=top + high);
                self.record(&mut paper, place, fact, records.len(), unit);
                parts.push(place);
            }
        }
        // What `face` leaves out or puts elsewhere isn't a part to be clicked, but its place among the parts stays.
        let all = self.facts.iter().filter(|fact| matches!(fact.said, Said::Record(..)));
        let place = |fact: &Fact| records.iter().position(|own| own.field == fact.field).map_or(Rect::NOTHING, |n| parts[n]);
        let parts = all.map(place).collect();
        Face { size: self.size, parts, marks: paper.marks, cut: paper.cut }
    }

    /// The sign in the corner: the first field named for it that says something.
    fn corner(&self) -> Option<(&Fact, &Word)> {
        self.of_use(Use::Corner).into_iter().find_map(|fact| match &fact.said {
            Said::Value(word) if !word.is_nothing => Some((fact, word)),
            _ => None,
        })
    }

    /// Draws the corner, the name and what stands beside it. Returns the room that is left.
    fn header(&self, paper: &mut Paper, inner: Rect, title: &str, more: &[&Fact], ground: Rgb, unit: f32) -> Rect {
        let ink = contrast_on(ground);
        let radius = 6.6 * unit;
        let high = 2.0 * radius + 1.6 * unit;
        let (head, rest) = inner.split_top_bottom_at_y(inner.top() + high);
        let mut left = head.left();
        if let Some((fact, word)) = self.corner() {
            let at = pos2(head.left() + radius, head.top() + radius);
            let look = self.look_of(fact);
            let colour = word.case.as_deref().and_then(|case| self.manifest.look(case).colour);
            let fill = colour.or(look.colour).unwrap_or(if ground == WHITE { INK } else { WHITE });
            let shape = look.shape.or(self.look.shape).unwrap_or(Shape::Round);
            paper.shape(
                shape,
                at,
                radius * 0.98,
                fill,
                (0.6 * unit, if ground == WHITE { between(fill, [0; 3], 0.4) } else { INK }),
            );
            let icon = look.icon.as_ref().filter(|_| colour.is_some());
            match icon {
                Some(icon) => paper.icon(icon, at, radius * 1.25, contrast(fill), fill),
                None => {
                    let place = Rect::from_center_size(at, Vec2::splat(radius * 1.5));
                    paper.fitted(&self.said(fact, word), place, 9.0 * unit, Weight::Black, contrast(fill), Align::Middle);
                }
            }
            left = at.x + radius + 2.2 * unit;
        }
        let mut right = head.right();
        // Values without a place of their own stand at the right of the name.
        for fact in more.iter().filter(|fact| !fact.is_usual && !fact.is_words) {
            let text = match &fact.said {
                Said::Value(word) => format!("{} {}", self.title(fact), self.said(fact, word)).trim().to_owned(),
                Said::Flag(true) => self.flag(fact, true),
                _ => continue,
            };
            let wide = paper.width(&text, 4.2 * unit, Weight::Bold).min(head.width() * 0.4);
            let place = Rect::from_x_y_ranges(right - wide..=right, head.y_range());
            paper.fitted(&text, place, 4.2 * unit, Weight::Bold, ink, Align::Right);
            right -= wide + 2.0 * unit;
        }
        let names = Rect::from_x_y_ranges(left..=right.max(left + 8.0 * unit), head.top()..=head.top() + 2.0 * radius);
        let sub = self.of_use(Use::Subtitle).into_iter().filter_map(|fact| match &fact.said {
            Said::Value(word) if !word.is_nothing => Some(self.said(fact, word)),
            Said::Flag(on) => Some(self.flag(fact, *on)).filter(|text| !text.is_empty()),
            _ => None,
        });
        let sub = sub.collect::<Vec<_>>().join(" · ");
        // What stands below the name isn't said in it again.
        let title = title.strip_suffix(&*sub).map_or(title, str::trim_end);
        let title = if title.is_empty() { &*self.name } else { title };
        let (up, down) = names.split_top_bottom_at_fraction(if sub.is_empty() { 1.0 } else { 0.6 });
        paper.fitted(title, up, 6.6 * unit, Weight::Bold, ink, Align::Left);
        if !sub.is_empty() {
            paper.fitted(&capital(&sub), down, 4.0 * unit, Weight::Regular, between(ink, ground, 0.25), Align::Left);
        }
        rest
    }

    /// Draws a card that has a suit: signs in two corners, pips between them, and the name below. Returns the room that is left.
    fn suited(&self, paper: &mut Paper, inner: Rect, title: &str, unit: f32) -> Rect {
        let colour = self.colour.unwrap_or(INK);
        let (on, sign) = (contrast(colour), self.sign());
        let corner = self.corner();
        let mut index = Paper::default();
        let (wide, high) = (13.0 * unit, if sign.is_some() && corner.is_some() { 21.0 } else { 13.0 } * unit);
        let place = Rect::from_min_size(Pos2::ZERO, vec2(wide, high) + Vec2::splat(1.2 * unit));
        index.boxed(place, ROUND * unit, Some(colour), None);
        let mut foot = place.top() + 2.0 * unit;
        if let Some((fact, word)) = corner {
            let text = Rect::from_x_y_ranges(place.left() + 1.5 * unit..=place.right() - 1.0 * unit, foot..=foot + 9.0 * unit);
            index.fitted(&self.said(fact, word), text, 9.6 * unit, Weight::Black, on, Align::Middle);
            foot += 9.8 * unit;
        }
        if let Some(sign) = &sign {
            index.icon(sign, pos2(place.center().x, foot + 4.0 * unit), 7.4 * unit, on, colour);
        }
        let turned = Affine::rotate_about(std::f64::consts::PI, (f64::from(self.size.x) / 2.0, f64::from(self.size.y) / 2.0));
        paper.marks.extend(index.marks.iter().cloned());
        paper.marks.extend(index.marks.into_iter().map(|mark| Mark { path: turned * mark.path, ..mark }));
        // The name is a plate at the foot, between the corners.
        let name = Rect::from_x_y_ranges(inner.left()..=inner.right() - wide, inner.bottom() - 8.0 * unit..=inner.bottom());
        paper.fitted(&capital(title), name, 5.0 * unit, Weight::Bold, INK, Align::Left);
        let middle = Rect::from_min_max(
            pos2(inner.left() + 10.0 * unit, inner.top() + 3.0 * unit),
            pos2(inner.right() - 10.0 * unit, name.top()),
        );
        let pips = self.of_use(Use::Pips).into_iter().find_map(|fact| match &fact.said {
            Said::Value(word) => Some((fact, word)),
            _ => None,
        });
        let Some((fact, word)) = pips else { return middle };
        let count = word.text.parse::<i32>().unwrap_or(0);
        let has_words = self.look_of(fact).words.iter().any(|own| own.value.replace('_', " ") == word.text);
        let pip = sign.unwrap_or(Icon::Shape(Shape::Round));
        if has_words && count != 1 || !(1..=MOST_PIPS).contains(&count) {
            let (up, down) = middle.split_top_bottom_at_fraction(0.62);
            paper.fitted(&self.said(fact, word), up, 30.0 * unit, Weight::Black, colour, Align::Middle);
            paper.icon(&pip, down.center_top() + vec2(0.0, 7.0 * unit), 13.0 * unit, colour, WHITE);
            return Rect::NOTHING;
        }
        let width = [26.0, 15.0, 14.0, 14.0, 13.0, 13.0, 12.0, 12.0, 11.0, 11.0][(count - 1) as usize] * unit;
        for (at, is_turned) in pip_places(count) {
            let at = middle.min + at * middle.size();
            let mut own = Paper::default();
            own.icon(&pip, at, width, colour, WHITE);
            let turn = Affine::rotate_about(std::f64::consts::PI, (f64::from(at.x), f64::from(at.y)));
            let turned = |mark: Mark| if is_turned { Mark { path: turn * mark.path, ..mark } } else { mark };
            paper.marks.extend(own.marks.into_iter().map(turned));
        }
        Rect::NOTHING
    }

    /// The sign of the card's suit.
    fn sign(&self) -> Option<Icon> {
        let suit = self.suit?;
        suit.icon.clone().or(suit.shape.map(Icon::Shape))
    }

    /// What a flag says: the manifest's words, or its name where it is set.
    fn flag(&self, fact: &Fact, on: bool) -> String {
        let look = self.look_of(fact);
        let value = if on { "true" } else { "false" };
        match look.words.iter().find(|own| *own.value == *value) {
            Some(own) => own.said.to_string(),
            None if on => self.title(fact),
            None => String::new(),
        }
    }

    /// Draws a record in a box of its own: its tables and values, and at the foot what its flags say.
    fn record(&self, paper: &mut Paper, place: Rect, fact: &Fact, count: usize, unit: f32) {
        let Said::Record(_, _, inner) = &fact.said else { return };
        let flags: Vec<(&Fact, bool)> =
            inner.iter().filter_map(|fact| if let Said::Flag(on) = fact.said { Some((fact, on)) } else { None }).collect();
        let tint = flags.iter().filter(|(_, on)| *on).find_map(|(fact, _)| self.look_of(fact).colour);
        let ground = tint.unwrap_or(BOX);
        paper.boxed(place, 2.4 * unit, Some(ground), Some((0.5 * unit, between(ground, [0; 3], 0.22))));
        let place = place.shrink2(vec2(2.4, 1.8) * unit);
        let mut foot: Vec<(Option<&Icon>, String)> = vec![];
        for (fact, on) in flags {
            let text = self.flag(fact, on);
            let icon = self.look_of(fact).icon.as_ref().filter(|_| on);
            if !text.is_empty() || icon.is_some() {
                foot.push((icon, text));
            }
        }
        let own = self.title(fact);
        if foot.is_empty() && count > 1 && !own.is_empty() && place.height() > 14.0 * unit {
            foot.push((None, own));
        }
        let facts: Vec<&Fact> = inner.iter().filter(|fact| !matches!(fact.said, Said::Flag(_))).collect();
        let high = if foot.is_empty() { 0.0 } else { 5.2 * unit };
        let (up, down) = place.split_top_bottom_at_y(place.bottom() - high);
        self.values(paper, up, &facts, ground, unit);
        let mut left = down.left();
        let each = down.width() / foot.len().max(1) as f32;
        for (n, (icon, text)) in foot.iter().enumerate() {
            let end = down.left() + each * (n + 1) as f32;
            if let Some(icon) = icon {
                paper.icon(icon, pos2(left + 2.4 * unit, down.center().y), 5.0 * unit, [0x1d, 0x5f, 0x86], ground);
                left += 6.0 * unit;
            }
            let room = Rect::from_x_y_ranges(left..=end.max(left + 1.0), down.y_range());
            paper.fitted(text, room, 4.0 * unit, Weight::Bold, SOFT, Align::Left);
            left = if text.is_empty() { left + unit } else { end };
        }
    }

    /// Draws tables as cells and values as chips in one row, as high as there is room.
    fn values(&self, paper: &mut Paper, place: Rect, facts: &[&Fact], ground: Rgb, unit: f32) {
        let tables = facts.iter().filter(|fact| matches!(&fact.said, Said::Each(entries) if entries.len() <= 6));
        let shown: Vec<&&Fact> = tables.filter(|fact| !fact.is_usual || face::is_named(facts.iter().copied(), fact)).collect();
        let tables: Vec<&Fact> = facts
            .iter()
            .filter_map(|fact| match &fact.said {
                // The first table shows even what it leaves open, so that cards compare at a glance.
                Said::Each(_) if !fact.is_usual || shown.is_empty() && !face::is_named(facts.iter().copied(), fact) => {
                    Some(*fact)
                }
                _ => None,
            })
            .collect();
        let values: Vec<&Fact> = facts
            .iter()
            .copied()
            .filter(|fact| matches!(fact.said, Said::Value(_)) && !fact.is_usual && !fact.is_words)
            .collect();
        let cells: usize = tables.iter().map(|fact| if let Said::Each(entries) = &fact.said { entries.len() } else { 0 }).sum();
        let wide =
            (place.width() / (cells as f32 + 1.35 * values.len() as f32).max(1.0)).min(place.height() * 0.72).min(11.5 * unit);
        let (gap, high) = (wide * 0.08, place.height().min(wide * 1.45));
        let mut left = place.left();
        let top = place.center().y - high / 2.0;
        for fact in tables {
            let Said::Each(entries) = &fact.said else { continue };
            for (key, value) in entries {
                let cell = Rect::from_min_size(pos2(left, top), vec2(wide - gap, high));
                let look = key.case.as_deref().map(|case| self.manifest.look(case));
                self.cell(paper, cell, look, key, &self.said(fact, value), value.is_nothing, ground, unit);
                left += wide;
            }
        }
        for fact in values {
            let Said::Value(word) = &fact.said else { continue };
            let cell = Rect::from_min_size(pos2(left + gap, top), vec2(wide * 1.3 - gap, high));
            self.chip(paper, cell, fact, word, ground);
            left += wide * 1.35;
        }
        let texts: Vec<String> =
            facts.iter().filter(|fact| fact.is_words && !fact.is_usual).map(|fact| fact.said.text()).collect();
        if !texts.is_empty() {
            let sizes = [4.2, 3.8, 3.4, 3.0, 2.7].map(|size| size * unit);
            let room = Rect::from_min_max(pos2(left, place.top()), place.max);
            paper.paragraph(&texts.join(" "), room, &sizes, INK);
        }
    }

    /// Draws an entry of a table: its key's colour, icon and number; faint where it is nothing.
    #[expect(clippy::too_many_arguments, reason = "they are what stands in the cell")]
    fn cell(
        &self,
        paper: &mut Paper,
        cell: Rect,
        look: Option<&Look>,
        key: &Word,
        value: &str,
        is_nothing: bool,
        ground: Rgb,
        unit: f32,
    ) {
        let colour = look.and_then(|look| look.colour).unwrap_or([0xd8, 0xdd, 0xe2]);
        let round = cell.width() * 0.16;
        if is_nothing {
            let faint = between(ground, [0; 3], 0.14);
            paper.boxed(cell, round, Some(between(ground, WHITE, 0.5)), Some((0.3 * unit, faint)));
            let half = vec2(cell.width() * 0.16, 0.0);
            paper.line(&[cell.center() - half, cell.center() + half], 0.5 * unit, faint);
            return;
        }
        paper.boxed(cell, round, Some(colour), Some((0.4 * unit, between(colour, [0; 3], 0.4))));
        let (up, down) = cell.split_top_bottom_at_fraction(0.42);
        let ink = look.and_then(|look| look.ink).unwrap_or(contrast(colour));
        let icon = look.and_then(|look| look.icon.clone().or(look.shape.map(Icon::Shape)));
        match icon {
            Some(icon) => paper.icon(&icon, up.center() + vec2(0.0, unit * 0.3), up.height().min(up.width()) * 0.92, ink, colour),
            None => paper.fitted(&capital(&key.text), up.shrink(0.4 * unit), 2.8 * unit, Weight::Regular, ink, Align::Middle),
        }
        paper.fitted(value, down.shrink(0.3 * unit), down.height() * 0.95, Weight::Black, contrast(colour), Align::Middle);
    }

    /// Draws one value: on its icon if that is filled, else below its name.
    fn chip(&self, paper: &mut Paper, place: Rect, fact: &Fact, word: &Word, ground: Rgb) {
        let look = self.look_of(fact);
        let case = word.case.as_deref().map(|case| self.manifest.look(case));
        let colour = case.and_then(|case| case.colour).or(look.colour).unwrap_or(INK);
        let text = self.said(fact, word);
        match (&look.icon, case.and_then(|case| case.colour)) {
            (Some(icon), None) => {
                let width = place.width().min(place.height());
                paper.icon(icon, place.center(), width * 1.12, colour, ground);
                let is_filled = paper::is_filled(icon);
                let at = place.center() + vec2(0.0, if is_filled { -width * 0.06 } else { 0.0 });
                let room = Rect::from_center_size(at, Vec2::splat(width * 0.7));
                let ink = if is_filled { contrast(colour) } else { INK };
                paper.fitted(&text, room, width * 0.46, Weight::Black, ink, Align::Middle);
            }
            (icon, fill) => {
                let square = Rect::from_center_size(place.center(), Vec2::splat(place.width().min(place.height())));
                paper.boxed(
                    square,
                    square.width() * 0.16,
                    Some(fill.unwrap_or(WHITE)),
                    Some((square.width() * 0.04, between(colour, [0; 3], 0.3))),
                );
                let on = contrast(fill.unwrap_or(WHITE));
                let (up, down) = square.shrink(square.width() * 0.08).split_top_bottom_at_fraction(0.36);
                match icon {
                    Some(icon) => paper.icon(icon, square.center(), square.width() * 0.8, on, fill.unwrap_or(WHITE)),
                    None => {
                        paper.fitted(&self.title(fact), up, up.height() * 0.8, Weight::Regular, on, Align::Middle);
                        paper.fitted(&text, down, down.height() * 0.9, Weight::Black, on, Align::Middle);
                    }
                }
            }
        }
    }

    /// How many rows of chips the facts of a card without records take.
    fn rows(&self, facts: &[&Fact], width: f32, unit: f32) -> usize {
        let (mut rows, mut left) = (1, 0.0);
        for wide in facts.iter().map(|fact| self.chip_width(fact, unit)) {
            if left > 0.0 && left + wide > width {
                (rows, left) = (rows + 1, 0.0);
            }
            left += wide + unit;
        }
        rows
    }

    /// The text of a chip, and the look of its value.
    fn chip_text(&self, fact: &Fact) -> (String, Option<&'a Look>) {
        match &fact.said {
            Said::Flag(on) => (self.flag(fact, *on), None),
            Said::Value(word) => {
                let case = word.case.as_deref().map(|case| self.manifest.look(case)).filter(|look| look.colour.is_some());
                (format!("{} {}", self.title(fact), self.said(fact, word)).trim().to_owned(), case)
            }
            said => (format!("{} {}", self.title(fact), said.text()).trim().to_owned(), None),
        }
    }

    fn chip_width(&self, fact: &Fact, unit: f32) -> f32 {
        let icon = if self.look_of(fact).icon.is_some() { 6.0 } else { 0.0 };
        Paper::default().width(&self.chip_text(fact).0, CHIP * unit, Weight::Bold) + (4.0 + icon) * unit
    }

    /// Draws the values of a card without records as rows of chips.
    fn chips(&self, paper: &mut Paper, place: Rect, facts: &[&Fact], ground: Rgb, unit: f32) {
        let rows = self.rows(facts, place.width(), unit).max(1);
        let high = place.height() / rows as f32;
        let mut at = place.min;
        for fact in facts {
            let (text, case) = self.chip_text(fact);
            let icon = self.look_of(fact).icon.as_ref();
            let wide = self.chip_width(fact, unit).min(place.width());
            if at.x > place.left() && at.x + wide > place.right() + 0.01 {
                at = pos2(place.left(), at.y + high);
            }
            let chip = Rect::from_min_size(at, vec2(wide, high - unit));
            let fill = case.and_then(|case| case.colour).unwrap_or(ground);
            paper.boxed(chip, 1.6 * unit, Some(fill), Some((0.3 * unit, between(fill, [0; 3], 0.25))));
            let mut room = chip.shrink2(vec2(1.6, 0.6) * unit);
            if let Some(icon) = icon {
                paper.icon(icon, pos2(room.left() + 2.4 * unit, room.center().y), 4.8 * unit, contrast(fill), fill);
                room.min.x += 6.0 * unit;
            }
            paper.fitted(&text, room, CHIP * unit, Weight::Bold, contrast(fill), Align::Middle);
            at.x += wide + unit;
        }
    }
}

/// The font size of chips.
const CHIP: f32 = 3.9;

/// A number with its sign.
pub fn signed(number: i64) -> String {
    match number {
        0 => "0".to_owned(),
        up if up > 0 => format!("+{up}"),
        down => format!("\u{2212}{}", down.unsigned_abs()),
    }
}

fn contrast_on(ground: Rgb) -> Rgb {
    if contrast(ground) == WHITE { WHITE } else { INK }
}

/// Where pips stand, as shares of their room, and which of them stand upside down.
pub fn pip_places(count: i32) -> Vec<(Vec2, bool)> {
    let column =
        |x: f32, rows: i32| (0..rows).map(move |n| (x, if rows == 1 { 0.5 } else { 0.12 + 0.74 * n as f32 / (rows - 1) as f32 }));
    let middle = |ys: &[f32]| ys.iter().map(|y| (0.5, *y)).collect::<Vec<_>>();
    let two = |rows: i32| column(0.26, rows).chain(column(0.74, rows)).collect::<Vec<_>>();
    let places = match count {
        1 => middle(&[0.49]),
        2 => middle(&[0.12, 0.86]),
        3 => middle(&[0.12, 0.49, 0.86]),
        4 => two(2),
        5 => [two(2), middle(&[0.49])].concat(),
        6 => two(3),
        7 => [two(3), middle(&[0.29])].concat(),
        8 => [two(3), middle(&[0.29, 0.71])].concat(),
        9 => [two(4), middle(&[0.49])].concat(),
        _ => [two(4), middle(&[0.22, 0.78])].concat(),
    };
    places.into_iter().map(|(x, y)| (vec2(x, y), y > 0.5)).collect()
}
