//! The looks: how each value, link, path, piece and card is drawn. What is set here is written into the manifest by the window.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{RichText, WidgetInfo};
use interpreter::data::manifest::look::{self, HEIGHTS, word};
use interpreter::data::manifest::{BoardLook, Look, Use};
use interpreter::data::track::tiles::CORNER;
use interpreter::ruleset::Pictures;

use super::field::{Lines, Number, Turned, choice_ui, number_ui, row_ui, text_ui};
use super::palette::with_value;
use super::swatch::{self, Sample};
use super::{Act, Draw};
use crate::board::{legible, tile};
use crate::drawing::fields::quoted;
use crate::drawing::palette::Palette;
use crate::drawing::schema::Takes;
use crate::drawing::subjects::{self, Subject, SubjectKind};
use crate::drawing::{self, Checker};
use crate::looks::hex;
use crate::ui::browse::{Browse, Looks};
use crate::ui::theme::Theme;
use crate::ui::words::{titled, without_citations};

mod board;
pub mod colour;
mod icons;

use icons::Chosen;

/// One word of one look, as it is written; `None` takes it out.
#[derive(Clone, PartialEq, Debug)]
pub struct LookEdit {
    /// `Terrain.climb`
    pub of: String,
    /// `colour`
    pub key: &'static str,
    pub value: Option<String>,
}

/// What the pane remembers: the look that is open, and everything that has a look.
#[derive(Default)]
pub struct LooksShelf {
    open: Option<String>,
    /// The look that an icon is chosen for in the system's file dialog.
    browse: Option<(String, Browse)>,
    gathered: Option<Gathered>,
}

/// Everything that has a look by the rules of a checker.
struct Gathered {
    of: (Arc<Checker>, Arc<Palette>),
    groups: Arc<[(String, Vec<Subject>)]>,
}

impl LooksShelf {
    /// Everything that has a look. It is gathered anew when the rules or the looks have changed.
    fn groups(&mut self, checker: &Arc<Checker>, palette: &Arc<Palette>) -> Arc<[(String, Vec<Subject>)]> {
        let is_same = |last: &Gathered| Arc::ptr_eq(&last.of.0, checker) && Arc::ptr_eq(&last.of.1, palette);
        if !self.gathered.as_ref().is_some_and(is_same) {
            let groups = subjects::all(checker, palette).into();
            self.gathered = Some(Gathered { of: (checker.clone(), palette.clone()), groups });
        }
        self.gathered.as_ref().map(|gathered| gathered.groups.clone()).unwrap_or_default()
    }

    pub fn open(&mut self, name: &str) {
        self.open = Some(name.to_owned());
    }
}

