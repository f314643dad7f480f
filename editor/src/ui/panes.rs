//! The movable panes of each room: what they show, and where they lie.

use super::action::{Action, Arrangement, Pane, Room, TextMessage, WindowMessage};
use super::app::App;
use super::command::{Command, menu};
use super::layout;
use super::theme::{Theme, strong};
use super::{
    canvas, draw, log, panel_cards, panel_problems, panel_rulebook, panel_setup, panel_start, panel_statistics, panel_turn,
    panel_why, rules, thing, tour,
};
use crate::playtest::Race;
use egui::text::CCursorRange;
use egui::text_edit::TextEditState;
use egui_tiles::{Behavior, SimplificationOptions, TileId, Tiles, UiResponse};

mod badge;
pub mod guard;
mod present;
mod race_pane;
mod view_buttons;

use badge::badge;

/// The least side of a board that is drawn, in points.
const LEAST_BOARD: f32 = 24.0;

/// Shows the panes of the room and returns their requests.
pub fn panes_ui(ui: &mut egui::Ui, app: &mut App) -> Vec<Action> {
    let (room, size) = (app.shell.room, ui.available_size());
    let mut tree = app.shell.layouts.take(room, size);
    // In a game without cards their pane takes no room from the board.
    let with_cards = app.sitting.race.as_ref().is_some_and(panel_cards::has_cards);
    if let Some(cards) = tree.tiles.find_pane(&Pane::Cards) {
        tree.set_visible(cards, with_cards);
    }
    let rules = tree.tiles.find_pane(&Pane::Rules);
    let is_shown = |tree: &egui_tiles::Tree<Pane>, tile: TileId| tree.active_tiles().contains(&tile);
    let writes = rules.is_some_and(|rules| is_shown(&tree, rules));
    // Somebody writing rules sees the problems in the text.
    let is_told = |pane: &Pane| writes && matches!(pane, Pane::Problems | Pane::Log);
    for pane in app.shell.layouts.take_wanted(room).into_iter().filter(|pane| !is_told(pane)) {
        tree.make_active(|_, tile| matches!(tile, egui_tiles::Tile::Pane(its) if *its == pane));
    }
    app.shell.layouts.shows_rules = rules.is_some_and(|rules| is_shown(&tree, rules));
    let window = ui.ctx().content_rect().size();
    app.shell.layouts.fit(room, &mut tree, size, window, TAB_BAR);
    let places = tree.active_tiles().into_iter().filter_map(|tile| Some((*tree.tiles.get_pane(&tile)?, tree.tiles.rect(tile)?)));
    app.shell.focus.step(ui.ctx(), &places.collect::<Vec<_>>());
    let floating = app.shell.layouts.floating().filter(|_| room == Room::Play);
    let font = egui::TextStyle::Button.resolve(ui.style());
    let mut table = Table { app, actions: vec![], font, theme: Theme::of(ui) };
    let rect = ui.available_rect_before_wrap();
    tree.ui(&mut table, ui);
    if let Some(pane) = floating {
        floating_ui(ui, &mut table, &mut tree, pane, rect);
    }
    let actions = table.actions;
    // A pane that isn't on show takes no focus later on.
    app.shell.focus.wanted = None;
    app.shell.layouts.put(room, tree);
    actions
}

const TAB_BAR: f32 = 24.0;
/// The width of the drawer that floats over the board.
const DRAWER: f32 = 260.0;

