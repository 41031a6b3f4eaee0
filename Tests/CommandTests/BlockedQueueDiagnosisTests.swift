import Foundation
import TestSupport
import Testing

/// Deadlocks without a circular wait of locks: a thread waits for work that cannot start, and the
/// report says why.
@Suite(.startsProcesses) struct BlockedQueueDiagnosisTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func finding(_ text: String) throws -> ExplanationTests.Report.Finding {
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        return try #require(report.findings.first)
    }

    @Test(
        "A wait for a later work item of the same queue, or of a queue with that target, is explained",
        arguments: ["base", "child"])
    func itemBehind(queue: String) throws {
        let finding = try finding(
            """
            import Dispatch

            func scenario() {
                let base = DispatchQueue(label: "base"), child = DispatchQueue(label: "child", target: base)
                let group = DispatchGroup(), item = DispatchWorkItem {}
                _ = child
                base.async(group: group) {
                    \(queue).async(execute: item)
                    item.wait()
                }
                group.wait()
            }

            """)
        #expect(finding.kind == "deadlock" && finding.summary.contains("block 1 on queue “base” waits for a work item's end"), "\(finding)")
        #expect(finding.explanation.contains("The target of") == (queue == "child"), "\(finding.explanation)")
        #expect(finding.lines.isSuperset(of: [8, 9]), "\(finding.lines)")
    }

    /// Code that holds a queue, or keeps it from running, while a thread waits for the queue's
    /// work.
    private static let held: [(body: String, names: String, hint: String)] = [
        (
            "DispatchQueue.main.async { group.leave() }\n    group.wait()", "the next work on the main queue",
            "Never wait on the main thread"
        ),
        ("queue.suspend()\n    queue.async { group.leave() }\n    group.wait()", "that queue is suspended", "Each suspend()"),
        ("inactive.async { group.leave() }\n    group.wait()", "was never activated", "activate()"),
        (
            "let done = DispatchSemaphore(value: 0)\n    queue.async {\n        queue.async { group.leave() }\n        group.wait()\n        done.signal()\n    }\n    done.wait()",
            "the next work on queue “made”", "a later block of the same queue"
        ),
        (
            "let operations = OperationQueue()\n    operations.maxConcurrentOperationCount = 1\n    operations.addOperation {\n        operations.addOperations([BlockOperation {}], waitUntilFinished: true)\n    }\n    operations.waitUntilAllOperationsAreFinished()",
            "the next work on queue", "Do not wait inside an operation"
        ),
    ]

    @Test(
        "A deadlock report says why the awaited block cannot start: its queue is suspended, inactive, or blocked", arguments: held.indices)
    func heldUp(_ index: Int) throws {
        let held = Self.held[index]
        let finding = try finding(
            """
            import Foundation

            func scenario() {
                let group = DispatchGroup(), queue = DispatchQueue(label: "made")
                let inactive = DispatchQueue(label: "inactive", attributes: .initiallyInactive)
                _ = (queue, inactive)
                group.enter()
                \(held.body)
                inactive.activate()
            }

            """)
        #expect(finding.kind == "deadlock" && finding.summary.contains(held.names), "\(finding)")
        #expect(finding.hint.contains(held.hint), "\(finding.hint)")
    }

    @Test("An actor whose thread is blocked, and a queue with the same target as the requested one, are named")
    func heldByOthers() throws {
        let actor = try finding(
            """
            import Dispatch

            actor Worker {
                func step() {}
                func run() {
                    let done = DispatchSemaphore(value: 0)
                    Task { await self.step(); done.signal() }
                    done.wait()
                }
            }

            func scenario() async { await Worker().run() }

            """)
        #expect(actor.summary.contains("the next work on the actor Worker") && actor.lines.isSuperset(of: [7, 8]), "\(actor)")
        let target = try finding(
            """
            import Dispatch

            let root = DispatchQueue(label: "root")
            let reads = DispatchQueue(label: "reads", target: root), writes = DispatchQueue(label: "writes", target: root)

            func scenario() {
                writes.sync {
                    reads.sync {}
                }
            }

            """)
        #expect(
            target.explanation.contains("The target of that queue is queue “root”") && target.lines.isSuperset(of: [7, 8]), "\(target)")
    }

    @Test("A queue whose target is held by another thread is not reported as never activated")
    func notInactive() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() {
                let base = DispatchQueue(label: "base"), child = DispatchQueue(label: "child", target: base)
                let lock = NSLock(), done = DispatchSemaphore(value: 0), begun = DispatchSemaphore(value: 0)
                lock.lock()
                base.async { begun.signal(); lock.lock() }
                begun.wait()
                child.async { done.signal() }
                done.wait()
            }

            """)
        #expect(finding.kind == "deadlock" && finding.lines.isSuperset(of: [6, 7, 10]), "\(finding)")
        #expect(!finding.summary.contains("activated"), "\(finding.summary)")
    }

    @Test("A wait for a semaphore with a lock held, which another thread needs, is reported with both")
    func semaphoreBehindLock() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() {
                let lock = NSLock(), free = DispatchSemaphore(value: 1), done = DispatchSemaphore(value: 0)
                let producer = Thread {
                    for _ in 0..<2 {
                        lock.lock()
                        free.wait()
                        lock.unlock()
                    }
                    done.signal()
                }
                producer.start()
                lock.lock()
                free.signal()
                lock.unlock()
                done.wait()
                free.signal()
            }

            """)
        #expect(finding.kind == "deadlock" && finding.summary.contains("and the main thread for a lock that thread 1 holds"), "\(finding)")
        #expect(finding.hint.contains("before you acquire the lock"), "\(finding.hint)")
        #expect(finding.lines.isSuperset(of: [7, 8, 14]), "\(finding.lines)")
    }

    @Test("A scope that cannot be left because its cancellation handlers wait is reported")
    func handlers() throws {
        let finding = try finding(
            """
            import Dispatch

            func scenario() {
                let inside = DispatchSemaphore(value: 0), outside = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
                let worker = Task {
                    await withTaskCancellationHandler {
                        inside.signal()
                        await Task.yield()
                    } onCancel: {
                        outside.wait()
                    }
                    outside.signal()
                    done.signal()
                }
                Task {
                    inside.wait()
                    worker.cancel()
                }
                done.wait()
            }

            """)
        #expect(
            finding.kind == "deadlock"
                && finding.explanation.contains(
                    "Task 1 waits for the runtime's lock of its own task, which task 2 holds while it calls the cancellation handlers")
        )
        #expect(finding.hint.contains("`onCancel`"), "\(finding.hint)")
        #expect(finding.lines.isSuperset(of: [10, 19]), "\(finding.lines)")
    }
}
