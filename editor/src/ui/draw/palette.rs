//! The palette: the brushes, pens and paths of the ruleset. A click takes one, with the tool that uses it. If the tool in hand draws
//! spaces, the click sets a value for new spaces instead.

use std::sync::Arc;

use egui::RichText;

use super::field::{ValueChange, value_ui};
use super::swatch::{self, Sample};
use super::{Act, Draw, KitAct};
use crate::drawing::hand::{Settings, Tool};
use crate::drawing::kit::{KitList, Stamp, Template};
use crate::drawing::looks::Look;
use crate::drawing::palette::{Brush, Group, Pen};
use crate::drawing::says::FieldValue;
use crate::drawing::schema::{Field, Takes};
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Fields, Item, Schema};
use crate::ui::widget::{from_top, keep_focus, primary};
use crate::ui::words::{titled, without_citations};

/// With at least this many brushes and pens, the palette has a search field.
const MANY: usize = 24;

/// The palette's search and scroll position. They belong to one track; for the next one, the palette begins at the top.
#[derive(Default)]
pub struct Shelf {
    /// The search as typed.
    sought: String,
    is_begun: bool,
}

/// Shows the brushes, pens and paths of the ruleset.
pub fn palette_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let palette = draw.desk.palette.clone();
    let count = palette.brushes.iter().map(|group| group.brushes.len().max(1)).sum::<usize>();
    let seeks = count + palette.links.len() + palette.paths.len() > MANY;
    let sought = if seeks { sought_ui(ui, &mut draw.shelf.sought) } else { String::new() };
    let is_sought = |words: &[&str]| sought.is_empty() || words.iter().any(|word| word.to_lowercase().contains(&sought));
    let (mut taken, mut kit, mut asked, mut of_kind, mut added) = (None, None, None, None, None);
    let hand = &draw.desk.hand;
    // The room depends on the tool and on the scroll bar. The width is fixed, so that nothing moves when they change.
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    from_top("palette", &mut draw.shelf.is_begun).show_viewport(ui, |ui, view| {
        ui.set_max_width(width);
        if palette.brushes.is_empty() && palette.links.is_empty() && palette.paths.is_empty() {
            ui.weak("The rules declare nothing to draw with.");
        }
        let mut pens = |ui: &mut egui::Ui, title: &str, pens: &[Pen], tool: Tool| {
            let pens: Vec<&Pen> = pens.iter().filter(|pen| is_sought(&[title, &titled(&pen.kind)])).collect();
            if pens.is_empty() {
                return None;
            }
            ui.weak(title);
            let (taken, all) = pens_ui(ui, hand.tool, (&hand.settings, &draw.desk.drawing.schema), &pens, tool);
            of_kind = all.or(of_kind.take());
            ui.add_space(4.0);
            taken
        };
        // Pens come first: they are few, and stay in sight however many brushes there are.
        taken = pens(ui, "Links", &palette.links, Tool::Link).or(taken.take());
        taken = pens(ui, "Paths", &palette.paths, Tool::Path).or(taken.take());
        let stamps: Vec<_> = palette.stamps.iter().filter(|(stamp, _)| is_sought(&["Stamps", &stamp.name])).collect();
        let can_save = hand.settings.stamp.as_ref().is_some_and(|stamp| stamp.is_whole);
        if !stamps.is_empty() || can_save {
            ui.weak("Stamps");
            taken = stamps_ui(ui, hand.tool, &hand.settings, &stamps, &mut kit).or(taken.take());
            if can_save && ui.small_button("Save as stamp…").on_hover_text("Keep what you picked up with the ruleset").clicked()
            {
                kit = Some(Act::Kit(KitList::Stamps, KitAct::Save));
            }
            ui.add_space(4.0);
        }
        let templates: Vec<_> = palette.templates.iter().filter(|part| is_sought(&["Templates", &part.name])).collect();
        if !templates.is_empty() {
            ui.weak("Templates");
            taken = templates_ui(ui, hand.tool, &hand.settings, &templates, &mut kit).or(taken.take());
            ui.add_space(4.0);
        }
        for group in &palette.brushes {
            let name = titled(&group.field.name);
            let all = is_sought(&[&name]);
            let brushes: Vec<&Brush> = group.brushes.iter().filter(|b| all || is_sought(&[&b.title])).collect();
            if brushes.is_empty() && !(all && group.brushes.is_empty()) {
                continue;
            }
            ui.horizontal(|ui| {
                let head = ui.label(RichText::new(&name).weak());
                let docs = without_citations(&group.field.docs);
                if !docs.is_empty() {
                    head.on_hover_text(docs);
                }
                // An enum without a name of its own belongs to a parameter.
                if let Takes::Word { of, .. } = &group.field.takes
                    && of.starts_with(char::is_uppercase)
                {
                    added = add_ui(ui, of).map(|typed| Act::AddBrush(of.clone(), typed)).or(added.take());
                }
            });
            let (chosen, wanted) = brushes_ui(ui, hand.tool, &hand.settings, group, &brushes);
            (taken, asked) = (chosen.or(taken.take()), wanted.or(asked.take()));
            ui.add_space(4.0);
        }
        // If the palette grows while it is scrolled down, its contents stay in place.
        let height = ui.min_rect().height();
        if sought.is_empty() && height > view.min.y && height < view.max.y {
            ui.add_space(view.max.y - height);
        }
    });
    if let Some(act) = added {
        return vec![act];
    }
    match asked {
        Some(BrushChoice::Take(tool, settings)) => taken = Some((tool, *settings)),
        Some(BrushChoice::Select(name, value)) => return vec![with_value(draw, &name, &value)],
        None => {}
    }
    if let Some((tool, kind)) = of_kind {
        let document = draw.desk.document();
        let all = if tool == Tool::Link { document.links() } else { document.paths() };
        let layers = document.layers();
        let keys = all.iter().filter(|item| item.kind == kind && layers.is_free(item)).map(|item| item.key);
        return vec![Act::Do(Deed::Select(keys.collect(), Mode::Replace))];
    }
    let Some((tool, settings)) = taken else { return kit.into_iter().collect() };
    let mut acts = vec![Act::Do(Deed::Settings(settings.into()))];
    if tool != draw.desk.hand.tool {
        acts.push(Act::Do(Deed::Take(tool)));
    }
    acts
}

