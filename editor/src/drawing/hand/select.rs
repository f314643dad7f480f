//! Select: clicks, frames, and dragging the selection. A link that is selected alone bends where it is dragged.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};

use super::bend::{self, Bending};
use super::bendable::Bendable;
use super::handles::{self, Frame, Handle};
use super::{Grip, HandKey, LineDeed, LinePart, Mark, Pointer, PointerIs, Shape, Shows, Table, Want, spacing};
use crate::board::LETTERS;
use crate::drawing::decor::{is_label, is_picture, sort};
use crate::drawing::document::{Item, Key, List};
use crate::drawing::edit::{Edit, FARTHEST, apply, written_place};
use crate::drawing::fields::rounded;
use crate::drawing::hit::Hit;
use crate::drawing::shapes;
use crate::drawing::tiles;
use crate::drawing::tools::select::{Mode, choose, free_course};
use crate::drawing::tools::{arrange, clip, crop, insert, snap};

#[derive(Clone, Debug, Default)]
pub struct Select {
    state: State,
    /// The handle that a press would take now.
    over: Option<Handle>,
    /// What is done to the link that is selected alone.
    link: Bending,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The button is down, and the pointer has hardly moved.
    Pressed {
        at: Point,
        hit: Option<Hit>,
        mode: Mode,
        handle: Option<(Handle, Frame)>,
        copies: bool,
        is_new: bool,
    },
    Framing {
        from: Point,
        to: Point,
        mode: Mode,
    },
    Moving(Moving),
    /// A link is bent.
    Bending,
    /// The name of a path is dragged.
    Naming {
        path: Key,
        from: Point,
        start: Point,
    },
    Pulling {
        handle: Handle,
        frame: Frame,
        from: Point,
        starts: Arc<[(Key, Point)]>,
        /// The label or picture as it was, if nothing else is selected: it is itself scaled and rotated.
        alone: Option<Arc<Item>>,
    },
}

#[derive(Clone, Debug)]
struct Moving {
    from: Point,
    /// Where the thing under the pointer was.
    gripped: Point,
    /// Where everything was; empty until the next move takes the selection. Shared, because the hand is copied with each move.
    starts: Arc<[(Key, Point)]>,
    /// The keys of these things.
    own: Arc<BTreeSet<Key>>,
    by: Vec2,
    guides: Vec<Shape>,
}

/// Where everything lies that is selected: of links and paths, their spaces.
fn placed(table: &Table<'_>) -> Arc<[(Key, Point)]> {
    let layers = table.document.layers();
    let is_free = |item: &&Arc<Item>| !layers.lies(item).is_locked;
    let lines = table.document.links().iter().chain(table.document.paths()).filter(|item| table.selected.contains(&item.key));
    let joined: BTreeSet<&Arc<str>> = lines.filter(is_free).flat_map(|item| &item.spaces).collect();
    let spaces = table.document.spaces().iter().filter(|item| table.selected.contains(&item.key) || joined.contains(&item.id));
    let decor = table.document.decor().iter().filter(|item| table.selected.contains(&item.key));
    spaces.chain(decor).filter(is_free).filter_map(|item| Some((item.key, item.at?))).collect()
}

/// What a click on a thing means: its group, or with Alt it alone.
fn meant(table: &Table<'_>, key: Key, alone: bool) -> Vec<Key> {
    if alone { vec![key] } else { table.document.with_groups(&[key]) }
}

fn mode(pointer: &Pointer) -> Mode {
    match (pointer.shift, pointer.ctrl) {
        (_, true) => Mode::Subtract,
        (true, false) => Mode::Add,
        _ => Mode::Replace,
    }
}