/// Shows the drawer over the board, in a window without room for it beside the board.
fn floating_ui(ui: &egui::Ui, table: &mut Table<'_>, tree: &mut egui_tiles::Tree<Pane>, mut pane: Pane, rect: egui::Rect) {
    let area = egui::Area::new(ui.scope_id().with("drawer")).order(egui::Order::Middle).fixed_pos(rect.min);
    area.constrain(false).show(ui.ctx(), |ui| {
        let size = egui::vec2(DRAWER.min(rect.width()), rect.height());
        let (place, _) = ui.allocate_exact_size(size, egui::Sense::click_and_drag());
        ui.painter().add(
            egui::Shadow { offset: [2, 0], blur: 6, spread: 0, color: egui::Color32::from_black_alpha(70) }.as_shape(place, 0.0),
        );
        ui.painter().rect_filled(place, 0.0, ui.visuals().panel_fill);
        let (bar, body) = place.split_top_bottom_at_y(place.top() + TAB_BAR);
        let mut bar_ui = ui.new_child(egui::UiBuilder::new().max_rect(bar.shrink2(egui::vec2(6.0, 0.0))));
        bar_ui.horizontal_centered(|ui| {
            let is_drawer = Pane::DRAWER.contains(&pane);
            for tab in Pane::DRAWER.into_iter().filter(|_| is_drawer) {
                if ui.selectable_label(tab == pane, tab.title()).clicked() {
                    table.actions.push(WindowMessage::Show(tab).into());
                }
            }
            if !is_drawer {
                ui.label(strong(pane.title()));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| table.actions.extend(close_ui(ui)));
        });
        let mut body_ui = ui.new_child(egui::UiBuilder::new().max_rect(body));
        if let Some(tile) = tree.tiles.find_pane(&pane) {
            let _ = table.pane_ui(&mut body_ui, tile, &mut pane);
        }
    });
}

/// Shows the button that closes the drawer.
fn close_ui(ui: &mut egui::Ui) -> Option<Action> {
    let button = ui.small_button("×").on_hover_text("Close");
    button.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, "Close the drawer"));
    button.clicked().then(|| WindowMessage::CloseDrawer.into())
}

struct Table<'a> {
    app: &'a mut App,
    actions: Vec<Action>,
    /// The font of the tabs.
    font: egui::FontId,
    theme: Theme,
}

