import Foundation
import TestSupport
import Testing
import Trace

/// `trace --only`, `--without` and `--queues`: what was not chosen is not in the trace, and nothing is said about it.
@Suite(.startsProcesses) struct ChoiceTests {
    typealias Kind = RecordedChoice.Kind
    let folder: Folder
    let program: String

    init() throws {
        folder = try Folder()
        program = try Programs.all().choices
    }

    private func trace(_ options: String...) throws -> Trace {
        let (outcome, trace) = try Commands.trace(program, in: folder, options: options)
        #expect(outcome.code == 0 && outcome.output == "8\n", "\(outcome.errors)")
        #expect(trace.damage.isEmpty)
        return trace
    }

    /// The kinds of which something is in a trace.
    private func kinds(of trace: Trace) -> Set<Kind> {
        var kinds: Set<Kind> = []
        for item in trace.items {
            switch item.how {
            case .operation, .completion: kinds.insert(.operations)
            case .taskJob: kinds.insert(.tasks)
            case .actorJob: kinds.insert(.actors)
            default: kinds.insert(.queues)
            }
        }
        for wait in trace.waits {
            switch wait.kind {
            case .group: kinds.insert(.groups)
            case .semaphore: kinds.insert(.semaphores)
            case .mutex, .condition, .readLock, .writeLock, .futex: kinds.insert(.locks)
            case .once: kinds.insert(.once)
            case .threadJoin: kinds.insert(.joins)
            case .operation, .operationQueue: kinds.insert(.operations)
            case .sleep: kinds.insert(.sleeps)
            case .kernel: kinds.insert(.kernel)
            default: kinds.insert(.queues)
            }
        }
        for event in trace.events {
            switch event.kind {
            case .groupCreated, .groupEntered, .groupLeft: kinds.insert(.groups)
            case .semaphoreCreated, .semaphoreSignalled: kinds.insert(.semaphores)
            case .lockAcquired, .lockReleased, .conditionSignalled: kinds.insert(.locks)
            case .onceBegan, .onceEnded: kinds.insert(.once)
            case .sourceCreated, .sourceFired, .sourceCancelled, .timerArmed: kinds.insert(.sources)
            case .operationAdded, .operationDepends: kinds.insert(.operations)
            case .taskCreated: kinds.insert(.tasks)
            case .threadJoined: kinds.insert(.joins)
            default: break
            }
        }
        return kinds
    }

    @Test(
        "Without an option each kind is recorded, and with --only exactly the named ones",
        arguments: Kind.allCases.map { Set([$0]) } + [[.queues, .locks], [.operations, .groups, .sleeps]])
    func only(chosen: Set<Kind>) throws {
        #expect(try kinds(of: trace()) == Set(Kind.allCases))
        let trace = try trace("--only", chosen.map(\.rawValue).joined(separator: ","))
        #expect(kinds(of: trace) == chosen)
        #expect(trace.coverage.choice == RecordedChoice(kinds: chosen))
    }

    @Test("--without records all kinds but the named ones")
    func without() throws {
        let trace = try trace("--without", "locks,once")
        #expect(kinds(of: trace) == Set(Kind.allCases).subtracting([.locks, .once]))
        #expect(trace.items.count { $0.queue < trace.queues.count && trace.queues[$0.queue].label == "database" } == 4)
    }