/// Shows all looks. `steps` says what can be undone and redone in the manifest; without it, nothing can be changed here.
pub fn looks_ui(ui: &mut egui::Ui, draw: &mut Draw, steps: Option<[bool; 2]>) -> Vec<Act> {
    draw.vision.shows(ui.ctx());
    super::field::end_typing(ui);
    let mut acts = vec![];
    ui.horizontal(|ui| {
        for (n, (title, tip)) in [("Undo", "Undo the last change of a look"), ("Redo", "Redo it")].into_iter().enumerate() {
            let can = steps.is_some_and(|can| can[n]);
            let button = ui.add_enabled(can, egui::Button::new(title)).on_hover_text(tip);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, can, format!("{title} look")));
            if button.clicked() {
                acts.push(Act::StepLooks(n == 1));
            }
        }
    });
    if steps.is_none() {
        let game = draw.desk.document().header().text("ruleset");
        ui.weak(format!("The rules of “{game}” lie elsewhere. Open their folder to change its looks (File, Open folder…)."));
    }
    warnings_ui(ui, draw.canvas.left_out().iter().map(|left| titled(left)).collect());
    let (checker, palette) = (draw.desk.checker.clone(), draw.desk.palette.clone());
    let groups = draw.looks.groups(&checker, &palette);
    let said = draw.desk.document().header().board();
    let half = draw.desk.usual_size() as f32 / 2.0;
    let mut open = draw.looks.open.take();
    egui::ScrollArea::vertical().id_salt("looks").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width((ui.available_width() - 6.0).max(120.0));
        for (title, subjects) in &*groups {
            ui.add_space(4.0);
            ui.label(RichText::new(titled(title)).weak());
            for subject in subjects {
                let is_open = open.as_deref() == Some(&*subject.name);
                let sample = if swatch::is_plain(&subject.look) { Sample::Nothing } else { Sample::Of(&subject.look) };
                let response = swatch::button_ui(ui, is_open, sample, &subject.title);
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, format!("Look of {}", subject.name)));
                let response =
                    response.on_hover_text(format!("{}: {}\n{}", titled(title), subject.title, without_citations(&subject.docs)));
                let mut is_toggled = response.clicked();
                response.context_menu(|ui| {
                    is_toggled |= ui.button(if is_open { "Close" } else { "Edit look" }).clicked();
                    if let Some((field, value)) = on_space(&palette, subject)
                        && ui.button("Select spaces that have it").clicked()
                    {
                        acts.push(with_value(draw, &field, &value));
                    }
                    if ui.button("Copy name").clicked() {
                        ui.ctx().copy_text(subject.name.to_string());
                    }
                });
                if is_toggled {
                    open = (!is_open).then(|| subject.name.to_string());
                }
                if is_open {
                    let look = checker.manifest().look(&subject.name);
                    // What the track says itself is a part of the drawing.
                    let can = steps.is_some() || subject.kind == SubjectKind::Track;
                    let shown = |ui: &mut egui::Ui| match subject.kind {
                        SubjectKind::Board => {
                            acts.extend(board::board_ui(ui, subject, &checker.manifest().board, &BoardLook::default()));
                        }
                        SubjectKind::Track => {
                            acts.extend(board::board_ui(ui, subject, &said, &checker.manifest().board));
                        }
                        _ => {
                            acts.extend(look_ui(ui, subject, look, (checker.manifest().look("space"), half), checker.pictures()))
                        }
                    };
                    ui.add_enabled_ui(can, |ui| ui.indent(&subject.name, shown));
                }
            }
        }
    });
    draw.looks.open = open;
    if let Some((of, browse)) = &mut draw.looks.browse
        && let Some(answer) = browse.answer()
    {
        acts.extend(answer.map(|file| Act::OwnIcon(of.clone(), file)));
        draw.looks.browse = None;
    }
    let chooses = |act: &mut Act| if let Act::ChooseIcon(of) = act { Some(std::mem::take(of)) } else { None };
    if let Some(of) = acts.iter_mut().find_map(chooses).filter(|_| draw.looks.browse.is_none()) {
        let near = draw.desk.on_disk.path().with_file_name("icon");
        draw.looks.browse = Some((of, Browse::open(ui.ctx(), Looks::Open, &near)));
    }
    acts.retain(|act| !matches!(act, Act::ChooseIcon(_)));
    acts
}

/// Returns the field of spaces and its value that a look is of.
fn on_space(palette: &Palette, subject: &Subject) -> Option<(Arc<str>, Arc<str>)> {
    let (of, value) = subject.name.split_once('.').filter(|_| subject.kind == SubjectKind::OnSpace)?;
    palette.brushes.iter().find_map(|group| match &group.field.takes {
        Takes::Word { of: word, .. } => (**word == *of).then(|| (group.field.name.clone(), value.into())),
        Takes::Bool => (*group.field.name == *value).then(|| (group.field.name.clone(), "true".into())),
        _ => None,
    })
}