impl Behavior<Pane> for Table<'_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let pane = *pane;
        let rect = ui.max_rect();
        tour::note(ui.ctx(), tour::Spot::Pane(pane), rect);
        ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
        let is_board = matches!(pane, Pane::Board | Pane::Sheet);
        let inner = match pane {
            _ if is_board => rect,
            Pane::Cards => rect.shrink2(egui::vec2(10.0, panel_cards::MARGIN)),
            _ => rect.shrink2(egui::vec2(10.0, 8.0)),
        };
        let mut ui = ui.new_child(egui::UiBuilder::new().id_salt(pane).max_rect(inner));
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        let app = &mut *self.app;
        app.shell.focus.enter(&ui, pane, rect);
        let mut failed = app.shell.failed.remove(&pane);
        let actions = guard::guarded(&mut ui, pane.title(), &mut failed, |ui| pane_ui(ui, app, pane));
        if let Some(why) = failed {
            app.shell.failed.insert(pane, why);
        }
        self.actions.extend(actions.unwrap_or_default());
        if !is_board {
            self.actions.extend(menu_ui(&ui, self.app, pane, rect));
        }
        UiResponse::None
    }

    /// The title with its badge, if it has one.
    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        if *pane == Pane::Statistics {
            return self.app.statistics.title().into();
        }
        if *pane == Pane::Rules && self.app.sitting.live.is_typed_here() {
            return "Rules ●".into();
        }
        let Some(badge) = badge(self.app, *pane, self.theme) else { return pane.title().into() };
        let mut title = egui::text::LayoutJob::default();
        for (text, ink) in [(pane.title(), egui::Color32::PLACEHOLDER), (&format!(" {}", badge.text), badge.ink)] {
            title.append(text, 0.0, egui::TextFormat::simple(self.font.clone(), ink));
        }
        title.into()
    }

    /// A tile that the user has put together is named after all its panes.
    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile: TileId) -> egui::WidgetText {
        match tiles.get(tile) {
            Some(egui_tiles::Tile::Pane(pane)) => self.tab_title_for_pane(pane),
            _ => {
                let mut names = vec![];
                let mut open = vec![tile];
                while let Some(tile) = open.pop() {
                    match tiles.get(tile) {
                        Some(egui_tiles::Tile::Pane(pane)) => names.push(pane.title()),
                        Some(egui_tiles::Tile::Container(container)) => {
                            let mut children: Vec<TileId> = container.children().copied().collect();
                            children.reverse();
                            open.extend(children);
                        }
                        None => {}
                    }
                }
                names.join(", ").into()
            }
        }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TAB_BAR
    }

    /// The board alone needs no title, and neither do the cards and the question below it.
    fn is_tab_bar_visible(&self, _: TileId, tabs: &egui_tiles::Tabs) -> bool {
        !(tabs.children.len() == 1 && self.app.shell.layouts.untitled.contains(&tabs.children[0]))
    }

    /// Beside the tabs stand the button that folds the cards, and a list of the tabs if there is no room for all of them. A tab that comes to
    /// the front is scrolled into view.
    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut egui::Ui,
        id: TileId,
        tabs: &egui_tiles::Tabs,
        offset: &mut f32,
    ) {
        ui.style_mut().always_scroll_the_only_direction = true;
        let is_cards = |tile: &TileId| matches!(tiles.get(*tile), Some(egui_tiles::Tile::Pane(Pane::Cards)));
        if tabs.active.as_ref().is_some_and(is_cards) {
            let text = if self.app.shell.layouts.is_folded() { "Unfold" } else { "Fold" };
            ui.add_space(6.0);
            self.actions.extend(menu::button_ui(ui, self.app, Command::FoldCards, text));
        }
        let is_in_drawer =
            |tile: &TileId| matches!(tiles.get(*tile), Some(egui_tiles::Tile::Pane(pane)) if Pane::DRAWER.contains(pane));
        if self.app.shell.layouts.arrangement() == Arrangement::Play && tabs.active.as_ref().is_some_and(is_in_drawer) {
            self.actions.extend(close_ui(ui));
        }
        let mut wide = |tile: TileId| {
            let (title, font) = (self.tab_title_for_tile(tiles, tile), egui::TextStyle::Button);
            let title = title.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, font);
            title.size().x + 2.0 * self.tab_title_spacing(ui.visuals())
        };
        let shown = tabs.children.iter().filter(|tile| tiles.is_visible_in_layout(**tile));
        let widths: Vec<(TileId, f32)> = shown.map(|tile| (*tile, wide(*tile))).collect();
        if widths.iter().map(|(_, wide)| wide).sum::<f32>() > ui.available_width() {
            let list = ui.menu_button("…", |ui| {
                for (tile, _) in &widths {
                    let Some(egui_tiles::Tile::Pane(pane)) = tiles.get(*tile) else { continue };
                    if ui.selectable_label(tabs.active == Some(*tile), pane.title()).clicked() {
                        self.actions.push(WindowMessage::Show(*pane).into());
                    }
                }
            });
            list.response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, "All tabs"));
        }
        let known = egui::Id::unique(("tab in front", id));
        let before = ui.data_mut(|data| data.get_temp_mut_or_default::<Option<TileId>>(known).replace(tabs.active?));
        let at = widths.iter().position(|(tile, _)| Some(*tile) == tabs.active);
        if let Some(at) = at.filter(|_| before != tabs.active) {
            let from: f32 = widths[..at].iter().map(|(_, wide)| wide).sum();
            // Both arrows may be there.
            let room = ui.available_width() - 2.0 * (TAB_BAR + ui.spacing().item_spacing.x);
            *offset = offset.clamp((from + widths[at].1 - room).min(from).max(0.0), from);
        }
    }

    /// A tab's right button shows the panes of the room. What its badge counts is said beside it.
    fn on_tab_button(&mut self, tiles: &mut Tiles<Pane>, tile: TileId, mut tab: egui::Response) -> egui::Response {
        let pane = tiles.get_pane(&tile).copied();
        if let Some((pane, badge)) = pane.and_then(|pane| Some((pane, badge(self.app, pane, self.theme)?))) {
            let label = format!("{}: {}", pane.title(), badge.words);
            tab.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, &label));
            tab = tab.on_hover_text(label);
        }
        let app = &*self.app;
        tab.context_menu(|ui| {
            for pane in Pane::of(app.shell.room) {
                if *pane != Pane::middle(app.shell.room) && ui.button(pane.title()).clicked() {
                    self.actions.push(WindowMessage::Show(*pane).into());
                }
            }
            ui.separator();
            self.actions.extend(menu::button_ui(ui, app, Command::ResetLayout, Command::ResetLayout.entry().title));
        });
        tab
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        layout::GAP
    }

    /// The gaps between panes take no focus.
    fn is_container_resizable(&self, _: &Tiles<Pane>, _: TileId) -> bool {
        !self.app.shell.focus.is_tabbing
    }

    /// Neither does the bar behind the tabs.
    fn is_tile_draggable(&self, _: &Tiles<Pane>, _: TileId) -> bool {
        !self.app.shell.focus.is_tabbing
    }

    fn min_size(&self) -> f32 {
        64.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        visuals.widgets.noninteractive.bg_fill.lerp_to_gamma(visuals.text_color(), 0.07)
    }

    fn tab_outline_stroke(&self, _: &egui::Visuals, _: &Tiles<Pane>, _: TileId, _: &egui_tiles::TabState) -> egui::Stroke {
        egui::Stroke::NONE
    }
}

