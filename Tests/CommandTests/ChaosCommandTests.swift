import Foundation
import TestSupport
import Testing

/// Real runs of a program, with `--chaos`.
@Suite(.startsProcesses) struct ChaosCommandTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private struct Page: Decodable {
        struct Finding: Decodable {
            struct Place: Decodable {
                var line: Int
                var what: String
            }
            var kind: String
            var summary: String
            var runs: Int
            var locations: [Place]
        }
        var runs: Int
        var findings: [Finding]
        var pairs: Int
    }

    /// Two accesses that nothing orders are a race however long lies between, and each thread waits until the other one has its lock. So
    /// each run is the same. All else is correct.
    private static let program = """
        import Foundation

        final class Box: @unchecked Sendable { var ordered = 0, raced = 0 }

        func scenario() {
            let box = Box(), queue = DispatchQueue(label: "queue"), lock = NSLock(), other = NSLock()
            let first = DispatchSemaphore(value: 0), second = DispatchSemaphore(value: 0), over = DispatchSemaphore(value: 0)
            queue.async { box.ordered = 1 }
            queue.sync { box.ordered += 1 }
            box.ordered += 1
            Thread.detachNewThread { box.raced = 1 }
            Thread.sleep(forTimeInterval: 0.1)
            box.raced = 2
            Thread.detachNewThread {
                other.lock()
                second.signal()
                first.wait()
                lock.lock()
                over.signal()
            }
            lock.lock()
            first.signal()
            second.wait()
            other.lock()
            over.wait()
        }

        """

    @Test("A real run finds a data race with both lines, and a circular wait without waiting for long")
    func findings() throws {
        let outcome = try Commands.explore(Self.program, ["--chaos", "1", "--json"], in: folder)
        #expect(outcome.code == 1, "\(outcome.errors)")
        let page = try JSONDecoder().decode(Page.self, from: Data(outcome.output.utf8))
        #expect(page.runs == 1)
        #expect(page.pairs > 0)
        #expect(page.findings.map(\.kind) == ["deadlock", "race"], "\(outcome.output)")
        let race = try #require(page.findings.last), circle = try #require(page.findings.first)
        #expect(Set(race.locations.map(\.line)) == [11, 13])
        #expect(race.locations.allSatisfy { $0.what.hasSuffix("writes") })
        #expect(circle.summary.hasPrefix("Threads wait for each other in a circle."))
        #expect(circle.summary.contains("main thread was still waiting for `other`"))
        #expect(circle.runs == 1 && race.runs == 1)
    }

    @Test("Options that belong to an exploration are refused together with --chaos")
    func options() throws {
        let all = ["--strategy pct", "--preemptions 2", "--budget 5", "--random-seeds 2", "--step", "--all"]
        for options in all.map({ $0.split(separator: " ").map(String.init) }) {
            let outcome = try Commands.run(["explore", "none.swift", "--chaos", "5"] + options, in: folder)
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("--chaos explores nothing"))
        }
        #expect(try Commands.run(["explore", "none.swift", "--chaos", "0"], in: folder).errors.contains("between 1 and 100000"))
        let replayed = try Commands.run(["test", "--replay", "0", "--fallback", "chaos"], in: folder)
        #expect(replayed.code == 2 && replayed.errors.contains("--replay explores"))
    }
}
