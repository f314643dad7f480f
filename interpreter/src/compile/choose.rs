//! Decisions: gathers the options, asks the player, and runs the option taken.
//!
//! Options are not part of the state. Gathering them changes nothing, so they are gathered again from the state whenever somebody needs
//! them. A waiting game is its state and nothing else, which keeps states small and quick to copy.

use super::*;
use crate::ir::{ChoiceOption, Choose, Each, OptionBody, OptionItem};
use crate::program::SiteOption;

/// An option and the places of its values.
struct Offered<'a> {
    option: &'a ChoiceOption,
    values: Vec<(Slot, Type)>,
}

impl<'a> Compiler<'a> {
    /// Compiles a `choose`. The value of the option taken goes to `result`.
    pub(super) fn choose(&mut self, choose: &'a Choose, result: Option<Slot>) {
        let span = std::mem::replace(&mut self.span, choose.span);
        self.look();
        let top = self.frame.top;
        let by = self.alloc(1);
        self.eval(&choose.by, Want::Fresh(by));
        let site = self.sites.len() as u16;
        let pc = self.here();
        self.note_live(pc);
        self.sites.push(Site {
            decision: choose.decision,
            span: choose.span,
            pc,
            by,
            prompt: None,
            always: choose.always,
            quiet: choose.quiet,
            shortest: choose.shortest,
            options: vec![],
            otherwise: None,
            stride: 1,
        });
        self.emit(Op::Choose { site });
        let mut offered = vec![];
        self.offer_items(&choose.options, site, &mut offered);
        self.emit(Op::Ask { site });
        // Texts are computed only where somebody reads them. `Ask` never falls through to them.
        let prompt = choose.prompt.as_ref().map(|t| self.template(t));
        let labels: Vec<Option<Template>> = offered.iter().map(|o| o.option.label.as_ref().map(|t| self.template(t))).collect();
        let gives: Vec<Option<Template>> = offered.iter().map(|o| self.gives(&o.option.body)).collect();
        let end = self.label();
        let stride = 1 + offered.iter().map(|o| o.values.len()).max().unwrap_or(0);
        let branches = branches(&offered);
        let mut options = vec![];
        for (((o, branch), label), gives) in offered.into_iter().zip(branches).zip(labels).zip(gives) {
            options.push(SiteOption {
                branch,
                label,
                gives,
                values: o.values,
                to: self.here(),
                docs: o.option.docs.clone(),
                span: o.option.span,
            });
            self.option_body(&o.option.body, choose, result);
            self.jump(Op::Jump { to: 0 }, end);
        }
        let otherwise = choose.otherwise.as_ref().map(|body| {
            let to = self.here();
            self.option_body(body, choose, result);
            to
        });
        self.place(end);
        let s = &mut self.sites[usize::from(site)];
        (s.prompt, s.options, s.otherwise, s.stride) = (prompt, options, otherwise, stride);
        self.free(top);
        self.span = span;
    }

    /// The row of data that an option gives, if it gives one.
    fn gives(&mut self, body: &'a OptionBody) -> Option<Template> {
        let OptionBody::Value(e) = body else { return None };
        if !matches!(e.ty.present(), Type::Row(_)) {
            return None;
        }
        let entry = Some(self.here());
        let parts = vec![self.template_value(e)];
        self.emit(Op::Stop {});
        Some(Template { entry, parts })
    }

    fn option_body(&mut self, body: &'a OptionBody, choose: &'a Choose, result: Option<Slot>) {
        match (body, result, &choose.result) {
            (OptionBody::Block(block), ..) => self.block(block),
            (OptionBody::Value(e), Some(slot), Some(ty)) => {
                let top = self.frame.top;
                self.eval_as(e, ty, Want::Fresh(slot));
                self.free(top);
            }
            (OptionBody::Value(e), ..) => {
                self.eval(e, Want::Anywhere);
            }
        }
    }

    fn offer_items(&mut self, items: &'a [OptionItem], site: u16, offered: &mut Vec<Offered<'a>>) {
        for item in items {
            match item {
                OptionItem::If { arms, otherwise } => {
                    let end = self.label();
                    for (condition, items) in arms {
                        let next = self.label();
                        self.condition(condition, next);
                        self.offer_items(items, site, offered);
                        self.jump(Op::Jump { to: 0 }, end);
                        self.place(next);
                    }
                    if let Some(items) = otherwise {
                        self.offer_items(items, site, offered);
                    }
                    self.place(end);
                }
                OptionItem::Option(option) => {
                    let number = offered.len() as u16;
                    self.offer_each(&option.each, number, site);
                    let locals = &self.scope.locals;
                    let values =
                        option.each.iter().map(|e| e.local).map(|l| (l, locals[l.index()].ty.clone())).collect::<Vec<_>>();
                    let values = values.into_iter().map(|(l, ty)| (self.local(l), ty)).collect();
                    // The options of a site are numbered in the order in which they are met, so that `Offer` finds its values.
                    offered.push(Offered { option, values });
                }
            }
        }
    }

    pub(super) fn offer_each(&mut self, each: &'a [Each], number: u16, site: u16) {
        match each.split_first() {
            None => {
                self.emit(Op::Offer { site, option: number });
            }
            Some((first, rest)) => {
                let labels = (self.label(), self.label());
                if self.has_copies(&first.source.ty) {
                    return self.offer_cards(first, rest, number, site, labels);
                }
                self.each(&first.source, first.local, first.filter.as_ref(), labels, &mut |this| {
                    this.offer_each(rest, number, site);
                });
            }
        }
    }
}

/// A unique name for each option.
fn branches(offered: &[Offered<'_>]) -> Vec<Arc<str>> {
    let mut taken = BTreeSet::new();
    // For each label, the number to try next.
    let mut next: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = vec![];
    for written in offered.iter().map(|offered| &offered.option.written) {
        let mut name = written.clone();
        while !taken.insert(name.clone()) {
            let n = next.entry(written).or_insert(2);
            name = format!("{written} #{n}").into();
            *n += 1;
        }
        names.push(name);
    }
    names
}
