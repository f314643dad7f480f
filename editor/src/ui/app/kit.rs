//! The stamps and templates of the ruleset that is drawn for: they are saved in its folder at once.

use super::App;
use crate::drawing::kit::{KitChange, KitList, changed};
use crate::files::{self, Over};
use crate::ui::dialog::games::check_own;
use crate::ui::dialog::kit::{KitName, KitOf};
use crate::ui::dialog::{Dialog, Notice};
use crate::ui::draw::KitAct;

impl App {
    /// Does what the palette asks for; a name is asked for first.
    pub(super) fn ask_kit(&mut self, list: KitList, act: KitAct) {
        let Some(draw) = &self.table.draw else { return };
        let palette = &draw.desk.palette;
        let taken = match list {
            KitList::Stamps => palette.stamps.iter().map(|(stamp, _)| stamp.name.to_string()).collect(),
            KitList::Templates => palette.templates.iter().map(|template| template.name.to_string()).collect(),
        };
        let of = match act {
            KitAct::Save => match draw.desk.to_kit(list) {
                Ok(written) => KitOf::New(written),
                Err(why) => {
                    self.shell.notice = Some(Notice::bad(why));
                    return;
                }
            },
            KitAct::Rename(name) => KitOf::Old(name.to_string()),
            KitAct::Remove(name) => return self.change_kit(list, &KitChange::Remove(name.to_string())),
        };
        self.shell.dialog = Some(Dialog::KitName(KitName::of(list, of, taken)));
    }

    pub(super) fn change_kit(&mut self, list: KitList, change: &KitChange) {
        self.shell.notice = Some(match self.write_kit(list, change) {
            Ok(done) => Notice::good(done),
            Err(why) => Notice::bad(why),
        });
    }

    /// Changes the file in the ruleset's folder, or what is typed over it.
    fn write_kit(&mut self, list: KitList, change: &KitChange) -> Result<String, String> {
        let draw = self.table.draw.as_ref().ok_or("The drawing table is empty")?;
        let game = draw.desk.document().header().text("ruleset");
        let library = self.catalogue.library.clone();
        if !library.has(&game) {
            return Err(format!(
                "The rules of this track, “{game}”, lie elsewhere: open their folder first (File, Open folder…)"
            ));
        }
        check_own(&library)?;
        let (path, name) = (library.rulesets.join(&game).join(list.file()), format!("{game}/{}", list.file()));
        let typed = self.sitting.live.typed().find(|(typed, _)| **typed == *name).map(|(_, typed)| typed.mine.clone());
        let is_typed = typed.is_some();
        let old = match typed {
            Some(typed) => Some(typed),
            None if files::is_there(&path) => {
                Some(files::read(&path).map_err(|why| format!("{} can't be read: {why}", path.display()))?)
            }
            None => None,
        };
        let new = changed(list, old.as_deref(), change)?;
        let what = list.title();
        let mut done = match change {
            KitChange::Add(name, _) => format!("The {what} {name} is saved with the ruleset"),
            KitChange::Rename { from, to } => format!("The {what} {from} is called {to} now"),
            KitChange::Remove(name) => format!("The {what} {name} is deleted"),
        };
        if is_typed {
            self.write_text(&name, new.into());
            done.push_str(&format!(", once you save {name}"));
        } else {
            if let KitChange::Remove(_) = change {
                let kept = self.table.keeper.put_aside(&path)?;
                done.push_str(&kept.map(|kept| format!("; the file before lies in {}", kept.display())).unwrap_or_default());
            }
            files::write(&path, new.as_bytes(), Over::Any)
                .map_err(|why| format!("{} can't be written: {why}", path.display()))?;
            if self.sitting.wanted.ruleset == game {
                self.read_quietly();
            }
        }
        self.draw_for_rules();
        Ok(done)
    }
}
