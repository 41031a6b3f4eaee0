import Words
import Glibc
import System
import Trace

/// The time of a built lab from its command to its first action.
enum LabBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let catalogue = try LabCatalogue()
        guard let variant = try catalogue.description(of: catalogue.names[0]).variants.last?.name else { return [] }
        let product = "lab-\(catalogue.names[0])"
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
        if timedOut { throw ExplainedError(.ours, "\(program) did not end within a minute.") }
    }

    /// Nanoseconds since 1970.
    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
