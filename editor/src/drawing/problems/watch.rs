//! Looks for problems beside whoever draws: on a thread of its own, always on the newest board. What was found last stays until then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::{Checked, Checker};
use crate::drawing::document::Document;

/// How a board is checked; tests put something else here.
pub type Check = dyn Fn(&Checker, &Document, &str) -> Checked + Send + Sync;

/// Checks boards as they change.
pub struct Watch {
    shared: Arc<Shared>,
    /// The newest board that was handed over: its version, and by which rules.
    asked: Option<(u64, Arc<Checker>)>,
    /// How many were handed over.
    tickets: u64,
    last: Option<Found>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Of how many boards it is the last.
    ticket: u64,
    /// Shared, so that it can be kept while it is shown.
    pub checked: Arc<Checked>,
    /// Why the check itself came to nothing: then `checked` is that of an earlier board.
    pub failed: Option<String>,
}

struct Shared {
    desk: Mutex<Slots>,
    bell: Condvar,
}

#[derive(Default)]
struct Slots {
    job: Option<Job>,
    found: Option<(u64, Result<Checked, String>)>,
    is_over: bool,
}

struct Job {
    ticket: u64,
    checker: Arc<Checker>,
    document: Document,
    name: String,
    wake: Box<dyn Fn() + Send>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::with(Arc::new(Checker::check))
    }
}

impl Watch {
    /// One that checks in a way of its own.
    pub fn with(check: Arc<Check>) -> Watch {
        let shared = Arc::new(Shared { desk: Mutex::default(), bell: Condvar::new() });
        let workers = shared.clone();
        let begun = std::thread::Builder::new().name("problems".to_owned()).spawn(move || workers.work(&*check));
        if let Err(why) = begun {
            shared.slots().found = Some((0, Err(why.to_string())));
        }
        Watch { shared, asked: None, tickets: 0, last: None }
    }

    /// Hands a board over unless it is the one that was handed over last. `wake` is called when something was found.
    pub fn look(
        &mut self,
        version: u64,
        checker: &Arc<Checker>,
        document: &Document,
        name: &str,
        wake: impl Fn() + Send + 'static,
    ) {
        let is_same = |(asked, by): &(u64, Arc<Checker>)| *asked == version && Arc::ptr_eq(by, checker);
        if self.asked.as_ref().is_some_and(is_same) {
            return;
        }
        self.asked = Some((version, checker.clone()));
        self.tickets += 1;
        let job = Job {
            ticket: self.tickets,
            checker: checker.clone(),
            document: document.clone(),
            name: name.to_owned(),
            wake: Box::new(wake),
        };
        // One that nobody has begun is forgotten: the newest wins.
        self.shared.slots().job = Some(job);
        self.shared.bell.notify_one();
    }

    /// What was found last, and whether that is of the newest board. Never waits.
    pub fn found(&mut self) -> Option<(&Found, bool)> {
        let found = self.shared.slots().found.take();
        if let Some((ticket, found)) = found {
            let (checked, failed) = match found {
                Ok(checked) => (Arc::new(checked), None),
                Err(why) => (self.last.as_ref().map(|last| last.checked.clone()).unwrap_or_default(), Some(why)),
            };
            self.last = Some(Found { ticket, checked, failed });
        }
        self.last.as_ref().map(|last| (last, last.ticket == self.tickets))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.slots().is_over = true;
        self.shared.bell.notify_one();
    }
}

impl Shared {
    /// What is in the slots is whole at any time, whatever panicked.
    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, check: &Check) {
        loop {
            let mut slots = self.slots();
            let job = loop {
                if slots.is_over {
                    return;
                }
                match slots.job.take() {
                    Some(job) => break job,
                    None => slots = self.bell.wait(slots).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(slots);
            let found = catch_unwind(AssertUnwindSafe(|| check(&job.checker, &job.document, &job.name)));
            let found = found.map_err(|why| words(&*why));
            self.slots().found = Some((job.ticket, found));
            (job.wake)();
        }
    }
}

/// What a panic says.
fn words(why: &(dyn std::any::Any + Send)) -> String {
    let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| why.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it broke off".to_owned())
}
