//! The drawn board. It is built anew only when the document changes. While things are dragged, only those are painted again.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Painter, Pos2, Rect, Vec2};

use super::nodes::described;
use super::painting::{Letters, Painting};
use super::vision::Vision;
use crate::board::art::Subject;
use crate::board::curve::Bent;
use crate::board::shapes::Tile;
use crate::board::{Arrow, Board, Label, look, pos};
use crate::drawing::bends::{self, Bends};
use crate::drawing::drawn::{areas, label, picture};
use crate::drawing::layers::{self, Layer};
use crate::drawing::problems::Checked;
use crate::drawing::{Desk, Document, Item, Key, List, Schema, shapes};
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::camera::Camera;
use crate::ui::theme::Theme;

/// The board of one version of a document, and how far a drag has moved its spaces since.
#[derive(Default)]
pub struct Scene {
    pub board: Board,
    /// The index of each space on the board, by key.
    pub index: BTreeMap<Key, usize>,
    /// The keys of the board's spaces.
    pub keys: Vec<Key>,
    version: Option<u64>,
    schema: Arc<Schema>,
    /// The document that the board was built from.
    pub document: Document,
    /// All spaces in words, once a screen reader wants them.
    words: OnceCell<Vec<String>>,
    /// How far a drag has moved each space of the board.
    moved: Vec<Option<Vec2>>,
    /// The links whose lines a drag bends, with their bends before it.
    bent: BTreeMap<usize, Arc<Bent>>,
    /// The board's labels of things with these keys.
    labels: BTreeMap<Key, usize>,
    /// The labels that a drag moves, with their places before it.
    words_moved: BTreeMap<usize, Pos2>,
    painted: Option<Painted>,
    frames: Option<Marked<BTreeSet<Key>>>,
    /// Whether the frames are bold.
    is_bold: bool,
    signs: Option<Marked<BTreeMap<Key, bool>>>,
    /// The last results of the rules, and the directions they give to spaces.
    worked_out: Option<Arc<Checked>>,
    /// The numbers of things that are hidden and that are locked.
    pub held_back: (usize, usize),
    facings: BTreeMap<Key, usize>,
}

/// Of more spaces than this, each of which moves in its own way, only the colours are shown until they rest.
const MOST_DETAILED: usize = 500;

/// The meshes, and the circumstances they were made for.
struct Painted {
    camera: Camera,
    view: Rect,
    theme: Theme,
    pixels_per_point: f32,
    vision: Vision,
    letters: Letters,
    /// For each space, whether it moves, and is therefore not in `still`.
    moving: Vec<bool>,
    /// The links that are bent, and therefore aren't in `still`, either.
    bent: Vec<usize>,
    /// The labels that move, as well.
    labels: Vec<usize>,
    /// The parts that stay in place, from below: ground and links, spaces with the links above them, and labels.
    still: [Painting; 3],
    /// The parts that move: links, and spaces.
    carried: [Painting; 2],
    /// Whether everything that moves moves by the same distance, so that `carried` can be shown.
    carries: bool,
}

/// Marks on spaces, painted separately for those that stay in place and those that move.
struct Marked<T> {
    of: T,
    still: Painting,
    carried: Painting,
}

impl Painted {
    /// Returns how many points the view has moved on the screen since the painting.
    fn pan(&self, sheet: &OnSheet<'_>) -> Vec2 {
        (self.camera.middle - sheet.camera.middle) * sheet.camera.scale + (sheet.view.center() - self.view.center())
    }
}

