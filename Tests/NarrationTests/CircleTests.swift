import Schedules
import TestSupport
import Testing
import Trace

@testable import Narration

@Suite("A deadlock is drawn as its circle") struct CircleTests {
    private func circle(_ trace: Trace, after event: Int? = nil) -> CircularWait? {
        let log = StepLog(trace), state = log.history.state(after: event ?? trace.events.count - 1)
        return CircleFinder(trace: trace, names: Names(trace: trace)).circle(state, log.history.subjects)
    }

    @Test("Each thread holds what the one before it wants, with the line of each")
    func locks() throws {
        let trace = SampleRuns.drivenDeadlock()
        func place(_ line: Int) -> CircularWait.Place { .init(file: "FromThenTo.swift", line: line) }
        let found = try #require(circle(trace))
        #expect(
            found.links == [
                .init(thread: "block 1", holds: "holds lock 1", heldSince: place(12), wants: "wants lock 2", waitsAt: place(14)),
                .init(thread: "block 2", holds: "holds lock 2", heldSince: place(12), wants: "wants lock 1", waitsAt: place(14)),
            ])
        #expect(found.isComplete)
        // One step earlier only one of them waits.
        #expect(circle(trace, after: trace.events.count - 2) == nil)
    }

    @Test("A wait with a timeout, and a wait for any of several threads, is not part of a circle")
    func open() {
        var run = Run()
        let a = run.object("a", .lock), b = run.object("b", .lock)
        run.on(a, .lockAcquired, by: 1)
        run.on(b, .lockAcquired, by: 2)
        run.wait(.mutex, for: b, by: 1, timeout: 5)
        run.wait(.mutex, for: a, by: 2)
        #expect(circle(run.trace) == nil)
    }

    @Test("Semaphores that stand for things are in a circle, and a semaphore that begins at 0 is not")
    func semaphores() {
        func found(first value: Int64) -> CircularWait? {
            var run = Run()
            let forks = [run.object("fork 1", .semaphore, firstValue: value), run.object("fork 2", .semaphore, firstValue: value)]
            for fork in forks { run.on(fork, .semaphoreCreated, by: 0, argument: UInt64(value)) }
            for lane in 1...2 {
                run.at(Int64(lane))
                run.wait(.semaphore, for: forks[lane - 1], by: lane)
                run.waitOver(by: lane)
            }
            for lane in 1...2 {
                run.at(Int64(2 + lane))
                run.wait(.semaphore, for: forks[2 - lane], by: lane)
            }
            return circle(run.trace)
        }
        #expect(found(first: 1)?.links.map(\.holds) == ["has passed `fork` 1", "has passed `fork` 2"])
        #expect(found(first: 0) == nil)
    }

    @Test("The state has the circle in place of a line for each of its threads, at any width", arguments: [100, 60, 40])
    func state(_ width: Int) {
        let trace = SampleRuns.drivenDeadlock(), log = StepLog(trace), state = log.history.state(after: trace.events.count - 1)
        let lines = StatePanel(log).lines(state, width: width).map { $0.map(\.text).joined() }
        #expect(lines.contains { $0.hasPrefix("circular wait: each wants") })
        #expect(lines.contains { $0.hasPrefix("╭→ block 1") && $0.contains("holds lock 1 (line 12)") })
        #expect(lines.contains { $0.hasPrefix("╰─") && $0.contains("wants lock 1 (line 14)") })
        #expect(!lines.contains { $0.hasPrefix("block 1:") })
        #expect(lines.allSatisfy { $0.count <= width })
        let ascii = StatePanel(log).allLines(state, width: width, isASCII: true).map { $0.map(\.text).joined() }
        #expect(ascii.contains { $0.hasPrefix("+> block 1") } && ascii.joined().utf8.allSatisfy { $0 < 128 })
    }

    @Test("Lines have the file where there are two, and a circle of one thread is one line")
    func lines() {
        var circle = CircularWait(links: [
            .init(
                thread: "main thread", holds: "runs on a", heldSince: .init(file: "A.swift", line: 1), wants: "wants its turn on a",
                waitsAt: .init(file: "B.swift", line: 2))
        ])
        #expect(circle.lines(width: 100) == ["⟲  main thread  runs on a (A.swift:1)  →  wants its turn on a (B.swift:2)"])
        circle.links[0].waitsAt = nil
        #expect(!circle.isComplete && circle.lines(width: 100)[0].hasSuffix("wants its turn on a"))
    }

    @Test("A deadlock without marks opens where its circle closes")
    func opening() {
        let log = StepLog(SampleRuns.drivenDeadlock())
        #expect(log.event(of: log.firstShown()) == log.trace.events.count - 1)
    }
}
