//! Plays beside the window, in threads of its own: the newest job wins, figures are given out as they come.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use interpreter::simulate::{Batches, Pairs};

use super::{Job, Played, Snapshot};
use crate::fault::unwound;
use crate::live::Wake;

/// First figures are given out after so long, later ones at most so often.
const FIRST: Duration = Duration::from_millis(100);
const LATER: Duration = Duration::from_millis(220);
/// A batch is to take about so long: a job that is paused goes on for so long at most.
const BATCH: Duration = Duration::from_millis(50);
/// No batch has more games, so that what is kept of one stays small.
const MOST: u64 = 20_000;

/// Plays the newest job.
pub struct Runner {
    shared: Arc<Shared>,
    asked: Option<Arc<Job>>,
    cancel: Arc<AtomicBool>,
    threads: Option<NonZero<usize>>,
    has_begun: bool,
    rests: bool,
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    bell: Condvar,
}

#[derive(Default)]
struct Desk {
    job: Option<(Arc<Job>, Arc<AtomicBool>)>,
    newest: Option<Arc<Snapshot>>,
    wake: Option<Wake>,
    rests: bool,
    is_over: bool,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner::with_threads(None)
    }
}

impl Runner {
    /// One that plays in so many threads; `None`: in one less than the machine has cores.
    pub fn with_threads(threads: Option<NonZero<usize>>) -> Runner {
        let (shared, cancel) = (Arc::default(), Arc::default());
        Runner { shared, asked: None, cancel, threads, has_begun: false, rests: false }
    }

    /// What is to be played from now on, unless that is what was asked for last. `wake` is called when there are new figures.
    pub fn want(&mut self, job: Job, wake: &Wake) {
        if self.asked.as_ref().is_some_and(|asked| asked.is_same(&job)) {
            return;
        }
        self.cancel.store(true, Ordering::Relaxed);
        (self.cancel, self.asked) = (Arc::default(), Some(Arc::new(job)));
        let mut desk = self.shared.desk();
        desk.job = self.asked.clone().map(|job| (job, self.cancel.clone()));
        desk.wake = Some(wake.clone());
        drop(desk);
        self.shared.bell.notify_all();
        self.begin();
    }

    /// Pauses, or goes on.
    pub fn rest(&mut self, rests: bool) {
        if self.rests != rests {
            self.rests = rests;
            self.shared.desk().rests = rests;
            self.shared.bell.notify_all();
        }
    }

    /// What was asked for last.
    pub fn asked(&self) -> Option<&Arc<Job>> {
        self.asked.as_ref()
    }

    /// The newest figures; of an earlier job until there are some of the newest.
    pub fn newest(&self) -> Option<Arc<Snapshot>> {
        self.shared.desk().newest.clone()
    }

    /// Whether figures are of what was asked for last.
    pub fn is_of_asked(&self, snapshot: &Snapshot) -> bool {
        self.asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &snapshot.job))
    }

    /// Whether games are still to be played.
    pub fn is_busy(&self) -> bool {
        self.asked.is_some() && !self.newest().is_some_and(|newest| newest.is_done && self.is_of_asked(&newest))
    }

    fn begin(&mut self) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        let (shared, threads) = (self.shared.clone(), self.threads);
        let begun = std::thread::Builder::new().name("figures".to_owned()).spawn(move || work(&shared, threads));
        if let (Err(why), Some(job)) = (begun, &self.asked) {
            self.shared.desk().newest = Some(Arc::new(Snapshot::of_fault(job, why.to_string())));
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.shared.desk().is_over = true;
        self.shared.bell.notify_all();
    }
}

impl Shared {
    /// What lies there is whole at any time, whatever panicked.
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, once there is one; `None` when the window is closed.
    fn next(&self) -> Option<(Arc<Job>, Arc<AtomicBool>)> {
        let mut desk = self.desk();
        while !desk.is_over {
            match desk.job.take() {
                Some(job) => return Some(job),
                None => desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner),
            }
        }
        None
    }

    /// Waits while it is to rest.
    fn wait(&self, cancel: &AtomicBool) {
        let mut desk = self.desk();
        while desk.rests && !desk.is_over && !cancel.load(Ordering::Relaxed) {
            desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn tell(&self, snapshot: Snapshot, cancel: &AtomicBool) {
        let mut desk = self.desk();
        // What was called off meanwhile is not to come after what was asked for since.
        if cancel.load(Ordering::Relaxed) {
            return;
        }
        desk.newest = Some(Arc::new(snapshot));
        let wake = desk.wake.clone();
        drop(desk);
        if let Some(wake) = wake {
            wake();
        }
    }
}

fn work(shared: &Shared, threads: Option<NonZero<usize>>) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or(cores.saturating_sub(1).max(1), usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("figures {n}")).build();
    while let Some((job, cancel)) = shared.next() {
        let played = match &pool {
            Ok(pool) => unwound(|| play(shared, pool, &job, &cancel)),
            Err(why) => Err(format!("threads can't be started: {why}")),
        };
        if let Err(why) = played {
            shared.tell(Snapshot::of_fault(&job, why), &cancel);
        }
    }
}

/// How a job is played.
enum Study<'a> {
    One(Batches<'a>),
    Two(Pairs<'a>),
}

impl Study<'_> {
    fn none(&self) -> Played {
        match self {
            Study::One(batches) => Played::One(batches.counts()),
            Study::Two(pairs) => Played::Two(Box::new(pairs.comparison())),
        }
    }

    fn play(&self, games: Range<u64>, cancel: &AtomicBool) -> Played {
        match self {
            Study::One(batches) => Played::One(batches.play(games, &|_| {}, cancel)),
            Study::Two(pairs) => Played::Two(Box::new(pairs.play(games, &|_| {}, cancel))),
        }
    }
}

/// Plays a job to its end, in batches as large as time allows: figures are of whole batches, so that equal numbers of games give equal
/// figures.
fn play(shared: &Shared, pool: &rayon::ThreadPool, job: &Arc<Job>, cancel: &AtomicBool) {
    let seats = job.seats();
    let now = &*job.now.program;
    // How bots are made is up to the rules, too, and may take its time.
    let study = match &job.before {
        None => Study::One(Batches::new(now, &seats, job.seed, true)),
        Some(before) => Study::Two(Pairs::new([&before.program, now], &seats, job.seed, true)),
    };
    let mut played = study.none();
    let mut told: Option<Instant> = None;
    let begun = Instant::now();
    let mut size = pool.current_num_threads() as u64;
    let mut done = 0;
    while done < job.games {
        shared.wait(cancel);
        let batch = Instant::now();
        let end = (done + size).min(job.games);
        let more = pool.install(|| study.play(done..end, cancel));
        if cancel.load(Ordering::Relaxed) {
            return;
        }
        played.merge(&more);
        done = end;
        let factor = BATCH.as_secs_f64() / batch.elapsed().as_secs_f64().max(1e-6);
        size = ((size as f64 * factor.min(4.0)) as u64).clamp(1, MOST);
        let is_due = told.map_or(begun.elapsed() >= FIRST, |told| told.elapsed() >= LATER);
        if done < job.games && is_due {
            told = Some(Instant::now());
            shared.tell(Snapshot::of(job, &played), cancel);
        }
    }
    shared.tell(Snapshot::of(job, &played), cancel);
}
