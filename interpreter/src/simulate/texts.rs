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
        for n in 0..machine.options().len() {
            let (option, words) = machine.options().get(n);
            let option = &site.options[option];
            let Some(label) = option.label.as_ref().filter(|label| label.entry.is_some()) else { continue };
            for ((slot, _), word) in option.values.iter().zip(words) {
                self.beside.memory[usize::from(*slot)] = *word;
            }
            show::work_out(program, &mut self.beside, label)?;
        }
        Ok(())
    }

    /// The second machine, brought to the state of the one that plays.
    pub fn take_over(&mut self, program: &Program, machine: &Machine) -> &mut Machine {
        machine.keep(program, &mut self.moment);
        self.beside.go_back(&self.moment);
        &mut self.beside
    }
}
