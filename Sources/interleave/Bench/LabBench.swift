import Glibc
import Recorder
import Trace

/// How long a lab that is built takes from its command to the first thing that it does.
enum LabBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        guard let lab = try LabCatalogue().labs.first, let variant = lab.variants.last else { return [] }
        let product = "lab-\(lab.name)"
        let program = try BuildFolder.current.locate(product, product: product)
        var starts: [Double] = [], trivial: [Double] = []
        for _ in 0..<folder.rounds(7) {
            trivial.append(try ContinuousClock().measure { try run("/bin/true", []) } / .milliseconds(1))
            let before = now()
            try run(program, ["--check", "--variant", variant, "--record", folder.trace])
            let trace = try TraceReader.read(path: folder.trace)
            let first = trace.startedAt + UInt64(clamping: trace.items.first?.enqueued ?? trace.events.first?.time ?? 0)
            starts.append(Double(first - min(first, before)) / 1e6)
        }
        return [
            Figure(
                "\(product), from its command to its first block", starts.median, "ms", baseline: trivial.median,
                "starting a program that does nothing", target: .init(of: .value, atMost: 100))
        ]
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .nothing
        options.standardError = .nothing
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let (_, timedOut) = child.wait(killingAfter: .seconds(60))
        if timedOut { throw CommandFailure(.ours, "\(program) did not end within a minute.") }
    }

    /// Nanoseconds since 1970.
    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