/// A label or picture as it is once it is pulled by a handle.
fn pulled(item: &Item, handle: Handle, pull: Affine, frame: Frame) -> Option<Edit> {
    let set = |name: &str, value: f64| Edit::Set {
        keys: vec![item.key],
        name: name.into(),
        value: Some(rounded(value).to_string().into()),
    };
    let [x, b, _, y, ..] = pull.as_coeffs();
    let what = sort(item).word();
    if let Some(line) = shapes::line(item) {
        let how = if handle.turns { "rotate" } else { "scale" };
        return Some(shapes::laid(item, &line.transformed(pull), &format!("{how} the {what}")));
    }
    if handle.turns {
        let turn = item.fields.number("turn").unwrap_or(0.0) + b.atan2(x).to_degrees();
        return Some(Edit::All(format!("rotate the {what}"), vec![set("turn", turn.rem_euclid(360.0))]));
    }
    let (width, height) = (frame.rect.width() * x.abs(), frame.rect.height() * y.abs());
    let mut edits = if is_picture(item) {
        vec![set("width", width), set("height", height)]
    } else {
        vec![set("size", item.fields.number("size").unwrap_or(LETTERS) * x.abs())]
    };
    let is_sound = width.min(height) >= 0.5 && width.max(height) <= FARTHEST;
    edits.push(Edit::Place(vec![(item.key, frame.turned(pull * item.at?))]));
    is_sound.then(|| Edit::All(format!("scale the {what}"), edits))
}

/// Whether a handle crops a picture instead of scaling it.
fn crops(item: &Item, handle: Handle, pointer: &Pointer) -> bool {
    pointer.ctrl && !handle.turns && is_picture(item)
}

impl Select {
    fn press(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        let hit = table.places.at(pointer.at, pointer.slack).filter(|hit| !table.document.is_locked(hit.key()));
        // Handles lie above everything else: a drag takes them, but a mere click means what lies below.
        let handle = handles::at(table, pointer.at);
        let mode = mode(pointer);
        let is_new = matches!(hit, Some(Hit::Space(key) | Hit::Decor(key) | Hit::Name(key)) if !table.selected.contains(&key));
        self.state = State::Pressed { at: pointer.at, hit, mode, handle, copies: pointer.alt, is_new };
        // What is pressed is selected at once, so that it can be dragged; a click on a selected thing waits for the release.
        match hit {
            Some(Hit::Space(key) | Hit::Decor(key) | Hit::Name(key)) if handle.is_none() && is_new && mode != Mode::Subtract => {
                vec![Want::Select(choose(table.selected, &meant(table, key, pointer.alt), mode))]
            }
            _ => vec![],
        }
    }

    fn begin_drag(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        let State::Pressed { at, hit, mode, handle, copies, .. } = self.state.clone() else { return vec![] };
        if at.distance(pointer.at) <= pointer.slack * 0.6 {
            return vec![];
        }
        if let Some((handle, frame)) = handle {
            let (frame, alone) = handles::decor(table).map_or((frame, None), |(item, frame)| (frame, Some(item)));
            self.state = State::Pulling { handle, frame, from: at, starts: placed(table), alone };
            return self.go_on(table, pointer);
        }
        if let Some(Hit::Name(path)) = hit.filter(|hit| table.selected.contains(&hit.key()))
            && let Some(start) = table.places.name_of(path)
        {
            self.state = State::Naming { path, from: at, start };
            return self.go_on(table, pointer);
        }
        // With Shift, it takes its spaces along.
        let is_link = hit.is_none_or(|hit| table.selected.contains(&hit.key()));
        if is_link && !pointer.shift && !copies && self.link.take_hold(table, at) {
            self.state = State::Bending;
            return self.go_on(table, pointer);
        }
        let middle = match hit {
            Some(hit) if !table.selected.contains(&hit.key()) => None,
            Some(Hit::Space(key) | Hit::Decor(key) | Hit::Below(key)) => table.middle(key),
            Some(Hit::Step(..) | Hit::Path(_) | Hit::Name(_)) => Some(at),
            None => None,
        };
        let Some(middle) = middle else {
            self.state = State::Framing { from: at, to: pointer.at, mode };
            return vec![];
        };
        let moving = Moving { from: at, gripped: middle, starts: [].into(), own: Arc::default(), by: Vec2::ZERO, guides: vec![] };
        self.state = State::Moving(moving);
        if copies {
            let keys: Vec<Key> = table.selected.iter().copied().collect();
            return match clip::duplicated(table.document, table.schema, &keys, Vec2::ZERO) {
                Ok(edit) => vec![Want::Drag(edit), Want::SelectNew],
                Err(why) => {
                    // Otherwise the next move would drag what was meant to be copied.
                    self.state = State::Idle;
                    vec![Want::Refuse(why)]
                }
            };
        }
        self.go_on(table, pointer)
    }

