//! Checks who may see what. Options and prompts read only what their decider may see, and `secretly` changes only what is secret.

use super::*;
use crate::ir::walk::{Part, Sizes};

/// A secret that a rule reads.
#[derive(Clone, Copy, Debug)]
struct Read<'r> {
    /// The parameter whose secret it is: a player, a piece, or a piece whose owner has it. `None` if it may be anybody's.
    of: Option<u16>,
    name: &'r str,
    /// Where it is read.
    at: Span,
}

/// A call: the rule, and which of the caller's parameters its arguments are.
type Passing = (RuleId, Vec<Option<u16>>);

impl Resolver<'_> {
    pub(super) fn check_secrets(&mut self) {
        let mut problems = vec![];
        if self.ir.fields.iter().any(|f| f.secret) || self.ir.piles.iter().any(|p| p.visibility != Visibility::Open) {
            let reads = self.secret_reads(|e, is_size| self.hidden(e).filter(|_| !is_size));
            for rule in &self.ir.rules {
                walk::all_of_rule(rule, &mut |part| {
                    if let Some(choose) = part.choose() {
                        self.check_choose(choose, &rule.locals, &reads, &mut problems);
                    }
                });
            }
        }
        self.check_secretly(&mut problems);
        self.problems.extend(problems);
    }

    /// For each rule, what it reads of what `hidden` says is hidden. That is told whether an expression is a pile that is only asked for its
    /// size.
    fn secret_reads<'s>(&'s self, hidden: impl Fn(&'s Expr, bool) -> Option<Hidden<'s>>) -> Vec<Vec<Read<'s>>> {
        let mut reads: Vec<Vec<Read<'s>>> = vec![vec![]; self.ir.rules.len()];
        let mut calls: Vec<Vec<Passing>> = vec![vec![]; self.ir.rules.len()];
        for (n, rule) in self.ir.rules.iter().enumerate() {
            let same: Vec<Option<u16>> = (0..rule.params).map(Some).collect();
            let layers = rule.body.layers().into_iter().flatten();
            calls[n].extend(layers.map(|called| (called, same.clone())));
            let (mut sizes, owners) = (Sizes::default(), Owners::of(rule));
            let param_of = |e| owners.of_whom(e).filter(|local| local.0 < rule.params).map(|local| local.0);
            walk::rule(rule, &mut |e| {
                let is_size = sizes.is_next(e);
                if let ExprKind::Call { rule: called, args } = &e.kind {
                    let args = args.iter().map(param_of).collect();
                    calls[n].push((*called, args));
                } else if let Some(hidden) = hidden(e, is_size) {
                    let of = hidden.of.and_then(param_of);
                    // One place where a rule reads somebody's secret is enough.
                    if !reads[n].iter().any(|known| known.of == of) {
                        reads[n].push(Read { of, name: hidden.name, at: e.span });
                    }
                }
            });
        }
        let mut callers: Vec<Vec<(usize, usize)>> = vec![vec![]; calls.len()];
        for (n, all) in calls.iter().enumerate() {
            all.iter().enumerate().for_each(|(k, (called, ..))| callers[called.index()].push((n, k)));
        }
        let mut waiting: Vec<usize> = (0..reads.len()).filter(|n| !reads[*n].is_empty()).collect();
        while let Some(called) = waiting.pop() {
            for (n, k) in &callers[called] {
                let (_, args) = &calls[*n][*k];
                for read in reads[called].clone() {
                    let of = read.of.and_then(|p| args.get(usize::from(p)).copied().flatten());
                    let own = &mut reads[*n];
                    if !own.iter().any(|known| known.of == of) {
                        own.push(Read { of, ..read });
                        waiting.push(*n);
                    }
                }
            }
        }
        reads
    }

    fn check_choose(&self, choose: &Choose, locals: &[Local], reads: &[Vec<Read<'_>>], problems: &mut Vec<Diagnostic>) {
        let mut look = |part: Part| {
            let (Part::Expr(e), mut sizes) = (part, Sizes::default()) else { return };
            walk::expr(e, &mut |e| {
                if !sizes.is_next(e)
                    && let Some(hidden) = self.hidden(e)
                    && !hidden.of.is_some_and(|of| belongs(of, &choose.by))
                {
                    let (message, hint) = if hidden.is_pile {
                        (
                            format!("the player who decides here can't see the cards in this `{}`", hidden.name),
                            "options and prompts can use only what that player sees; everybody sees `size(…)`",
                        )
                    } else {
                        (
                            format!("the player who decides here can't see this `{}`: it is secret", hidden.name),
                            "options and prompts can use only that player's own secret fields",
                        )
                    };
                    let problem = Diagnostic::error(Code::Secret, e.span, message).label(choose.by.span, "who decides");
                    problems.push(match hidden.of.and_then(|of| owner_in_words(&self.ir, of, locals, choose.by.span)) {
                        Some(owner) => {
                            let hint = format!("its owner can: write `by {owner}`; {hint}");
                            problem.hint(hint).replacing_at(choose.by.span, owner)
                        }
                        None => problem.hint(hint),
                    });
                }
                let ExprKind::Call { rule, args } = &e.kind else { return };
                for read in &reads[rule.index()] {
                    let of = read.of.and_then(|p| args.get(usize::from(p)));
                    if of.is_some_and(|of| belongs(of, &choose.by)) {
                        continue;
                    }
                    let name = &self.ir.rules[rule.index()].name;
                    let message =
                        format!("the player who decides here can't see all that `{name}` reads: `{}` is secret", read.name);
                    let problem = Diagnostic::error(Code::Secret, e.span, message).label(choose.by.span, "who decides");
                    let problem = problem.label(read.at, "the secret");
                    problems.push(match of.and_then(|of| owner_in_words(&self.ir, of, locals, choose.by.span)) {
                        Some(owner) => {
                            problem.hint(format!("its owner can: write `by {owner}`")).replacing_at(choose.by.span, owner)
                        }
                        None => problem.hint("options and prompts can use only what that player sees"),
                    });
                    break;
                }
            });
        };
        choose.prompt.iter().for_each(|text| walk::text_parts(text, &mut look));
        walk::option_parts(&choose.options, &mut look);
    }

    /// What an expression itself reads that not everybody may see.
    fn hidden<'e>(&'e self, e: &'e Expr) -> Option<Hidden<'e>> {
        match &e.kind {
            ExprKind::Field { field, of: Some(of) } => {
                let field = &self.ir.fields[field.index()];
                field.secret.then_some(Hidden { name: &field.name, is_pile: false, of: Some(of) })
            }
            ExprKind::Pile { pile, of } => {
                let pile = &self.ir.piles[pile.index()];
                let of = match pile.visibility {
                    Visibility::Open => return None,
                    Visibility::Private => of.as_deref(),
                    Visibility::Hidden => None,
                };
                Some(Hidden { name: &pile.name, is_pile: true, of })
            }
            _ => None,
        }
    }

    /// Why others would see what happens in a pile.
    fn shows_in_pile(&self, pile: &Expr) -> Option<String> {
        let ExprKind::Pile { pile, .. } = &pile.kind else { return None };
        let pile = &self.ir.piles[pile.index()];
        (pile.visibility != Visibility::Private).then(|| format!("this moves cards of `{}`, which is not private", pile.name))
    }

    /// What a player may change in `secretly`: fields that are secret, and what lies in private piles, whose sizes everybody sees otherwise.
    fn may_change_in_secret<'e>(&'e self, e: &'e Expr) -> Option<Hidden<'e>> {
        self.hidden(e).filter(|hidden| !hidden.is_pile || hidden.of.is_some())
    }

    fn check_secretly(&self, problems: &mut Vec<Diagnostic>) {
        let mut blocks: Vec<(&Rule, &Stmt)> = vec![];
        for rule in &self.ir.rules {
            walk::all_of_rule(rule, &mut |part| {
                if let Part::Stmt(s @ Stmt { kind: StmtKind::Secretly { .. }, .. }) = part {
                    blocks.push((rule, s));
                }
            });
        }
        if blocks.is_empty() {
            return;
        }
        let shows = self.what_shows();
        let reads = self.secret_reads(|e, _| self.may_change_in_secret(e));
        for (rule, s) in blocks {
            let StmtKind::Secretly { local, body, .. } = &s.kind else { continue };
            self.check_peeps(rule, *local, body, &reads, problems);
            let refuse = |span: Span, what: &str| {
                let problem = Diagnostic::error(Code::Secret, span, format!("{what}, but in `secretly` nothing may show"));
                problem.hint("write secret fields only, and show them when the block is over")
            };
            walk::stmts(body, &mut |s| {
                if let Some(what) = self.shows(s, Some(*local)) {
                    problems.push(refuse(s.span, &what));
                }
            });
            body.iter().for_each(|s| {
                walk::stmt(s, &mut |e| match &e.kind {
                    _ if left_to_chance(e) => problems.push(refuse(e.span, CHANCE)),
                    ExprKind::Call { rule, .. } => {
                        if let Some((span, what)) = &shows[rule.index()] {
                            let name = &self.ir.rules[rule.index()].name;
                            problems.push(refuse(e.span, &format!("`{name}` does what others see")).label(*span, what.clone()));
                        }
                    }
                    _ => {}
                });
            });
        }
    }

    /// Reports what the block of a `secretly` reads of what others may change at the same time.
    fn check_peeps(&self, rule: &Rule, own: LocalId, body: &[Stmt], reads: &[Vec<Read<'_>>], problems: &mut Vec<Diagnostic>) {
        let owners = Owners::of(rule);
        let is_own = |e: &Expr| owners.of_whom(e) == Some(own);
        let mut report = |span: Span, what: &str, at: Option<Span>| {
            if !problems.iter().any(|known| known.code == Code::Secret && known.span == Some(span)) {
                let message = format!("in `secretly` all choose at the same time, so {what}");
                let problem = Diagnostic::error(Code::Secret, span, message);
                let problem = problem.hint("read it before the block, or when the block is over");
                problems.push(at.into_iter().fold(problem, |problem, at| problem.label(at, "here")));
            }
        };
        body.iter().for_each(|s| {
            walk::stmt(s, &mut |e| {
                if let Some(hidden) = self.may_change_in_secret(e) {
                    if !hidden.of.is_some_and(is_own) {
                        let size = if hidden.is_pile { ", nor how many cards lie there" } else { "" };
                        report(e.span, &format!("the `{}` of others can't be known{size}", hidden.name), None);
                    }
                } else if let ExprKind::Call { rule, args } = &e.kind {
                    for read in &reads[rule.index()] {
                        if read.of.is_some_and(|p| args.get(usize::from(p)).is_some_and(is_own)) {
                            continue;
                        }
                        let name = &self.ir.rules[rule.index()].name;
                        report(e.span, &format!("what `{name}` reads of others can't be known"), Some(read.at));
                        break;
                    }
                }
            });
        });
    }

    /// For each rule, something that it does, itself or through others, that isn't secret.
    fn what_shows(&self) -> Vec<Option<(Span, String)>> {
        let (mut shows, mut calls) = (vec![], vec![]);
        for rule in &self.ir.rules {
            let (mut own, mut called) = (None, vec![]);
            walk::calls(rule, &mut |rule| called.push(rule));
            walk::all_of_rule(rule, &mut |part| {
                let shown = || match part {
                    Part::Stmt(s) => Some((s.span, self.shows(s, None)?)),
                    Part::Expr(e) => left_to_chance(e).then(|| (e.span, CHANCE.to_owned())),
                };
                own = own.take().or_else(shown);
            });
            shows.push(own);
            calls.push(called);
        }
        reach::spread(&mut shows, &calls);
        shows
    }

    /// What a statement itself does that others would see. `within` is the variable of the `secretly` around it.
    fn shows(&self, s: &Stmt, within: Option<LocalId>) -> Option<String> {
        Some(match &s.kind {
            StmtKind::Assign { place, .. } => match &place.base().kind {
                PlaceKind::Field { field, .. } if !self.ir.fields[field.index()].secret => {
                    format!("this changes `{}`, which is not secret", self.ir.fields[field.index()].name)
                }
                PlaceKind::Local(l) if within.is_some_and(|own| *l < own) => {
                    "this changes a variable from outside of the block".into()
                }
                _ => return None,
            },
            StmtKind::Move { .. } => "this moves a piece".into(),
            StmtKind::MoveCard { to, .. } => self.shows_in_pile(to)?,
            StmtKind::MoveAll { from, to, .. } => self.shows_in_pile(from).or_else(|| self.shows_in_pile(to))?,
            StmtKind::Draw { .. } | StmtKind::Shuffle(_) => CHANCE.into(),
            StmtKind::Say(_) => "this tells everybody something".into(),
            StmtKind::Finish(_) | StmtKind::Eliminate(_) | StmtKind::EndGame { .. } => "this ends somebody's game".into(),
            StmtKind::Secretly { .. } => "this is another `secretly`".into(),
            _ => return None,
        })
    }
}

/// Something that not everybody may see.
struct Hidden<'e> {
    name: &'e str,
    is_pile: bool,
    /// Its owner. `None` if nobody sees it.
    of: Option<&'e Expr>,
}

