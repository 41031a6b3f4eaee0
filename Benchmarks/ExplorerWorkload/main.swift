import Explorer
// The C library's streams are variables, which this program never sets.
@preconcurrency import Glibc

// The workloads of `interleave bench`, in a separate process; the first argument names one. Results
// go to standard output, a line each.

func fail(_ words: String) -> Never {
    fputs("ExplorerWorkload: \(words)\n", stderr)
    exit(2)
}

let words = Array(CommandLine.arguments.dropFirst())
func number(_ index: Int) -> Int {
    guard words.indices.contains(index), let number = Int(words[index]), number > 0 else {
        fail("argument \(index + 1) must be a number above 0")
    }
    return number
}

// A waiting reader sees each line as soon as it is known, also in a file.
setvbuf(stdout, nil, _IOLBF, 0)

switch words.first {
case "rate":
    // rate PROGRAM REPETITIONS EXECUTIONS [threads|random|blind|plain]
    var options = ExplorationOptions()
    options.repetitions = number(2)
    options.executionLimit = number(3)
    options.usesThreads = words.last == "threads"
    if words.last == "random" || words.last == "blind" { options.strategy = .random }
    options.looksAtMemory = words.last != "blind"
    let made = words.last == "plain" ? Rates.measurePlain(words[1], rounds: number(3)) : Rates.measure(words[1], options)
    guard let rate = made else { fail("there is no program \(words[1])") }
    print(rate)
case "bugs":
    // bugs LIMIT
    KnownBugs.find(limit: number(1))
case "twins":
    KnownBugs.pass(limit: number(1))
case "litmus":
    // litmus RUNS [K/N | WORDS OF ITS NAME]: the Kth of N parts
    let parts = words.count == 3 ? words[2].split(separator: "/").map { Int($0) } : []
    if parts.count == 2, let part = parts[0], let count = parts[1], count > 0, 1...count ~= part {
        Truth.litmus(runs: number(1), part: part, of: count)
    } else {
        Truth.litmus(runs: number(1), named: words.dropFirst(2).joined(separator: " "))
    }
case "counts":
    Truth.counts()
case "subjects":
    print(Truth.subjects.joined(separator: "\n"))
case "reduction":
    // reduction SUBJECT PROGRAMS LIMIT [SEED OF THE FIRST]
    guard words.count > 1, Truth.subjects.contains(words[1]) else { fail("argument 2 must be one of \(Truth.subjects)") }
    Truth.reduction(of: words[1], programs: number(2), limit: number(3), from: words.count > 4 ? number(4) : 1)
default:
    fail("there is no workload \(words.first ?? "without a name")")
}
