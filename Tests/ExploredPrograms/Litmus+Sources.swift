import Dispatch
import Foundation

extension Litmus {
    /// Dispatch sources: data that are put together, turns, timers, suspending and cancelling.
    public static let ofSources: [Litmus] = [
        Litmus("data that are added come one by one or together", ["1 2", "2 1", "3"]) {
            let story = Story(), told = DispatchSemaphore(value: 0), queue = DispatchQueue(label: "turns")
            nonisolated(unsafe) var left: UInt = 3
            let source = DispatchSource.makeUserDataAddSource(queue: queue)
            source.setEventHandler {
                story.tell("\(source.data)")
                left -= source.data
                if left == 0 { told.signal() }
            }
            source.activate()
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                litmusDelay()
                source.add(data: UInt(index + 1))
            }
            told.wait()
            source.cancel()
            return story.text
        },
        Litmus("bits that are merged come one by one or together", ["1 2", "3"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var seen: UInt = 0
            let source = DispatchSource.makeUserDataOrSource()
            source.setEventHandler {
                story.tell("\(source.data)")
                seen |= source.data
                if seen == 3 { told.signal() }
            }
            source.activate()
            source.or(data: 1)
            litmusDelay()
            source.or(data: 2)
            told.wait()
            source.cancel()
            return story.text
        },
        Litmus("of data that replace each other only the last is sure to come", ["1 2", "2"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            let source = DispatchSource.makeUserDataReplaceSource()
            source.setEventHandler {
                story.tell("\(source.data)")
                if source.data == 2 { told.signal() }
            }
            source.activate()
            source.replace(data: 1)
            litmusDelay()
            source.replace(data: 2)
            told.wait()
            source.cancel()
            return story.text
        },
        Litmus("a suspended source tells everything at once when it goes on", ["3"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            let source = DispatchSource.makeUserDataAddSource()
            source.setEventHandler {
                story.tell("\(source.data)")
                told.signal()
            }
            source.add(data: 1)
            litmusDelay()
            source.add(data: 2)
            source.activate()
            told.wait()
            source.cancel()
            return story.text
        },
        Litmus("after cancelling no event begins; the cancel handler comes last", ["cancelled", "1 cancelled"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            let source = DispatchSource.makeUserDataAddSource()
            source.setEventHandler {
                litmusDelay()
                story.tell("\(source.data)")
            }
            source.setCancelHandler {
                story.tell("cancelled")
                told.signal()
            }
            source.activate()
            source.add(data: 1)
            litmusDelay()
            source.cancel()
            told.wait()
            return story.text
        },
        Litmus("a source never takes two turns at once, on a concurrent queue either", ["b e", "b e b e"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var left: UInt = 2
            let source = DispatchSource.makeUserDataAddSource(queue: .global())
            source.setEventHandler {
                story.tell("b")
                litmusDelay()
                left -= source.data
                let isLast = left == 0
                story.tell("e")
                if isLast { told.signal() }
            }
            source.activate()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                litmusDelay()
                source.add(data: 1)
            }
            told.wait()
            source.cancel()
            return story.text
        },
        Litmus("a timer fires once if it does not repeat", ["fires"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler {
                story.tell("fires")
                told.signal()
            }
            timer.schedule(deadline: .now())
            timer.activate()
            told.wait()
            timer.cancel()
            return story.text
        },
        Litmus("a timer repeats until it is cancelled, by its own handler too", ["1 2 3"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var count = 0
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
            timer.setEventHandler {
                count += 1
                story.tell("\(count)")
                if count == 3 { timer.cancel() }
            }
            timer.setCancelHandler { told.signal() }
            timer.schedule(deadline: .now(), repeating: .microseconds(50))
            timer.activate()
            told.wait()
            return story.text
        },
        Litmus("a timer's handler and items of its serial queue come one after the other", ["a t", "t a"]) {
            let story = Story(), queue = DispatchQueue(label: "shared"), told = DispatchSemaphore(value: 0)
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.setEventHandler {
                litmusDelay()
                story.tell("t")
                told.signal()
            }
            timer.schedule(deadline: .now())
            timer.activate()
            queue.async {
                litmusDelay()
                story.tell("a")
                told.signal()
            }
            told.wait()
            told.wait()
            timer.cancel()
            return story.text
        },
    ]
}
