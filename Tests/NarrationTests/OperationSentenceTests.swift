import TestSupport
import Testing
import Trace

@testable import Narration

@Suite("Operations: why they have not started, and how they end") struct OperationSentenceTests {
    private func sentences(_ trace: Trace) -> [String] {
        var all: [String] = []
        StepLog(trace).forEach {
            all.append($0.sentence); return true
        }
        return all
    }

    /// A kitchen of width 1, suspended at first: "wash" (low) and "serve" (very high) wait; "cook" is added last.
    private func kitchen() -> Trace {
        var run = Run()
        let kitchen = run.queue("kitchen", .operation)
        run.widen(kitchen, to: 1)
        run.suspend(kitchen)
        let wash = run.enqueue("wash", on: kitchen, how: .operation)
        run.prioritise(wash, -4)
        let serve = run.enqueue("serve", on: kitchen, how: .operation)
        run.prioritise(serve, 8)
        run.at(1_000)
        run.resume(kitchen)
        run.begin(serve, on: 1)
        run.at(2_000)
        let cook = run.enqueue("cook", on: kitchen, how: .operation)
        run.at(4_000)
        run.end(serve)
        run.begin(cook, on: 1)
        run.at(5_000)
        run.end(cook)
        run.begin(wash, on: 1)
        run.at(6_000)
        run.end(wash)
        return run.trace
    }

