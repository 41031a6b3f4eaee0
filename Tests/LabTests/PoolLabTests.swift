import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct PoolLabTests {
    @Test("Many serial queues have a thread each, and a few targets or completion handlers need few", arguments: [16, 200])
    func threads(_ photos: Int) throws {
        for (variant, expected) in [("serial-queues", photos...(photos + 20)), ("asynchronous", 1...12), ("target-queues", 2...16)] {
            let run = try LabProcess("lab-pool", ["--json", "--variant", variant, "--photos", "\(photos)"])
            #expect(run.ending == .exited(code: 0), "\(variant): \(run.output)\(run.errors)")
            let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
            let threads = try #require(report.variants.first?.observations.mostThreads)
            #expect(expected.contains(threads), "\(variant): \(threads) threads")
        }
    }

    @Test(
        "The claims hold with the smallest and the largest parameters",
        arguments: [["--targets", "1"], ["--targets", "8", "--photos", "17"]])
    func parameters(_ arguments: [String]) throws {
        for variant in ["semaphore-inside", "target-queues"] {
            let run = try LabProcess("lab-pool", ["--check", "--variant", variant] + arguments)
            #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        }
    }

    @Test("On a pool of two threads the exhaustion is found, and its token replays on such a pool")
    func exhaustion() throws {
        let run = try LabProcess("lab-pool", ["--explore", "--variant", "tasks-blocking"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        let line = try #require(run.output.split(separator: "\n").first { $0.contains("--replay ") })
        let token = try #require(line.split(separator: " ").dropLast().last.map(String.init))
        let replay = try LabProcess("lab-pool", ["--variant", "tasks-blocking", "--replay", token, "--step"])
        #expect(replay.ending == .exited(code: 0), "\(replay.errors)")
    }

    private struct Report: Decodable {
        struct Variant: Decodable { var observations: Observations }
        struct Observations: Decodable { var mostThreads: Int }
        var variants: [Variant]
    }
}
