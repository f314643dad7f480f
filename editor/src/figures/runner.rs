//! Plays games in the background, on threads of its own. The newest job replaces the last one. Figures are published as they come.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use interpreter::simulate::{Batches, Pairs};

use super::{Job, Played, Snapshot};
use crate::beside::{Wake, Wanted, Worker};
use crate::fault::unwound;

/// The delay of the first figures, and the least time between later ones.
const FIRST: Duration = Duration::from_millis(100);
const LATER: Duration = Duration::from_millis(220);
/// The wanted duration of a batch. A paused job goes on for no longer than this.
const BATCH: Duration = Duration::from_millis(50);
/// The most games in a batch, so that its records stay small.
const MOST: u64 = 20_000;

/// Plays the newest job.
pub struct Runner {
    /// The worker, started with the first job.
    worker: Option<Worker<(Arc<Job>, Wake)>>,
    newest: Newest,
    asked: Option<Arc<Job>>,
    threads: Option<NonZero<usize>>,
    rests: bool,
}

type Newest = Arc<Mutex<Option<Arc<Snapshot>>>>;

impl Default for Runner {
    fn default() -> Runner {
        Runner::with_threads(None)
    }
}

impl Runner {
    /// Makes a runner with this many threads; `None` means one less than the machine has cores.
    pub fn with_threads(threads: Option<NonZero<usize>>) -> Runner {
        Runner { worker: None, newest: Arc::default(), asked: None, threads, rests: false }
    }

    /// Plays this job from now on, unless it is the one wanted last. `wake` is called when there are new figures.
    pub fn want(&mut self, job: Job, wake: &Wake) {
        if self.asked.as_ref().is_some_and(|asked| asked.is_same(&job)) {
            return;
        }
        let job = Arc::new(job);
        self.asked = Some(job.clone());
        if self.worker.is_none() {
            match begun(self.threads, self.newest.clone()) {
                Ok(worker) => {
                    worker.rest(self.rests);
                    self.worker = Some(worker);
                }
                Err(why) => set(&self.newest, Snapshot::of_fault(&job, why)),
            }
        }
        if let Some(worker) = &self.worker {
            worker.give((job, wake.clone()));
        }
    }

    /// Pauses or resumes.
    pub fn rest(&mut self, rests: bool) {
        if self.rests != rests {
            self.rests = rests;
            self.worker.iter().for_each(|worker| worker.rest(rests));
        }
    }

    /// Returns the job wanted last.
    pub fn asked(&self) -> Option<&Arc<Job>> {
        self.asked.as_ref()
    }

    /// Returns the newest figures. They belong to an earlier job until the newest one has some.
    pub fn newest(&self) -> Option<Arc<Snapshot>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the figures belong to the job wanted last.
    pub fn is_of_asked(&self, snapshot: &Snapshot) -> bool {
        self.asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &snapshot.job))
    }

    /// Whether games are still to be played.
    pub fn is_busy(&self) -> bool {
        self.asked.is_some() && !self.newest().is_some_and(|newest| newest.is_done && self.is_of_asked(&newest))
    }
}

fn set(newest: &Newest, snapshot: Snapshot) {
    *newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(snapshot));
}

fn begun(threads: Option<NonZero<usize>>, newest: Newest) -> Result<Worker<(Arc<Job>, Wake)>, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or(cores.saturating_sub(1).max(1), usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("figures {n}")).build();
    let pool = pool.map_err(|why| format!("threads can't be started: {why}"))?;
    Worker::begin("figures", move |(job, wake): (Arc<Job>, Wake), wanted: &Wanted<'_>| {
        let tell = |snapshot| {
            // A cancelled job must not overwrite the figures of the next one.
            if wanted.is_wanted() {
                set(&newest, snapshot);
                wake();
            }
        };
        if let Err(why) = unwound(|| play(&tell, &pool, &job, wanted)) {
            tell(Snapshot::of_fault(&job, why));
        }
    })
}

/// The way a job is played.
enum Study<'a> {
    One(Batches<'a>),
    Two(Pairs<'a>),
}

impl Study<'_> {
    fn none(&self) -> Played {
        match self {
            Study::One(batches) => Played::One(Box::new(batches.counts())),
            Study::Two(pairs) => Played::Two(Box::new(pairs.comparison())),
        }
    }

    fn play(&self, games: Range<u64>, cancel: &AtomicBool) -> Played {
        match self {
            Study::One(batches) => Played::One(Box::new(batches.play(games, &|_| {}, cancel))),
            Study::Two(pairs) => Played::Two(Box::new(pairs.play(games, &|_| {}, cancel))),
        }
    }
}

/// Plays a job to its end, in batches as large as time allows. Figures cover whole batches, so that equal numbers of games give equal
/// figures.
fn play(tell: &dyn Fn(Snapshot), pool: &rayon::ThreadPool, job: &Arc<Job>, wanted: &Wanted<'_>) {
    let seats = job.seats();
    let now = &*job.now.program;
    // The rules determine how bots are made, too, so this may take a while.
    let study = match &job.before {
        None => Study::One(Batches::new(now, &seats, job.seed, true)),
        Some(before) => Study::Two(Pairs::new([&before.program, now], &seats, job.seed, true)),
    };
    let mut played = study.none();
    let mut told: Option<Instant> = None;
    let begun = Instant::now();
    // Without the times of rest.
    let mut worked = Duration::ZERO;
    let mut size = pool.current_num_threads() as u64;
    let mut done = 0;
    while done < job.games {
        wanted.rest();
        let batch = Instant::now();
        let end = (done + size).min(job.games);
        let more = pool.install(|| study.play(done..end, wanted.is_old));
        if !wanted.is_wanted() {
            return;
        }
        played.merge(&more);
        done = end;
        worked += batch.elapsed();
        let factor = BATCH.as_secs_f64() / batch.elapsed().as_secs_f64().max(1e-6);
        size = ((size as f64 * factor.min(4.0)) as u64).clamp(1, MOST);
        let is_due = told.map_or(begun.elapsed() >= FIRST, |told| told.elapsed() >= LATER);
        if done < job.games && is_due {
            told = Some(Instant::now());
            let left = worked.div_f64(done.max(1) as f64).mul_f64((job.games - done) as f64);
            tell(Snapshot { left: Some(left), ..Snapshot::of(job, &played) });
        }
    }
    tell(Snapshot::of(job, &played));
}