/// Shows the button that adds a brush to an enum. Returns its name as typed.
fn add_ui(ui: &mut egui::Ui, of: &str) -> Option<String> {
    let button = ui.small_button("+").on_hover_text(format!("Add a brush: a case of {of} in the rules"));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, format!("Add a brush to {of}")));
    let id = button.id.with("name");
    if button.clicked() {
        button.surrender_focus();
    }
    let popup = egui::Popup::menu(&button).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let named = popup.show(|ui| {
        let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let edit = ui.add(egui::TextEdit::singleline(&mut typed).hint_text("Name").desired_width(140.0));
        edit.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::TextInput, true, "Name of the brush"));
        let is_entered = edit.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        let is_named = !typed.trim().is_empty();
        let is_done = ui.add_enabled(is_named, primary(ui, "Add brush")).clicked() || is_entered && is_named;
        ui.data_mut(|data| data.insert_temp(id, if is_done { String::new() } else { typed.clone() }));
        if is_done {
            ui.close();
        } else {
            keep_focus(ui, &edit);
        }
        is_done.then_some(typed)
    });
    named.and_then(|named| named.inner)
}

/// Selects the spaces that have a value, given or by default.
pub(super) fn with_value(draw: &Draw, name: &str, value: &Arc<str>) -> Act {
    let field = draw.desk.drawing.schema.space.iter().find(|field| *field.name == *name);
    let is_default = field.is_some_and(|field| field.is_default(value));
    let has = |item: &Item| item.fields.get(name).map_or(is_default, |its| its == value);
    let layers = draw.desk.document().layers();
    let keys = draw.desk.document().spaces().iter().filter(|item| has(item) && layers.is_free(item)).map(|item| item.key);
    Act::Do(Deed::Select(keys.collect(), Mode::Replace))
}

