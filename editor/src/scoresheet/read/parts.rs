//! The parts of a score sheet, each read from the state and the rules.

use interpreter::data::manifest::look::{Most, Named};
use interpreter::data::manifest::score::{self, ScoreBoxes, ScoreMeter, ScorePart, ScoreTable, Shows, Zones};
use interpreter::ir::{EnumId, Key, KindId, Owner, PieceId, PileId, Type};
use interpreter::reading::Value;

use super::*;

/// The most boxes, rows and keys, and the most members of a set, that are drawn.
const MOST_BOXES: usize = 60;
const MOST_ROWS: usize = 60;
const MOST_KEYS: usize = 24;
const MOST_MEMBERS: usize = 200;
/// How many rows a blank form has for the cards of a pile.
const BLANK_CARDS: usize = 5;

/// What the rows of a table are.
enum Rows {
    Numbers(usize),
    Cases(EnumId),
    Kind(KindId),
    Pieces(PieceId),
    Pile(PileId),
}

impl<'a> Reader<'a> {
    pub(super) fn part(&self, part: &'a ScorePart) -> Option<Part> {
        let own = |named: &'a Named| self.path(&named.0);
        let (body, own) = match &part.shows {
            Shows::Meter(meter) => (self.meter(meter)?, own(&meter.field)),
            Shows::Boxes(boxes) => (self.boxes(boxes)?, own(&boxes.field)),
            Shows::Values(fields) => (self.values(fields)?, None),
            Shows::Table(table) => (self.table(table)?, None),
            Shows::Strip(strip) => (Body::Grid(self.grid(own(&strip.table)?)?.called(&strip.keys)), own(&strip.table)),
            Shows::Ticks(ticks) => (self.ticks(ticks)?, own(&ticks.field)),
        };
        let title = part.title.as_ref().map(ToString::to_string);
        let look = own.as_ref().map_or(self.manifest.look(""), |own| own.look);
        Some(Part {
            title: title.or(own.as_ref().map(|own| own.title.clone())).unwrap_or_default(),
            icon: look.icon.clone(),
            colour: look.colour,
            note: [part.note.as_deref(), part.by_hand.as_deref().filter(|_| self.eyes.is_none())]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" "),
            is_at_questions: part.is_at_questions,
            is_shared: !part.names().iter().any(|(name, _)| self.is_of_players(&name.0)),
            body,
        })
    }

    fn meter(&self, meter: &'a ScoreMeter) -> Option<Body> {
        let path = self.path(&meter.field.0)?;
        let of_look = path.look.meter.as_ref();
        let range = self.range(&path);
        let said = meter.most.as_ref().or(of_look.map(|meter| &meter.most));
        let high = said.and_then(|most| self.most(most)).or(range.map(|range| range.1))?;
        let low = range.map_or(0, |range| range.0).min(high);
        let starts = |named: &Named| {
            let n = self.program.ir.params.iter().position(|param| param.name == named.0)?;
            let first = match &self.program.ir.params[n].ty {
                Type::Per(_, keys) => self.program.fold().dimension(&keys[0])?.0,
                _ => 0,
            };
            let starts = self.program.params[n].iter().zip(0..);
            Some(starts.map(|(from, n)| Stretch { from: *from, title: format!("Zone {}", first.saturating_add(n)) }).collect())
        };
        let mut zones: Vec<Stretch> = match &meter.zones {
            Zones::Usual => of_look.and_then(|meter| meter.zones.as_ref()).and_then(starts).unwrap_or_default(),
            Zones::Starts(named) => starts(named).unwrap_or_default(),
            Zones::Listed(zones) => {
                let mut from = low;
                let zone = |zone: &score::Zone| {
                    let to = zone.to.as_ref().and_then(|to| self.most(to)).unwrap_or(high);
                    let stretch = Stretch { from, title: zone.title.to_string() };
                    from = to.saturating_add(1);
                    stretch
                };
                zones.iter().map(zone).collect()
            }
        };
        zones.retain(|zone| zone.from <= high);
        zones.dedup_by(|next, zone| next.from <= zone.from);
        zones.iter_mut().take(1).for_each(|zone| zone.from = low);
        let mark = |mark: &'a score::ScaleMark| {
            let path = self.path(&mark.at.0)?;
            let sign = Sign { colour: path.look.colour, icon: path.look.icon.clone(), shape: path.look.shape };
            let title = mark.title.as_ref().map_or(path.title.clone(), ToString::to_string);
            Some(ScaleMark { at: self.read(&path, &Head::default()), title, sign })
        };
        let value = self.read(&path, &Head::default());
        let marks = meter.marks.iter().filter_map(mark).collect();
        Some(Body::Scale(Scale { low, high, value, zones, marks, colours: meter.colours.clone() }))
    }

    fn boxes(&self, boxes: &'a ScoreBoxes) -> Option<Body> {
        let path = self.path(&boxes.field.0)?;
        let value = self.read(&path, &Head::default());
        let by = boxes.by.as_ref().and_then(|by| self.path(&by.0)).map(|by| self.find(&by, &Head::default()));
        let of = match (&boxes.of, by) {
            (Some(Most::Param(of)), Some(by)) => {
                let table = self.path(&of.0)?;
                let Found::Value(table, _) = self.find(&table, &Head::default()) else { return None };
                let key = if let Found::Value(key, _) = by { key.index() } else { None };
                let head = |key: usize| Head { key: key as i32, ..Head::default() };
                let entry = key.and_then(|key| self.of_row(table, &head(key))).map(Value::word);
                entry.or_else(|| table.words.iter().max().copied())
            }
            (of, _) => of.as_ref().and_then(|of| self.most(of)),
        };
        let of = of.or(self.range(&path).map(|range| range.1)).unwrap_or(0).max(value.number.unwrap_or(0));
        Some(Body::Boxes(Count { value, of: as_count(of, MOST_BOXES) }))
    }

    fn values(&self, fields: &'a [Named]) -> Option<Body> {
        let labelled = |named: &'a Named| {
            let path = self.path(&named.0)?;
            let value = match path.source {
                // On paper the pile itself lies there.
                Source::Pile(_) if self.eyes.is_none() => return None,
                Source::Pile(pile) => self.pile(pile),
                _ => self.read(&path, &Head::default()),
            };
            Some(Labelled { title: path.title, value })
        };
        let values: Vec<Labelled> = fields.iter().filter_map(labelled).collect();
        (!values.is_empty()).then_some(Body::Values(values))
    }

    /// The heaps of a pile that belong to the sheet.
    fn heaps(&self, pile: PileId) -> impl Iterator<Item = &Heap> {
        let seen = |eyes: &Eyes<'_>| view::heaps(self.program, eyes.machine, eyes.viewer);
        let heaps = self.heaps.get_or_init(|| self.eyes.as_ref().map(seen).unwrap_or_default());
        let is_shared = self.program.ir.piles[pile.index()].owner == Owner::State;
        heaps.iter().filter(move |heap| heap.pile == pile && heap.owner == self.player.filter(|_| !is_shared))
    }

    fn pile(&self, pile: PileId) -> Entry {
        let count: usize = self.heaps(pile).map(Heap::count).sum();
        Entry { state: State::Known, text: count.to_string(), number: Some(count as i32), ..Entry::default() }
    }

    fn rows(&self, rows: &Most) -> Option<Rows> {
        let ir = &self.program.ir;
        let Most::Param((name, _)) = rows else { return self.most(rows).map(|count| Rows::Numbers(as_count(count, MOST_ROWS))) };
        if let Some(count) = self.most(rows) {
            return Some(Rows::Numbers(as_count(count, MOST_ROWS)));
        }
        if let Some((owner, pile)) = name.split_once('.') {
            let owner = if owner == "player" { Owner::Player } else { Owner::State };
            let pile = ir.piles.iter().position(|own| own.owner == owner && *own.name == *pile)?;
            return Some(Rows::Pile(PileId(pile as u16)));
        }
        let of_enum = ir.enums.iter().position(|of| of.name == *name).map(|n| Rows::Cases(EnumId(n as u16)));
        let of_piece = || ir.pieces.iter().position(|of| of.name == *name).map(|n| Rows::Pieces(PieceId(n as u16)));
        let of_kind = || ir.kinds.iter().position(|of| of.name == *name).map(|n| Rows::Kind(KindId(n as u16)));
        of_enum.or_else(of_piece).or_else(of_kind)
    }

    fn heads(&self, rows: &Rows) -> Vec<Head> {
        let program = self.program;
        let numbered = |n: usize, name: String| Head { name, key: n as i32, number: n, ..Head::default() };
        let heads: Vec<Head> = match rows {
            Rows::Numbers(count) => (0..*count).map(|n| Head { key: n as i32 + 1, ..numbered(n, (n + 1).to_string()) }).collect(),
            Rows::Cases(of) => {
                let cases = 0..program.ir.enums[of.index()].cases.len();
                cases.map(|n| numbered(n, self.called(&Type::Enum(*of), n as i32).0)).collect()
            }
            Rows::Kind(kind) => {
                let row = |n| Head { row: Some(n), ..numbered(n, self.called(&Type::Row(*kind), n as i32).0) };
                (0..program.rows[kind.index()].len()).map(row).collect()
            }
            Rows::Pieces(kind) => {
                let each = program.of_each(Owner::Piece(*kind));
                let first = self.player.unwrap_or(0) * each;
                let names = program.piece_names.get(kind.index());
                let head = |n: usize| {
                    let own = names.and_then(|names| names.get(first + n)).map(ToString::to_string);
                    Head { piece: Some(first + n), ..numbered(first + n, own.unwrap_or_else(|| (n + 1).to_string())) }
                };
                (0..each).map(head).collect()
            }
            Rows::Pile(_) if self.eyes.is_none() => (0..BLANK_CARDS).map(|n| numbered(n, String::new())).collect(),
            Rows::Pile(pile) => {
                let kind = program.ir.piles[pile.index()].kind;
                let known = self.heaps(*pile).flat_map(|heap| &heap.cards);
                let known = known.map(|card| {
                    let name = crate::faces::title(program, self.manifest, kind, *card);
                    Head { row: Some(*card), ..numbered(*card, name) }
                });
                let backs = self.heaps(*pile).flat_map(|heap| &heap.unknown);
                let unknown = backs.map(|(count, _)| {
                    let name = if *count == 1 { "1 card".to_owned() } else { format!("{count} cards") };
                    Head { is_hidden: true, ..numbered(0, name) }
                });
                known.chain(unknown).collect()
            }
        };
        heads.into_iter().take(MOST_ROWS).collect()
    }

    fn table(&self, table: &'a ScoreTable) -> Option<Body> {
        let rows = self.rows(&table.rows)?;
        let there = table.columns.iter().filter(|column| self.is_there(&column.only));
        let columns: Vec<(&score::Column, Path<'a>)> =
            there.filter_map(|column| Some((column, self.path(&column.field.0)?))).collect();
        if columns.is_empty() {
            return None;
        }
        let now = table.now.as_ref().and_then(|now| self.path(&now.0)).map(|now| self.read(&now, &Head::default()));
        let heads = self.heads(&rows);
        let count = heads.len();
        let row = |(n, head): (usize, Head)| {
            let is_last = n + 1 == count;
            let hidden = || Entry { state: State::Hidden, ..Entry::default() };
            let cells = columns.iter().map(|(_, path)| if head.is_hidden { hidden() } else { self.read(path, &head) });
            Row {
                is_now: now.as_ref().is_some_and(|now| now.number == Some(head.key)),
                words: table.last.as_ref().filter(|_| is_last).map_or(String::new(), ToString::to_string),
                cells: cells.collect(),
                name: head.name,
            }
        };
        Some(Body::Table(Table {
            head: table.head.as_ref().map_or(String::new(), ToString::to_string),
            rows: heads.into_iter().enumerate().map(row).collect(),
            columns: columns.iter().map(|(column, path)| self.column(column, path)).collect(),
        }))
    }

    fn column(&self, column: &score::Column, path: &Path<'a>) -> Column {
        let is_yes = matches!(self.ty(path), Some(Type::Bool | Type::Set(_)));
        let cells = match &column.cells {
            score::Cells::Boxes(of) => Cells::Boxes(self.most(of).map_or(1, |of| as_count(of, MOST_KEYS))),
            score::Cells::Circles => {
                let (low, high) = self.range(path).unwrap_or((1, 0));
                let values = (i64::from(low)..=i64::from(high)).take(MOST_KEYS).map(|value| value as i32);
                let value = |value: i32| (value, looks::in_words(path.look, &value.to_string()).to_owned());
                Cells::Circles(values.map(value).collect())
            }
            score::Cells::Value if is_yes => Cells::Tick,
            score::Cells::Value => Cells::Value,
        };
        let title = column.title.as_ref().map_or(path.title.clone(), ToString::to_string);
        let sign = Sign { colour: path.look.colour, icon: path.look.icon.clone(), shape: path.look.shape };
        Column { title, cells, sign }
    }

    pub(super) fn grid(&self, path: Path<'a>) -> Option<Grid> {
        let (value, what) = match self.find(&path, &Head::default()) {
            Found::Value(value, what) => (Some(value), what),
            _ => (None, None),
        };
        let ty = match (value, path.source) {
            (Some(value), _) => value.ty,
            (None, Source::Field(id)) if path.inner.is_none() => &self.program.ir.fields[id.index()].ty,
            (None, _) => self.whole_type(&path)?,
        };
        let Type::Per(of, keys) = ty else { return None };
        let fold = self.program.fold();
        let names = |key: &Key| -> Option<Vec<(String, Sign)>> {
            let (low, count) = fold.dimension(key)?;
            let name = |n: usize| match key {
                Key::Each(ty) => self.called(ty, fold.first_member(ty).saturating_add(n as i32)),
                Key::Range(..) => (low.saturating_add(n as i32).to_string(), Sign::default()),
            };
            Some((0..count.min(MOST_KEYS)).map(name).collect())
        };
        let (rows, last) = match &keys[..] {
            [one] => (vec![], one),
            [row, key] => (names(row)?.into_iter().map(|(name, _)| name).collect(), key),
            _ => return None,
        };
        let (_, all) = fold.dimension(last)?;
        let keys = names(last)?;
        let each = value.map_or(1, |value| (value.words.len() / (all * rows.len().max(1)).max(1)).max(1));
        let entry = |row: usize, key: usize| {
            let at = (row * all + key) * each;
            let words = value.and_then(|value| value.words.get(at..at + each));
            self.entry(words.map(|words| Value { program: self.program, ty: of, words }), what, path.look)
        };
        let values = (0..rows.len().max(1)).map(|row| (0..keys.len()).map(|key| entry(row, key)).collect()).collect();
        Some(Grid { keys, rows, corner: String::new(), values })
    }

    /// The type of the column that a field's row has.
    fn whole_type(&self, path: &Path<'a>) -> Option<&'a Type> {
        let (Source::Field(id), Some(inner)) = (path.source, path.inner) else { return None };
        let Type::Row(kind) = self.program.ir.fields[id.index()].ty.present() else { return None };
        Some(self.program.at_first().column(*kind, inner, 0)?.ty)
    }

    fn ticks(&self, ticks: &'a score::Ticks) -> Option<Body> {
        let path = self.path(&ticks.field.0)?;
        let Source::Field(id) = path.source else { return None };
        let field = &self.program.ir.fields[id.index()];
        let key = match (&field.ty, &ticks.key) {
            (Type::Per(_, keys), Some((name, _))) => {
                let Key::Each(Type::Enum(of)) = keys.first()? else { return None };
                self.program.ir.enums[of.index()].cases.iter().position(|case| case.name == *name)? as i32
            }
            _ => 0,
        };
        let of_set = if let Type::Per(of, _) = &field.ty { of } else { &field.ty };
        let Type::Set(of) = of_set else { return None };
        let found = self.find(&path, &Head::default());
        let (state, members, what) = match found {
            Found::Blank => (State::Blank, vec![], None),
            Found::Hidden => (State::Hidden, vec![], None),
            Found::Value(value, what) => {
                let set =
                    if let Type::Set(_) = value.ty { Some(value) } else { self.of_row(value, &Head { key, ..Head::default() }) };
                (State::Known, set.map(Value::members).unwrap_or_default(), what)
            }
        };
        let fold = self.program.fold();
        let count = self.program.sizes.members(&fold, of)?.min(MOST_MEMBERS);
        let column = |named: &'a Option<Named>, row: usize| {
            let path = self.path(&named.as_ref()?.0)?;
            Some(self.read(&path, &Head { row: Some(row), ..Head::default() }))
        };
        let tick = |n: usize| {
            let word = fold.first_member(of).saturating_add(n as i32);
            let (name, own) = self.called(of, word);
            let sign = column(&ticks.colour, n).map_or(own, |entry| entry.sign);
            let number = column(&ticks.number, n).map_or(String::new(), |entry| entry.text);
            Tick { name, sign, number, state, is_in: members.contains(&word), what }
        };
        Some(Body::Ticks((0..count).map(tick).collect()))
    }
}

fn as_count(number: i32, most: usize) -> usize {
    usize::try_from(number).unwrap_or(0).min(most)
}
