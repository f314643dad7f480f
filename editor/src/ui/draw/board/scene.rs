//! The drawn board, made anew only when the document is another; while things are dragged only those are painted anew.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use eframe::egui::epaint::text::TextOptions;
use eframe::egui::{Context, Painter, Rect, Vec2};

use super::kept::Kept;
use super::nodes::described;
use super::vision::Vision;
use crate::drawing::{Desk, Document, Item, Key, Schema};
use crate::ui::board::drawn::pos;
use crate::ui::board::{Arrow, Board};
use crate::ui::canvas::camera::Camera;
use crate::ui::canvas::sheet::OnSheet;
use crate::ui::theme::Theme;

/// The board of one version of a document, and what of it has been moved since.
#[derive(Default)]
pub struct Scene {
    pub board: Board,
    /// The spaces of the board by key.
    pub index: BTreeMap<Key, usize>,
    /// The keys of the board's spaces.
    pub keys: Vec<Key>,
    version: Option<u64>,
    schema: Arc<Schema>,
    /// What the board was made of.
    document: Document,
    /// Each space in words, once somebody wants them read out.
    words: OnceCell<Vec<String>>,
    /// Spaces that a drag has moved, and by how much.
    moved: BTreeMap<usize, Vec2>,
    painted: Option<Painted>,
}

/// The picture of letters that the meshes point into. It is made anew when the theme wants other letters, and when it is full.
#[derive(Clone, PartialEq)]
struct Letters {
    options: TextOptions,
    /// How much of it is taken, from 0 to 1: it only grows.
    taken: f32,
}

impl Letters {
    fn now(ctx: &Context) -> Letters {
        ctx.fonts(|fonts| Letters { options: *fonts.options(), taken: fonts.font_atlas_fill_ratio() })
    }

    fn are_of(&self, later: &Letters) -> bool {
        self.options == later.options && self.taken <= later.taken
    }
}

/// The meshes, and for what they were made.
struct Painted {
    camera: Camera,
    view: Rect,
    theme: Theme,
    pixels_per_point: f32,
    vision: Vision,
    letters: Letters,
    /// The spaces that are left out of what stands still.
    moving: BTreeSet<usize>,
    /// Links and labels, then spaces: of all that stands still, and of all that moves.
    still: [Kept; 2],
    carried: [Kept; 2],
}

impl Scene {
    /// Makes the board anew if the document is another; while a drag moves things, only those.
    pub fn follow(&mut self, desk: &Desk) {
        let version = Some(desk.drawing.version());
        // Of another track, or for other rules.
        let is_other =
            !Arc::ptr_eq(&self.schema, &desk.drawing.schema) || !std::ptr::eq(self.document.header(), desk.document().header());
        let is_moving = desk.hand.is_moving();
        if !is_other && version == self.version && (is_moving || self.moved.is_empty()) {
            return;
        }
        self.version = version;
        if is_other || !is_moving || !self.move_only(desk.document()) {
            self.schema = desk.drawing.schema.clone();
            self.document = desk.document().clone();
            self.board = Board::drawn(&self.document, &self.schema, desk.manifest());
            self.keys = self.document.spaces().iter().filter(|space| space.at.is_some()).map(|space| space.key).collect();
            self.index = self.keys.iter().enumerate().map(|(n, key)| (*key, n)).collect();
            self.moved.clear();
            self.words.take();
            self.painted = None;
        }
    }