    @Test("An addition says the priority, and that the queue is suspended or its width used up, and by which operation")
    func additions() {
        let all = sentences(kitchen())
        #expect(all.contains { $0.contains("sets its width (maxConcurrentOperationCount) to 1: it runs one operation at a time") })
        #expect(
            all.contains {
                $0.contains("adds operation wash (priority: low); the queue is suspended, so it stays queued until the queue is resumed")
            })
        #expect(all.contains { $0.contains("adds operation cook; the queue runs one operation at a time, and operation serve is running") })
    }

    @Test("A start says which part of the time it waited for what, and which operations it goes before")
    func starts() {
        let all = sentences(kitchen())
        #expect(
            all.contains {
                $0.contains("serve starts on worker 1; it waited 1 ms for the queue to be resumed; it goes before operation wash")
            })
        #expect(all.contains { $0.contains("because its priority is higher (very high, not low)") })
        #expect(
            all.contains {
                $0.contains(
                    "wash starts on worker 1; it waited 5 ms: 1 ms for the queue to be resumed, then 4 ms because the queue runs one operation "
                        + "at a time, until operation cook ended")
            })
    }

    @Test("An important operation that is added while another one runs is not told to wait for a less important one")
    func importantAddition() {
        var run = Run()
        let kitchen = run.queue("kitchen", .operation)
        run.widen(kitchen, to: 1)
        let wash = run.enqueue("wash", on: kitchen, how: .operation)
        run.begin(wash, on: 1)
        let cook = run.enqueue("cook", on: kitchen, how: .operation)
        let serve = run.enqueue("serve", on: kitchen, how: .operation)
        run.prioritise(serve, 8)
        run.at(1_000)
        run.end(wash)
        run.begin(serve, on: 1)
        run.at(2_000)
        run.end(serve)
        run.begin(cook, on: 1)
        run.at(3_000)
        run.end(cook)
        let added = sentences(run.trace).first { $0.contains("adds operation serve") }
        #expect(added?.contains("operation wash is running") == true, "\(added ?? "")")
        #expect(added?.contains("cook") == false, "\(added ?? "")")
    }

    @Test("The state panel says why an operation has not started, and the width of its queue")
    func panel() {
        let trace = kitchen()
        var state = TraceState(trace)
        let subjects = EventSubjects(trace)
        for event in trace.events where event.time <= 2_000_000 { state.apply(event, of: trace, subjects) }
        let lines = StatePanel(trace).lines(state, width: 300).map { $0.map(\.text).joined() }
        #expect(lines.contains { $0.hasPrefix("kitchen: running operation serve") && $0.hasSuffix("width 1") })
        #expect(
            lines.contains(
                "operation wash: not started: the queue runs one operation at a time, and operation serve is running; operation cook goes first, because its priority is higher"
            ))
    }

    @Test("A circular wait is named and drawn at the end, and in the summary")
    func circle() {
        var run = Run()
        let queue = run.queue("circle", .operation)
        let a = run.enqueue("A", on: queue, how: .operation), b = run.enqueue("B", on: queue, how: .operation)
        run.trace.items[a].dependencies = [b]
        run.trace.items[b].dependencies = [a]
        run.trace.origin = .recorder
        run.event(.operationDepends, 0, object: run.trace.items[a].id, argument: run.trace.items[b].id)
        run.event(.operationDepends, 0, object: run.trace.items[b].id, argument: run.trace.items[a].id)
        let words =
            "circular wait: operation A depends on operation B, operation B depends on operation A. None of them can ever start: A → B → A"
        #expect(sentences(run.trace).contains { $0.contains(words) })
        #expect(sentences(run.trace).contains { $0.contains("operation A never started: it must wait until operation B has ended") })
        #expect(Summary(run.trace).lines.contains("C" + words.dropFirst() + "."))
        #expect(run.trace.dependencyCircle == [a, b])
    }

    @Test("An operation that waits for another one of its own queue of width 1 is a circular wait, too")
    func circleThroughWidth() {
        var run = Run()
        let queue = run.queue("one", .operation)
        run.widen(queue, to: 1)
        let outer = run.enqueue("outer", on: queue, how: .operation)
        run.begin(outer, on: 1)
        let inner = run.enqueue("inner", on: queue, by: 1, how: .operation)
        run.wait(.operation, for: nil, by: 1, item: inner)
        #expect(
            sentences(run.trace).contains {
                $0.contains(
                    "circular wait: operation outer waits until operation inner has finished, operation inner cannot start while operation outer "
                        + "is running, because of the queue's width. None of them can ever end: outer → inner → outer")
            })
        run.trace.queues[queue].widths = []
        run.trace.events.removeAll { $0.kind == .queueWidth }
        #expect(!sentences(run.trace).contains { $0.contains("circular wait") })
    }

    @Test("An asynchronous operation that never announces its end is the reason why its queue is stuck")
    func unannounced() {
        var run = Run()
        let queue = run.queue("network", .operation)
        run.widen(queue, to: 1)
        let download = run.enqueue("download", on: queue, how: .operation), show = run.enqueue("show", on: queue, how: .operation)
        run.begin(download, on: 1)
        run.at(200)
        run.returnFromStart(download)
        run.at(9_000)
        run.event(.note, 0)
        let all = sentences(run.trace)
        #expect(all.contains { $0.contains("the start() of operation download returns after 0.2 ms; the operation counts as running") })
        #expect(all.contains { $0.contains("operation download had not finished") && $0.contains("its start() returned after 0.2 ms") })
        #expect(all.contains { $0.contains("didChangeValue(forKey: \"isFinished\")") })
        #expect(
            all.contains {
                $0.contains("operation show never started: the queue runs one operation at a time, and operation download is running")
            })
        #expect(Summary(run.trace).lines.contains { $0.hasPrefix("network is stuck at operation download: its start() returned") })
        _ = show
    }

    @Test("A cancelled operation says when it was cancelled, and whether it ran to its end or never ran")
    func cancelled() {
        var run = Run()
        let queue = run.queue("work", .operation)
        let deaf = run.enqueue("deaf", on: queue, how: .operation), never = run.enqueue("never", on: queue, how: .operation)
        run.begin(deaf, on: 1)
        run.at(1_000)
        run.cancel(deaf)
        run.cancel(never)
        run.at(3_000)
        run.end(deaf)
        run.event(.itemBegan, 2, object: run.trace.items[never].id, argument: run.trace.queues[queue].address)
        run.event(.itemEnded, 2, object: run.trace.items[never].id, argument: run.trace.queues[queue].address)
        run.trace.items[never].ended = 3_000_000
        let all = sentences(run.trace)
        #expect(
            all.contains {
                $0.contains("deaf ends after 3 ms; it was cancelled 2 ms before, while it was running, and its own code ended it")
            })
        #expect(all.contains { $0.contains("never counts as finished without having run, because it was cancelled 2 ms before") })
        let rows = ItemLife(run.trace).rows(of: deaf)
        #expect(rows.contains { $0.name == "cancelled" && $0.text == "+1.000 ms, while it was running" })
    }

    @Test("An operation started by hand and a completion block are told as such, without a queue")
    func byHandAndCompletion() {
        var run = Run()
        let none = run.queue(Trace.Queue.noQueue, .concurrent)
        for (label, how) in [("resize", Trace.Item.How.operation), ("completion of resize", .completion)] {
            run.trace.items.append(Trace.Item(id: UInt64(run.trace.items.count + 7), how: how, queue: none, label: label))
            let item = run.trace.items.count - 1
            run.trace.items[item].operation.isByHand = how == .operation
            run.trace.items[item].operation.completes = how == .completion ? 0 : nil
            run.begin(item, on: 0)
            run.end(item)
        }
        let all = sentences(run.trace)
        #expect(
            all.contains("no queue: main thread starts operation resize by hand, with start(): it runs on this thread, without a queue"))
        #expect(all.contains("no queue: main thread runs the completion block of operation resize"))
    }
}