/// Shows the search field. Returns the search in lower case.
fn sought_ui(ui: &mut egui::Ui, sought: &mut String) -> String {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if !sought.is_empty() && ui.small_button("×").on_hover_text("Clear the search").clicked() {
                sought.clear();
            }
            let edit = egui::TextEdit::singleline(sought).hint_text("Find …").desired_width(f32::INFINITY);
            let response = ui.add(edit);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::TextInput, true, "Find in the palette"));
        });
    });
    sought.trim().to_lowercase()
}

type Taken = Option<(Tool, Settings)>;

/// Shows the stamps. A click paints with one, or gives its values to the new spaces of the tool in hand.
fn stamps_ui(ui: &mut egui::Ui, tool: Tool, settings: &Settings, stamps: &[&(Arc<Stamp>, Look)], kit: &mut Option<Act>) -> Taken {
    let mut taken = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for (stamp, look) in stamps {
            let is_on = is_taken(tool, settings, stamp);
            let response = swatch::button_ui(ui, is_on, Sample::Of(look), &stamp.name);
            let label = format!("Stamp: {}", stamp.name);
            response.widget_info(|| egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, is_on, &label));
            let says: Vec<String> = stamp.fields.iter().map(|(name, value)| format!("{}: {value}", titled(name))).collect();
            let does = if tool.draws_spaces() { "New spaces get these values" } else { "Paints all of these values" };
            let response = response.on_hover_text(format!("{}\n{does}", says.join("\n").replace('_', " ")));
            kit_menu(&response, KitList::Stamps, &stamp.name, kit);
            if response.clicked() {
                taken = Some(with_stamp(tool, settings, stamp));
            }
        }
    });
    taken
}

/// Whether a stamp is in hand, or its values are those of new spaces.
pub(super) fn is_taken(tool: Tool, settings: &Settings, stamp: &Arc<Stamp>) -> bool {
    let is_worn = || settings.new.get(&tool) == Some(&stamp.fields);
    if tool.draws_spaces() { is_worn() } else { tool == Tool::Paint && settings.stamp.as_ref() == Some(stamp) }
}

/// Returns the tool and its settings after a click on a stamp: the new spaces of the tool in hand get its values, or it is painted with.
pub(super) fn with_stamp(tool: Tool, settings: &Settings, stamp: &Arc<Stamp>) -> (Tool, Settings) {
    let mut settings = settings.clone();
    if !tool.draws_spaces() {
        return (Tool::Paint, Settings { stamp: Some(stamp.clone()), ..settings });
    }
    if is_taken(tool, &settings, stamp) {
        // A second click takes the values back.
        settings.new.remove(&tool);
    } else {
        settings.wear_stamp(tool, stamp);
    }
    (tool, settings)
}

/// Shows the templates. A click puts one into the hand.
fn templates_ui(
    ui: &mut egui::Ui,
    tool: Tool,
    settings: &Settings,
    templates: &[&Arc<Template>],
    kit: &mut Option<Act>,
) -> Taken {
    let mut taken = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for template in templates {
            let in_hand = settings.template.as_ref().filter(|_| tool == Tool::Template);
            let is_on = in_hand.is_some_and(|in_hand| in_hand.name == template.name);
            let response = swatch::button_ui(ui, is_on, Sample::Part(&template.board), &template.name);
            let label = format!("Template: {}", template.name);
            response.widget_info(|| egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, is_on, &label));
            let response = response.on_hover_text("Follows the pointer until you click a place for it");
            kit_menu(&response, KitList::Templates, &template.name, kit);
            if response.clicked() {
                taken = Some((Tool::Template, Settings { template: Some((*template).clone()), ..settings.clone() }));
            }
        }
    });
    taken
}

