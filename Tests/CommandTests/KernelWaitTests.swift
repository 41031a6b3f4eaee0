import Foundation
import TestSupport
import Testing
import Trace

/// Waits in calls into the kernel, compared with what the program says itself.
@Suite(.startsProcesses) struct KernelWaitTests {
    let folder: Folder
    let program: String

    init() throws {
        folder = try Folder()
        program = try folder.program("Kernel.swift", "-g")
    }

    /// Runs a mode of the program.
    /// - Returns: the lines that it printed, and its trace.
    private func run(_ mode: String, _ options: String...) throws -> (lines: [Int], trace: Trace) {
        let file = folder.file("\(mode).trace")
        let outcome = try Commands.run(["trace", "-o", file] + options + ["--", program, mode], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return (outcome.output.split(separator: "\n").compactMap { Int($0) }, try TraceReader.read(path: file))
    }

    private func view(_ mode: String, _ options: String...) throws -> [String] {
        let outcome = try Commands.run(["view", folder.file("\(mode).trace"), "--plain", "--width", "300"] + options, in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func lane(_ name: String, _ trace: Trace) throws -> Int { try #require(trace.lanes.firstIndex { $0.name == name }) }

    private func line(_ wait: Trace.Wait, _ trace: Trace) -> Int? { wait.place.flatMap { trace.places[$0].call?.line } }

    @Test("A call that waits is a wait with its call, its descriptor and its line; ten thousand calls that do not wait are none")
    func reads() throws {
        let (lines, trace) = try run("reads")
        let reader = try lane("reader", trace)
        let own = trace.waits.filter { $0.lane == reader && $0.kind == .kernel }
        // (Under load, some short calls take long, too.)
        let long = own.filter { line($0, trace) == lines[0] }
        #expect(long.count == 2 && long.allSatisfy { $0.call == .read && $0.ended != nil && $0.endedBy == nil }, "\(own)")
        // The other side sleeps 40 ms before each byte: what the reader does before the second one takes part of that at most.
        let ends = long.compactMap(\.ended)
        #expect(ends.count == 2 && ends[1] - ends[0] >= 40_000_000)
        #expect(Set(long.compactMap { $0.object.map { trace.objects[$0].label } }).count == 1)
        #expect(long[0].object.map { trace.objects[$0].label.hasPrefix("descriptor ") } == true)
        #expect(own.count < 5_000, "short calls are recorded: \(own.count)")
        #expect(try view("reads").contains { $0.hasPrefix("reader ") && $0.contains("descriptor") && $0.contains("in read()") })
    }

    @Test("A thread that waits for events is idle, and its only blocked call is the first cost")
    func loop() throws {
        let (lines, trace) = try run("loop")
        let loop = try lane("loop", trace)
        let idle = trace.waits.filter { $0.lane == loop && $0.isIdle }
        #expect(!idle.isEmpty && idle.allSatisfy { $0.call == .poll && $0.object == nil }, "\(idle)")
        let page = try view("loop")
        let first = try #require(page.firstIndex { $0 == "Cost first:" })
        // (A busy machine can stop the thread in another call for some milliseconds, too.)
        let costs = page[(first + 1)...].prefix(3)
        #expect(costs.contains { $0.contains("An event loop was blocked once") && $0.contains("Kernel.swift:\(lines[0])") }, "\(costs)")
        // It is not blocked when it is idle.
        #expect(!page.contains { $0.contains("events in poll()") }, "\(page)")
    }

    @Test("A lock that is held during a write: the first cost names the lock, its holder and the write, with both lines")
    func lockedWrite() throws {
        let (lines, trace) = try run("write")
        let other = try lane("other", trace)
        #expect(trace.waits.contains { $0.lane == other && $0.kind == .mutex && $0.ended != nil })
        let page = try view("write")
        let first = try #require(page.firstIndex { $0 == "Cost first:" })
        let cost = page[first + 1], sorted = lines.sorted()
        #expect(cost.contains("writer held it") && cost.contains("in write() meanwhile (Kernel.swift:\(sorted[0]))"), "\(cost)")
        #expect(cost.contains("Kernel.swift:\(sorted[1])"), "\(cost)")
    }

    @Test("A call that has not returned when the program ends is an unfinished wait")
    func end() throws {
        let trace = try run("end").trace
        let reader = try lane("reader", trace)
        let last = try #require(trace.waits.last { $0.lane == reader })
        #expect(last.kind == .kernel && last.call == .read && last.ended == nil && trace.isUnfinished(last))
        #expect(trace.damage.isEmpty && trace.droppedRecords == 0)
        #expect(try view("end").contains { $0.contains("in read(), and never got it") })
    }

    @Test("A call that Foundation makes for the program is at the program's line")
    func handle() throws {
        let (lines, trace) = try run("handle")
        let wait = try #require(trace.waits.first { $0.lane == 0 && $0.kind == .kernel })
        #expect(wait.call == .read && line(wait, trace) == lines.last, "\(wait)")
    }

    @Test("An attempt at an exercise has no such waits: the checks look at it again and again, and wait a moment between two looks")
    func attempt() throws {
        let file = folder.file("attempt.trace")
        let outcome = try Commands.run(
            ["trace", "-o", file, "--", program, "reads"], in: folder, environment: ["INTERLEAVE_REPORT": folder.file("report")])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let trace = try TraceReader.read(path: file)
        #expect(!trace.waits.contains { $0.kind == .kernel } && trace.waits.contains { $0.kind == .sleep })
    }

    @Test("Without this kind of events, no such wait is recorded, and a lane says nothing of it")
    func without() throws {
        let trace = try run("reads", "--without", "kernel").trace
        #expect(!trace.waits.contains { $0.kind == .kernel } && trace.waits.contains { $0.kind == .sleep })
    }
}