const CHANCE: &str = "this is left to chance";

fn left_to_chance(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Roll { .. } | ExprKind::Random(_))
}

/// What the variables of a rule are, or are taken from, as far as they never change.
struct Owners<'r>(BTreeMap<LocalId, &'r Expr>);

impl<'r> Owners<'r> {
    fn of(rule: &'r Rule) -> Self {
        let mut owners = BTreeMap::new();
        let mut taken = |local: LocalId, source: &'r Expr, filter: Option<&'r Expr>| {
            owners.insert(local, filter.and_then(|filter| owner_asked(local, filter)).unwrap_or(source));
        };
        let of_condition = |condition: &'r Condition, taken: &mut dyn FnMut(LocalId, &'r Expr, Option<&'r Expr>)| {
            if let Condition::Let(local, value) = condition {
                taken(*local, value, None);
            }
        };
        walk::all_of_rule(rule, &mut |part| match part {
            _ if let Some(choose) = part.choose() => {
                walk::each_of(&choose.options, &mut |each| taken(each.local, &each.source, each.filter.as_ref()));
            }
            Part::Stmt(s) => match &s.kind {
                StmtKind::Let { local, value: Some(value) } | StmtKind::LetElse { local, value, .. } => {
                    taken(*local, value, None)
                }
                StmtKind::If { arms, .. } => arms.iter().for_each(|(condition, _)| of_condition(condition, &mut taken)),
                StmtKind::While { condition, .. } => of_condition(condition, &mut taken),
                StmtKind::For { local, source, filter, .. } => taken(*local, source, filter.as_ref()),
                _ => {}
            },
            Part::Expr(e) => match &e.kind {
                ExprKind::If { arms, .. } => arms.iter().for_each(|(condition, _)| of_condition(condition, &mut taken)),
                ExprKind::Query(q) => taken(q.local, &q.source, q.filter.as_ref()),
                _ => {}
            },
        });
        if let RuleBody::Block(block) = &rule.body {
            walk::places(block, &mut |place| {
                if let PlaceKind::Local(local) = place.base().kind {
                    owners.remove(&local);
                }
            });
        }
        Owners(owners)
    }

    /// The variable that a player is, or whose pieces these are.
    fn of_whom(&self, mut e: &'r Expr) -> Option<LocalId> {
        for _ in 0..MOST_DEPTH {
            e = match &e.kind {
                ExprKind::Local(local) => match self.0.get(local) {
                    Some(source) => source,
                    None => return Some(*local),
                },
                ExprKind::PieceOf { player: of, .. } | ExprKind::OwnerOf(of) | ExprKind::Random(of) => of,
                ExprKind::Query(q) if q.value.is_none() => {
                    q.filter.as_ref().and_then(|filter| owner_asked(q.local, filter)).unwrap_or(&q.source)
                }
                _ => return None,
            };
        }
        None
    }
}

