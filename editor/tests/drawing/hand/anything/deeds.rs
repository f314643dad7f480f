//! What somebody might do next at a table, whatever they draw.

use editor::drawing::courses::Course;
use editor::drawing::document::Ignored;
use editor::drawing::edit::all_declared;
use editor::drawing::fields::quoted;
use editor::drawing::guides::Guides;
use editor::drawing::hand::Aids;
use editor::drawing::schema::{Field, Takes};
use editor::drawing::tools::clip;
use editor::drawing::{Item, Key, List};
use spoil::Numbers;

use super::super::*;
use super::Act;

/// From so many things on, some are deleted first.
const MOST: usize = 260;

const ALIGNS: [Align; 6] = [Align::Left, Align::Centre, Align::Right, Align::Top, Align::Middle, Align::Bottom];
const RISES: [Rise; 4] = [Rise::Front, Rise::Forward, Rise::Backward, Rise::Back];

/// Somebody who does anything.
pub struct Anybody {
    pub numbers: Numbers,
    stamps: Vec<Arc<Stamp>>,
    templates: Vec<Arc<Template>>,
    /// What was copied, here and elsewhere.
    clips: Vec<String>,
}

impl Anybody {
    pub fn new(checker: &Checker, clips: Vec<String>, seed: u64) -> Anybody {
        let stamps = Stamp::all(checker).into_iter().map(Arc::new).collect();
        let templates = Template::all(checker).into_iter().map(Arc::new).collect();
        Anybody { numbers: Numbers(seed), stamps, templates, clips }
    }

    fn is(&mut self, once_in: usize) -> bool {
        self.numbers.below(once_in) == 0
    }