/// Opens what can be done in a pane where the right button was pressed on nothing that has a menu of its own.
fn menu_ui(ui: &egui::Ui, app: &App, pane: Pane, rect: egui::Rect) -> Vec<Action> {
    let mut actions = vec![];
    let area = ui.interact(rect, ui.scope_id().with("menu of the pane"), egui::Sense::hover());
    let menu = egui::Popup::menu(&area);
    let is_free = !egui::Popup::is_any_open(ui.ctx()) || menu.is_open();
    let is_asked = area.container_secondary_clicked() && is_free;
    let typed = area.id.with("text field");
    note_selection(ui.ctx());
    if is_asked {
        let field = typed_in(ui.ctx());
        ui.data_mut(|data| data.insert_temp(typed, field));
    }
    let set = is_asked.then_some(true).or(area.container_clicked().then_some(false)).map(egui::SetOpenCommand::Bool);
    menu.open_memory(set).at_pointer_fixed().show(|ui| {
        if let Some(field) = ui.data(|data| data.get_temp::<Option<Field>>(typed)).flatten() {
            return field_menu_ui(ui, field);
        }
        let groups: Vec<&[Command]> = menu::of_pane(pane).iter().copied().chain([&[Command::ResetLayout][..]]).collect();
        actions.extend(menu::offered_ui(ui, app, &groups));
    });
    actions
}

/// A text field, and what is selected in it.
type Field = (egui::Id, Option<CCursorRange>);

/// Where the field with the focus, and what is selected in it, are kept while no button is pressed.
fn selection_id() -> egui::Id {
    egui::Id::unique("selection before the button was pressed")
}

/// Keeps what is selected in the text field with the focus: pressing a button there changes it.
fn note_selection(ctx: &egui::Context) {
    if ctx.text_edit_focused()
        && let Some(field) = ctx.memory(|memory| memory.focused())
        && !ctx.input(|i| i.pointer.any_down() || i.pointer.any_released())
    {
        let selected = TextEditState::load(ctx, field).and_then(|state| state.cursor.char_range());
        ctx.data_mut(|data| data.insert_temp::<Field>(selection_id(), (field, selected)));
    }
}

