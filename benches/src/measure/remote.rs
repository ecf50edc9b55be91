//! A world in another process, with its own threads: a process has one thread pool, and its size is set once.

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
        let mut process = Command::new(std::env::current_exe().expect("this binary has a path"))
            .args([SERVE, name, &size.to_string(), &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this binary starts once more");
        let requests = process.stdin.take();
        let replies = BufReader::new(process.stdout.take().expect("its output is piped"));
        Self { process, requests, replies }
    }
}

impl Contender for Remote {
    fn step(&mut self) -> Times {
        self.turn(1)
    }

    fn turn(&mut self, ticks: u32) -> Times {
        let requests = self.requests.as_mut().expect("its input is open until it is checked");
        writeln!(requests, "{ticks}").expect("the other process listens");
        let mut reply = String::new();
        self.replies.read_line(&mut reply).expect("the other process answers");
        Times::parse(&reply).expect("the other process answers with times")
    }

    /// Ends the child process, which checks its contender first.
    fn check(&mut self) {
        drop(self.requests.take());
        assert!(self.process.wait().expect("the other process ends").success(), "its contender should move");
    }
}

/// Runs the child process: builds a contender, and answers each number of ticks with their times.
pub fn serve(name: &str, size: usize) {
    let definition = contenders::named(name).expect("the parent process gives the name of a contender");
    let mut contender = definition.build(size);
    for ticks in stdin().lines() {
        let ticks = ticks.ok().and_then(|ticks| ticks.parse().ok()).expect("a number of ticks");
        println!("{}", contender.turn(ticks).write());
        stdout().flush().expect("the first process reads");
    }
    contender.check();
}
