import Foundation
import TestSupport
import Testing

/// Repeating timers: one that cancels itself is explored to its end, one that continues is not.
@Suite(.startsProcesses) struct TimerTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var token: String
        }
        var verdict: String
        var complete: Bool
        var distinctOutcomes: [Outcome]
    }

    private func report(_ text: String) throws -> Report {
        let outcome = try Commands.explore(text, ["--json"], in: folder)
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    private func timer(until last: Int, on queue: String = "DispatchQueue(label: \"clock\")", then: String = "done.signal()") -> String {
        """
        import Dispatch
        func scenario() -> Int {
            let done = DispatchSemaphore(value: 0), queue = \(queue)
            let timer = DispatchSource.makeTimerSource(queue: queue)
            nonisolated(unsafe) var ticks = 0
            timer.schedule(deadline: .now(), repeating: .milliseconds(10))
            timer.setEventHandler {
                ticks += 1
                if ticks == \(last) { timer.cancel(); \(then) }
            }
            timer.activate()
            done.wait()
            return ticks
        }
        """
    }

    @Test("A timer that cancels itself after some events is explored to its end", arguments: [2, 3, 5, 8])
    func bounded(_ last: Int) throws {
        let found = try report(timer(until: last))
        #expect(found.complete && found.verdict == "none" && found.distinctOutcomes.map(\.outcome) == ["\(last)"], "\(found)")
        let token = try #require(found.distinctOutcomes.first?.token)
        let again = try Commands.run(["replay", token, folder.file("scenario.swift")], in: folder)
        #expect(again.code == 0 && again.output.contains("Outcome: \(last)"), "\(again.output) \(again.errors)")
    }

    @Test("A script whose timer on the main queue cancels itself is explored to its end")
    func script() throws {
        let found = try report(
            """
            import Dispatch
            let timer = DispatchSource.makeTimerSource(queue: .main)
            var ticks = 0
            timer.schedule(deadline: .now(), repeating: 0.1)
            timer.setEventHandler { ticks += 1; print(ticks); if ticks == 4 { timer.cancel() } }
            timer.activate()
            dispatchMain()
            """)
        #expect(found.complete && found.distinctOutcomes.map(\.outcome) == ["1\n2\n3\n4"], "\(found)")
    }

    @Test("Each tick of such a timer comes before or after the steps of other threads")
    func besides() throws {
        let text = timer(until: 4).replacing(
            "    done.wait()\n    return ticks", with: "    let early = queue.sync { ticks }\n    done.wait()\n    return early")
        let found = try report(text)
        #expect(found.complete && Set(found.distinctOutcomes.map(\.outcome)) == ["0", "1", "2", "3", "4"], "\(found)")
    }

    @Test("A timer that another thread cancels can tick any number of times: the search is not called complete")
    func unbounded() throws {
        let text = timer(until: 3, then: "").replacing("timer.cancel(); ", with: "done.signal()").replacing(
            "    return ticks", with: "    timer.cancel()\n    return queue.sync { ticks }")
        let found = try report(text)
        #expect(!found.complete && found.verdict == "none", "\(found)")
    }
}
