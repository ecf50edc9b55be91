//! A world in another process, with its own number of threads. A process has only one thread pool, whose size is set once.

use std::{
    io::{BufRead, BufReader, Write, stdin, stdout},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use super::Times;
use crate::contenders::{self, Contender};

/// The argument that starts this binary as the child process. It is followed by the name of a contender, a size and a number
/// of threads.
pub const SERVE: &str = "--serve";

/// A contender in its own process, which waits between its turns.
pub struct Remote {
    process: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

impl Remote {
    pub fn new(name: &str, size: usize, threads: usize) -> Self {
        let mut process = Command::new(std::env::current_exe().expect("the path of this binary should be known"))
            .args([SERVE, name, &size.to_string(), &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this binary should start again");
        let requests = process.stdin.take();
        let replies = BufReader::new(process.stdout.take().expect("the output should be piped"));
        Self { process, requests, replies }
    }
}

impl Contender for Remote {
    fn step(&mut self) -> Times {
        self.turn(1)
    }

    fn turn(&mut self, ticks: u32) -> Times {
        let requests = self.requests.as_mut().expect("the input should be open until the check");
        writeln!(requests, "{ticks}").expect("the child process should read its input");
        let mut reply = String::new();
        self.replies.read_line(&mut reply).expect("the child process should answer");
        Times::parse(&reply).expect("the child process should answer with times")
    }

    /// Ends the child process, which checks its contender first.
    fn check(&mut self) {
        drop(self.requests.take());
        assert!(
            self.process.wait().expect("the child process should end").success(),
            "the check of its contender should pass"
        );
    }
}

/// Runs the child process: builds a contender, and answers each number of ticks with the times of these ticks.
pub fn serve(name: &str, size: usize) {
    let definition = contenders::named(name).expect("the parent process should pass the name of a contender");
    let mut contender = definition.build(size);
    for ticks in stdin().lines() {
        let ticks =
            ticks.ok().and_then(|ticks| ticks.parse().ok()).expect("the parent process should send numbers of ticks");
        println!("{}", contender.turn(ticks).write());
        stdout().flush().expect("the parent process should read the output");
    }
    contender.check();
}
