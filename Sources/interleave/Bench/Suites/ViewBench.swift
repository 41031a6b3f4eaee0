import Words
import Glibc
import Recorder
import Symbols
import System
import Trace

/// Opens a long trace and draws it as plain text, with its table, as `interleave view` does in its
/// own process.
enum ViewBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let blocks = folder.count(340_000)
        // Each block is enqueued, begins and ends.
        _ = try Workload().run(["async", String(blocks)], recordingInto: 256 << 20, folder)
        try TraceFinisher.finish(path: folder.trace, ending: .exited(code: 0))
        try Symbolicator.annotate(path: folder.trace)
        let events = try TraceReader.read(path: folder.trace).events.count
        guard events >= 3 * blocks else { throw ExplainedError(.ours, "The trace to draw has only \(events) events.") }
        let bytes = try [UInt8](contentsOf: folder.trace)
        var seconds: [Double] = [], memory: [Double] = [], reading: [Double] = []
        for _ in 0..<folder.rounds(5) {
            let clock = ContinuousClock()
            reading.append(try clock.measure { _ = try [UInt8](contentsOf: folder.trace) } / .seconds(1))
            var options = ChildProcess.Options()
            options.standardOutput = .nothing
            var peak = 0
            let time = try clock.measure {
                var child = try ChildProcess.spawn(
                    "/proc/self/exe", arguments: ["view", "--plain", "--width", "100", folder.trace], options: options)
                guard child.wait() == .exited(code: 0) else {
                    throw ExplainedError(.ours, "interleave view failed on a trace of \(events) events.")
                }
                peak = child.peakMemory ?? 0
            }
            seconds.append(time / .seconds(1))
            memory.append(Double(peak) / 1e6)
        }
        return [
            Figure(
                "\(events) events opened and drawn", seconds.median, "s", baseline: reading.median, "reading the bytes of the file",
                target: .init(of: .value, atMost: 2)),
            Figure(
                "memory for that, at most", memory.max() ?? 0, "MB", baseline: Double(bytes.count) / 1e6, "size of the file",
                target: .init(of: .value, atMost: 500)),
        ] + (try measureKeys(folder))
    }
}

extension [UInt8] {
    init(contentsOf path: String) throws(ExplainedError) {
        guard let file = fopen(path, "r") else {
            throw ExplainedError(.ours, "\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { fclose(file) }
        var found = stat()
        fstat(fileno(file), &found)
        self = [UInt8](unsafeUninitializedCapacity: Int(found.st_size)) { $1 = fread($0.baseAddress, 1, $0.count, file) }
    }
}
