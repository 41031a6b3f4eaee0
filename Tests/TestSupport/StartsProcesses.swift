import Foundation
import Synchronization
import Testing

/// A suite whose tests start programs and wait for them.
///
/// Such a test blocks its thread. Swift's pool has a thread for each processor only, so with two of
/// them two tests would wait, and the processors with them. These tests run on more threads.
///
/// It also writes down how long each test took, if `TEST_TIMES` names a file: the time
/// that the test runner tells includes the time before a test got a thread.
package struct StartsProcesses: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) {
            let started = ContinuousClock.now
            defer { TestTimes.note(test, ContinuousClock.now - started) }
            try await function()
        }
    }
}

extension Trait where Self == StartsProcesses {
    /// The tests start programs and wait for them.
    package static var startsProcesses: Self { StartsProcesses() }
}

/// Threads for tests that are blocked most of the time.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: ProcessInfo.processInfo.activeProcessorCount * 2 + 1)

    private let condition = NSCondition()
    /// Guarded by `condition`: the jobs that wait for a thread, the oldest first.
    nonisolated(unsafe) private var jobs: [UnownedJob] = []

    private init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { self.work() }
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    private func work() -> Never {
        while true {
            condition.lock()
            while jobs.isEmpty { condition.wait() }
            let job = jobs.removeFirst()
            condition.unlock()
            job.runSynchronously(on: asUnownedTaskExecutor())
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
