//! The game, the add-ons, what they require, and what each file sees.

use super::*;
use crate::syntax::tree::{ExprKind as E, ItemKind as I};

impl Resolver<'_> {
    pub(super) fn read_headers(&mut self) {
        self.read_game();
        self.read_addons();
        self.find_needs();
    }

    fn read_game(&mut self) {
        let mut found: Option<Span> = None;
        for (origin, tree) in self.files.clone() {
            for item in &tree.items {
                match &item.kind {
                    I::Game { name, title, players } => {
                        if origin.is_some() {
                            self.error(Code::Misplaced, item.span, "an add-on begins with `addon`, not with `game`");
                        } else if let Some(first) = found {
                            let problem = Diagnostic::error(Code::DuplicateName, name.span, "there is already a `game`");
                            self.report(problem.label(first, "here"));
                        } else {
                            found = Some(name.span);
                            let (min_players, max_players) = self.player_numbers(players);
                            let title = self.fixed_text(title);
                            self.ir.game = Game { name: name.text.clone(), title, min_players, max_players, span: item.span };
                        }
                    }
                    I::Addon { name, .. } if origin.is_none() => {
                        let problem = Diagnostic::error(Code::Misplaced, name.span, "an add-on needs a file of its own");
                        self.report(problem.hint("list that file under `addons` in the manifest, not under `modules`"));
                    }
                    _ => {}
                }
            }
        }
        if found.is_none() {
            let problem = Diagnostic::nowhere(Code::Misplaced, "no file says which game this is");
            let span = self.files.first().map(|(_, t)| Span { source: t.source, start: 0, end: 0 });
            self.report(Diagnostic { span, ..problem }.hint("write a line such as `game my_game \"My game\" for 2..4 players`"));
            (self.ir.game.min_players, self.ir.game.max_players) = (1, 8);
        }
    }

    fn player_numbers(&mut self, players: &tree::Expr) -> (u32, u32) {
        let bounds = match &players.kind {
            E::Int(n) => Some((*n, *n)),
            E::Binary { op: tree::BinaryOp::Range, left, right } => match (&left.kind, &right.kind) {
                (E::Int(low), E::Int(high)) => Some((*low, *high)),
                _ => None,
            },
            _ => None,
        };
        match bounds {
            Some((low, high)) if 1 <= low && low <= high && high <= 32 => (low as u32, high as u32),
            _ => {
                let problem = Diagnostic::error(Code::NotConstant, players.span, "the numbers of players are missing here");
                self.report(problem.hint("write them as `2..6 players`; from 1 to 32 are possible"));
                (1, 8)
            }
        }
    }

    fn read_addons(&mut self) {
        for (origin, tree) in self.files.clone() {
            let Some(_) = origin else { continue };
            let mut header = None;
            for item in &tree.items {
                let I::Addon { name, title, base } = &item.kind else { continue };
                if header.is_some() {
                    self.error(Code::DuplicateName, name.span, "a file is one add-on");
                    continue;
                }
                if base.text != self.ir.game.name {
                    let problem = Diagnostic::error(
                        Code::AddonNeeds,
                        base.span,
                        format!("this add-on is for `{}`, but the game is `{}`", base.text, self.ir.game.name),
                    );
                    self.report(problem.write(&*self.ir.game.name));
                }
                if let Some(other) = self.ir.addons.iter().find(|a| a.name == name.text) {
                    let problem =
                        Diagnostic::error(Code::DuplicateName, name.span, format!("there is already an add-on `{}`", name.text));
                    self.report(problem.label(other.span, "here"));
                }
                header = Some(Addon {
                    name: name.text.clone(),
                    title: self.fixed_text(title),
                    docs: item.docs.clone(),
                    span: name.span,
                });
            }
            let start = Span { source: tree.source, start: 0, end: 0 };
            let header = header.unwrap_or_else(|| {
                let problem = Diagnostic::error(Code::Misplaced, start, "this file doesn't say which add-on it is");
                self.report(
                    problem.hint(format!("write a line such as `addon my_addon \"My add-on\" for {}`", self.ir.game.name)),
                );
                Addon { name: "".into(), title: "".into(), docs: Docs::default(), span: start }
            });
            self.ir.addons.push(header);
        }
    }

    /// Reports an add-on that another one requires, and that is off or doesn't exist.
    fn lacks(&mut self, addon: &str, needed: &tree::Name) {
        let problem = match self.known_addons {
            Some(known) if !known.contains(&&*needed.text) => {
                no_such("add-on", needed, known.iter().copied().filter(|known| *known != addon))
                    .or_hint("leave it out, or list its file under `addons` in the manifest")
            }
            _ => {
                let message = format!("`{addon}` needs the add-on `{}`, which is off", needed.text);
                Diagnostic::error(Code::AddonNeeds, needed.span, message).hint("switch it on, too")
            }
        };
        self.report(problem);
    }

    /// Follows `requires` and `excludes`, and works out from them what each add-on sees.
    fn find_needs(&mut self) {
        self.views.push(scope::bit(None));
        for (origin, tree) in self.files.clone() {
            let Some(own) = origin else { continue };
            let mut needs: Vec<u16> = vec![];
            for item in &tree.items {
                let (names, required) = match &item.kind {
                    I::Requires(names) => (names, true),
                    I::Excludes(names) => (names, false),
                    _ => continue,
                };
                for name in names {
                    let place = self.ir.addons.iter().position(|a| a.name == name.text).map(|n| n as u16);
                    let me = self.ir.addons[usize::from(own)].name.clone();
                    match place {
                        None if required => self.lacks(&me, name),
                        Some(n) if required && n < own => {
                            needs.extend(self.needs.get(usize::from(n)).into_iter().flatten());
                            needs.push(n);
                        }
                        Some(_) if required => {
                            let problem = Diagnostic::error(
                                Code::AddonNeeds,
                                name.span,
                                format!("`{me}` needs `{}`, which comes after it", name.text),
                            );
                            self.report(problem.hint("put it earlier in the manifest's list of add-ons"));
                        }
                        Some(n) if n != own => {
                            let problem = Diagnostic::error(
                                Code::AddonNeeds,
                                name.span,
                                format!("`{me}` can't be played together with `{}`", name.text),
                            );
                            self.report(problem.hint("play with one of them alone"));
                        }
                        _ => {}
                    }
                }
            }
            needs.sort_unstable();
            needs.dedup();
            let view = needs.iter().fold(scope::bit(None) | scope::bit(origin), |view, n| view | scope::bit(Some(*n)));
            self.views.push(view);
            self.needs.push(needs);
        }
        for (origin, tree) in self.files.clone() {
            if origin.is_some() {
                continue;
            }
            for item in &tree.items {
                let instead = match &item.kind {
                    I::Requires(_) | I::Excludes(_) => "leave it out: these rules are always there",
                    I::Layer(_) => "here you can change the rule itself",
                    I::Extend { .. } => "here you can write the field where the other fields are",
                    I::ExtendEnum { .. } => "here you can write the case where the other cases are",
                    I::Set { .. } => "here you can change the param itself",
                    _ => continue,
                };
                self.report(Diagnostic::error(Code::Misplaced, item.span, "this belongs in an add-on").hint(instead));
            }
        }
    }
}