/// Whose a piece is, where a condition asks for it: `d.owner == p`.
fn owner_asked(piece: LocalId, condition: &Expr) -> Option<&Expr> {
    let is_owner =
        |e: &Expr| matches!(&e.kind, ExprKind::OwnerOf(of) if matches!(of.kind, ExprKind::Local(local) if local == piece));
    match &condition.kind {
        ExprKind::And(a, b) => owner_asked(piece, a).or_else(|| owner_asked(piece, b)),
        ExprKind::Compare(Comparison::Eq, a, b) if is_owner(a) => Some(b),
        ExprKind::Compare(Comparison::Eq, a, b) if is_owner(b) => Some(a),
        _ => None,
    }
}

/// The player whose piece this is, where the piece is found by its player: `p.runner`, `p.dogs[2]`.
fn player_of(piece: &Expr) -> Option<&Expr> {
    let ExprKind::Query(query) = &piece.kind else {
        return if let ExprKind::PieceOf { player, .. } = &piece.kind { Some(player) } else { None };
    };
    let is_piece = matches!(piece.ty.present(), Type::Piece(_)) && query.value.is_none();
    query.filter.as_ref().filter(|_| is_piece).and_then(|filter| owner_asked(query.local, filter))
}

/// Whether something that belongs to `of` belongs to the decider.
fn belongs(of: &Expr, decider: &Expr) -> bool {
    if same_thing(of, decider) {
        return true;
    }
    let is_owner = matches!(&decider.kind, ExprKind::OwnerOf(piece) if same_thing(of, piece));
    is_owner || player_of(of).is_some_and(|player| belongs(player, decider))
}

