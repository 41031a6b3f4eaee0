import Foundation
import TestSupport
import Testing

/// Clocks that explored code looks at.
@Suite(.startsProcesses) struct ExploreClockTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    /// A wait, and the least time between two looks at a clock before and after it.
    struct Pause: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var seconds: Double
    }

    static let waits: [Pause] = [
        .init(testDescription: "usleep", text: "usleep(300_000)", seconds: 0.3),
        .init(testDescription: "Thread.sleep", text: "Thread.sleep(forTimeInterval: 0.1)", seconds: 0.1),
        .init(
            testDescription: "a condition", text: "lock.lock(); while lock.wait(until: start.addingTimeInterval(0.7)) {}; lock.unlock()",
            seconds: 0.7),
        .init(testDescription: "a semaphore", text: "_ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.3)", seconds: 0.3),
        .init(
            testDescription: "a group",
            text: "let group = DispatchGroup(); group.enter(); _ = group.wait(timeout: .now() + 0.9); group.leave()", seconds: 0.9),
        .init(
            testDescription: "a mutex",
            text: """
                let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1), owner = DispatchGroup()
                    pthread_mutex_init(mutex, nil)
                    pthread_mutex_lock(mutex)
                    DispatchQueue.global().async(group: owner) { [mutex = UInt(bitPattern: mutex)] in
                        var end = timespec()
                        clock_gettime(CLOCK_REALTIME, &end)
                        end.tv_sec += 1
                        pthread_mutex_timedlock(UnsafeMutablePointer(bitPattern: mutex)!, &end)
                    }
                    owner.wait()
                """, seconds: 1),
        .init(
            testDescription: "a thread that sleeps, and tells another one under a lock",
            text: """
                DispatchQueue.global().async { usleep(100_000); lock.lock(); isOver = true; lock.signal(); lock.unlock() }
                    lock.lock()
                    while !isOver { lock.wait() }
                    lock.unlock()
                    usleep(100_000)
                """, seconds: 0.2),
    ]

    @Test("Between two looks at a clock at least the time of the wait between them has passed, in every interleaving", arguments: waits)
    func pauses(_ pause: Pause) throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation
            let lock = NSCondition()
            var isOver = false
            func scenario() -> String {
                let start = Date(), moment = DispatchTime.now(), instant = ContinuousClock.now
                \(pause.text)
                let nanoseconds = DispatchTime.now().uptimeNanoseconds - moment.uptimeNanoseconds
                let isLongEnough = [
                    Date().timeIntervalSince(start) >= \(pause.seconds), Double(nanoseconds) >= \(pause.seconds) * 1e9,
                    ContinuousClock.now - instant >= .seconds(\(pause.seconds)),
                ]
                return "\\(isLongEnough)"
            }

            """, code: 0, in: folder)
        #expect(report.verdict == "none" && report.complete)
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["[true, true, true]"], "\(report.distinctOutcomes)")
    }
}
