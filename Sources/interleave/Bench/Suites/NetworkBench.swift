import Words
import Trace

/// The promise of lab-network: when the user leaves, its requests end within 20 milliseconds.
enum NetworkBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let lab = try MeasuredProgram(lab: "lab-network")
        var stops: [Double] = [], blocked: [Double] = []
        for _ in 0..<folder.rounds(20) { stops.append(try slowestStop("cancel", lab, folder)) }
        for _ in 0..<folder.rounds(3) { blocked.append(try slowestStop("work-items", lab, folder)) }
        return [
            Figure(
                "lab-network, from cancel() to the end of all requests, the slowest run", stops.max() ?? 0, "ms",
                baseline: blocked.median, "a synchronous request, which its time limit ends", target: .init(of: .value, atMost: 20))
        ]
    }

    /// From the first `cancel()` to the end of the last piece of work that was cancelled while it ran, in milliseconds.
    private static func slowestStop(_ variant: String, _ lab: MeasuredProgram, _ folder: borrowing BenchFolder) throws -> Double {
        _ = try lab.run(["--variant", variant, "--check", "--record", folder.trace], folder)
        let items = try TraceReader.read(path: folder.trace).items.filter { $0.cancelled != nil }
        let first = items.compactMap(\.cancelled).min() ?? 0
        let ends = items.filter { $0.began ?? .max < $0.cancelled ?? 0 }.compactMap(\.ended)
        guard let last = ends.max() else { throw ExplainedError(.ours, "lab-network --variant \(variant) cancelled nothing that ran.") }
        return Double(last - first) / 1e6
    }
}