/// The player that something belongs to, as the rules write it where the decider is named: `q`, `r.owner`, `starter`.
fn owner_in_words(ir: &Ir, of: &Expr, locals: &[Local], by: Span) -> Option<String> {
    if let Some(player) = player_of(of) {
        return owner_in_words(ir, player, locals, by);
    }
    let name = match &of.kind {
        ExprKind::OwnerOf(piece) if player_of(piece).is_none() => return owner_in_words(ir, piece, locals, by),
        ExprKind::Builtin(Builtin::NextPlayer, args) => {
            let player = args.first().and_then(|of| owner_in_words(ir, of, locals, by))?;
            return Some(format!("next_player({player})"));
        }
        // A variable of the options isn't known yet where the decider is named.
        ExprKind::Local(local) => &locals.get(local.index()).filter(|local| local.span.start < by.start)?.name,
        ExprKind::Field { field, of: None } => &ir.fields[field.index()].name,
        _ => return None,
    };
    match of.ty {
        Type::Piece(_) => Some(format!("{name}.owner")),
        Type::Player => Some(name.to_string()),
        _ => None,
    }
}

/// Whether two expressions name the same player or piece at the same moment.
fn same_thing(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Field { field: f, of: None }, ExprKind::Field { field: g, of: None }) => f == g,
        (ExprKind::Field { field: f, of: Some(a) }, ExprKind::Field { field: g, of: Some(b) }) => f == g && same_thing(a, b),
        (ExprKind::OwnerOf(a), ExprKind::OwnerOf(b)) => same_thing(a, b),
        (ExprKind::Builtin(Builtin::NextPlayer, a), ExprKind::Builtin(Builtin::NextPlayer, b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_thing(a, b))
        }
        (ExprKind::PieceOf { piece: p, player: a, number: n }, ExprKind::PieceOf { piece: q, player: b, number: m }) => {
            let same_number = match (n, m) {
                (Some(n), Some(m)) => literal::same_value(n, m) || same_thing(n, m),
                _ => n.is_none() && m.is_none(),
            };
            p == q && same_number && same_thing(a, b)
        }
        _ => false,
    }
}
