import Foundation
import Glibc
import TestSupport
import Testing
import Trace

/// Programs that are difficult for a tracer.
@Suite(.startsProcesses, .takesTurns) struct TraceFaultTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    private func count(_ trace: Trace, _ label: String) -> Int {
        trace.queues.firstIndex { $0.label == label }.map { queue in trace.items.filter { $0.queue == queue }.count } ?? 0
    }

    @Test("A program that is killed at any moment leaves a trace without a torn record", arguments: 0..<50)
    func killed(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let microseconds = Int.random(in: 0..<20_000, using: &generator)
        // Every other time the buffer is so small that chunks are used again.
        let (outcome, trace) = try Commands.trace(
            programs.faults, ["killed", String(microseconds)], in: folder, options: ["--buffer", seed.isMultiple(of: 2) ? "64M" : "1M"])
        #expect(outcome.code == 128 + SIGKILL)
        #expect(outcome.errors == "")
        #expect(trace.ending == .killed(signal: SIGKILL))
        #expect(trace.damage == [])
        #expect(!trace.events.isEmpty)
        #expect(trace.events.allSatisfy { $0.time >= 0 && trace.lanes.indices.contains(Int($0.lane)) })
        for item in trace.items {
            let times = [item.enqueued, item.began, item.ended].compactMap { $0 }
            #expect(times == times.sorted())
        }
    }

    @Test("A program that forks is recorded, its child is not, and both run as usual")
    func forks() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["forks"], in: folder)
        #expect(outcome.output == "child\nthe child ended with 3\n")
        #expect(outcome.code == 0)
        #expect(count(trace, "test.work") == 22)
        #expect(trace.damage == [])
    }

    @Test("Programs that a program starts are not recorded in its trace")
    func children() throws {
        let (outcome, trace) = try Commands.trace(
            programs.faults, ["forks and starts", programs.everything], in: folder)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("test.kitchen=4"))
        #expect(count(trace, "test.work") == 22)
        #expect(count(trace, "test.kitchen") == 0)
    }

    @Test("A program that closes every file descriptor is recorded to its end, and gets the numbers that it would get")
    func descriptors() throws {
        let alone = try Commands.run(programs.faults, ["closes descriptors"], in: folder)
        let (outcome, trace) = try Commands.trace(programs.faults, ["closes descriptors"], in: folder)
        #expect(outcome.output == alone.output)
        #expect(outcome.code == 4)
        #expect(count(trace, "test.work") == 10_001)
    }

    @Test("A program that calls dispatchMain is recorded until it exits")
    func dispatchMain() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["dispatchMain"], in: folder)
        #expect(outcome.output == "on the main queue\n")
        #expect(outcome.code == 6)
        #expect(trace.items.contains { $0.how == .after && $0.began != nil })
        #expect(trace.items.contains { trace.queues[$0.queue].kind == .main })
    }

    @Test("A program that exits during work leaves a trace with running and queued items")
    func exits() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["exits in the middle"], in: folder)
        #expect(outcome.code == 7)
        #expect(trace.items.filter { $0.began != nil && $0.ended == nil }.count == 2)
        #expect(trace.items.filter { $0.enqueued != nil && $0.began == nil }.count == 3)
    }

    @Test("A tracer that traces a tracer: both traces can be read, and the exit code comes through")
    func nested() throws {
        let outer = folder.file("outer"), inner = folder.file("inner")
        let outcome = try Commands.run(
            ["trace", "-o", outer, "--", Commands.interleave, "trace", "-o", inner, "--", programs.everything, "8"], in: folder)
        #expect(outcome.code == 8)
        #expect(outcome.output.contains("test.kitchen=4"))
        let trace = try TraceReader.read(path: inner)
        #expect(count(trace, "test.kitchen") == 4)
        if FileManager.default.fileExists(atPath: outer) {
            #expect(count(try TraceReader.read(path: outer), "test.kitchen") == 0)
        }
    }

    @Test("A lab, which brings the recorder along, can be traced: only one of the two records")
    func tracedLab() throws {
        let lab = "\(Commands.buildFolder)/lab-barrier"
        let (outcome, trace) = try Commands.trace(lab, ["--check", "--variant", "serial"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(trace.damage == [])
    }

    @Test("If a script starts several programs at the same time, one is recorded and none is disturbed")
    func script() throws {
        let file = folder.file("t")
        let script = "\(programs.faults) works 20000 & \(programs.everything) 3 & wait $!; code=$?; wait; exit $code"
        let outcome = try Commands.run(["trace", "-o", file, "--", "/bin/bash", "-c", script], in: folder)
        #expect(outcome.code == 3)
        #expect(outcome.output.contains("test.kitchen=4"))
        let trace = try TraceReader.read(path: file)
        #expect(trace.damage == [])
        #expect((count(trace, "test.kitchen") == 4) != (count(trace, "test.work") == 20_001))
    }

    @Test("A path with spaces works for the program and for the trace")
    func blanks() throws {
        let place = folder.file("a folder: with blanks")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        // Copied by another process: a file that this one had open for writing could not be started while other tests fork.
        let copy = try Commands.run(
            "/bin/cp", [Commands.interleave, Commands.library, programs.everything, place], in: folder)
        #expect(copy.code == 0)
        try FileManager.default.moveItem(atPath: "\(place)/everything", toPath: "\(place)/the program")
        let outcome = try Commands.run(
            "\(place)/interleave", ["trace", "-o", "\(place)/the trace", "--", "\(place)/the program", "2"], in: folder)
        #expect(outcome.code == 2)
        #expect(outcome.errors.hasPrefix("to standard error"))
        #expect(count(try TraceReader.read(path: "\(place)/the trace"), "test.kitchen") == 4)
    }
}

/// A small generator of random numbers (Steele, Lea and Flood, 2014): the same seed, the same numbers, on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