impl Scene {
    /// Builds the board anew if the document has changed. While a drag moves things, only their tiles change.
    pub fn follow(&mut self, desk: &Desk) {
        let version = Some(desk.drawing.version());
        // It is another track, or is drawn for other rules.
        let is_other = !Arc::ptr_eq(&self.schema, &desk.drawing.schema) || self.document.header() != desk.document().header();
        let is_moving = desk.hand.is_moving();
        if !is_other
            && version == self.version
            && (is_moving || !self.has_moved() && self.bent.is_empty() && self.words_moved.is_empty())
        {
            return;
        }
        self.version = version;
        let seen = desk.document().seen();
        if is_other || !is_moving || !self.move_only(&seen) {
            self.schema = desk.drawing.schema.clone();
            self.document = seen;
            self.held_back = desk.document().held_back();
            self.board = Board::drawn(&self.document, &self.schema, desk.manifest());
            self.keys = self.document.spaces().iter().filter(|space| space.at.is_some()).map(|space| space.key).collect();
            self.index = self.keys.iter().enumerate().map(|(n, key)| (*key, n)).collect();
            if self.held_back.0 > 0 {
                self.count_as_printed(desk);
            }
            self.board.face(&self.keys, &self.facings);
            self.moved = vec![None; self.board.spaces.len()];
            self.bent.clear();
            self.words_moved.clear();
            self.labels = self.labelled();
            self.words.take();
            self.painted = None;
        }
    }

    /// Calls and numbers spaces, and draws panels, as if nothing were hidden: that is how they are played and printed.
    fn count_as_printed(&mut self, desk: &Desk) {
        let whole = Board::drawn(desk.document(), &self.schema, desk.manifest());
        let keys = desk.document().spaces().iter().filter(|space| space.at.is_some()).map(|space| space.key);
        for (key, space) in keys.zip(&whole.spaces) {
            if let Some(n) = self.index.get(&key) {
                let shown = &mut self.board.spaces[*n];
                (shown.name, shown.number) = (space.name.clone(), space.number.clone());
            }
        }
        if let Some(art) = &self.board.art {
            self.board.art = Some(Arc::new(Subject { whole: whole.art, ..(**art).clone() }));
        }
    }

    /// Turns spaces in the direction that the rules compute, as far as it is known and the track doesn't give one itself.
    pub fn face(&mut self, desk: &Desk, checked: &Arc<Checked>) {
        if self.worked_out.as_ref().is_some_and(|last| Arc::ptr_eq(last, checked)) {
            return;
        }
        self.worked_out = Some(checked.clone());
        let Some(field) = look::points_of(desk.manifest()) else { return };
        // While a board can't be played, its spaces keep the last known directions.
        let Some(facings) = checked.facings(field) else { return };
        if facings != self.facings {
            self.facings = facings;
            self.version = None;
        }
    }

    /// The labels of the board, by what they belong to: labels of the document, and paths.
    fn labelled(&self) -> BTreeMap<Key, usize> {
        let own = layers::from_below(&self.document).filter(|item| label(item).is_some()).map(|item| item.key);
        let named = |(n, label): (usize, &Label)| Some((self.document.paths().get(label.path?)?.key, n));
        own.zip(0..).chain(self.board.labels.iter().enumerate().filter_map(named)).collect()
    }

