use interpreter::*;
fn main() {
    let mut texts = ruleset::Texts { name: "skoot".into(), ..Default::default() };
    for e in std::fs::read_dir("rulesets/skoot").unwrap() {
        let e = e.unwrap().path();
        texts.files.insert(e.file_name().unwrap().to_str().unwrap().into(), Ok(std::fs::read_to_string(&e).unwrap().into()));
    }
    for e in std::fs::read_dir("tracks/skoot").unwrap() {
        let e = e.unwrap().path();
        texts.tracks.insert(e.file_stem().unwrap().to_str().unwrap().into(), Ok(std::fs::read_to_string(&e).unwrap().into()));
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let t = std::time::Instant::now();
    let rs = ruleset::Ruleset::read(&texts);
    let t1 = t.elapsed();
    let setup = ruleset::Setup {
        addons: args.first().map(|a| a.split(',').map(String::from).collect()).unwrap_or_default(),
        track: Some("hilly".into()),
        players: Some(4),
        ..Default::default()
    };
    let built = rs.build(&setup);
    eprintln!("read {t1:?} all {:?}", t.elapsed());
    for p in rs.problems.iter().chain(&built.problems) {
        let at = p
            .span
            .map(|s| {
                let (l, c) = rs.sources.line_column(s);
                format!("{}:{l}:{c}", rs.sources.get(s.source).name)
            })
            .unwrap_or_default();
        println!(
            "{at} {:?} {} {}\n   hint {:?} {:?}",
            p.severity,
            p.code.text(),
            p.message,
            p.hint,
            p.labels.iter().map(|l| &l.1).collect::<Vec<_>>()
        );
    }
    let Some(program) = built.program else { return };
    println!("code {} state {} const {}", program.code.len(), program.state_len, program.image.len());
    if args.len() > 1 {
        for (n, r) in program.ir.rules.iter().enumerate() {
            if args[1] == *r.name {
                println!("{}", program::disassemble::rule(&program, ir::RuleId(n as u16)));
            }
        }
    }
    let mut machine = vm::Machine::new(&program);
    let mut table = players::Table::new(&program, &[players::Seat::Random; 4]);
    let t = std::time::Instant::now();
    let n = 20000;
    let mut rounds = 0i64;
    let mut dec = 0i64;
    let mut turns = 0i64;
    let mut bad = 0;
    for g in 0..n {
        let seed = vm::random::derive_seed(1, g);
        machine.start(&program, seed);
        table.start(seed);
        let stop = machine.resume(&program, &mut table);
        if stop != vm::Stop::Over {
            bad += 1;
            if bad < 3 {
                if let vm::Stop::Trap(c, pc) = stop {
                    println!("{:?}", game::describe(&program, &machine, c, pc));
                } else {
                    println!("{stop:?}");
                }
            }
        }
        turns += machine.memory[program::header::TURNS] as i64;
        dec += machine.memory[program::header::DECISIONS] as i64;
        let (s, _) =
            program.field_slot(ir::FieldId(program.ir.fields.iter().position(|f| &*f.name == "round").unwrap() as u16), 0);
        rounds += machine.word(s) as i64;
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{bad} bad; {:.0} games/s, rounds {:.2} turns {:.2} decisions {:.2}",
        n as f64 / e,
        rounds as f64 / n as f64,
        turns as f64 / n as f64,
        dec as f64 / n as f64
    );
    for (m, (base, c)) in program.ir.measures.iter().zip(&program.layout.measures) {
        println!("{} {:?}", m.name, (0..*c).map(|k| machine.memory[*base as usize + k]).collect::<Vec<_>>());
    }
}