/// What the right button offers for a stamp or a template.
fn kit_menu(response: &egui::Response, list: KitList, name: &Arc<str>, kit: &mut Option<Act>) {
    response.context_menu(|ui| {
        for (title, act) in [("Rename…", KitAct::Rename(name.clone())), ("Delete", KitAct::Remove(name.clone()))] {
            if ui.button(title).clicked() {
                *kit = Some(Act::Kit(list, act));
                ui.close();
            }
        }
    });
}

/// Returns the tool and its settings after a click on a brush: if the tool in hand draws spaces, its new ones get the value; otherwise it is
/// painted.
pub(super) fn with_brush(
    tool: Tool,
    settings: &Settings,
    field: &Field,
    value: Option<Arc<str>>,
    is_added: bool,
) -> (Tool, Settings) {
    let mut settings = settings.clone();
    if !tool.draws_spaces() {
        settings.brush = Some((field.name.clone(), value));
        // A brush that is chosen takes the place of what was picked up.
        settings.stamp = None;
        return (Tool::Paint, settings);
    }
    // A second click takes the value back.
    let own = settings.new.get(&tool).and_then(|new| new.get(&field.name)).cloned();
    let value = value.filter(|value| !field.is_default(value) && own.as_ref() != Some(value));
    let is_added = is_added || value.is_none();
    settings.wear(tool, &field.name, value, is_added);
    (tool, settings)
}

/// What the right button's menu of a brush asks for.
enum BrushChoice {
    Take(Tool, Box<Settings>),
    /// Selects the spaces with this value of a field.
    Select(Arc<str>, Arc<str>),
}

/// Shows the brushes of one field, for painting or for new spaces. If there are too many values, shows an editor for the value instead.
fn brushes_ui(
    ui: &mut egui::Ui,
    tool: Tool,
    settings: &Settings,
    group: &Group,
    brushes: &[&Brush],
) -> (Taken, Option<BrushChoice>) {
    let field = &group.field;
    // If the tool in hand draws spaces, the value is for new ones; otherwise it is painted.
    let is_new = tool.draws_spaces();
    let own: Option<Option<Arc<str>>> = if is_new {
        settings.new.get(&tool).and_then(|new| new.get(&field.name)).cloned().map(Some)
    } else {
        // With a stamp in hand, no brush is.
        let brush = settings.brush.as_ref().filter(|(name, _)| settings.stamp.is_none() && *name == field.name);
        brush.map(|(_, value)| value.clone())
    };
    let is_added = ui.input(|i| i.modifiers.shift);
    let chosen = |value: Option<Arc<str>>| Some(with_brush(tool, settings, field, value, is_added));
    let is_in_hand = is_new || tool == Tool::Paint;
    let (mut taken, mut asked) = (None, None);
    if group.brushes.is_empty() {
        let said = match &own {
            Some(Some(value)) => FieldValue::Own(value.clone()),
            _ => FieldValue::Usual(field.default.clone()),
        };
        if let Some(ValueChange::To(value)) = value_ui(ui, "brush", group, &format!("Brush: {}", titled(&field.name)), &said) {
            taken = chosen(value);
        }
        // A value for new spaces needs no button: it counts as soon as it is typed.
        ui.add_enabled_ui(!is_new, |ui| {
            if ui.selectable_label(tool == Tool::Paint && own.is_some(), "Paint this value").clicked() {
                taken = chosen(own.clone().flatten().or_else(|| field.default.clone()));
            }
        });
        return (taken, None);
    }
    // If any value changes the look of a space, the others are shown as bare tiles.
    let has_looks = group.brushes.iter().any(|brush| !swatch::is_plain(&brush.look));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for brush in brushes {
            let is_on = is_in_hand && own.as_ref().is_some_and(|value| value.as_ref() == Some(&brush.value));
            let sample = if has_looks { Sample::Of(&brush.look) } else { Sample::Nothing };
            let response = swatch::button_ui(ui, is_on, sample, &brush.title);
            let name = format!("{}: {}", titled(&field.name), brush.title);
            response.widget_info(|| egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, is_on, &name));
            let docs = without_citations(&brush.docs);
            let usual = if field.is_default(&brush.value) { " (the default)" } else { "" };
            let does = if !is_new {
                ""
            } else if settings.is_worn(tool) {
                "\nNew spaces get this value and no other (Shift: in addition)"
            } else {
                "\nNew spaces get this value; B paints existing spaces"
            };
            let hover = format!("{name}{usual}\n{docs}{does}");
            let response = response.on_hover_text(hover.trim());
            if response.clicked() {
                taken = chosen(Some(brush.value.clone()));
            }
            response.context_menu(|ui| asked = of_brush_ui(ui, settings, group, brush).or(asked.take()));
        }
    });
    (taken, asked)
}

