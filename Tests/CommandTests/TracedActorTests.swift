import Foundation
import TestSupport
import Testing
import Trace

/// Actors of an optimised program: when a task is on one, and how often.
@Suite(.startsProcesses) struct TracedActorTests {
    let folder: Folder
    let program: String

    init() throws {
        folder = try Folder()
        program = try folder.program("Actors.swift", "-O")
    }

    @Test("Every job on an actor is counted, and none overlaps the next, although the tasks leave the actor inside the Swift runtime")
    func rests() throws {
        for _ in 0..<3 {
            let (outcome, trace) = try Commands.trace(program, ["rests", "250"], in: folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let actor = try #require(trace.queues.firstIndex { $0.kind == .actor })
            let jobs = trace.items.filter { $0.queue == actor }.sorted { ($0.began ?? .max) < ($1.began ?? .max) }
            #expect(jobs.count == 8 * (2 * 250 + 1))
            let overlaps = zip(jobs, jobs.dropFirst()).count { ($0.ended ?? .max) > ($1.began ?? .max) }
            #expect(overlaps == 0)
            #expect(trace.droppedRecords == 0)
            let page = try Commands.run(["view", folder.file(try newestTrace())], in: folder)
            #expect(page.output.contains("Counter: 4,008 items; one at a time."))
        }
    }

    @Test("Recording needs no more memory in the program, however often tasks wait on an actor for a continuation")
    func memory() throws {
        let (outcome, _) = try Commands.trace(program, ["continuations", "100000"], in: folder)
        let kilobytes = try #require(Int(outcome.output.filter { $0 != "\n" }), "\(outcome.errors)")
        #expect(kilobytes < 1500)
    }

    /// The file name of the only trace; older ones are removed.
    private func newestTrace() throws -> String {
        let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".trace") }
        func date(_ name: String) throws -> Date {
            try FileManager.default.attributesOfItem(atPath: folder.file(name))[.modificationDate] as? Date ?? .distantPast
        }
        return try #require(try traces.max { try date($0) < date($1) })
    }

    @Test("Each of 5,000 actors has its job in the trace", arguments: ["many", "short"])
    func many(kind: String) throws {
        let (outcome, trace) = try Commands.trace(program, [kind, "5000"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let actors = trace.queues.indices.filter { trace.queues[$0].kind == .actor }
        #expect(actors.count == 5000)
        #expect(Set(trace.items.map(\.queue)).isSuperset(of: actors))
        #expect(trace.items.count { trace.queues[$0.queue].kind == .actor } == 5000)
        #expect(trace.droppedRecords == 0)
    }

    @Test("The stretch of an async main before its first await is in the trace, and each task's queue is called by its priority")
    func firstStretch() throws {
        let (outcome, trace) = try Commands.trace(program, ["first", "1"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let first = try #require(trace.items.firstIndex { $0.how == .taskJob && $0.began != nil })
        let item = trace.items[first], main = try #require(trace.tasks.firstIndex { $0.parent == nil })
        #expect(trace.task(ofItem: first) == main && trace.queues[item.queue].kind == .main)
        #expect(item.lane.map { trace.lanes[$0].isMain } == true)
        // It made the first task, and was suspended then.
        let detached = trace.tasks.indices.filter { $0 != main }, made = trace.tasks[detached[0]].created ?? 0
        #expect(detached.count == 3 && (item.began ?? .max) <= made && made <= (item.ended ?? 0))
        let queues = detached.compactMap { task in
            trace.items.first { $0.task == trace.tasks[task].id && trace.queues[$0.queue].kind == .global }?.queue
        }
        let labels = queues.map { trace.queues[$0].label }
        #expect(labels == ["background", "utility", "high"].map { "Swift global (\($0))" }, "\(labels)")
    }
}