/// Returns the text field under the pointer, if somebody types in it, with the selection that it had before the button was pressed. Call it
/// only when a button was pressed: to ask egui about a field takes the focus from it if the click was elsewhere.
fn typed_in(ctx: &egui::Context) -> Option<Field> {
    let field = ctx.memory(|memory| memory.focused()).filter(|_| ctx.text_edit_focused())?;
    let (rect, at) = (ctx.read_response(field)?.rect, ctx.input(|i| i.pointer.interact_pos())?);
    let selected = ctx.data(|data| data.get_temp::<Field>(selection_id())).filter(|(of, _)| *of == field);
    rect.contains(at).then_some((field, selected.and_then(|(_, selected)| selected)))
}

/// Shows what can be done with the text of a field, which keeps the focus and its selection.
fn field_menu_ui(ui: &mut egui::Ui, (field, selected): Field) {
    use egui::ViewportCommand::{RequestCopy, RequestCut, RequestPaste};
    for (title, command) in [("Cut", RequestCut), ("Copy", RequestCopy), ("Paste", RequestPaste)] {
        if ui.button(title).clicked() {
            let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
            state.cursor.set_char_range(selected);
            state.store(ui.ctx(), field);
            ui.memory_mut(|memory| memory.request_focus(field));
            ui.ctx().send_viewport_cmd(command);
        }
    }
}

/// Shows the contents of a pane.
fn pane_ui(ui: &mut egui::Ui, app: &mut App, pane: Pane) -> Vec<Action> {
    let acts = |acts: Vec<draw::Act>| acts.into_iter().map(Action::Board).collect();
    if let (Pane::Board, Some(race)) = (pane, &app.sitting.race) {
        return board_ui(ui, app, race);
    }
    if pane == Pane::Rules {
        return texts_ui(ui, app);
    }
    if pane == Pane::Rulebook {
        panel_rulebook::rulebook_ui(ui, &mut app.rulebook, app.sitting.live.good());
        return vec![];
    }
    let steps = if pane == Pane::Looks { app.look_steps() } else { None };
    match (pane, &app.sitting.race, &mut app.table.draw) {
        (Pane::Board, ..) => nothing_ui(ui, "Nothing to play yet."),
        (Pane::Setup, ..) => panel_setup::setup_ui(ui, app),
        (Pane::Start, ..) => panel_start::start_ui(ui, app),
        (Pane::Race, Some(race), _) if app.shell.presents() => present::present_ui(ui, app, race),
        // Below the board there is room for the question alone.
        (Pane::Race, Some(race), _) if is_low(ui.available_size()) => panel_turn::row_ui(ui, app, race),
        (Pane::Race, Some(race), _) => race_pane::race_ui(ui, app, race),
        (Pane::Race, ..) => nothing_ui(ui, "No race yet."),
        (Pane::Cards, Some(race), _) => {
            let more = |ui: &mut egui::Ui| menu::offered_ui(ui, app, &menu::OF_PILES);
            panel_cards::cards_ui(ui, race, app.shell.layouts.is_folded(), &more)
        }
        (Pane::Cards, ..) => vec![],
        (Pane::Log, Some(race), _) => log::log_ui(ui, race, app.sitting.live.texts(), app.shell.shows_rules),
        (Pane::Why, Some(race), _) => panel_why::why_ui(ui, race, app.sitting.live.texts(), app.shell.shows_rules),
        (Pane::Why, ..) => vec![],
        (Pane::Log, ..) => nothing_ui(ui, "The log of the race appears here."),
        (Pane::Problems, race, _) => {
            app.rules.test(ui.ctx(), app.sitting.live.newest());
            let found = app.rules.told(app.sitting.live.newest());
            panel_problems::pane_ui(ui, &app.problems, found, app.is_broken, race.is_some())
        }
        (Pane::Statistics, ..) => {
            let mut shown = ui.scope(|ui| panel_statistics::statistics_ui(ui, app));
            shown.response.container_context_menu(|ui| shown.inner.extend(panel_statistics::menu_ui(ui, app)));
            shown.inner
        }
        (Pane::Sheet, _, Some(draw)) => {
            let mut actions: Vec<Action> = acts(draw::board::board_ui(ui, draw));
            if let Some(shown) = draw.canvas.shown.clone() {
                let under = draw.canvas.under;
                thing::on_right_button(&shown, |ui| {
                    if let Some(words) = under.art_words() {
                        ui.weak(words);
                        ui.separator();
                    }
                    actions.extend(menu::offered_ui(ui, app, menu::of_sheet(under)));
                });
            }
            actions
        }
        (Pane::Sheet, ..) => nothing_ui(ui, "The drawing table is empty. Open a track or begin a new one from the File menu."),
        (Pane::Tools, _, Some(draw)) => acts(draw::tools_ui(ui, draw)),
        (Pane::Inspector, _, Some(draw)) => acts(draw::inspector_ui(ui, draw)),
        (Pane::Faults, _, Some(draw)) => acts(draw::problems_ui(ui, draw)),
        (Pane::Steps, _, Some(draw)) => acts(draw::steps_ui(ui, draw)),
        (Pane::Layers, _, Some(draw)) => acts(draw::layers_ui(ui, draw)),
        (Pane::Looks, _, Some(draw)) => acts(draw::looks_ui(ui, draw, steps)),
        (Pane::History, _, Some(draw)) => acts(draw::history_ui(ui, draw)),
        (Pane::Rules | Pane::Rulebook, ..) => vec![],
        (Pane::Tools | Pane::Inspector | Pane::Faults | Pane::Steps | Pane::Layers | Pane::Looks | Pane::History, _, None) => {
            vec![]
        }
    }
}

