//! Somebody at the drawing table, with a pointer, keys and a count of what was done.

use super::*;

/// Points for a millimetre.
pub const SCALE: f32 = 1.6;

/// Somebody at the drawing table.
pub struct Artist {
    pub window: Harness<'static, App>,
    /// Clicks, drags, turns of the wheel, keys and typed words so far.
    pub actions: usize,
    pub modifiers: Modifiers,
    /// Where the button went down last.
    pub last: Option<Pos2>,
    _folder: tempfile::TempDir,
}

impl Artist {
    /// Somebody who has just opened the window, and begins a track of this name. The tools are set as they are for the game.
    pub fn from_nothing(title: &str) -> Artist {
        let (folder, library) = copy();
        let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), ..Begin::default() };
        let builder = Harness::builder().with_size([1280.0, 800.0]).with_step_dt(1.0 / 60.0);
        let builder = builder.with_context_setup(editor::ui::theme::apply);
        let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
        settle(&mut window);
        let mut artist = Artist { window, actions: 0, modifiers: Modifiers::NONE, last: None, _folder: folder };
        artist.actions += 1;
        artist.window.key_press_modifiers(Modifiers::COMMAND, Key::N);
        artist.window.run_steps(6);
        artist.type_text(title);
        artist.key(Key::Enter);
        artist.window.run_steps(6);
        assert_eq!(artist.document().header().text("name"), title);
        artist
    }

    /// A new track for a game.
    pub fn new(game: &str) -> Artist {
        Artist::with(game, None)
    }

    /// A new track for a game on a sheet of this size. The tools are set as they are for it.
    pub fn on_sheet(game: &str, sheet: kurbo::Size) -> Artist {
        let mut artist = Artist::new(game);
        let (path, title) = (artist.draw().desk.on_disk.path().to_owned(), "Mine".to_owned());
        let start = editor::ui::action::Start::Blank(sheet);
        artist.window.state_mut().apply(FileMessage::BeginTrack { ruleset: game.into(), path, title, start });
        artist.rest();
        assert_eq!(artist.window.state().shell.notice, None);
        artist
    }

    /// Somebody at a window in which a board lies on the table.
    #[cfg(feature = "snapshots")]
    pub fn sitting_at(window: Harness<'static, App>) -> Artist {
        let folder = tempfile::tempdir().expect("a folder");
        Artist { window, actions: 0, modifiers: Modifiers::NONE, last: None, _folder: folder }
    }

    pub fn with(game: &str, document: Option<Document>) -> Artist {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.ron");
        let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_new: Some((game.into(), path)), ..Begin::default() };
        let builder = Harness::builder().with_size([1280.0, 800.0]).with_step_dt(1.0 / 60.0);
        let builder = builder.with_context_setup(editor::ui::theme::apply);
        let window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library(), begin));
        let mut artist = Artist { window, actions: 0, modifiers: Modifiers::NONE, last: None, _folder: folder };
        let draw = artist.window.state_mut().table.draw.as_mut().expect("a new track lies on the table");
        let (on_disk, checker) = (draw.desk.on_disk.clone(), draw.desk.checker.clone());
        // Gestures are of these measures, and tiles fit them, whatever fits the sheet.
        let fits = editor::drawing::Edit::Track { name: "tile".into(), value: Some("11.2".into()) };
        let fitting = || editor::drawing::edit::apply(draw.desk.document(), &checker.schema, &fits).expect("it is a size");
        draw.desk = Desk::new(document.unwrap_or_else(fitting), on_disk, checker.clone());
        draw.desk.apply(Deed::Settings(Box::default()));
        draw.camera = Some(Camera { middle: pos2(200.0, 140.0), scale: SCALE });
        // Until the panels have their sizes.
        (0..4).for_each(|_| artist.window.step());
        artist
    }

    pub fn draw(&self) -> &Draw {
        self.window.state().table.draw.as_ref().expect("a board is being drawn")
    }

    pub fn document(&self) -> &Document {
        self.draw().desk.document()
    }

    pub fn text(&self) -> String {
        write::text(self.document())
    }

    /// Where a place of the sheet is on the screen.
    pub fn at(&self, x: f32, y: f32) -> Pos2 {
        let draw = self.draw();
        draw.seen().to_screen(draw.view().expect("it was drawn"), pos2(x, y))
    }

    pub fn space(&self, id: &str) -> (f32, f32) {
        let at = self.document().space(id).and_then(|space| space.at).unwrap_or_else(|| panic!("no {id}:\n{}", self.text()));
        (at.x as f32, at.y as f32)
    }

    /// The spaces that say this.
    pub fn with_value(&self, field: &str, value: &str) -> Vec<String> {
        let spaces = self.document().spaces().iter();
        spaces
            .filter(|space| space.fields.get(field).is_some_and(|is| **is == *value))
            .map(|space| space.id.to_string())
            .collect()
    }

    pub fn act(&mut self, act: Act) {
        self.window.state_mut().apply(Action::Board(act));
        self.window.step();
    }

    pub fn command(&mut self, command: Command) {
        let action = command.action(self.window.state());
        self.window.state_mut().apply(action);
        self.window.step();
    }

    pub fn button(&mut self, pos: Pos2, pressed: bool) {
        let modifiers = self.modifiers;
        self.last = if pressed { Some(pos) } else { self.last };
        self.window.event_modifiers(
            egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers },
            modifiers,
        );
    }

    pub fn moved(&mut self, pos: Pos2) {
        self.window.event_modifiers(egui::Event::PointerMoved(pos), self.modifiers);
    }

    pub fn click(&mut self, (x, y): (f32, f32)) {
        self.actions += 1;
        self.unless_near(x, y);
        self.press(x, y);
        self.fine();
    }

    /// Two clicks at one place of somebody who doesn't hurry are no double click.
    pub fn unless_near(&mut self, x: f32, y: f32) {
        let at = self.at(x, y);
        if self.last.is_some_and(|last| last.distance(at) < 10.0) {
            self.rest();
        }
    }

    /// As long as it takes to look at what is there.
    pub fn rest(&mut self) {
        (0..24).for_each(|_| self.window.step());
    }

    pub fn press(&mut self, x: f32, y: f32) {
        self.press_at(self.at(x, y));
    }

    pub fn press_at(&mut self, pos: Pos2) {
        self.moved(pos);
        self.window.step();
        self.button(pos, true);
        self.window.step();
        self.button(pos, false);
        self.window.step();
    }

    pub fn double_click(&mut self, (x, y): (f32, f32)) {
        self.click((x, y));
        self.actions += 1;
        self.press(x, y);
    }

    pub fn drag(&mut self, way: &[(f32, f32)]) {
        self.actions += 1;
        self.unless_near(way[0].0, way[0].1);
        let way: Vec<Pos2> = way.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.moved(way[0]);
        self.window.step();
        self.button(way[0], true);
        for pair in way.windows(2) {
            for n in 1..=6 {
                self.moved(pair[0].lerp(pair[1], n as f32 / 6.0));
                self.window.step();
            }
        }
        self.button(way[way.len() - 1], false);
        self.window.step();
        self.fine();
    }

    pub fn fine(&self) {
        assert_eq!(self.draw().desk.refused, None);
    }

    pub fn held(&mut self, modifiers: Modifiers, act: impl FnOnce(&mut Artist)) {
        self.modifiers = modifiers;
        act(self);
        self.modifiers = Modifiers::NONE;
    }

    pub fn key(&mut self, key: Key) {
        self.actions += 1;
        self.window.key_press(key);
        self.window.step();
    }

    /// Where a button of the tools or the palette is, in view or not.
    pub fn in_palette(&self, label: &str) -> Pos2 {
        let is_beside = |at: &Pos2| at.x < 236.0;
        let buttons = self.window.get_all_by_role_and_label(Role::Button, label);
        buttons.map(|button| button.rect().center()).find(is_beside).unwrap_or_else(|| panic!("no {label} in the palette"))
    }

    /// Clicks a button of the tools or the palette, which is scrolled first if the button is out of view.
    pub fn choose(&mut self, label: &str) {
        let title = match self.draw().desk.hand.tool {
            Tool::Template => "Template",
            tool => Command::Take(tool).entry().title,
        };
        let titles = self.window.query_all_by_label(title).map(|title| title.rect()).filter(|rect| rect.right() < 236.0);
        let foot = titles.map(|rect| rect.top() - 8.0).filter(|top| *top > 300.0).fold(780.0, f32::min);
        for _ in 0..10 {
            let at = self.in_palette(label);
            let is_tool = label.ends_with(" tool") || label.starts_with("Remove from");
            if is_tool || (178.0..foot).contains(&at.y) {
                self.actions += 1;
                if self.last.is_some_and(|last| last.distance(at) < 10.0) {
                    self.rest();
                }
                self.press_at(at);
                self.window.run_steps(3);
                return;
            }
            self.actions += 1;
            self.moved(pos2(120.0, 300.0));
            let delta = vec2(0.0, if at.y < 178.0 { 240.0 } else { -240.0 });
            let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
            self.window.event(egui::Event::MouseWheel { unit, delta, phase, source: egui::MouseWheelSource::Wheel, modifiers });
            self.rest();
        }
        panic!("{label} can't be scrolled into view");
    }

    pub fn take(&mut self, tool: Tool) {
        self.choose(&format!("{} tool", Command::Take(tool).entry().title));
        assert_eq!(self.draw().desk.hand.tool, tool);
    }

    /// What else is set beside the tools.
    pub fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        self.actions += 1;
        let mut settings = self.draw().desk.hand.settings.clone();
        change(&mut settings);
        self.act(Act::Do(Deed::Settings(settings.into())));
    }

    pub fn brush(&mut self, field: &str, value: &str) {
        self.choose(&format!("{}: {}", titled(field), value.replace('_', " ")));
        assert_eq!(self.draw().desk.hand.tool, Tool::Paint);
    }

    /// The same with a tool in hand that draws spaces: new ones say it.
    pub fn bears(&mut self, field: &str, value: &str) {
        let tool = self.draw().desk.hand.tool;
        self.choose(&format!("{}: {}", titled(field), value.replace('_', " ")));
        assert_eq!(self.draw().desk.hand.tool, tool, "the tool stays in hand");
        let new = self.draw().desk.hand.settings.new.get(&tool).and_then(|new| new.get(field)).map(|value| value.to_string());
        assert_eq!(new.as_deref(), Some(value));
    }

    pub fn pen(&mut self, kind: &str) {
        self.choose(&titled(kind));
        assert_eq!(self.draw().desk.hand.settings.link.as_deref(), Some(kind));
    }

    /// Chooses from a list beside the tools.
    pub fn list(&mut self, name: &str, value: &str) {
        self.actions += 2;
        self.window.get_by_role_and_label(Role::ComboBox, name).click();
        self.window.run_steps(4);
        self.window.get_all_by_role_and_label(Role::Button, value).last().expect("it is in the list").click();
        self.window.run_steps(4);
    }

    /// Ticks a box beside the tools.
    pub fn tick(&mut self, label: &str) {
        self.actions += 1;
        let at = self.window.get_by_role_and_label(Role::CheckBox, label).rect().center();
        self.press_at(at);
        self.window.run_steps(3);
    }

    /// Drags a number beside the tools.
    pub fn turn(&mut self, name: &str, by: f32) {
        self.actions += 1;
        let field = self.window.get_all_by_label(name).last().expect("it is beside the tools").rect().center();
        self.moved(field);
        self.window.step();
        self.button(field, true);
        for n in 1..=6 {
            self.moved(field + vec2(by * n as f32 / 6.0, 0.0));
            self.window.step();
        }
        self.button(field + vec2(by, 0.0), false);
        self.window.run_steps(3);
    }

    pub fn type_text(&mut self, text: &str) {
        self.actions += 1;
        self.window.event(egui::Event::Text(text.to_owned()));
        self.window.step();
    }

    /// Presses the button that plays the board, and plays to the end.
    pub fn play(&mut self) {
        let problems = self.draw().desk.checker.problems(self.document(), "mine");
        assert!(problems.is_empty(), "{:#?}\n{}", problems.iter().map(|p| &p.message).collect::<Vec<_>>(), self.text());
        self.key(Key::F5);
        settle(&mut self.window);
        assert_eq!(&*race(&self.window).track_name, "mine");
    }

    /// Lets bots play the race on the board to its end.
    pub fn let_bots_race(&mut self) {
        self.window.get_by_role_and_label(Role::CheckBox, "Auto-play").click();
        settle(&mut self.window);
        settle(&mut self.window);
        assert_eq!(race(&self.window).game().status, Status::Over);
        assert!(self.window.state().shell.failed.is_empty(), "{:?}", self.window.state().shell.failed);
    }
}

/// As the palette writes it.
pub fn titled(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
