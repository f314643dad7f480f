//! Works out the texts of a decision where nobody reads them, so that an error in a text is found before somebody plays.

use crate::diagnostic::Diagnostic;
use crate::program::Program;
use crate::show;
use crate::vm::{Machine, Moment};

/// A second machine beside the one that plays.
pub(crate) struct Texts {
    beside: Machine,
    moment: Moment,
}

impl Texts {
    pub fn new(program: &Program) -> Texts {
        Texts { beside: Machine::new(program).without_journal(), moment: Moment::default() }
    }

    /// Works out the question at the decision where a machine has stopped, and the label of each option.
    ///
    /// # Errors
    /// The first rule error.
    pub fn work_out(&mut self, program: &Program, machine: &Machine) -> Result<(), Box<Diagnostic>> {
        let site = &program.sites[machine.options().site()];
        if site.prompt.is_none() && site.options.iter().all(|option| option.label.is_none()) {
            return Ok(());
        }
        self.take_over(program, machine);
        if let Some(prompt) = &site.prompt {
            show::work_out(program, &mut self.beside, prompt)?;
        }
        (0..machine.options().len()).try_for_each(|n| self.label(program, machine, n))
    }

    /// Works out the label of the only option, which is taken without asking.
    ///
    /// # Errors
    /// The rule error.
    pub fn work_out_only(&mut self, program: &Program, machine: &Machine) -> Result<(), Box<Diagnostic>> {
        if !has_text_in_only(program, machine) {
            return Ok(());
        }
        self.take_over(program, machine);
        self.label(program, machine, 0)
    }

    fn label(&mut self, program: &Program, machine: &Machine, n: usize) -> Result<(), Box<Diagnostic>> {
        let (option, words) = machine.options().get(n);
        let option = &program.sites[machine.options().site()].options[option];
        let Some(label) = option.label.as_ref().filter(|label| label.entry.is_some()) else { return Ok(()) };
        for ((slot, _), word) in option.values.iter().zip(words) {
            self.beside.memory[usize::from(*slot)] = *word;
        }
        show::work_out(program, &mut self.beside, label)
    }

    /// All the fuel that texts, and whatever else the second machine was asked, have burnt.
    pub fn burnt(&self) -> u64 {
        self.beside.burnt_aside
    }

    /// The second machine, brought to the state of the one that plays.
    pub fn take_over(&mut self, program: &Program, machine: &Machine) -> &mut Machine {
        machine.keep(program, &mut self.moment);
        self.beside.go_back(&self.moment);
        &mut self.beside
    }
}

/// Whether something has to be worked out for the label of the only option.
pub(crate) fn has_text_in_only(program: &Program, machine: &Machine) -> bool {
    let option = &program.sites[machine.options().site()].options[machine.options().get(0).0];
    option.label.as_ref().is_some_and(|label| label.entry.is_some())
}
