import Foundation
import Synchronization
import Testing

/// Tests that block their thread: they wait for a program that they started, or for a Swift task.
///
/// Swift's pool has a thread for each processor only, so with two of them two tests would wait, and the
/// processors, or the task that they wait for, with them. These tests run on more threads.
///
/// It also writes down how long each test took, if `TEST_TIMES` names a file: the time
/// that the test runner tells includes the time before a test got a thread.
package struct BlocksItsThread: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true
    /// Each test runs in a process of its own, which does nothing else.
    fileprivate var isAlone = false

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let isInOrder = test.traits.contains { $0 is ParallelizationTrait }
        try await withTaskExecutorPreference(isInOrder ? WaitingThreads.inOrder : WaitingThreads.together) {
            let started = ContinuousClock.now
            defer { TestTimes.note(test, ContinuousClock.now - started) }
            if isAlone && !TestProcess.isOne { try TestProcess.run(test) } else { try await function() }
        }
    }
}

extension Trait where Self == BlocksItsThread {
    /// The tests start programs and wait for them.
    package static var startsProcesses: Self { BlocksItsThread() }

    /// The tests block their thread until a Swift task has ended. The task needs a thread of Swift's pool, so they must not use up
    /// these threads.
    package static var waitsForTasks: Self { BlocksItsThread() }

    /// The tests look at the whole process, so each of them has one of its own: other tests would do something in it, too.
    package static var inItsOwnProcess: Self { BlocksItsThread(isAlone: true) }
}

/// Threads for tests that are blocked most of the time.
private final class WaitingThreads: Sendable {
    /// The tests of a suite that runs them one after the other come first, because such a suite takes long.
    static let inOrder = Entrance(isFirst: true), together = Entrance(isFirst: false)

    private static let shared = WaitingThreads(count: ProcessInfo.processInfo.activeProcessorCount * 2 + 1)

    final class Entrance: TaskExecutor {
        let isFirst: Bool
        init(isFirst: Bool) { self.isFirst = isFirst }
        func enqueue(_ job: consuming ExecutorJob) { shared.add(UnownedJob(job), self) }
    }

    private let condition = NSCondition()
    /// Guarded by `condition`: the jobs that wait for a thread. The newest is taken first: a test that has begun, or a suite, goes on
    /// before another begins.
    nonisolated(unsafe) private var first: [UnownedJob] = []
    nonisolated(unsafe) private var others: [UnownedJob] = []

    private init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { self.work() }
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    private func add(_ job: UnownedJob, _ entrance: Entrance) {
        condition.withLock {
            if entrance.isFirst { first.append(job) } else { others.append(job) }
            condition.signal()
        }
    }

    private func work() -> Never {
        while true {
            condition.lock()
            while first.isEmpty && others.isEmpty { condition.wait() }
            let isFirst = !first.isEmpty, job = isFirst ? first.removeLast() : others.removeLast()
            condition.unlock()
            job.runSynchronously(on: (isFirst ? Self.inOrder : Self.together).asUnownedTaskExecutor())
        }
    }
}

/// The time of each test, one line each: seconds, suite, test.
private enum TestTimes {
    private static let file: Mutex<FileHandle?> = {
        guard let path = ProcessInfo.processInfo.environment["TEST_TIMES"] else { return Mutex(nil) }
        // Tests also run in processes of their own, which write to the same file.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        return Mutex(descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }()

    static func note(_ test: Test, _ time: Duration) {
        // "CommandTests.ExploreTests/lostUpdate()/ExploreTests.swift:7:6"
        let parts = "\(test.id)".split(separator: "/").map(String.init)
        let suite = parts.dropLast(parts.count > 2 ? 2 : 1).joined(separator: "/")
        let line = String(
            format: "%.3f\t%@\t%@\n", Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds), suite, test.name)
        file.withLock { $0?.write(Data(line.utf8)) }
    }
}