    @Test("--queues records the items of the named dispatch queues, operation queues and actors, and what is done with them")
    func queues() throws {
        let trace = try trace("--queues", "net.*", "--queues", "Counter,reports")
        let labels = Set(trace.items.map { trace.queues[$0.queue].label })
        // The last one is the completion block of an operation on a chosen queue.
        #expect(labels == ["net.download", "net.upload", "Counter", "reports", "no queue"])
        // Three blocks and the work item; and here the timer's handler and the block after it.
        #expect(trace.items.count { trace.queues[$0.queue].label == "net.upload" } == 4)
        #expect(trace.items.count { trace.queues[$0.queue].label == "net.download" } == 5)
        #expect(trace.items.count { trace.queues[$0.queue].label == "Counter" } == 3)
        // Nothing waits for the end of the completion block, only for a signal in it.
        #expect(trace.items.allSatisfy { $0.began != nil && ($0.ended != nil || $0.how == .completion) })
        // The operation of the other queue is not known, so it is not said that no queue has got it.
        #expect(trace.items.allSatisfy { $0.operation.unaddedDependencies.isEmpty })
        #expect(
            !trace.events.contains {
                [.queueSuspended, .queueResumed].contains($0.kind) && trace.queues.first { $0.label == "database" }?.address == $0.object
            })
        // Blocks on other queues enter and leave the group: its count is not known.
        #expect(trace.objects.allSatisfy { $0.kind != .group || !$0.isFullyKnown })
    }

    @Test(
        "A queue is shown by the name that --queues knows: the main queue, a global queue, Swift's global queue",
        arguments: ["global queue*", "Swift global"])
    func systemQueues(name: String) throws {
        let trace = try trace("--queues", name)
        #expect(!trace.items.isEmpty && trace.items.allSatisfy { trace.queues[$0.queue].label.hasPrefix(name.filter { $0 != "*" }) })
    }

    @Test("Every form of the output says what was recorded")
    func said() throws {
        let file = folder.file("part.trace")
        let run = try Commands.run(["trace", "-o", file, "--only", "queues,locks", "--queues", "net.*", "--", program], in: folder)
        #expect(run.code == 0, "\(run.errors)")
        let kinds = "only queues and locks", names = "on queues that are called \"net.*\""
        for words in [["view", file], ["view", file, "--step"], ["view", file, "--load"]] {
            let text = try Commands.run(words, in: folder).output.split { $0.isWhitespace }.joined(separator: " ")
            #expect(text.contains(kinds) && text.contains(names), "\(words): \(text)")
        }
        let json = try Commands.run(["view", file, "--load", "--json"], in: folder).output
        #expect(json.contains("\"recorded\"") && json.contains("\"locks\"") && json.contains("\"net.*\""))
        #expect(try !Commands.run(["view", file, "--load", "--json", "--from", "0ms"], in: folder).output.contains("\"sleeps\""))
        let text = try Commands.run(["export", "--format", "text", file], in: folder).output
        #expect(text.split(separator: "\n").first { $0.hasPrefix("trace\t") }?.hasSuffix("\tqueues locks\tnet.*") == true)
        // Where no item was recorded, the lanes are threads; and a task without its turns is not said to have had none.
        let locks = folder.file("locks.trace"), tasks = folder.file("tasks.trace")
        #expect(try Commands.run(["trace", "-o", locks, "--only", "locks", "--", program], in: folder).code == 0)
        #expect(try Commands.run(["trace", "-o", tasks, "--queues", "database", "--", program], in: folder).code == 0)
        #expect(try Commands.run(["view", locks], in: folder).output.contains("worker"))
        let rows = try Commands.run(["view", tasks, "--width", "120"], in: folder).output.split(separator: "\n")
        let row = try #require(rows.drop { !$0.hasPrefix("1 task,") }.dropFirst(2).first)
        #expect(row.split(separator: " ").count { $0 == "–" } == 3 && !row.contains(" 0"), "\(row)")
        // Threads that waited for what was left out are not said to be idle, nor is the run said to have had nothing.
        let nothing = folder.file("nothing.trace")
        #expect(
            try Commands.run(
                [
                    "trace", "-o", nothing, "--queues", "no such queue", "--without", "tasks,groups,semaphores,locks,once,joins,sleeps",
                    "--", program,
                ], in: folder
            ).code == 0)
        let page = try Commands.run(["view", nothing, "--lanes", "threads"], in: folder).output
        #expect(!page.contains("no item was submitted") && !page.contains("thread idle"), "\(page)")
    }

    @Test("A snapshot and a program that replaces the traced one keep the choice")
    func keptOn() throws {
        let (_, trace) = try Commands.trace("/bin/sh", ["-c", "exec \(program)"], in: folder, options: ["--only", "locks"])
        #expect(kinds(of: trace) == [.locks])
    }

    @Test("Wrong kinds and names are refused, and the message lists the kinds")
    func refused() throws {
        func misuse(_ options: String..., expecting words: String...) throws {
            let outcome = try Commands.run(["trace"] + options + ["--", program], in: folder)
            #expect(outcome.code == 2 && words.allSatisfy(outcome.errors.contains), "\(outcome.errors)")
        }
        try misuse("--only", "lokcs", expecting: "no kind 'lokcs'", "queues, operations, tasks, actors, groups, semaphores, locks")
        try misuse("--only", "", expecting: "The kinds are queues")
        try misuse("--without", "locks,,once", expecting: "The kinds are queues")
        try misuse("--only", "locks", "--without", "once", expecting: "Use one of them")
        try misuse("--without", Kind.allCases.map(\.rawValue).joined(separator: ","), expecting: "nothing to record")
        try misuse("--queues", "a,,b", expecting: "is empty")
        try misuse("--queues", String(repeating: "x", count: 400), expecting: "401 bytes", "382")
    }
}
