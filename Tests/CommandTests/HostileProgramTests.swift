import Foundation
import Glibc
import TestSupport
import Testing
import Trace

/// Programs that fork, jump, cancel and replace files are recorded without damage and without a
/// gap.
@Suite(.startsProcesses, .takesTurns) struct HostileProgramTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    private func trace(_ what: String) throws -> Trace {
        let (outcome, trace) = try Commands.trace(programs.hostile, [what], in: folder)
        #expect(outcome.code == 0 && !outcome.timedOut, "\(what): \(outcome.output)\(outcome.errors)")
        return trace
    }

    @Test("Children of a fork end, whatever another thread of the recorder was doing at the fork")
    func forks() throws {
        let (outcome, _) = try Commands.trace(programs.hostile, ["forks"], in: folder)
        #expect(outcome.code == 0 && !outcome.timedOut)
        #expect(outcome.output == "60 children ended\n")
    }

    @Test("A child with one page of stack, in the memory of the program, becomes another program: so Swift's crash report starts")
    func littleStack() throws {
        for arguments in [[], ["--children"]] {
            let (outcome, _) = try Commands.trace(programs.hostile, ["stack"], in: folder, options: arguments)
            #expect(outcome.output == "0 one page\n0 one page\n9 one page\n", "\(outcome.output)\(outcome.errors)")
        }
    }

    @Test("A signal handler can make recorded calls in the middle of the recorder")
    func handler() throws { #expect(try trace("handler").items.count >= 1) }

    @Test("Calls after a jump out of a recorded call are recorded, and that call counts as finished")
    func jump() throws {
        let trace = try trace("leaves")
        #expect(trace.items.count == 5)
        #expect(trace.waits.filter { $0.kind == .sleep }.allSatisfy { $0.ended != nil })
    }

    @Test("A cancelled thread's cleanup is recorded, and its wait ended with it")
    func cancellation() throws {
        let trace = try trace("cancels")
        #expect(trace.items.count { trace.queues[$0.queue].label == "cleanup" } == 3)
        #expect(trace.waits.filter { $0.kind == .condition }.map { $0.ended != nil } == [true])
    }

    @Test("Calls that an optimizing compiler turned into jumps still belong to the program")
    func tailCalls() throws {
        let trace = try trace("tails")
        #expect(trace.items.count == 10 + 10 + 10 + 1 + 1)
        #expect(trace.events.count { $0.kind == .groupLeft } == 10)
        #expect(trace.events.count { $0.kind == .semaphoreSignalled } == 1)
    }

    @Test("Twelve thousand queues are all recorded, each as a concurrent queue")
    func manyQueues() throws {
        let trace = try trace("queues")
        let used = Set(trace.items.map(\.queue))
        #expect(used.count == 12_000)
        #expect(used.allSatisfy { trace.queues[$0].kind == .concurrent })
    }

    @Test("Lock calls with a deadline that passes are waits that timed out")
    func timedLocks() throws {
        let waits = try trace("locks").waits.filter { $0.kind == .mutex || $0.kind == .writeLock }
        #expect(waits.map(\.kind) == [.mutex, .writeLock])
        #expect(waits.allSatisfy { $0.timedOut && $0.timeout != nil })
    }

    @Test("A program without Swift gets no crash handler of Swift")
    func noRuntime() throws {
        let (outcome, _) = try Commands.trace(programs.hostile, ["asks"], in: folder)
        #expect(outcome.output == "default\n")
    }

    @Test("A file that got the trace's name meanwhile stays unchanged, with a message")
    func replaced() throws {
        let file = folder.file("victim.trace")
        let outcome = try Commands.run(["trace", "-o", file, "--", programs.hostile, "replaces", file], in: folder)
        #expect(outcome.code == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == 1_000_000)
        #expect(outcome.errors.contains("a different file now"))
    }

    @Test("A second recording into the same name does not break the first one's program")
    func sameName() throws {
        let script = """
            cd \(folder.path); \(Commands.interleave) trace -o same -- \(programs.hostile) outlives first & first=$!
            while [ "$(head -c 8 same 2>/dev/null | tr -d '\\000' | wc -c)" -lt 8 ]; do :; done
            \(Commands.interleave) trace -o same -- \(programs.hostile) asks; echo second=$?
            wait $first; echo first=$?; cat first
            """
        let outcome = try Commands.shell(script, in: folder)
        #expect(outcome.output.hasSuffix("second=0\nfirst=0\nfinished\n"), "\(outcome.output)\(outcome.errors)")
    }

    @Test("A recorded program that outlives the script that started it continues to be recorded, with a message")
    func outlives() throws {
        let script = "\(programs.hostile) outlives \(folder.file("end")) & sleep 0.1"
        let launcher = try folder.executable("launch", "#!/bin/sh\n\(script)\n")
        let outcome = try Commands.run(["trace", "-o", folder.file("t"), "--", launcher], in: folder)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("is still running"))
        let deadline = ContinuousClock.now + .patience
        while !FileManager.default.fileExists(atPath: folder.file("end")), ContinuousClock.now < deadline {}
        #expect(FileManager.default.fileExists(atPath: folder.file("end")))
    }
}