    fn go_on(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        match &mut self.state {
            State::Framing { to, .. } => {
                *to = pointer.at;
                vec![]
            }
            State::Moving(moving) => {
                if moving.starts.is_empty() {
                    moving.starts = placed(table);
                    moving.own = Arc::new(moving.starts.iter().map(|(key, _)| *key).collect());
                }
                let by = moving.by(table, pointer);
                moving.by = by;
                moving.guides.extend(spacing::shapes(table, moving.gripped + by, &moving.own));
                vec![Want::Drag(Edit::Place(moving.starts.iter().map(|(key, at)| (*key, *at + by)).collect()))]
            }
            State::Bending => self.link.pointer(table, pointer).unwrap_or_default(),
            State::Pulling { handle, frame, from, alone: Some(item), .. } => {
                // Letters keep their proportions.
                let is_even = pointer.shift || !handle.turns && is_label(item);
                let (from, to) = (frame.upright(*from), frame.upright(pointer.at));
                let edit = if crops(item, *handle, pointer) {
                    crop::to_frame(item, handle.moved(frame.rect, to - from))
                } else {
                    pulled(item, *handle, handle.pulled(frame.rect, from, to, is_even, pointer.alt), *frame)
                };
                edit.map(Want::Drag).into_iter().collect()
            }
            State::Pulling { handle, frame, from, starts, .. } => {
                let pull = handle.pulled(frame.rect, *from, pointer.at, pointer.shift, pointer.alt);
                let how = if handle.turns { "rotate" } else { "scale" };
                vec![Want::Drag(arrange::arranged(table.begun, how, starts.to_vec(), pull))]
            }
            State::Naming { path, from, start } => {
                let to = if pointer.shift { snap::constrained(*from, pointer.at) } else { pointer.at };
                let at = *start + (to - *from);
                let name = format!("move the name of {}", table.title(*path));
                let value = Some(written_place(at));
                let far = at.x.abs().max(at.y.abs()) > FARTHEST;
                let set = Edit::Set { keys: vec![*path], name: "name_at".into(), value };
                if far { vec![] } else { vec![Want::Drag(Edit::All(name, vec![set]))] }
            }
            State::Idle | State::Pressed { .. } => vec![],
        }
    }

    /// What becomes of a single space that nothing is linked with where it is dropped on a link: it comes in between, if there is room for it.
    fn inserts(table: &Table<'_>) -> Option<Result<Edit, String>> {
        let space = table.one_space()?;
        let (id, at) = table.document.item(space).and_then(|item| Some((&item.id, item.at?)))?;
        if table.document.links().iter().any(|link| link.spaces.contains(id)) {
            return None;
        }
        // It lies on the link, and perhaps on the spaces beside it.
        let (key, n) = table.places.step_near(at, table.places.half)?;
        let of = (table.schema, table.manifest);
        let made = insert::at_step(table.document, of, (key, n, at), Some(space)).and_then(|made| {
            let now = apply(table.document, table.schema, &made)?;
            tiles::without_room(table.document, &now, of, Some(space)).map_or(Ok(made), Err)
        });
        Some(made)
    }

