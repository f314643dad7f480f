//! Where rules may only look: values, conditions, options, prompts and checks.

use super::*;

/// Whether the text being resolved may change the game, and if not, what kind of text it is.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Purity {
    /// The statements of a rule.
    #[default]
    Free,
    Value,
    /// `where`, `by`, and the part of a query after the colon.
    Query,
    Option,
    Text,
    Expect,
    /// The condition of a `whenever`.
    Whenever,
    /// Constants, computed columns, checks and defaults.
    Fixed,
}

impl Purity {
    fn words(self) -> &'static str {
        match self {
            Purity::Free => "a rule",
            Purity::Value => "a `value`",
            Purity::Query => "a search (`where`, `by` or after the `:`)",
            Purity::Option => "the list of options",
            Purity::Text => "a text",
            Purity::Expect => "`expect`",
            Purity::Whenever => "the condition of a `whenever`",
            Purity::Fixed => "something that is worked out before the game",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Purity::Value => "make it a `rule`, or move this into the rule that uses it",
            Purity::Option => "do it in the option's block `{ … }`",
            Purity::Whenever => "do it in the block of the `whenever`",
            Purity::Fixed => "do it in a rule that the game calls, and keep the result in `state { … }`",
            Purity::Expect => "do it before, with `run`, and check the result here",
            _ => "do it first and keep the result: `let x = …`",
        }
    }
}

impl Resolver<'_> {
    /// Returns whether changes are allowed here, and if not, reports `what` (such as "rolling dice").
    pub(super) fn may_act(&mut self, span: Span, what: &str) -> bool {
        let purity = self.routine.purity;
        if purity == Purity::Free {
            return true;
        }
        let message = format!("{what} is not possible in {}, which only reads", purity.words());
        self.report(Diagnostic::error(Code::NotPure, span, message).hint(purity.hint()));
        false
    }

    /// Runs `work` where only looking is allowed.
    pub(super) fn looking<T>(&mut self, purity: Purity, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.routine.purity;
        if matches!(outer, Purity::Free) {
            self.routine.purity = purity;
        }
        let made = work(self);
        self.routine.purity = outer;
        made
    }
}
