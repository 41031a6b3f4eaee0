import Foundation
import TestSupport
import Testing

/// Programs in which some work never ends while the scenario does: they are bounded, and their
/// outcomes are shown.
@Suite(.startsProcesses) struct ExploreEndlessTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    /// A program, its outcomes, and whether its endless work does anything that other threads can
    /// observe.
    struct Endless: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var outcomes: Set<String>
        var isComplete: Bool
    }

    private static let box = """
        import Dispatch
        import Foundation
        final class Box: @unchecked Sendable {
            let lock = NSLock(), queue = DispatchQueue(label: "beat")
            var count = 0
            func add() { lock.withLock { count += 1 } }
            func tick() { queue.asyncAfter(deadline: .now() + 1) { self.add(); self.tick() } }
            func go() { queue.async { self.add(); self.go() } }
            func beat() { Task { try await Task.sleep(for: .seconds(1)); self.add(); self.beat() } }
        }

        """

    static let programs: [Endless] = [
        .init(
            testDescription: "a thread that just sleeps", text: "Thread.detachNewThread { while true { sleep(1) } }\n    box.add()",
            outcomes: ["1"], isComplete: true),
        .init(
            testDescription: "a thread that counts between its sleeps",
            text: "Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 1); box.add() } }\n    box.add()",
            outcomes: ["1", "2", "3"], isComplete: false),
        .init(
            testDescription: "a block that submits itself again, later", text: "box.tick()\n    box.add()", outcomes: ["1", "2", "3"],
            isComplete: false),
        .init(
            testDescription: "a block that submits itself again", text: "box.go()\n    box.add()", outcomes: ["1", "2", "3"],
            isComplete: false),
        .init(
            testDescription: "a task that makes itself again", text: "box.beat()\n    box.add()", outcomes: ["1", "2", "3"],
            isComplete: false),
        .init(
            testDescription: "a task that just sleeps",
            text: "Task { while true { try await Task.sleep(for: .seconds(1)) } }\n    box.add()", outcomes: ["1"], isComplete: true),
    ]

    @Test("Endless work outside of the scenario is followed for a few rounds, and the report says so", arguments: Corpus.part(programs))
    func bounded(_ program: Endless) throws {
        let text = """
            \(Self.box)func scenario() -> Int {
                let box = Box()
                \(program.text)
                return box.lock.withLock { box.count }
            }

            """
        let outcome = try Commands.explore(text, ["--json"], in: folder)
        let report = try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(outcome.output.utf8))
        #expect(report.verdict == "none" && report.complete == program.isComplete, "\(report)")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == program.outcomes, "\(report.distinctOutcomes)")
        #expect(outcome.code == (program.isComplete ? 0 : 3))
        let page = try Commands.run(["explore", folder.file("scenario.swift")], in: folder).output.split(whereSeparator: \.isWhitespace)
        let isSaid = page.joined(separator: " ").contains("code that repeats for ever")
        #expect(isSaid != program.isComplete, "\(page.joined(separator: " "))")
        // Each schedule is replayed.
        for row in report.distinctOutcomes {
            let replay = try Commands.run(["replay", "--json", row.token, folder.file("scenario.swift")], in: folder)
            let again = try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(replay.output.utf8))
            #expect(again.distinctOutcomes.map(\.outcome) == [row.outcome])
        }
    }

    @Test("With several random seeds, the reason that the exploration is not complete stays the same")
    func severalSeeds() throws {
        let text = """
            \(Self.box)func scenario() -> Int {
                let box = Box()
                box.tick()
                box.add()
                return box.lock.withLock { box.count }
            }
            """
        for options in [[], ["--random-seeds", "2"]] {
            let outcome = try Commands.explore(text, options, in: folder)
            #expect(outcome.output.contains("code that repeats for ever"), "\(options): \(outcome.output)")
        }
    }

    @Test("A heartbeat that other threads wait for continues as long as they do")
    func awaited() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            \(Self.box)func scenario() -> Bool {
                let box = Box()
                Thread.detachNewThread { while true { usleep(1000); box.add() } }
                while box.lock.withLock({ box.count < 150 }) { usleep(1000) }
                return box.lock.withLock { box.count >= 150 }
            }

            """, in: folder)
        #expect(report.verdict == "none" && report.distinctOutcomes.map(\.outcome) == ["true"], "\(report)")
    }

    @Test("A loop that reads the clock until a deadline ends", arguments: ["Date() < end", "clock.now < limit"])
    func clock(_ condition: String) throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation
            func scenario() -> String {
                let end = Date() + 0.5, clock = ContinuousClock(), limit = clock.now + .seconds(2)
                _ = (end, limit)
                while \(condition) {}
                return "over"
            }

            """, code: 0, in: folder)
        #expect(report.verdict == "none" && report.complete && report.distinctOutcomes.map(\.outcome) == ["over"])
    }

    @Test("A thread that polls until a deadline can see the change, or be late")
    func deadline() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation
            final class Flag: @unchecked Sendable {
                private let lock = NSLock()
                private var isSet = false
                func set() { lock.withLock { isSet = true } }
                var value: Bool { lock.withLock { isSet } }
            }
            func scenario() -> String {
                let flag = Flag(), end = Date() + 1
                Thread.detachNewThread { flag.set() }
                while Date() < end { if flag.value { return "set" } }
                return "late"
            }

            """, code: 0, in: folder)
        #expect(report.complete && Set(report.distinctOutcomes.map(\.outcome)) == ["set", "late"])
    }
}