    fn release(&mut self, table: &Table<'_>) -> Vec<Want> {
        match std::mem::take(&mut self.state) {
            State::Pressed { hit: None, mode: Mode::Replace, handle: None, .. } => vec![Want::Select(BTreeSet::new())],
            // What the press has added stays.
            State::Pressed { is_new: true, handle: None, .. } => vec![],
            State::Pressed { hit: Some(hit), mode, handle, copies, .. } if handle.is_none() || matches!(hit, Hit::Space(_)) => {
                vec![Want::Select(choose(table.selected, &meant(table, hit.key(), copies), mode))]
            }
            State::Framing { from, to, mode } => {
                let found = table.places.within(Rect::from_points(from, to)).into_iter();
                let found: Vec<Key> = found.filter(|key| !table.document.is_locked(*key)).collect();
                let found = table.document.with_groups(&found);
                vec![Want::Select(choose(table.selected, &found, mode))]
            }
            State::Moving(_) => match Select::inserts(table) {
                None => vec![Want::EndDrag],
                // Both are one step, for undo.
                Some(Ok(made)) => vec![Want::Drag(made), Want::EndDrag],
                Some(Err(why)) => vec![Want::EndDrag, Want::Refuse(why)],
            },
            State::Bending => {
                self.link = Bending::default();
                vec![Want::EndDrag]
            }
            State::Pulling { .. } | State::Naming { .. } => vec![Want::EndDrag],
            State::Pressed { .. } | State::Idle => vec![],
        }
    }
}

impl Moving {
    /// How far it has been moved: constrained with Shift, else snapped.
    fn by(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec2 {
        self.guides.clear();
        if pointer.shift {
            return snap::constrained(self.from, pointer.at) - self.from;
        }
        let target = self.gripped + (pointer.at - self.from);
        let snapped = table.snapped(pointer, target, &self.own).moved(self.gripped, target);
        let guides = [snapped.column, snapped.row].into_iter().flatten();
        self.guides.extend(guides.map(|p| Shape::line([p, snapped.at], Mark::Guide)));
        snapped.at - self.gripped
    }
}

impl Grip for Select {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = handles::at(table, pointer.at).map(|(handle, _)| handle);
        match pointer.is {
            PointerIs::Moved => vec![],
            PointerIs::Pressed => self.press(table, &pointer),
            PointerIs::Twice => {
                self.state = State::Idle;
                match table.places.at(pointer.at, pointer.slack).filter(|hit| !table.document.is_locked(hit.key())) {
                    // One thing of a group.
                    Some(hit) if meant(table, hit.key(), false).len() > 1 => vec![Want::Select(BTreeSet::from([hit.key()]))],
                    // The path through it, else its whole course.
                    Some(Hit::Space(key)) => {
                        let id = table.document.item(key).map(|item| item.id.clone());
                        let path = id.and_then(|id| table.document.paths().iter().find(|path| path.spaces.contains(&id)));
                        let all = path
                            .map_or_else(|| free_course(table.document, table.schema, key), |path| BTreeSet::from([path.key]));
                        vec![Want::Select(all)]
                    }
                    _ => vec![],
                }
            }
            PointerIs::Dragged => match self.state {
                State::Pressed { .. } => self.begin_drag(table, &pointer),
                _ => self.go_on(table, &pointer),
            },
            PointerIs::Released => self.release(table),
        }
    }

