//! `watch`: a ruleset that is edited while somebody looks on.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::{dash, write};

/// A running `watch`, ended when it is dropped.
struct Watching {
    program: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn begin(folder: &std::path::Path) -> Watching {
        let mut program = Command::new(env!("CARGO_BIN_EXE_coursesetter"))
            .args(["watch", "dash", "--games", "40"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(program.stdout.take().expect("its output is piped"));
        let (tell, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Watching { program, lines }
    }

    /// Reads on until a line has this text, and gives it.
    #[track_caller]
    fn until(&self, text: &str) -> String {
        let mut seen = String::new();
        while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(60)) {
            if line.contains(text) {
                return line;
            }
            seen.push_str(&line);
            seen.push('\n');
        }
        panic!("{text:?} never comes; until then:\n{seen}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.program.kill().and_then(|()| self.program.wait());
    }
}

#[test]
fn each_save_is_checked_tested_and_played() {
    let folder = dash("watch", &[]);
    let rules = folder.join("rulesets/dash/dash.rules");
    let text = std::fs::read_to_string(&rules).expect("it is there");
    let watching = Watching::begin(&folder);
    watching.until("40 games from seed 1");
    write(&rules, &text.replace("= 2\n", "= 5\n"));
    watching.until("dash/dash.rules");
    watching.until("(as saved now)");
    watching.until("rounds");
    write(&rules, &text.replace("flow {", "flow ("));
    watching.until("error[");
    watching.until("The last good rules stay in use");
    // An editor that saves by renaming.
    let part = rules.with_extension("part");
    write(&part, &text);
    std::fs::rename(&part, &rules).expect("renamed");
    watching.until("(as saved now)");
    write(&folder.join("tracks/dash/line.ron"), "(ruleset: \"dash\")");
    watching.until("tracks/dash/line.ron");
    watching.until("The last good rules stay in use");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_as_the_help_says() {
    let folder = dash("watch-ended", &[]);
    let mut watching = Watching::begin(&folder);
    watching.until("40 games from seed 1");
    let interrupt = Command::new("kill").args(["-INT", &watching.program.id().to_string()]).status().expect("`kill` runs");
    assert!(interrupt.success());
    let status = watching.program.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(super::run(&["watch", "--help"]).out.contains("Exit codes: 130 stopped by Ctrl-C"));
}

#[test]
fn failed_games_are_no_baseline() {
    let folder = dash("watch-failed", &[]);
    let rules = folder.join("rulesets/dash/dash.rules");
    let text = std::fs::read_to_string(&rules).expect("it is there");
    let watching = Watching::begin(&folder);
    watching.until("40 games from seed 1");
    watching.until("below `5 %`");
    // Half done: who has run three strides in the second round is the end of the game.
    write(
        &rules,
        &text.replace("    p.strides += 1", "    p.strides += 1\n    if p.strides == 3 and round == 2 { fail \"not yet\" }"),
    );
    watching.until("(as saved now)");
    watching.until("failed (see below)");
    // Figures are of the games that ended under both, which are the same ones here.
    let rounds = watching.until("rounds");
    let columns: Vec<&str> = rounds.split_whitespace().skip(1).take(3).collect();
    assert!(columns[0] == columns[1] && columns[2] == "0.000", "{rounds}");
    let compared = |line: String| -> u64 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| word.starts_with("pair")).expect("pairs are counted");
        words[at - 1].parse().expect("a number")
    };
    let some = compared(watching.until("The figures are of the"));
    assert!((1..40).contains(&some), "{some}");
    watching.until("not yet");
    watching.until("The next save is compared with the last state in which no game failed.");
    // Done: it is compared with what there was before that.
    write(&rules, &text.replace("/// [D-3]", "// Done.\n/// [D-3]"));
    watching.until("(as saved now)");
    assert_eq!(compared(watching.until("The figures are of the")), 40);
}