    /// Moves the tiles of spaces that lie elsewhere; `false` where more than that has changed.
    fn move_only(&mut self, now: &Document) -> bool {
        let same = |a: &[Arc<Item>], b: &[Arc<Item>]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b));
        let (was, is) = (&self.document, now);
        let others = same(was.links(), is.links()) && same(was.paths(), is.paths()) && same(was.decor(), is.decor());
        if !others || was.spaces().len() != is.spaces().len() {
            return false;
        }
        for (old, new) in was.spaces().iter().zip(is.spaces()) {
            if Arc::ptr_eq(old, new) {
                // Moved back, by undo.
                if let Some((n, at)) = self.index.get(&old.key).zip(old.at)
                    && self.moved.remove(n).is_some()
                {
                    self.board.spaces[*n].tile.at = pos(at);
                }
                continue;
            }
            let (Some(n), Some(from), Some(to)) = (self.index.get(&old.key), old.at, new.at) else { return false };
            if old.key != new.key {
                return false;
            }
            self.board.spaces[*n].tile.at = pos(to);
            self.moved.insert(*n, pos(to) - pos(from));
        }
        true
    }

    /// Each space in words: its name, what is notable, where it leads.
    pub fn words(&self) -> &[String] {
        self.words.get_or_init(|| (0..self.board.spaces.len()).map(|n| described(&self.board, n)).collect())
    }

    /// By how much all that was moved has been moved, if by the same.
    fn carried_by(&self) -> Option<Vec2> {
        let first = *self.moved.values().next()?;
        self.moved.values().all(|by| (*by - first).length() < 0.02).then_some(first)
    }

    /// Shows links and spaces; what has to be painted for it is kept.
    pub fn show(&mut self, sheet: &OnSheet<'_>, vision: Vision) {
        let ctx = sheet.painter.ctx();
        let moving: BTreeSet<usize> = self.moved.keys().copied().collect();
        let letters = Letters::now(ctx);
        let is_same = self.painted.as_ref().is_some_and(|p| {
            let moved = (p.camera.middle - sheet.camera.middle) * sheet.camera.scale;
            p.camera.scale == sheet.camera.scale
                && p.view.size() == sheet.view.size()
                && p.theme == sheet.theme
                && p.pixels_per_point == ctx.pixels_per_point()
                && p.vision == vision
                && p.letters.are_of(&letters)
                && p.moving == moving
                && moved.x.abs() < sheet.view.width() * 0.45
                && moved.y.abs() < sheet.view.height() * 0.45
        });
        if !is_same {
            self.painted = Some(self.paint(sheet, vision, moving));
        }
        if let Some(painted) = &mut self.painted {
            painted.letters = letters;
        }
        let Some(painted) = &self.painted else { return };
        let pan =
            (painted.camera.middle - sheet.camera.middle) * sheet.camera.scale + (sheet.view.center() - painted.view.center());
        let carried = self.carried_by();
        painted.still[0].show(sheet.painter, pan);
        let is_torn = |arrow: &&Arrow| {
            let ends = [arrow.from, arrow.to].map(|end| painted.moving.contains(&end));
            arrow.is_seen && (ends[0] != ends[1] || carried.is_none() && ends[0])
        };
        let torn: Vec<&Arrow> = self.board.arrows.iter().filter(|_| !painted.moving.is_empty()).filter(is_torn).collect();
        if !torn.is_empty() {
            let torn = Kept::painted(ctx, sheet.view, vision, |painter| {
                let sheet = OnSheet { painter, ..*sheet };
                torn.iter().for_each(|arrow| sheet.arrow(&self.board, arrow));
            });
            torn.show(sheet.painter, Vec2::ZERO);
        }
        if let Some(by) = carried {
            painted.carried[0].show(sheet.painter, pan + by * sheet.camera.scale);
        }
        painted.still[1].show(sheet.painter, pan);
        match carried {
            Some(by) => painted.carried[1].show(sheet.painter, pan + by * sheet.camera.scale),
            None if !painted.moving.is_empty() => {
                let kept = Kept::painted(ctx, sheet.view, vision, |painter| {
                    self.spaces(&OnSheet { painter, ..*sheet }, |n| painted.moving.contains(&n));
                });
                kept.show(sheet.painter, Vec2::ZERO);
            }
            None => {}
        }
    }

    fn paint(&self, sheet: &OnSheet<'_>, vision: Vision, moving: BTreeSet<usize>) -> Painted {
        let ctx = sheet.painter.ctx();
        // Some room beyond the view, so that it can be moved about without painting.
        let wide = sheet.view.expand2(sheet.view.size() * 0.5);
        let still = |n: usize| !moving.contains(&n);
        let arrows = |sheet: &OnSheet<'_>, is: &dyn Fn(usize) -> bool| {
            let arrows = self.board.arrows.iter().filter(|arrow| arrow.is_seen && is(arrow.from) && is(arrow.to));
            arrows.for_each(|arrow| sheet.arrow(&self.board, arrow));
        };
        let under = Kept::painted(ctx, wide, vision, |painter| {
            let sheet = with(sheet, painter, wide);
            arrows(&sheet, &still);
            self.board.labels.iter().for_each(|label| sheet.label(label));
        });
        let over = Kept::painted(ctx, wide, vision, |painter| self.spaces(&with(sheet, painter, wide), still));
        let mut carried: [Kept; 2] = Default::default();
        if let Some(by) = self.carried_by() {
            // As it lay before the drag.
            let mut before = self.board.clone();
            moving.iter().for_each(|n| before.spaces[*n].tile.at -= by);
            let is = |n: usize| moving.contains(&n);
            let before = Scene { board: before, ..Scene::default() };
            // What comes into view later has to be there.
            let seen = Rect::EVERYTHING;
            carried = [
                Kept::painted(ctx, seen, vision, |painter| {
                    let sheet = with(sheet, painter, seen);
                    let arrows = before.board.arrows.iter().filter(|arrow| arrow.is_seen && is(arrow.from) && is(arrow.to));
                    arrows.for_each(|arrow| sheet.arrow(&before.board, arrow));
                }),
                Kept::painted(ctx, seen, vision, |painter| before.spaces(&with(sheet, painter, seen), is)),
            ];
        }
        let (camera, view, theme) = (sheet.camera, sheet.view, sheet.theme);
        let pixels_per_point = ctx.pixels_per_point();
        let letters = Letters::now(ctx);
        Painted { camera, view, theme, pixels_per_point, vision, letters, moving, still: [under, over], carried }
    }

    fn spaces(&self, sheet: &OnSheet<'_>, is: impl Fn(usize) -> bool) {
        let spaces = || self.board.spaces.iter().enumerate().filter(|(n, _)| is(*n)).map(|(_, space)| space);
        spaces().for_each(|space| sheet.space(space));
        spaces().for_each(|space| sheet.number(space));
        spaces().for_each(|space| sheet.letters(space));
        spaces().for_each(|space| sheet.badge(space));
    }
}

/// The same sheet, painted elsewhere.
fn with<'p>(sheet: &OnSheet<'p>, painter: &'p Painter, seen: Rect) -> OnSheet<'p> {
    OnSheet { painter, seen, ..*sheet }
}