    fn key(&mut self, _: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        if key != HandKey::Escape {
            return None;
        }
        match std::mem::take(&mut self.state) {
            State::Bending => {
                self.link = Bending::default();
                Some(vec![Want::CancelDrag])
            }
            State::Moving(_) | State::Pulling { .. } | State::Naming { .. } => Some(vec![Want::CancelDrag]),
            State::Framing { .. } => Some(vec![]),
            State::Idle | State::Pressed { .. } => None,
        }
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let mut shapes = vec![];
        let frame = if matches!(self.state, State::Moving(_)) { None } else { handles::frame(table) };
        shapes.extend(self.link.nodes(table));
        if let Some(frame) = frame {
            shapes.push(Shape::Frame(frame.rect, frame.turn, Mark::Handle));
            shapes.extend(handles::all(&frame, table.slack).into_iter().map(|(_, at)| Shape::Dot(at, Mark::Handle)));
        }
        let count = table.selected.len();
        let words = match &self.state {
            State::Framing { from, to, mode } => {
                let frame = Rect::from_points(*from, *to);
                shapes.push(Shape::Frame(frame, 0.0, Mark::Marquee));
                let found = table.places.within(frame).len();
                let does = match mode {
                    Mode::Replace => "select",
                    Mode::Subtract => "deselect",
                    Mode::Add | Mode::Toggle => "add",
                };
                format!("Release to {does} {found} things")
            }
            State::Moving(moving) => {
                shapes.extend(moving.guides.iter().cloned());
                let now = moving.by;
                format!("Moved by {:.1}, {:.1} mm. Shift: straight; Ctrl: snapping the other way; Escape: back", now.x, now.y)
            }
            State::Pulling { handle, .. } if handle.turns => "Rotating. Shift: in steps of 15 degrees; Escape: back".to_owned(),
            State::Pulling { alone: Some(item), .. } if is_picture(item) => {
                "Scaling. Shift: the same both ways; Alt: from the middle; Ctrl: cropping instead; Escape: back".to_owned()
            }
            State::Pulling { .. } => "Scaling. Shift: the same both ways; Alt: from the middle; Escape: back".to_owned(),
            State::Bending => bend::PULLING.to_owned(),
            State::Naming { .. } => "Moving the name. Shift: straight; Escape: back".to_owned(),
            State::Idle | State::Pressed { .. } => match (count, self.grips()) {
                (_, Some(handle)) if handle.turns => "Drag to rotate the selection. Shift: in steps of 15 degrees".to_owned(),
                (_, Some(_)) => "Drag to scale the selection. Shift: the same both ways; Alt: from the middle".to_owned(),
                (0, _) => "Click to select, drag a frame around several; Shift adds, Ctrl removes".to_owned(),
                _ if table.selected.iter().all(|key| table.document.is_locked(*key)) => {
                    let (what, it) = match table.selected.first().filter(|_| count == 1) {
                        Some(key) => (format!("{} is", table.title(*key)), "it"),
                        None => (format!("{count} selected things are"), "them"),
                    };
                    format!("{what} locked: right-click and choose Unlock to move or change {it}")
                }
                (1, _) => {
                    let title = table.selected.first().map(|key| table.title(*key)).unwrap_or_default();
                    if Bendable::in_hand(table).is_some_and(|held| held.is_link()) {
                        return Shows {
                            shapes,
                            words: format!("{title}. Drag its line to bend it, with Shift to move it with its spaces"),
                        };
                    }
                    let item = table.selected.first().and_then(|key| table.document.find(*key));
                    let twice = match item {
                        Some((List::Spaces, ..)) => "; double click selects its course or path",
                        Some((List::Decor, _, item)) if is_picture(item) => "; the handles scale and rotate, and crop with Ctrl",
                        Some((List::Decor, _, item)) if shapes::is_drawn(item) => {
                            "; the handles scale and rotate; N reshapes its line"
                        }
                        Some((List::Decor, ..)) => "; the handles scale and rotate; double click to edit its text",
                        _ => "",
                    };
                    format!("{title}. Drag to move, Alt-drag to duplicate, arrow keys to nudge{twice}")
                }
                (_, _) => format!("{count} selected. Drag to move, Alt-drag to duplicate; the handles scale and rotate"),
            },
        };
        Shows { shapes, words }
    }

    fn grips(&self) -> Option<Handle> {
        match &self.state {
            State::Pulling { handle, .. } => Some(*handle),
            State::Pressed { handle, .. } => handle.map(|(handle, _)| handle),
            State::Idle => self.over,
            State::Framing { .. } | State::Moving(_) | State::Bending | State::Naming { .. } => None,
        }
    }

    fn is_moving(&self) -> bool {
        matches!(self.state, State::Moving(_) | State::Bending | State::Pulling { .. } | State::Naming { .. })
    }

    fn line_part(&self, table: &Table<'_>, at: Point) -> Option<LinePart> {
        self.link.line_part(table, at)
    }

    fn on_line(&mut self, table: &Table<'_>, at: Point, deed: LineDeed) -> Option<Vec<Want>> {
        let wants = self.link.on_line(table, at, deed);
        self.link = Bending::default();
        wants
    }
}