/// Shows what can be done with a brush: the menu of the right button.
fn of_brush_ui(ui: &mut egui::Ui, settings: &Settings, group: &Group, brush: &Brush) -> Option<BrushChoice> {
    let (name, value) = (group.field.name.clone(), brush.value.clone());
    if ui.button("Paint with it").clicked() {
        let brush = Some((name, Some(value)));
        return Some(BrushChoice::Take(Tool::Paint, Settings { brush, stamp: None, ..settings.clone() }.into()));
    }
    if ui.button("Draw spaces with it").clicked() {
        let mut settings = settings.clone();
        settings.wear(Tool::Space, &name, Some(value).filter(|value| !group.field.is_default(value)), false);
        return Some(BrushChoice::Take(Tool::Space, settings.into()));
    }
    ui.separator();
    ui.button("Select spaces that have it").clicked().then_some(BrushChoice::Select(name, value))
}

/// Shows the pens for links, or for paths. Also returns the kind of which all are to be selected.
fn pens_ui(
    ui: &mut egui::Ui,
    now: Tool,
    (settings, schema): (&Settings, &Schema),
    pens: &[&Pen],
    tool: Tool,
) -> (Taken, Option<(Tool, Arc<str>)>) {
    let (mut taken, mut of_kind) = (None, None);
    let kind = match tool {
        Tool::Link => settings.link_kind(schema),
        _ => settings.path_kind(schema),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for pen in pens {
            let is_chosen = kind.as_ref() == Some(&pen.kind);
            let response = swatch::button_ui(ui, is_chosen && now == tool, Sample::Of(&pen.look), &titled(&pen.kind));
            let docs = without_citations(&pen.docs);
            let response = if docs.is_empty() { response } else { response.on_hover_text(docs) };
            let mut is_taken = response.clicked();
            let what = if tool == Tool::Link { "links" } else { "paths" };
            response.context_menu(|ui| {
                is_taken |= ui.button(format!("Draw {what} of this kind")).clicked();
                ui.separator();
                if ui.button(format!("Select {what} of this kind")).clicked() {
                    of_kind = Some((tool, pen.kind.clone()));
                }
            });
            if !is_taken {
                continue;
            }
            // The fields of the previous kind don't fit this one.
            let kept = |fields: &Fields| if is_chosen { fields.clone() } else { Fields::default() };
            let settings = settings.clone();
            let settings = match tool {
                Tool::Link => {
                    let link_fields = kept(&settings.link_fields);
                    Settings { link: Some(pen.kind.clone()), link_fields, ..settings }
                }
                _ => Settings { path: Some(pen.kind.clone()), path_fields: kept(&settings.path_fields), ..settings },
            };
            taken = Some((tool, settings));
        }
    });
    (taken, of_kind)
}