    fn one<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.numbers.below(list.len())) }
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.numbers.below(list.len())]
    }

    /// What is done next: one thing, or a few that belong together.
    pub fn next(&mut self, desk: &mut Desk) -> Vec<Act> {
        let document = desk.document().clone();
        let count: usize = List::ALL.iter().map(|list| document.list(*list).len()).sum();
        if count > MOST {
            let all: Vec<Key> = List::ALL.into_iter().flat_map(|list| document.list(list)).map(|item| item.key).collect();
            let keys = all.into_iter().filter(|_| !self.is(3)).collect();
            return vec![Act::Deed(Deed::Edit(Edit::Remove { keys, bridging: self.is(2) }))];
        }
        let deeds = match self.numbers.below(32) {
            0..=3 => self.drawn(desk),
            4..=9 => self.gesture(desk, None),
            10 => vec![Deed::Take(self.tool())],
            11 => vec![Deed::Settings(Box::new(self.settings(desk)))],
            12 => vec![Deed::Key(self.of(&[HandKey::Enter, HandKey::Backspace, HandKey::Escape, HandKey::All]))],
            13 => vec![self.answer()],
            14..=15 => vec![self.selected(&document)],
            16..=17 => self.arranged(desk),
            18..=19 => self.course_deed(desk),
            20 => self.held(desk),
            21 => self.pasted(desk),
            22 => return self.elsewhere(desk),
            23 => self.line_deed(desk),
            24..=25 => self.said(desk).map(Deed::Edit).into_iter().collect(),
            26 => self.dragged(desk),
            27 => self.edited(desk).map(Deed::Edit).into_iter().collect(),
            28 => vec![self.deleted()],
            _ => self.back(desk),
        };
        deeds.into_iter().map(Act::Deed).collect()
    }

    fn tool(&mut self) -> Tool {
        if self.is(10) { Tool::Template } else { self.of(&Tool::ALL) }
    }

    /// Some point of what is drawn, or of the empty sheet.
    fn spot(&mut self, desk: &Desk) -> Point {
        let document = desk.document();
        let place = |id: &Arc<str>| document.space(id).and_then(|space| space.at);
        let at = match self.numbers.below(9) {
            0..=2 => self.one(document.spaces()).and_then(|space| space.at),
            3 => self.one(document.links()).and_then(|link| {
                let n = self.numbers.below(link.spaces.len().max(2) - 1);
                Some(place(link.spaces.get(n)?)?.midpoint(place(link.spaces.get(n + 1)?)?))
            }),
            4 => self.one(document.decor()).and_then(|item| item.at),
            5 => self.one(document.courses()).and_then(|item| self.one(&Course::read(item)?.line.nodes).map(|node| node.at)),
            6 => desk.over,
            _ => None,
        };
        let sheet = document.header().sheet();
        let anywhere = |numbers: &mut Numbers| {
            let mut along = |side: f64| numbers.below(1_100) as f64 / 1_000.0 * side - side / 20.0;
            Point::new(along(sheet.width), along(sheet.height))
        };
        let at = at.unwrap_or_else(|| anywhere(&mut self.numbers));
        match self.numbers.below(60) {
            0 => Point::new(1e9, -1e9),
            1 => Point::new(f64::NAN, at.y),
            2 => Point::new(-99_990.0, 99_990.0),
            n => at + kurbo::Vec2::new(n as f64 % 7.0 - 3.0, n as f64 % 5.0 - 2.0) * self.of(&[0.0, 0.0, 0.3, 2.0]),
        }
    }

    fn pointer(&mut self, is: PointerIs, at: Point) -> Pointer {
        let slack = self.of(&[0.2, 1.5, 4.0]);
        Pointer { is, at, slack, shift: self.is(6), ctrl: self.is(6), alt: self.is(8) }
    }

    /// A click, a double click, a drag or something odd, at this point or anywhere.
    fn gesture(&mut self, desk: &Desk, at: Option<Point>) -> Vec<Deed> {
        let at = at.unwrap_or_else(|| self.spot(desk));
        let keys = self.pointer(PointerIs::Moved, at);
        let is = |is: PointerIs, at: Point| Deed::Pointer(Pointer { is, at, ..keys });
        match self.numbers.below(9) {
            0..=2 => [PointerIs::Moved, PointerIs::Pressed, PointerIs::Released].map(|what| is(what, at)).into(),
            3 => [PointerIs::Pressed, PointerIs::Released, PointerIs::Twice, PointerIs::Released].map(|what| is(what, at)).into(),
            4..=7 => {
                let mut deeds = vec![is(PointerIs::Pressed, at)];
                let mut last = at;
                for _ in 0..=self.numbers.below(5) {
                    let far = |n: usize| n as f64 - 15.0;
                    let by = kurbo::Vec2::new(far(self.numbers.below(31)), far(self.numbers.below(31)));
                    last = if self.is(4) { self.spot(desk) } else { last + by };
                    deeds.push(is(PointerIs::Dragged, last));
                }
                // Now and then it is let go elsewhere, or Escape comes first.
                if self.is(8) {
                    deeds.push(Deed::Key(HandKey::Escape));
                }
                deeds.extend((!self.is(12)).then(|| is(PointerIs::Released, last)));
                deeds
            }
            _ => {
                let odd =
                    self.of(&[PointerIs::Moved, PointerIs::Pressed, PointerIs::Dragged, PointerIs::Released, PointerIs::Twice]);
                vec![is(odd, at)]
            }
        }
    }

    /// Something is drawn with a tool, as it is meant to be.
    fn drawn(&mut self, desk: &Desk) -> Vec<Deed> {
        // Few games have paths.
        let has_paths = !desk.drawing.schema.paths.is_empty();
        let tool = if has_paths && self.is(5) { Tool::Path } else { self.tool() };
        let mut deeds = vec![Deed::Take(tool)];
        match tool {
            Tool::Course | Tool::Grid | Tool::Path | Tool::Area | Tool::Stroke => {
                for _ in 0..2 + self.numbers.below(3) {
                    // A path leads over spaces, and nothing else.
                    let space = self.one(desk.document().spaces()).and_then(|space| space.at).filter(|_| tool == Tool::Path);
                    let at = space.unwrap_or_else(|| self.spot(desk));
                    deeds.extend(
                        [PointerIs::Moved, PointerIs::Pressed, PointerIs::Released]
                            .map(|is| Deed::Pointer(Pointer { is, at, slack: 1.5, shift: false, ctrl: false, alt: false })),
                    );
                }
                deeds.push(Deed::Key(HandKey::Enter));
            }
            Tool::Label | Tool::Picture => {
                let at = self.spot(desk);
                let keys = self.pointer(PointerIs::Pressed, at);
                deeds.extend([PointerIs::Pressed, PointerIs::Released].map(|is| Deed::Pointer(Pointer { is, ..keys })));
                deeds.push(self.answer());
            }
            Tool::Reshape => {
                let space = self.one(desk.document().spaces()).map(|space| space.key);
                deeds.push(Deed::Select(space.into_iter().collect(), Mode::Replace));
                let node = space.and_then(|key| Course::through(desk.document(), &desk.drawing.schema, key));
                let at = node.and_then(|course| self.one(&course.line.nodes).map(|node| node.at));
                deeds.extend(self.gesture(desk, at));
            }
            Tool::Template => {
                let template = self.one(&self.templates.clone()).cloned();
                deeds.insert(0, Deed::Settings(Settings { template, ..desk.hand.settings.clone() }.into()));
                deeds.extend([Deed::Turn(90.0), Deed::Scale(-1.0, 1.0)].into_iter().take(self.numbers.below(3)));
                deeds.extend(self.gesture(desk, None));
            }
            _ => (0..=self.numbers.below(2)).for_each(|_| deeds.extend(self.gesture(desk, None))),
        }
        deeds
    }

    fn answer(&mut self) -> Deed {
        let words =
            ["12", "50 mm", "", "-3", "1e999", "nan", "Start", "with \"quotes\" and \\", "map.png", "../a/b.png", "é 😀\n"];
        Deed::Answer(self.of(&words).to_owned())
    }

    /// A value for a field as the rules have it; now and then one that doesn't fit.
    fn value(&mut self, takes: &Takes, document: &Document) -> String {
        match takes {
            Takes::Bool => self.of(&["true", "false"]).to_owned(),
            Takes::Whole(low, high) => {
                let room = (i64::from(*high) - i64::from(*low)).clamp(0, 9) as usize;
                (i64::from(*low) + self.numbers.below(room + 2) as i64).to_string()
            }
            Takes::Word { cases, .. } => self.one(cases).map_or_else(|| "none".to_owned(), |case| case.name.to_string()),
            Takes::Space => self.one(document.spaces()).map_or_else(|| "none".to_owned(), |space| quoted(&space.id)),
            Takes::Row { names, .. } => self.one(names).map_or_else(|| "none".to_owned(), |name| quoted(name)),
            Takes::Text => quoted(self.of(&["Wall", "", "a \"b\" \\ c", "// no comment", "Pic de l’Ours"])),
            Takes::Set(of) | Takes::List(of) => {
                let items: Vec<String> = (0..self.numbers.below(3)).map(|_| self.value(of, document)).collect();
                format!("[{}]", items.join(", "))
            }
            Takes::Other { .. } => self.of(&["none", "[]", "(x: 1)"]).to_owned(),
        }
    }

    /// One of these fields with a value; `None` to remove it.
    fn field(&mut self, fields: &[Field], document: &Document) -> Option<(Arc<str>, Option<Arc<str>>)> {
        let field = self.one(fields)?;
        let value = (!self.is(5)).then(|| Arc::from(self.value(&field.takes, document)));
        Some((field.name.clone(), value))
    }

    fn fields(&mut self, of: &[Field], document: &Document) -> Fields {
        let mut fields = Fields::default();
        for _ in 0..self.numbers.below(3) {
            let said = self.field(of, document);
            said.into_iter().for_each(|(name, value)| fields.set(&name, value));
        }
        fields
    }

    /// Every setting anew. A new one stops the build here until it is among them.
    fn settings(&mut self, desk: &Desk) -> Settings {
        let (document, schema) = (desk.document(), desk.drawing.schema.clone());
        let tools: Vec<Tool> = Tool::ALL.into_iter().filter(|tool| tool.draws_spaces()).collect();
        let new = tools.iter().map(|tool| (*tool, self.fields(&schema.space, document))).filter(|(_, new)| !new.is_empty());
        let new = new.collect();
        let link = self.one(&schema.links).map(|link| (link.name.clone(), self.fields(&link.fields, document)));
        let path = self.one(&schema.paths).map(|path| (path.name.clone(), self.fields(&path.fields, document)));
        let (stamps, templates) = (self.stamps.clone(), self.templates.clone());
        Settings {
            every: self.of(&[14.0, 8.5, 30.0, 0.5, 1_000.0]),
            segments: if self.is(30) { 2_000 } else { 1 + self.numbers.below(9) },
            lanes: 1 + self.numbers.below(3),
            lane_width: self.of(&[12.0, 0.5, 20.0]),
            is_closed: self.is(3),
            is_even: self.is(2),
            new,
            worn: tools.iter().copied().filter(|_| self.is(2)).collect(),
            brush: self.field(&schema.space, document),
            stamp: self.one(&stamps).filter(|_| self.is(2)).cloned(),
            template: self.one(&templates).cloned(),
            brush_radius: self.of(&[4.0, 0.0, 60.0]),
            link_fields: link.as_ref().map(|(_, fields)| fields.clone()).unwrap_or_default(),
            link: link.map(|(name, _)| name).filter(|_| !self.is(3)),
            path_fields: path.as_ref().map(|(_, fields)| fields.clone()).unwrap_or_default(),
            path: path.map(|(name, _)| name).filter(|_| !self.is(3)),
            adds_path: self.is(2),
            letters: self.of(&[6.0, 0.5, 200.0]),
            label_layer: self.of(&Layer::ALL),
            area: self
                .one(&editor::drawing::shapes::looks().collect::<Vec<_>>())
                .map(|(_, look)| look.clone())
                .unwrap_or_default(),
            stroke: Fields::default()
                .with("width", self.of(&["0.5", "3.0", "0"]))
                .with("colour", self.of(&["\"#c8372d\"", "odd"])),
            steps: 1 + self.numbers.below(20),
            aids: Aids {
                grid: self.of(&[None, None, Some(5.0), Some(0.1), Some(200.0)]),
                snaps: self.is(2),
                shows_guides: self.is(2),
                has_rulers: self.is(2),
                aligns_to_page: self.is(2),
            },
        }
    }

    fn selected(&mut self, document: &Document) -> Deed {
        let mode = self.of(&[Mode::Replace, Mode::Replace, Mode::Replace, Mode::Add, Mode::Toggle, Mode::Subtract]);
        let list = self.of(&[List::Spaces, List::Spaces, List::Spaces, List::Links, List::Paths, List::Decor]);
        let items = document.list(list);
        let first = self.numbers.below(items.len().max(1));
        let count = self.of(&[1, 1, 2, 3, 8, 60]);
        let field = self.of(&["kind", "table", "size", "nothing"]);
        match self.numbers.below(14) {
            0 => Deed::SelectAll,
            1 => Deed::SelectNone,
            2 => Deed::SelectSame(field.into()),
            3 => Deed::SelectCourse,
            _ => Deed::Select(items.iter().skip(first).take(count).map(|item| item.key).collect(), mode),
        }
    }

    fn arranged(&mut self, desk: &Desk) -> Vec<Deed> {
        let far = self.of(&[0.5, 1.0, 10.0, -40.0, 200_000.0]);
        let deed = match self.numbers.below(10) {
            7 | 8 => Deed::Align(self.of(&ALIGNS)),
            9 => Deed::Rise(self.of(&RISES)),
            0 => Deed::Nudge(kurbo::Vec2::new(far, -far / 2.0)),
            1 => Deed::Align(self.of(&ALIGNS)),
            2 => Deed::Distribute { across: self.is(2) },
            3 => Deed::Turn(self.of(&[90.0, -90.0, 15.0, 1e17])),
            4 => Deed::Scale(self.of(&[-1.0, 1.0, 0.5, 3.0]), self.of(&[1.0, -1.0, 0.0])),
            5 => Deed::Rise(self.of(&RISES)),
            _ => Deed::ToLayer(self.of(&Layer::ALL)),
        };
        let first = if matches!(deed, Deed::Rise(_) | Deed::ToLayer(_)) {
            let decor = self.one(desk.document().decor()).map(|item| item.key);
            Deed::Select(decor.into_iter().collect(), Mode::Add)
        } else {
            self.selected(desk.document())
        };
        if self.is(4) { vec![deed] } else { vec![first, deed] }
    }

    /// A deed about courses or links.
    fn course_deed(&mut self, desk: &Desk) -> Vec<Deed> {
        let document = desk.document();
        let space = |of: Option<&Arc<Item>>| of.map(|space| space.key);
        let [a, b] = [(); 2].map(|()| space(self.one(document.spaces())));
        let link = self.one(document.links()).map(|link| link.key);
        let select = |keys: [Option<Key>; 2]| Deed::Select(keys.into_iter().flatten().collect(), Mode::Replace);
        match self.numbers.below(11) {
            0 => vec![select([a, None]), Deed::CloseLoop],
            1 => vec![select([a, None]), Deed::ReSpace],
            2 => vec![Deed::SelectAll, Deed::ReSpace],
            3 => vec![select([a, None]), Deed::Reverse],
            4 => vec![select([a, None]), Deed::Split],
            5 => {
                // Cut in two, and made one again.
                let steps = document.links().iter().flat_map(|link| link.steps());
                let steps: Vec<_> =
                    steps.filter_map(|(from, to)| Some((document.space(from)?.key, document.space(to)?.key))).collect();
                let (before, behind) = self.one(&steps).copied().unzip();
                vec![select([behind, None]), Deed::Split, select([before, behind]), Deed::Join]
            }
            6 => vec![select([a, b]), Deed::Renumber],
            7 => {
                let short: Vec<Key> =
                    document.links().iter().filter(|link| link.spaces.len() == 2).map(|link| link.key).collect();
                vec![select([self.one(&short).copied(), None]), Deed::FlipLink]
            }
            8 => vec![select([if self.is(2) { a } else { link }, None]), Deed::Insert],
            9 => vec![Deed::FitToSheet],
            _ => {
                let links = document.links().iter().map(|link| link.key).collect();
                vec![Deed::Select(links, Mode::Replace), Deed::Straighten]
            }
        }
    }

    /// Locking, hiding, grouping; more often than not it is taken back at once, so that there is something left to do.
    fn held(&mut self, desk: &Desk) -> Vec<Deed> {
        let select = self.selected(desk.document());
        let layer = self.of(&Layer::ALL);
        let on = OnTable { is_locked: self.is(3), is_hidden: self.is(3), group: None };
        match self.numbers.below(11) {
            0 => vec![select.clone(), Deed::Hold(Hold::Lock), select, Deed::Hold(Hold::Unlock)],
            8 => vec![select, Deed::Hold(Hold::Lock)],
            1 => vec![select, Deed::Hold(Hold::Hide), Deed::Hold(Hold::ShowAll)],
            9 => vec![select, Deed::Hold(Hold::Hide)],
            2 => vec![select, Deed::Hold(Hold::Unlock)],
            3 => vec![select.clone(), Deed::Hold(Hold::Group), select, Deed::Hold(Hold::Ungroup)],
            4 => vec![Deed::Layer(layer, on)],
            5 | 6 => vec![Deed::Hold(Hold::UnlockAll), Deed::Hold(Hold::ShowAll)],
            _ => vec![select, Deed::Hold(Hold::Group)],
        }
    }

    /// Copied, duplicated, pasted: here, from another track, or a text that is none.
    fn pasted(&mut self, desk: &Desk) -> Vec<Deed> {
        if let Some(copied) = desk.copied().filter(|_| self.is(2)) {
            self.clips.push(copied);
        }
        let mut text = self.one(&self.clips.clone()).cloned().unwrap_or_default();
        if self.is(8) {
            text = spoil::spoil(&text, &mut self.numbers);
        }
        if self.is(4) { vec![self.selected(desk.document()), Deed::Duplicate] } else { vec![Deed::Paste(text)] }
    }

    /// Something that isn't a deed of the table.
    fn elsewhere(&mut self, desk: &mut Desk) -> Vec<Act> {
        let at = self.spot(desk);
        match self.numbers.below(6) {
            0 => vec![Act::Saved],
            1 => vec![Act::Theirs(spoil_line(&text(desk.document()), &mut self.numbers))],
            2 => vec![Act::Rules],
            3 => vec![Act::Left],
            4 => vec![Act::OtherButton(at)],
            _ => {
                // What is kept can be painted and placed.
                if let Some(kept) = desk.to_kit(KitList::Templates).ok().and_then(|kept| clip::read(&kept).ok()) {
                    self.templates.truncate(8);
                    let template = Template { name: "kept".into(), part: kept, board: Default::default() };
                    self.templates.push(template.into());
                }
                if let Ok(kept) = desk.to_kit(KitList::Stamps) {
                    self.stamps.truncate(8);
                    let (fields, is_whole) = (Fields::read(&kept).expect("as written"), self.is(2));
                    self.stamps.push(Stamp { name: "kept".into(), fields, is_whole }.into());
                }
                vec![]
            }
        }
    }

    /// Nodes of a line are added, bent and taken away where they lie.
    fn line_deed(&mut self, desk: &Desk) -> Vec<Deed> {
        let document = desk.document();
        let what = self.of(&[LineDeed::Bend, LineDeed::RemoveNode, LineDeed::AddNode, LineDeed::Split]);
        let mut deeds = vec![Deed::Take(Tool::Reshape)];
        let course = self.one(document.spaces()).and_then(|space| {
            deeds.push(Deed::Select(vec![space.key], Mode::Replace));
            Course::through(document, &desk.drawing.schema, space.key)
        });
        let link = self.one(document.links()).filter(|_| self.is(2));
        deeds.extend(link.map(|link| Deed::Select(vec![link.key], Mode::Replace)));
        let shapes: Vec<_> = document.decor().iter().filter(|item| editor::drawing::shapes::is_drawn(item)).collect();
        let shape = self.one(&shapes).copied().filter(|_| link.is_none() && self.is(2));
        deeds.extend(shape.map(|item| Deed::Select(vec![item.key], Mode::Replace)));
        let at = match (link, course) {
            (Some(link), _) => {
                let lines = editor::drawing::bends::lines(document, link);
                self.one(&lines).map(|(_, line)| (line.nodes.clone(), line.path()))
            }
            (None, _) if shape.is_some() => {
                shape.and_then(|item| editor::drawing::shapes::line(item)).map(|line| (line.nodes.clone(), line.path()))
            }
            (None, Some(course)) => Some((course.line.nodes.clone(), course.line.path())),
            _ => None,
        };
        let at = at.and_then(|(nodes, path)| {
            let node = self.one(&nodes)?.at;
            let segments: Vec<_> = path.segments().collect();
            let between = self.one(&segments).map_or(node, |segment| kurbo::ParamCurve::eval(segment, 0.5));
            Some(if matches!(what, LineDeed::Bend | LineDeed::RemoveNode) { node } else { between })
        });
        let at = at.unwrap_or_else(|| self.spot(desk));
        let moved = Pointer { is: PointerIs::Moved, at, slack: 1.5, shift: false, ctrl: false, alt: false };
        deeds.extend([Deed::Pointer(moved), Deed::OnLine(what)]);
        deeds.extend(link.filter(|_| self.is(3)).map(|_| Deed::Straighten));
        deeds
    }

    /// What the inspector says of the selection, a thing or the track.
    fn said(&mut self, desk: &Desk) -> Option<Edit> {
        let (document, schema) = (desk.document(), desk.drawing.schema.clone());
        let lists = List::ALL.into_iter().filter(|list| *list != List::Courses);
        let all: Vec<(List, Arc<Item>)> =
            lists.flat_map(|list| document.list(list).iter().map(move |item| (list, item.clone()))).collect();
        let (list, item) = self.one(&all)?.clone();
        let number = self.of(&["8.0", "0.01", "40", "-3", "1e300", "\"x\"", "nan", "(", "4.0 /* so */"]);
        let keys = if self.is(2) { desk.chosen() } else { vec![item.key] };
        let set =
            |name: &str, value: Option<&str>| Edit::Set { keys: keys.clone(), name: name.into(), value: value.map(Arc::from) };
        Some(match self.numbers.below(12) {
            0..=2 => {
                let (name, value) = self.field(all_declared(&schema, list, &item), document)?;
                Edit::Set { keys: keys.clone(), name, value }
            }
            3 => set(self.of(&["size", "length", "turn", "width", "name_at", "at", "two words"]), Some(number)),
            4 => set(self.of(&["size", "length", "turn", "table", "layer", "text", "name", "label"]), None),
            5 => Edit::say(
                keys.clone(),
                self.of(&["text", "name", "label", "id", "odd"]),
                self.of(&["x", "", "a08", "// \"é\"", "two words"]),
            ),
            6 => {
                let (name, value) =
                    (self.of(&["tile", "sheet", "note", "author", "board", "odd", "layers", "guides", "spaces"]), self.is(4));
                let written =
                    ["12.0", "(width: 300, height: 200)", "\"so\"", "(ground: \"planks\")", "[1, (x: 2)]", "none", "(", number];
                Edit::Track { name: name.into(), value: (!value).then(|| self.of(&written).into()) }
            }
            7 => {
                let (name, value) = self.field(&schema.track, document)?;
                Edit::TrackField { name, value }
            }
            8 => {
                let flag = self.of(&Flag::ALL);
                let step = desk.step().and_then(|(item, step)| set_step(document, item, step, flag, self.is(2)));
                let links = document.links().iter().filter(|item| desk.selected.contains(&item.key));
                step.unwrap_or_else(|| set_all(links.map(|item| &**item), flag, self.is(2)))
            }
            9 | 10 => {
                let (guides, is_upright) = (Guides::of(document.header()), self.is(2));
                let from = self.one(guides.side(is_upright)).copied().filter(|_| self.is(2));
                guides.changed(is_upright, from, self.of(&[None, Some(10.0), Some(77.7), Some(1e9), Some(f64::NAN)]))
            }
            _ => {
                let ignored =
                    Ignored { problem: "B01".into(), says: number.into(), at: item.title(), why: "so\n\"be\" it".into() };
                if self.is(3) { Edit::Notice(ignored) } else { Edit::Ignore(ignored) }
            }
        })
    }

    /// An edit as no tool makes it, but as they might.
    fn edited(&mut self, desk: &Desk) -> Option<Edit> {
        let document = desk.document();
        match self.numbers.below(8) {
            5 => {
                let keys = document.spaces().iter().map(|space| space.key).filter(|_| self.is(3)).collect();
                Some(Edit::Renumber { keys, letters: self.of(&["b", "lane", ""]).into() })
            }
            4 => {
                let lines = if self.is(2) { document.links() } else { document.paths() };
                let line = self.one(lines)?;
                Some(Edit::Route { key: line.key, spaces: line.spaces.iter().rev().cloned().collect() })
            }
            3 => {
                let link = self.one(document.links())?;
                let (from, to) = link.steps().next()?;
                Some(Edit::Flip { kind: link.kind.clone(), from: from.clone(), to: to.clone() })
            }
            0 => {
                let list = self.of(&[List::Decor, List::Links, List::Paths]);
                let keys: Vec<Key> = document.list(list).iter().map(|item| item.key).filter(|_| self.is(2)).collect();
                Some(Edit::Order { list, keys: keys.into_iter().rev().collect() })
            }
            1 => {
                let course = self.one(document.courses()).and_then(|item| Course::read(item))?;
                let items = vec![Course { spaces: vec![], ..course }.item()];
                Some(Edit::Add { list: List::Courses, items, before: None })
            }
            2 => {
                let places = desk.chosen().into_iter().filter_map(|key| Some((key, document.item(key)?.at?)));
                let places = places.map(|(key, at)| (key, Point::new(at.y, at.x)));
                Some(Edit::Arrange(self.of(&["flip", "rotate", "scale"]), places.collect()))
            }
            _ => suite::drawings::random_edit(&desk.drawing, &mut self.numbers),
        }
    }

    /// A slider is dragged, or something of a form.
    fn dragged(&mut self, desk: &Desk) -> Vec<Deed> {
        let drag = self.of(&[7, 7, 9]);
        let mut deeds: Vec<Deed> = vec![];
        for _ in 0..=self.numbers.below(3) {
            let edit = if self.is(2) { self.edited(desk) } else { self.said(desk) };
            deeds.extend(edit.map(|edit| Deed::Drag(drag, edit)));
        }
        deeds.push(if self.is(3) { Deed::CancelDrag(drag) } else { Deed::EndDrag });
        deeds
    }

    fn deleted(&mut self) -> Deed {
        Deed::Delete { bridging: self.is(2) }
    }

    fn back(&mut self, desk: &Desk) -> Vec<Deed> {
        let done = desk.drawing.steps().1;
        match self.numbers.below(8) {
            0 => vec![Deed::GoTo(done.saturating_sub(self.numbers.below(20)))],
            1 => vec![Deed::GoTo(done + self.numbers.below(9))],
            2 | 3 => vec![Deed::Redo],
            4 => vec![Deed::Undo; 3],
            5 => vec![Deed::Undo, Deed::Redo],
            6 => {
                let at = self.spot(desk);
                let (width, height) = (self.of(&[50.0, 0.0, 1e6]), self.of(&[20.0, 3.3]));
                vec![Deed::Picture { file: "map \"1\".png".into(), at, width, height }]
            }
            _ => vec![Deed::Undo],
        }
    }
}

/// A text with a line more or less, as another program may have written it.
fn spoil_line(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let at = numbers.below(lines.len().max(1));
    if numbers.below(2) == 0 {
        lines.insert(at, "// by another program");
    } else if at < lines.len() {
        lines.remove(at);
    }
    lines.join("\n") + "\n"
}