/// Whether a pane is wide rather than high.
fn is_low(size: egui::Vec2) -> bool {
    size.x > 1.4 * size.y && size.x > 400.0
}

/// Shows the board, with the buttons for its view.
fn board_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let view = ui.available_rect_before_wrap();
    if view.size().min_elem() < LEAST_BOARD {
        return vec![];
    }
    let heat = app.statistics.heat(race);
    let more = |ui: &mut egui::Ui| menu::offered_ui(ui, app, &menu::OF_BOARD);
    let looked = (app.view, app.follows);
    // Whatever is on its way has come there.
    let now = if app.shell.is_calm { f64::INFINITY } else { ui.input(|i| i.time) };
    let mut actions = canvas::canvas_ui(ui, race, (looked, now), heat.as_ref(), &app.track_folder(race), &more);
    // In a presentation they are there once somebody needs the way back.
    let has_buttons = !app.shell.presents() || app.view.is_moved();
    let buttons = has_buttons.then(|| view_buttons::place(ui, race, view)).flatten();
    if let Some(place) = buttons {
        actions.extend(view_buttons::buttons_ui(ui, app, place));
    }
    let camera = app.view.camera(&race.board, view);
    canvas::last_throw::throw_ui(ui, race, (camera, view), buttons.as_slice(), app.shell.is_calm);
    canvas::last_throw::event_ui(ui, race, view);
    actions
}

/// Shows the Rules pane with the texts as typed and built.
fn texts_ui(ui: &mut egui::Ui, app: &mut App) -> Vec<Action> {
    let unsaved = app.unsaved_texts();
    let (newest, good) = (app.sitting.live.newest(), app.sitting.live.good());
    let shown = rules::Shown { texts: app.sitting.live.texts(), newest, good, unsaved: &unsaved };
    let acts = rules::rules_ui(ui, &mut app.rules, &shown);
    let act = |act| match act {
        rules::Act::Write(name, text) => Some(Action::Text(TextMessage::Write(name, text))),
        rules::Act::Save => Some(Action::Save),
        rules::Act::CopyPath(name) => {
            let path = app.catalogue.library.path(&name).map_or(name, |path| path.display().to_string());
            ui.ctx().copy_text(path);
            None
        }
    };
    acts.into_iter().filter_map(act).collect()
}

fn nothing_ui(ui: &mut egui::Ui, text: &str) -> Vec<Action> {
    ui.centered_and_justified(|ui| ui.weak(text));
    vec![]
}
