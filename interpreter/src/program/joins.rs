//! Where the ways from a branch come together again.

use super::{Kind, Op, Pc, Program};

/// Stands for a branch whose ways don't come together before the rule ends.
pub const NEVER: Pc = Pc::MAX;

/// For each instruction, the first one that every way from it leads through: its immediate post-dominator.
#[derive(Clone, Debug)]
pub(crate) struct Joins(Vec<Pc>);

impl Joins {
    /// Finds them as in Cooper, Harvey and Kennedy, *A Simple, Fast Dominance Algorithm*, on the code read backwards.
    pub fn new(program: &Program) -> Joins {
        let end = program.code.len();
        let ways: Vec<Vec<usize>> = (0..end).map(|pc| ways(program, pc)).collect();
        let mut back = vec![vec![]; end + 1];
        for (pc, ways) in ways.iter().enumerate() {
            ways.iter().for_each(|to| back[*to].push(pc));
        }
        let order = from_the_end(&back);
        let mut number = vec![usize::MAX; end + 1];
        order.iter().enumerate().for_each(|(n, at)| number[*at] = n);
        let mut joins = vec![usize::MAX; end + 1];
        joins[end] = end;
        loop {
            let mut has_changed = false;
            for at in &order[1..] {
                let known = ways[*at].iter().copied().filter(|to| joins[*to] != usize::MAX);
                let join = known.reduce(|mut a, mut b| {
                    while a != b {
                        if number[a] > number[b] { a = joins[a] } else { b = joins[b] }
                    }
                    a
                });
                let join = join.unwrap_or(end);
                has_changed |= std::mem::replace(&mut joins[*at], join) != join;
            }
            if !has_changed {
                return Joins(joins.iter().map(|at| if *at < end { *at as Pc } else { NEVER }).collect());
            }
        }
    }

    pub fn after(&self, pc: Pc) -> Pc {
        self.0.get(usize::from(pc)).copied().unwrap_or(NEVER)
    }
}

/// The instructions that may follow one within its rule. The end of the code stands for its end.
fn ways(program: &Program, pc: usize) -> Vec<usize> {
    let (code, end) = (&program.code, program.code.len());
    let next = (pc + 1..end).find(|at| !matches!(code[*at], Op::Extra { .. })).unwrap_or(end);
    match code[pc] {
        Op::Return {} | Op::Stop {} | Op::Trap { .. } | Op::EndGame {} | Op::Fail { .. } => vec![end],
        Op::Call { .. } => vec![next],
        Op::Jump { to } | Op::Back { to } => vec![to.into()],
        Op::Ask { site } => {
            let site = &program.sites[usize::from(site)];
            site.options.iter().map(|option| option.to).chain(site.otherwise).map(usize::from).collect()
        }
        op => {
            let mut ways = vec![next];
            op.operands(|kind, to| {
                if kind == Kind::To {
                    ways.push(to.into())
                }
            });
            ways
        }
    }
}

/// All that leads to the end, each before what leads to it alone.
fn from_the_end(back: &[Vec<usize>]) -> Vec<usize> {
    let end = back.len() - 1;
    let (mut order, mut is_met) = (vec![], vec![false; back.len()]);
    let mut open = vec![(end, 0)];
    is_met[end] = true;
    while let Some((at, n)) = open.last_mut() {
        match back[*at].get(*n).copied() {
            Some(from) => {
                *n += 1;
                if !std::mem::replace(&mut is_met[from], true) {
                    open.push((from, 0));
                }
            }
            None => {
                order.push(*at);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}
