import Dispatch
// The C library's streams are variables, which this program never sets.
@preconcurrency import Glibc

// The program that `interleave bench` times, alone and with the recorder preloaded: it does only
// what its first argument names. It prints the nanoseconds that it took, without its start.

func nanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

/// A calculation that takes the same time for the same number of steps, and that no compiler can
/// remove.
@inline(never) func calculate(_ steps: Int, from seed: UInt64) -> UInt64 {
    var value = seed | 1
    for _ in 0..<steps {
        value ^= value << 13
        value ^= value >> 7
        value ^= value << 17
    }
    return value
}

func timed(_ body: () -> Void) -> UInt64 {
    let start = nanoseconds()
    body()
    return nanoseconds() - start
}

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let count = arguments.dropFirst().first.flatMap({ Int($0) }), count > 0 else {
    fputs("usage: RecorderWorkload async|sync|work|steps COUNT [STEPS]\n", stderr)
    exit(2)
}
let queue = DispatchQueue(label: "bench")
switch name {
case "async":
    // Submits this many empty blocks, and waits for the last one.
    print(
        timed {
            for _ in 0..<count { queue.async {} }
            queue.sync {}
        })
case "sync":
    print(timed { for _ in 0..<count { queue.sync {} } })
case "work":
    let steps = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10_000
    print(
        timed {
            for index in 0..<count { queue.async { _ = calculate(steps, from: UInt64(index)) } }
            queue.sync {}
        })
case "steps":
    // The number of steps of the calculation that take COUNT nanoseconds: the fastest of several
    // measurements.
    let sample = 1_000_000
    var result: UInt64 = 0
    let best = (0..<7).map { _ in timed { result ^= calculate(sample, from: result) } }.min() ?? 1
    print(max(1, sample * count / Int(max(1, best))))
default:
    fputs("RecorderWorkload: there is no workload \(name)\n", stderr)
    exit(2)
}
