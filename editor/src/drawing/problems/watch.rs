//! Checks boards on a thread beside the window, always the newest one. Until the result is there, touched things are checked immediately,
//! and everything else stays as it was last found.
//!
//! A panic in a check becomes a line in the list. Boards that nobody shows any more are dropped on that thread, too, because dropping a
//! large one takes a while.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Checked, Checker, Problem, Waiting};
use crate::beside::{Wanted, Worker};
use crate::drawing::document::Document;
use crate::fault::unwound;

/// How a board is checked; tests put something else here.
pub type Check = dyn Fn(&Checker, &dyn Waiting, &Document, &str) -> Checked + Send + Sync;

/// Checks boards as they change.
pub struct Watch {
    /// `None` if the system has no thread for it.
    worker: Option<Worker<Job>>,
    news: Arc<Mutex<Option<News>>>,
    /// The newest board handed over: its version, and its rules.
    asked: Option<(u64, Arc<Checker>)>,
    /// How many boards were handed over.
    tickets: u64,
    last: Option<Found>,
    problems: Arc<[Problem]>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the board it belongs to.
    ticket: u64,
    /// Whether links that would fix something were tried, too.
    is_whole: bool,
    /// Shared, so that it can be kept while it is shown.
    pub checked: Arc<Checked>,
    /// Why the check itself failed; then `checked` is the result for an earlier board.
    pub failed: Option<String>,
}

struct News {
    ticket: u64,
    is_whole: bool,
    found: Result<Arc<Checked>, String>,
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
        Watch::with(Arc::new(Checker::check_for))
    }
}

impl Watch {
    /// A watch with its own way of checking.
    pub fn with(check: Arc<Check>) -> Watch {
        let news: Arc<Mutex<Option<News>>> = Arc::default();
        let told = news.clone();
        // Results are dropped here once nobody shows them any more.
        let mut shown: Vec<Arc<Checked>> = vec![];
        let worker = Worker::begin("problems", move |job: Job, wanted: &Wanted<'_>| {
            let told = Told { news: &told, wanted, job: &job, checked: RefCell::default() };
            let found = unwound(|| check(&job.checker, &told, &job.document, &job.name)).map(Arc::new);
            shown.retain(|checked| Arc::strong_count(checked) > 1);
            shown.extend(told.checked.take());
            shown.extend(found.iter().cloned());
            told.tell(true, found);
        });
        let worker = worker.map_err(|why| set(&news, News { ticket: 0, is_whole: true, found: Err(why) })).ok();
        Watch { worker, news, asked: None, tickets: 0, last: None, problems: [].into() }
    }

    /// Hands a board over, unless it is the last one that was. Calls `wake` when there is a result. Returns whether there is anything new;
    /// never waits.
    pub fn look(
        &mut self,
        version: u64,
        checker: &Arc<Checker>,
        document: &Document,
        name: &str,
        wake: impl Fn() + Send + 'static,
    ) -> bool {
        let has_news = self.take();
        let is_same = |(asked, by): &(u64, Arc<Checker>)| *asked == version && Arc::ptr_eq(by, checker);
        let is_same = self.asked.as_ref().is_some_and(is_same);
        if !is_same {
            self.asked = Some((version, checker.clone()));
            self.tickets += 1;
            let job = Job {
                ticket: self.tickets,
                checker: checker.clone(),
                document: document.clone(),
                name: name.to_owned(),
                wake: Box::new(wake),
            };
            if let Some(worker) = &self.worker {
                worker.give(job);
            }
        }
        let is_new = has_news || !is_same;
        if is_new {
            self.problems = self.at_once(checker, document, name);
        }
        is_new
    }

    /// What can be found immediately.
    fn at_once(&self, checker: &Checker, document: &Document, name: &str) -> Arc<[Problem]> {
        let Some(last) = &self.last else { return [].into() };
        let touched = || checker.touched(&last.checked, document, name);
        let now = if last.ticket == self.tickets { None } else { unwound(touched).ok().flatten() };
        now.unwrap_or_else(|| last.checked.problems.clone())
    }

    /// Takes new results.
    fn take(&mut self) -> bool {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(News { ticket, is_whole, found }) = news else { return false };
        let (checked, failed) = match found {
            Ok(checked) => (checked, None),
            Err(why) => (self.last.as_ref().map(|last| last.checked.clone()).unwrap_or_default(), Some(why)),
        };
        self.last = Some(Found { ticket, is_whole, checked, failed });
        true
    }

    /// The problems of the newest board, as far as they are known; complete once [`Watch::found`] says so.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The full result for this version of the board under these rules, once it is there.
    pub fn known(&self, version: u64, checker: &Arc<Checker>) -> Option<&Checked> {
        let last = self.last.as_ref().filter(|last| last.ticket == self.tickets && last.failed.is_none())?;
        self.asked.as_ref().filter(|(asked, by)| *asked == version && Arc::ptr_eq(by, checker)).map(|_| &*last.checked)
    }

    /// The last full result, and whether it is of the newest board with nothing more to come.
    pub fn found(&self) -> Option<(&Found, bool)> {
        self.last.as_ref().map(|last| (last, last.is_whole && last.ticket == self.tickets))
    }
}

fn set(news: &Mutex<Option<News>>, now: News) {
    *news.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
}

/// The designer, as the check sees them.
struct Told<'j> {
    news: &'j Mutex<Option<News>>,
    wanted: &'j Wanted<'j>,
    job: &'j Job,
    checked: RefCell<Vec<Arc<Checked>>>,
}

impl Told<'_> {
    fn tell(&self, is_whole: bool, found: Result<Arc<Checked>, String>) {
        set(self.news, News { ticket: self.job.ticket, is_whole, found });
        (self.job.wake)();
    }
}

impl Waiting for Told<'_> {
    fn hear(&self, so_far: Checked) {
        let so_far = Arc::new(so_far);
        self.checked.borrow_mut().push(so_far.clone());
        self.tell(false, Ok(so_far));
    }

    fn waits(&self) -> bool {
        self.wanted.is_wanted()
    }
}
