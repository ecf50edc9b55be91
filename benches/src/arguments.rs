//! Parses the command line.

use std::path::PathBuf;

/// What the command line asks for.
pub enum Arguments {
    /// `[FILTER] [--sizes 1k,10k,100k,1m] [--rounds N] [--write PAGE]`
    Measure { filter: String, sizes: Vec<usize>, rounds: usize, page: Option<PathBuf> },
    /// `--serve NAME SIZE THREADS`: runs as a child process, in which one world is measured.
    Serve { name: String, size: usize, threads: usize },
    /// `--once NAME SIZE TICKS`: runs one world without measuring it.
    Once { name: String, size: usize, ticks: u32 },
}

const USAGE: &str = "bevy_exact_motion_benches [FILTER] [--sizes 1k,10k,100k,1m] [--rounds N] [--write PAGE]
    FILTER     only rows whose names contain it
    --sizes    numbers of entities; default: 1k,10k,100k,1m
    --rounds   number of times that each world is measured, at least 9; default: 21
    --write    fills the page's tables; also counts instructions and measures compiling, which takes minutes
bevy_exact_motion_benches --once NAME SIZE TICKS
    runs one world, for callgrind or perf";

impl Arguments {
    pub fn read() -> Result<Self, String> {
        Self::parse(std::env::args().skip(1)).ok_or_else(|| USAGE.into())
    }

    fn parse(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let (mut filter, mut sizes, mut rounds, mut page) =
            (String::new(), vec![1_000, 10_000, 100_000, 1_000_000], 21, None);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--serve" => {
                    return Some(Self::Serve {
                        name: arguments.next()?,
                        size: size(&arguments.next()?)?,
                        threads: arguments.next()?.parse().ok()?,
                    });
                }
                "--once" => {
                    return Some(Self::Once {
                        name: arguments.next()?,
                        size: size(&arguments.next()?)?,
                        ticks: arguments.next()?.parse().ok()?,
                    });
                }
                "--sizes" => sizes = arguments.next()?.split(',').map(size).collect::<Option<_>>()?,
                "--rounds" => rounds = arguments.next()?.parse().ok().filter(|rounds| *rounds >= 9)?,
                "--write" => page = Some(arguments.next()?.into()),
                flag if flag.starts_with('-') => return None,
                name => filter = name.into(),
            }
        }
        Some(Self::Measure { filter, sizes, rounds, page })
    }
}

/// Parses `100k`, `1m`, or plain digits.
fn size(text: &str) -> Option<usize> {
    let (digits, factor) = match text.strip_suffix('k') {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix('m').map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    digits.parse::<usize>().ok().filter(|count| *count > 0)?.checked_mul(factor)
}
