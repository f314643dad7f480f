//! What commands are about, and why there may be nothing for them.

use super::*;

pub(super) const NO_SELECTION: &str = "Select something first";
pub(super) const NO_RACE: &str = "There is no race";

/// The guide that the right button was pressed on.
pub(super) fn clicked_guide(app: &App) -> Option<GuideAt> {
    app.table.draw.as_ref()?.canvas.clicked_guide()
}

/// The title, legend or profile that the right button was pressed on.
pub(super) fn clicked_panel(app: &App) -> Option<ClickedPanel> {
    app.table.draw.as_ref()?.canvas.clicked_panel()
}

pub(super) fn no_guide(app: &App) -> Option<&'static str> {
    no_drawing(app).or(clicked_guide(app).is_none().then_some("Click a guide with the right button"))
}

/// The field by which a thing that is selected alone is called.
pub(super) fn renamed(app: &App) -> Option<(ItemKey, &'static str)> {
    let desk = desk(app)?;
    let key = desk.selected.first().filter(|_| desk.selected.len() == 1)?;
    let (list, _, item) = desk.document().find(*key)?;
    match list {
        List::Spaces => Some((*key, "id")),
        List::Links | List::Paths => Some((*key, "name")),
        List::Decor => is_label(item).then_some((*key, "text")),
        List::Courses => None,
    }
}

/// Whether the link that was clicked, or all that are selected, are drawn above spaces, and the edit that changes that.
pub(super) fn above(desk: &Desk) -> Option<(bool, Edit)> {
    let is = |item: &Item, n: usize| item.steps().nth(n).is_some_and(|(from, to)| Bends::of(item).is(Flag::Over, from, to));
    if let Some((item, n)) = desk.single_step() {
        let now = is(item, n);
        return Some((now, bends::set(desk.document(), item, n, Flag::Over, !now)?));
    }
    let links = desk.document().links().iter().filter(|item| desk.selected.contains(&item.key)).map(|item| &**item);
    let count = links.clone().count();
    let now = links.clone().all(|item| (0..item.steps().count()).all(|n| is(item, n)));
    (count > 0).then(|| (now, bends::set_all(links, Flag::Over, !now)))
}

pub(super) fn steps() -> impl Iterator<Item = Command> {
    Stride::ALL.into_iter().flat_map(|stride| [Way::Back, Way::On].map(|way| Command::Step(stride, way)))
}

pub(super) fn desk(app: &App) -> Option<&Desk> {
    app.table.draw.as_ref().map(|draw| &draw.desk)
}

pub(super) fn is_edited(app: &App) -> bool {
    app.sitting.race.as_ref().is_some_and(Race::is_edited)
}

pub(super) fn wants_hint(app: &App) -> bool {
    app.sitting.race.as_ref().is_some_and(Race::wants_hint)
}

/// Why there is nothing to give a hint about.
pub(super) fn no_hint(app: &App) -> Option<&'static str> {
    let Some(race) = &app.sitting.race else { return Some(NO_RACE) };
    match race.asked() {
        None => Some("Nobody at this window is asked anything"),
        Some(_) if race.program.prospects.is_none() => {
            Some("The rules have no value called prospects, so a greedy bot would choose at random")
        }
        Some(_) => None,
    }
}

pub(super) fn no_rulesets(app: &App) -> Option<&'static str> {
    app.catalogue.rulesets.is_empty().then_some("There are no rulesets here")
}

pub(super) fn no_race(app: &App) -> Option<&'static str> {
    app.sitting.race.is_none().then_some(NO_RACE)
}

/// Why there is no board to look at.
pub(super) fn no_board(app: &App) -> Option<&'static str> {
    if app.shell.room == Room::Play { no_race(app) } else { no_drawing(app) }
}

pub(super) fn no_drawing(app: &App) -> Option<&'static str> {
    app.table.draw.is_none().then_some(NO_DRAWING)
}

pub(super) fn deed(deed: Deed) -> Action {
    Action::Board(draw::Act::Do(deed))
}

/// Switches a setting of the tools.
pub(super) fn switched(app: &App, which: fn(&mut Settings) -> &mut bool) -> Action {
    let mut settings = desk(app).map(|desk| desk.hand.settings.clone()).unwrap_or_default();
    let is_on = which(&mut settings);
    *is_on = !*is_on;
    deed(Deed::Settings(Box::new(settings)))
}

pub(super) fn playtest(act: playtest::Act) -> Action {
    Action::Playtest(act)
}