/// Shows what one look says; `all` is that of all spaces, with half the side of their tiles, and `own` are the ruleset's icons. Returns its
/// changes.
fn look_ui(ui: &mut egui::Ui, subject: &Subject, look: &Look, (all, half): (&Look, f32), own: &Pictures) -> Vec<Act> {
    let mut change = Edits { ui, subject, acts: vec![] };
    let kind = subject.kind;
    if let (SubjectKind::OnSpace, drawing::looks::Look::Space(look, _)) = (kind, &subject.look) {
        warnings_ui(change.ui, legible::of_space(look));
    }
    if matches!(kind, SubjectKind::OnSpace | SubjectKind::Other | SubjectKind::Link | SubjectKind::Path) {
        change.colour("colour", "Colour", "The colour of everything with this value", look.colour);
    }
    match kind {
        SubjectKind::OnSpace | SubjectKind::Other => {
            change.colour("ink", "Ink", "The colour of its icon and shoulder", look.ink);
            change.word("pattern", "Pattern", &look::PATTERNS, look.pattern.as_ref());
            change.icon(look.icon.as_ref(), own);
            change.word("shape", "Shape", &look::SHAPES[..7], look.shape.as_ref());
            if kind == SubjectKind::OnSpace {
                change.edge(look, all, half);
                change.text("label", "Label", "What is written on a space with this value", look.field(Use::Label));
            }
        }
        SubjectKind::Link => {
            change.number(
                "width",
                "Width",
                Number { range: 0.2..=10.0, speed: 0.02, unit: " ×", decimals: 1, docs: "As a multiple of the usual width" },
                look.width.map(f64::from),
                1.0,
            );
            change.word("dash", "Dash", &look::DASHES, look.dash.as_ref());
            change.word("stroke", "Stroke", &look::STRANDS, look.strands.as_ref());
            change.word("arrow", "Arrowhead", &look::HEADS, look.head.as_ref());
            change.icon(look.icon.as_ref(), own);
            change.yes("hidden", "Hidden", "These links aren't drawn", look.is_hidden);
            change.yes("ribbon", "Ribbon", "Draw a ribbon under them", look.has_ribbon);
            change.yes("across", "Across", "They lead from lane to lane", look.is_across);
        }
        SubjectKind::Board | SubjectKind::Track => {}
        SubjectKind::Space => {
            change.edge(look, look, half);
            let names = std::iter::once(look::OWN_NAME).chain(subject.fields.iter().map(|name| &**name)).map(str::to_owned);
            let docs = "What is written on each space: its name, or a field";
            if let Some(chosen) = change.choice("label", "Label", docs, look.field(Use::Label), names) {
                change.set("label", chosen.map(|name| quoted(&name)));
            }
            change.field(
                "fill",
                "Filled by",
                "The field whose colour fills a space; the others colour its edge",
                look.field(Use::Fill),
            );
            change.field(
                "points",
                "Faces",
                "A small arrowhead points in the direction that this field gives",
                look.field(Use::Points),
            );
            change.field("badge", "Badge", "The field that is shown as a small badge at the corner", look.field(Use::Badge));
            change.field("split_by", "Split by", "Into how many lanes a space is split", look.field(Use::SplitBy));
            let mut lies = look.lies_straight;
            if change.ui.checkbox(&mut lies, "Tiles lie straight").changed() {
                change.set("turn", lies.then(|| "false".to_owned()));
            }
        }
        SubjectKind::Path => change.field("label", "Label", "The field that is added to the name", look.field(Use::Label)),
        SubjectKind::Piece => {
            change.field("label", "Label", "The field that names the piece", look.field(Use::Label));
            change.field("part", "Lane", "The field that says in which lane it stands", look.field(Use::Part));
        }
        SubjectKind::Card => {
            change.field("corner", "Corner", "The field that is printed in the corner", look.field(Use::Corner));
        }
    }
    if kind == SubjectKind::OnSpace {
        let height = Number {
            docs: "By how much the ground rises where the course has this value",
            ..Number::whole(*HEIGHTS.start() as i32, *HEIGHTS.end() as i32)
        };
        change.number("height", "Height", height, (look.height != 0).then_some(f64::from(look.height)), 0.0);
        change.word("shoulder", "Shoulder", &look::SHOULDERS, look.shoulder.as_ref());
        change.word("gate", "Gate", &look::GATES, look.gate.as_ref());
        change.yes("joined", "Joined", "Draw one long arrow over each stretch of them", look.is_joined);
        change.text("sign", "Sign", "The text of a sign beside them", look.sign.as_deref());
        change.text("legend", "Legend", "Its text in the legend, in a few words", look.legend.as_deref());
    }
    change.acts
}

