import Dispatch
import Testing
import Trace

/// The times at which libdispatch submits `notify` blocks. Each runs on a suspended queue, so that it comes long before it begins.
extension RecorderTests {
    /// Records the submission of one notify block to a suspended queue, which is resumed at the end; returns it.
    private static func notified(_ label: String, _ body: (DispatchQueue, DispatchQueue) -> Void) throws -> (
        trace: Trace, block: Trace.Item
    ) {
        let trace = try record {
            let queue = DispatchQueue(label: "test.notify.\(label)"), work = DispatchQueue(label: "test.followed.\(label)")
            queue.suspend()
            body(queue, work)
            work.sync {}
            queue.resume()
            queue.sync {}
        }
        let blocks = items(on: "test.notify.\(label)", in: trace).filter { $0.how == .groupNotify || $0.how == .workItemNotify }
        #expect(blocks.count == 1)
        let block = try #require(blocks.first)
        #expect(try #require(block.began) >= #require(block.due))
        return (trace, block)
    }

    /// The first time of an event of a kind after the block was submitted.
    private static func first(_ kind: Event.Kind, after block: Trace.Item, in trace: Trace) -> Int64? {
        trace.events.first { $0.kind == kind && $0.time >= block.enqueued ?? 0 }?.time
    }

    @Test("A notify block of an empty group comes to its queue with the call, whatever happens to the group before")
    func emptyGroup() throws {
        for isUsed in [false, true] {
            let (_, block) = try Self.notified("empty-\(isUsed)") { queue, _ in
                let group = DispatchGroup()
                if isUsed {
                    group.enter()
                    group.leave()
                }
                group.notify(queue: queue) {}
                group.enter()
                group.leave()
            }
            #expect(block.due == block.enqueued)
        }
    }

    @Test("A notify block comes when its group is empty, and runs though the group is entered again before its queue is resumed")
    func groupInUseAgain() throws {
        let group = DispatchGroup()
        let (trace, block) = try Self.notified("again") { queue, _ in
            let group = DispatchGroup()
            group.enter()
            group.notify(queue: queue) {}
            group.leave()
            group.enter()
            withExtendedLifetime(group) {}
            queue.async { group.leave() }
        }
        _ = group
        #expect(block.due == Self.first(.groupLeft, after: block, in: trace))
    }

    @Test("A notify block of a work item comes when the item has ended, however it was run, or with the call if it had ended")
    func afterWorkItem() throws {
        let finished = try Self.notified("finished") { queue, work in
            let item = DispatchWorkItem {}
            work.async(execute: item)
            work.sync {}
            item.notify(queue: queue) {}
        }
        #expect(finished.block.due == finished.block.enqueued)
        let later = try Self.notified("later") { queue, work in
            let item = DispatchWorkItem {}
            item.notify(queue: queue) {}
            work.async(execute: item)
            work.sync {}
        }
        let performed = try Self.notified("performed") { queue, _ in
            let item = DispatchWorkItem {}
            item.notify(queue: queue) {}
            item.perform()
        }
        for (trace, block) in [finished, later, performed] {
            let followed = trace.items[try #require(block.followed)]
            #expect(followed.how == .async || followed.how == .performed)
            #expect(block.due == max(try #require(followed.ended), try #require(block.enqueued)))
        }
    }

    @Test("A notify block of a work item that was cancelled comes when it begins, because the trace does not show the skipped item")
    func afterCancelledItem() throws {
        let (_, block) = try Self.notified("cancelled") { queue, work in
            let item = DispatchWorkItem {}
            item.cancel()
            item.notify(queue: queue) {}
            work.async(execute: item)
        }
        #expect(block.due == block.began)
    }
}