    /// Moves tiles and labels whose place has changed, and bends links that bend otherwise. Returns `false` if anything else has changed.
    fn move_only(&mut self, now: &Document) -> bool {
        // Hidden links are made anew with each look at the document.
        let same_item = |(a, b): (&Arc<Item>, &Arc<Item>)| Arc::ptr_eq(a, b) || a == b;
        let (was, is) = (&self.document, now);
        let same = |list: List, is_moved: &dyn Fn(&Item, &Item) -> bool| {
            let (a, b) = (was.list(list), is.list(list));
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_item((a, b)) || is_moved(a, b))
        };
        let is_reshaped = |a: &Item, b: &Item| {
            let mut a = Item { at: b.at, ..a.clone() };
            if shapes::is_drawn(b) {
                a.fields.set(shapes::NODES, b.fields.get(shapes::NODES).cloned());
            }
            a == *b
        };
        let others = same(List::Decor, &|a, b| a.at.is_some() && b.at.is_some() && is_reshaped(a, b))
            && same(List::Paths, &|a, b| {
                let mut a = a.clone();
                a.fields.set("name_at", b.fields.get("name_at").cloned());
                a == *b && b.fields.point("name_at").is_some()
            });
        let are_alike = was.links().len() == is.links().len()
            && was.links().iter().zip(is.links()).all(|(a, b)| same_item((a, b)) || bends::are_all_that_differs(a, b));
        // Letters along a line are set anew, whatever moves.
        if is.decor().iter().any(|item| item.fields.is_true("along")) {
            return false;
        }
        if !others || !are_alike || was.spaces().len() != is.spaces().len() {
            return false;
        }
        // Spaces without a place are not on the board.
        let mut next = 0;
        for (old, new) in was.spaces().iter().zip(is.spaces()) {
            let n = next;
            next += usize::from(old.at.is_some());
            if Arc::ptr_eq(old, new) {
                // The drag, or an undo, has moved it back to its first place.
                if let Some(at) = old.at
                    && self.moved[n].take().is_some()
                {
                    self.board.spaces[n].tile.at = pos(at);
                }
                continue;
            }
            let (Some(from), Some(to)) = (old.at, new.at) else { return false };
            if old.key != new.key {
                return false;
            }
            self.board.spaces[n].tile.at = pos(to);
            self.moved[n] = Some(pos(to) - pos(from));
        }
        self.bend_only(now);
        self.move_labels(now);
        self.board.pictures = layers::from_below(now).filter_map(|item| picture(item)).collect();
        self.draw_areas(now);
        true
    }

    /// Moves the labels whose place has changed, and those back whose place has changed back.
    fn move_labels(&mut self, now: &Document) {
        for (n, at) in std::mem::take(&mut self.words_moved) {
            self.board.labels[n].at = at;
        }
        let both = |list: List| self.document.list(list).iter().zip(now.list(list)).filter(|(a, b)| !Arc::ptr_eq(a, b));
        let decor = both(List::Decor).map(|(a, b)| (a.key, a.at, b.at));
        let name_at = |item: &Item| item.fields.point("name_at");
        let names = both(List::Paths).map(|(a, b)| (a.key, name_at(a), name_at(b)));
        for (key, _, to) in decor.chain(names).filter(|(_, from, to)| from != to) {
            if let (Some(n), Some(to)) = (self.labels.get(&key), to) {
                let label = &mut self.board.labels[*n];
                self.words_moved.insert(*n, std::mem::replace(&mut label.at, pos(to)));
            }
        }
    }

    /// Draws areas and strokes anew that lie otherwise.
    fn draw_areas(&mut self, now: &Document) {
        if let Some(art) = self.board.art.as_ref().filter(|art| !art.areas.is_empty()) {
            let areas = areas(now);
            if areas != art.areas {
                self.board.art = Some(Arc::new(Subject { areas, ..(**art).clone() }));
            }
        }
    }

    /// Bends the lines of links that bend otherwise than on the board as it was built.
    fn bend_only(&mut self, now: &Document) {
        let mut bent: BTreeMap<usize, Arc<Bent>> = BTreeMap::new();
        for (link, (was, is)) in
            self.document.links().iter().zip(now.links()).enumerate().filter(|(_, (a, b))| !Arc::ptr_eq(a, b))
        {
            let (was, is_so) = (Bends::of(was), Bends::of(is));
            for (step, (from, to)) in is.steps().enumerate() {
                let bend = is_so.bent(from, to);
                let n = self.board.arrows.partition_point(|arrow| arrow.step < (link, step));
                if bend != was.bent(from, to) && self.board.arrows.get(n).is_some_and(|arrow| arrow.step == (link, step)) {
                    bent.insert(n, bend.into());
                }
            }
        }
        let before = std::mem::take(&mut self.bent);
        for (n, bend) in before.iter().filter(|(n, _)| !bent.contains_key(n)) {
            self.board.bend(*n, bend.clone());
        }
        for (n, bend) in bent {
            let arrow = &self.board.arrows[n];
            self.bent.insert(n, before.get(&n).unwrap_or(&arrow.bend).clone());
            // What lies above the lines of links that are carried along isn't looked for before they rest.
            match [arrow.from, arrow.to].map(|end| self.moved[end].is_some()) {
                [false, false] => self.board.bend(n, bend),
                _ => self.board.arrows[n].bend = bend,
            }
        }
    }

    fn has_moved(&self) -> bool {
        self.moved.iter().any(Option::is_some)
    }

    /// Each space in words: its name, its notable values, its links.
    pub fn words(&self) -> &[String] {
        self.words.get_or_init(|| (0..self.board.spaces.len()).map(|n| described(&self.board, n)).collect())
    }

    /// Returns how far all moved spaces have moved, if it is the same distance for all.
    fn carried_by(&self) -> Option<Vec2> {
        let first = self.moved.iter().flatten().next()?;
        self.moved.iter().flatten().all(|by| (*by - *first).length() < 0.02).then_some(*first)
    }

    /// Shows links, spaces and labels. Paintings are kept for the next frames. `pictures` shows those that lie above spaces.
    pub fn show(&mut self, sheet: &OnSheet<'_>, vision: Vision, pictures: impl FnOnce()) {
        let ctx = sheet.painter.ctx();
        let letters = Letters::now(ctx);
        let carried = self.carried_by();
        let is_same = self.painted.as_ref().is_some_and(|p| {
            let moved = (p.camera.middle - sheet.camera.middle) * sheet.camera.scale;
            p.camera.scale == sheet.camera.scale
                && p.view.size() == sheet.view.size()
                && p.theme == sheet.theme
                && p.pixels_per_point == ctx.pixels_per_point()
                && p.vision == vision
                && p.letters.are_of(&letters)
                && p.carries == carried.is_some()
                && p.moving.iter().copied().eq(self.moved.iter().map(Option::is_some))
                && p.bent.iter().eq(self.bent.keys())
                && p.labels.iter().eq(self.words_moved.keys())
                && moved.x.abs() < sheet.view.width() * 0.45
                && moved.y.abs() < sheet.view.height() * 0.45
        });
        if !is_same {
            self.painted = Some(self.paint(sheet, vision));
            (self.frames, self.signs) = (None, None);
        }
        let Some(mut painted) = self.painted.take() else { return };
        painted.letters = letters;
        let pan = painted.pan(sheet);
        painted.still[0].show(sheet.painter, pan);
        let is_torn = |(n, arrow): &(usize, &Arrow)| {
            let ends = [arrow.from, arrow.to].map(|end| painted.moving[end]);
            let is_bent = ends == [false; 2] && self.bent.contains_key(n);
            arrow.look.is_seen && (ends[0] != ends[1] || carried.is_none() && ends[0] || is_bent)
        };
        let torn: Vec<&Arrow> = self.board.arrows.iter().enumerate().filter(is_torn).map(|(_, arrow)| arrow).collect();
        let is_plain = carried.is_none() && self.moved.iter().flatten().count() > MOST_DETAILED;
        if !torn.is_empty() {
            let mut below = Painting::painted(ctx, sheet.view, vision, |painter| {
                let sheet = OnSheet { painter, ..*sheet };
                for arrow in torn.iter().filter(|arrow| !arrow.is_over || is_plain) {
                    if is_plain { sheet.plain_arrow(&self.board, arrow) } else { sheet.arrow(&self.board, arrow) }
                }
            });
            below.show(sheet.painter, Vec2::ZERO);
        }
        self.moving_labels(sheet, vision, |layer| layer < Layer::Spaces);
        if let Some(by) = carried {
            painted.carried[0].show(sheet.painter, pan + by * sheet.camera.scale);
        }
        painted.still[1].show(sheet.painter, pan);
        match carried {
            Some(by) => painted.carried[1].show(sheet.painter, pan + by * sheet.camera.scale),
            None if self.has_moved() => {
                let mut kept = Painting::painted(ctx, sheet.view, vision, |painter| {
                    let sheet = OnSheet { painter, ..*sheet };
                    let moving = self.board.spaces.iter().zip(&painted.moving).filter(|(_, moves)| **moves);
                    if is_plain {
                        sheet.plain_spaces(moving.map(|(space, _)| space));
                    } else {
                        sheet.spaces(moving.map(|(space, _)| space));
                    }
                });
                kept.show(sheet.painter, Vec2::ZERO);
            }
            None => {}
        }
        let above: Vec<&Arrow> = torn.into_iter().filter(|arrow| arrow.is_over && !is_plain).collect();
        if !above.is_empty() {
            let mut above = Painting::painted(ctx, sheet.view, vision, |painter| {
                let sheet = OnSheet { painter, ..*sheet };
                above.iter().for_each(|arrow| sheet.arrow(&self.board, arrow));
            });
            above.show(sheet.painter, Vec2::ZERO);
        }
        pictures();
        painted.still[2].show(sheet.painter, pan);
        self.moving_labels(sheet, vision, |layer| layer >= Layer::Spaces);
        self.painted = Some(painted);
    }

    /// Draws the labels of some layers that a drag moves.
    fn moving_labels(&self, sheet: &OnSheet<'_>, vision: Vision, is_in: impl Fn(Layer) -> bool) {
        let labels: Vec<&Label> =
            self.words_moved.keys().map(|n| &self.board.labels[*n]).filter(|label| is_in(label.layer)).collect();
        if !labels.is_empty() {
            let mut kept = Painting::painted(sheet.painter.ctx(), sheet.view, vision, |painter| {
                labels.iter().for_each(|label| OnSheet { painter, ..*sheet }.label(label));
            });
            kept.show(sheet.painter, Vec2::ZERO);
        }
    }

    /// Shows frames around selected spaces, and signs on those with problems. They are painted as rarely as the spaces.
    pub fn mark(&mut self, sheet: &OnSheet<'_>, chosen: &BTreeSet<Key>, is_bold: bool, problems: &BTreeMap<Key, bool>) {
        let was_bold = std::mem::replace(&mut self.is_bold, is_bold);
        let frames = self.frames.take().filter(|_| was_bold == is_bold);
        self.frames = self.marked(frames, sheet, chosen, |sheet, tile| {
            chosen.iter().filter_map(tile).for_each(|tile| sheet.chosen(&tile, is_bold));
        });
        let signs = self.signs.take();
        self.signs = self.marked(signs, sheet, problems, |sheet, tile| {
            let signs = problems.iter().filter_map(|(key, is_error)| Some((tile(key)?, *is_error)));
            signs.for_each(|(tile, is_error)| sheet.problem(&tile, is_error));
        });
    }

    /// Shows the last marks if they are for the same spaces; otherwise paints them anew.
    fn marked<T: Clone + PartialEq>(
        &self,
        last: Option<Marked<T>>,
        sheet: &OnSheet<'_>,
        of: &T,
        paint: impl Fn(&OnSheet<'_>, &dyn Fn(&Key) -> Option<Tile>),
    ) -> Option<Marked<T>> {
        // Returns the tile as it lay before the move.
        let tile = |key: &Key, by: Vec2| {
            let n = *self.index.get(key)?;
            let tile = self.board.spaces[n].tile;
            Some((n, Tile { at: tile.at - by, ..tile }))
        };
        let carried = self.carried_by();
        let Some(painted) = self.painted.as_ref().filter(|_| carried.is_some() || !self.has_moved()) else {
            // Each space moves by a distance of its own, so nothing can be kept.
            paint(sheet, &|key| tile(key, Vec2::ZERO).map(|(_, tile)| tile));
            return None;
        };
        let by = carried.unwrap_or_default();
        let kept = |by: Vec2, moves: bool| {
            Painting::painted(sheet.painter.ctx(), Rect::EVERYTHING, Vision::Full, |painter| {
                let (camera, view) = (painted.camera, painted.view);
                let sheet = OnSheet { camera, view, ..with(sheet, painter, Rect::EVERYTHING) };
                paint(&sheet, &|key| tile(key, by).filter(|(n, _)| painted.moving[*n] == moves).map(|(_, tile)| tile));
            })
        };
        let last = last.filter(|last| last.of == *of);
        let mut marked =
            last.unwrap_or_else(|| Marked { of: of.clone(), still: kept(Vec2::ZERO, false), carried: kept(by, true) });
        let pan = painted.pan(sheet);
        marked.still.show(sheet.painter, pan);
        marked.carried.show(sheet.painter, pan + by * sheet.camera.scale);
        Some(marked)
    }

    fn paint(&self, sheet: &OnSheet<'_>, vision: Vision) -> Painted {
        let ctx = sheet.painter.ctx();
        // A margin beyond the view lets the view move without painting anew.
        let wide = sheet.view.expand2(sheet.view.size() * 0.5);
        let moving: Vec<bool> = self.moved.iter().map(Option::is_some).collect();
        let still = |n: usize| !moving[n];
        let under = Painting::painted(ctx, wide, vision, |painter| {
            let sheet = with(sheet, painter, wide);
            self.labels(&sheet, |layer| layer < Layer::Spaces);
            self.arrows(&sheet, false, still);
        });
        let over = Painting::painted(ctx, wide, vision, |painter| {
            let sheet = with(sheet, painter, wide);
            self.spaces(&sheet, still);
            self.arrows(&sheet, true, still);
        });
        let words = Painting::painted(ctx, wide, vision, |painter| {
            self.labels(&with(sheet, painter, wide), |layer| layer >= Layer::Spaces);
        });
        let mut carried: [Painting; 2] = Default::default();
        let by = self.carried_by();
        if let Some(by) = by {
            // They are painted as they lay before the drag.
            let mut before = self.board.clone();
            let all = before.spaces.iter_mut().zip(&moving).filter(|(_, moves)| **moves);
            all.for_each(|(space, _)| space.tile.at -= by);
            for (n, bend) in &self.bent {
                before.arrows[*n].bend = bend.clone();
            }
            let is = |n: usize| moving[n];
            let before = Scene { board: before, ..Scene::default() };
            // They may come into view later, so none is left out.
            let seen = Rect::EVERYTHING;
            carried = [
                Painting::painted(ctx, seen, vision, |painter| before.arrows(&with(sheet, painter, seen), false, is)),
                Painting::painted(ctx, seen, vision, |painter| {
                    let sheet = with(sheet, painter, seen);
                    before.spaces(&sheet, is);
                    before.arrows(&sheet, true, is);
                }),
            ];
        }
        let (camera, view, theme) = (sheet.camera, sheet.view, sheet.theme);
        let pixels_per_point = ctx.pixels_per_point();
        let letters = Letters::now(ctx);
        let (still, carries) = ([under, over, words], by.is_some());
        let (bent, labels) = (self.bent.keys().copied().collect(), self.words_moved.keys().copied().collect());
        Painted { camera, view, theme, pixels_per_point, vision, letters, moving, bent, labels, still, carried, carries }
    }

    /// Draws the labels of some layers that stay where they are.
    fn labels(&self, sheet: &OnSheet<'_>, is_in: impl Fn(Layer) -> bool) {
        let labels = self.board.labels.iter().enumerate().filter(|(n, _)| !self.words_moved.contains_key(n));
        labels.filter(|(_, label)| is_in(label.layer)).for_each(|(_, label)| sheet.label(label));
    }

    /// Draws the links between these spaces that lie above spaces, or those below them.
    fn arrows(&self, sheet: &OnSheet<'_>, is_over: bool, is: impl Fn(usize) -> bool) {
        let arrows = self.board.arrows.iter().enumerate().filter(|(n, _)| !self.bent.contains_key(n)).map(|(_, arrow)| arrow);
        let arrows = arrows.filter(|arrow| arrow.look.is_seen && arrow.is_above() == is_over);
        arrows.filter(|arrow| is(arrow.from) && is(arrow.to)).for_each(|arrow| sheet.arrow(&self.board, arrow));
    }

    fn spaces(&self, sheet: &OnSheet<'_>, is: impl Fn(usize) -> bool) {
        sheet.spaces(self.board.spaces.iter().enumerate().filter(|(n, _)| is(*n)).map(|(_, space)| space));
    }
}

/// Returns the same sheet with another painter.
fn with<'p>(sheet: &OnSheet<'p>, painter: &'p Painter, seen: Rect) -> OnSheet<'p> {
    OnSheet { painter, seen, ..*sheet }
}