/// Shows what can hardly be seen.
fn warnings_ui(ui: &mut egui::Ui, warnings: Vec<String>) {
    for warning in warnings {
        ui.label(RichText::new(warning).color(Theme::of(ui).warning));
    }
}

/// The rows of one look, and the changes that they ask for.
struct Edits<'a> {
    ui: &'a mut egui::Ui,
    subject: &'a Subject,
    acts: Vec<Act>,
}

impl Edits<'_> {
    fn set(&mut self, key: &'static str, value: Option<String>) {
        self.acts.push(Act::SetLook(LookEdit { of: self.subject.name.to_string(), key, value }));
    }

    fn colour(&mut self, key: &'static str, title: &str, docs: &str, now: Option<look::Rgb>) {
        let id = (self.subject.name.clone(), key);
        if let Some(chosen) = row_ui(self.ui, title, docs, |ui| colour::colour_ui(ui, id, title, now)) {
            self.set(key, chosen.map(|chosen| quoted(&hex(chosen))));
        }
    }

    /// A choice among words; the first one is that nothing is said.
    fn word<T: PartialEq>(&mut self, key: &'static str, title: &str, words: &[(&'static str, T)], now: Option<&T>) {
        let now = now.and_then(|now| word(words, now));
        let names = words.iter().map(|(name, _)| (*name).to_owned());
        if let Some(chosen) = self.choice(key, title, "", now, names) {
            self.set(key, chosen);
        }
    }

    fn icon(&mut self, now: Option<&look::Icon>, own: &Pictures) {
        let id = self.subject.name.clone();
        match row_ui(self.ui, "Icon", "Drawn on everything with this value", |ui| icons::icon_ui(ui, id, now, own)) {
            Some(Chosen::Icon(icon)) => self.set("icon", icon.map(|icon| quoted(icon.name()))),
            Some(Chosen::File) => self.acts.push(Act::ChooseIcon(self.subject.name.to_string())),
            None => {}
        }
    }

    /// How spaces are bordered, and where their numbers stand. What isn't said here may be said of all spaces.
    fn edge(&mut self, look: &Look, all: &Look, half: f32) {
        self.colour("border", "Border", "The colour of the edge", look.border.colour);
        let docs = "The width of the edge; 0 for none";
        let usual = all.border.width.unwrap_or(half * tile::EDGE);
        self.length("border_width", "Border width", docs, look::MOST_BORDER, look.border.width, usual);
        self.word("border_line", "Border line", &look::BORDER_LINES, look.border.line.as_ref());
        self.length(
            "corner",
            "Corner",
            "The radius of the corners",
            look::MOST_CORNER,
            look.round,
            all.round.unwrap_or(half * CORNER as f32),
        );
        let docs = "How far the shadow falls; 0 for none";
        self.length("shadow", "Shadow", docs, look::MOST_SHADOW, look.shadow, all.shadow.unwrap_or(0.0));
        self.word("number", "Number", &look::NUMBERS, look.number.as_ref());
    }

    /// A length in millimetres, which can be taken out again.
    fn length(&mut self, key: &'static str, title: &str, docs: &str, most: f64, now: Option<f32>, usual: f32) {
        let number = Number { range: 0.0..=most, speed: 0.02, unit: " mm", decimals: 1, docs };
        // What is read as 0.8 isn't shown as 0.800000012.
        let exact = |length: f32| (f64::from(length) * 1e3).round() / 1e3;
        let id = ui_id(self.subject, key);
        let shown = self.held(id).unwrap_or(exact(now.unwrap_or(usual)));
        let (turned, is_reset) = row_ui(self.ui, title, docs, |ui| {
            let row = |ui: &mut egui::Ui| {
                let turned = number_ui(ui, id, title, shown, &number);
                match now {
                    Some(_) => (turned, ui.small_button("×").on_hover_text("Use the default").clicked()),
                    None => {
                        ui.weak("default");
                        (turned, false)
                    }
                }
            };
            ui.horizontal(row).inner
        });
        if is_reset {
            self.set(key, None);
        } else if let Some(value) = self.done(id, turned) {
            self.set(key, Some(format!("{value:.1}")));
        }
    }

    fn field(&mut self, key: &'static str, title: &str, docs: &str, now: Option<&str>) {
        let names: Vec<String> = self.subject.fields.iter().map(|name| name.to_string()).collect();
        if let Some(chosen) = self.choice(key, title, docs, now, names.into_iter()) {
            self.set(key, chosen.map(|name| quoted(&name)));
        }
    }

    fn choice(
        &mut self,
        key: &'static str,
        title: &str,
        docs: &str,
        now: Option<&str>,
        names: impl Iterator<Item = String>,
    ) -> Option<Option<String>> {
        let mut chosen = None;
        let shown = |name: &str| name.replace(['_', '-'], " ");
        row_ui(self.ui, title, docs, |ui| {
            choice_ui(ui, key, title, &now.map_or("default".to_owned(), shown), docs, |ui| {
                if ui.selectable_label(now.is_none(), "default").clicked() && now.is_some() {
                    chosen = Some(None);
                }
                for name in names {
                    if ui.selectable_label(now == Some(&*name), shown(&name)).clicked() && now != Some(&*name) {
                        chosen = Some(Some(name));
                    }
                }
            });
        });
        chosen
    }

    fn number(&mut self, key: &'static str, title: &str, number: Number<'_>, now: Option<f64>, usual: f64) {
        let id = ui_id(self.subject, key);
        let shown = self.held(id).or(now).unwrap_or(usual);
        let docs = number.docs;
        let turned = row_ui(self.ui, title, docs, |ui| number_ui(ui, id, title, shown, &number));
        if let Some(value) = self.done(id, turned) {
            let written = format!("{value:.*}", number.decimals);
            self.set(key, (value != usual).then_some(written));
        }
    }

    /// The number that is being dragged to.
    fn held(&self, id: egui::Id) -> Option<f64> {
        self.ui.data(|data| data.get_temp(id))
    }

    /// The number that was typed or dragged to: a drag counts when it ends.
    fn done(&self, id: egui::Id, turned: Option<Turned>) -> Option<f64> {
        let done = match turned? {
            Turned::Dragged(value) => {
                self.ui.data_mut(|data| data.insert_temp(id, value));
                return None;
            }
            Turned::Done => self.held(id),
            Turned::Typed(value) => Some(value),
        };
        self.ui.data_mut(|data| data.remove::<f64>(id));
        done
    }

    fn yes(&mut self, key: &'static str, title: &str, docs: &str, now: bool) {
        let mut on = now;
        if self.ui.checkbox(&mut on, title).on_hover_text(docs).changed() {
            self.set(key, on.then(|| "true".to_owned()));
        }
    }

    fn text(&mut self, key: &'static str, title: &str, docs: &str, now: Option<&str>) {
        let id = (self.subject.name.clone(), key);
        let lines = Lines { docs, ..Lines::default() };
        let typed = row_ui(self.ui, title, docs, |ui| text_ui(ui, id, title, now.unwrap_or_default(), lines, |_| Ok(())));
        if let Some(typed) = typed {
            let typed = typed.trim();
            self.set(key, (!typed.is_empty()).then(|| quoted(typed)));
        }
    }
}

fn ui_id(subject: &Subject, key: &str) -> egui::Id {
    egui::Id::unique(("look", &subject.name, key))
}
