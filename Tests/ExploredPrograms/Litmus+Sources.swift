import Dispatch
import Foundation

extension Litmus {
    /// Dispatch sources: merged data, turns, timers, suspending and cancelling.
    public static let ofSources: [Litmus] = [
        Litmus("added data are delivered one by one or together", ["1 2", "2 1", "3"]) {
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
        Litmus("merged bits are delivered one by one or together", ["1 2", "3"]) {
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
        Litmus("of data that replace each other only the last is sure to be delivered", ["1 2", "2"]) {
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
        Litmus("a suspended source delivers everything in one event when it is resumed", ["3"]) {
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
        Litmus("a source never takes two turns at the same time, on a concurrent queue either", ["b e", "b e b e"]) {
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
        Litmus("a timer's handler and items of its serial queue run one after the other", ["a t", "t a"]) {
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
        Litmus("a source that its own handler cancels calls the cancel handler in the same turn", ["event cancelled next"]) {
            let queue = DispatchQueue(label: "shared"), source = DispatchSource.makeUserDataAddSource(queue: queue)
            return ofTurns { story, done in
                source.setEventHandler {
                    story.tell("event")
                    queue.async(group: done) { story.tell("next") }
                    source.cancel()
                }
                source.setCancelHandler {
                    story.tell("cancelled"); done.leave()
                }
                source.activate()
                source.add(data: 1)
            }
        },
        Litmus("a cancellation while the handler runs is in time for that turn or not", cancelledInTime) {
            let queue = DispatchQueue(label: "shared"), source = DispatchSource.makeUserDataAddSource(queue: queue)
            return ofTurns { story, done in
                let hasBegun = DispatchSemaphore(value: 0)
                source.setEventHandler {
                    story.tell("event")
                    queue.async(group: done) { story.tell("next") }
                    hasBegun.signal()
                    litmusDelay()
                }
                source.setCancelHandler {
                    story.tell("cancelled"); done.leave()
                }
                source.activate()
                source.add(data: 1)
                hasBegun.wait()
                litmusDelay()
                source.cancel()
            }
        },
        Litmus("a source delivers its registration and data in one turn", ["registered event next"]) {
            let queue = DispatchQueue(label: "shared"), source = DispatchSource.makeUserDataAddSource(queue: queue)
            let story = ofTurns { story, done in
                source.setRegistrationHandler {
                    story.tell("registered")
                    queue.async(group: done) { story.tell("next") }
                    source.add(data: 1)
                }
                source.setEventHandler {
                    story.tell("event"); done.leave()
                }
                source.activate()
            }
            source.cancel()
            return story
        },
        Litmus("a source that is cancelled before it begins calls only its cancel handler", ["cancelled"]) {
            let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "own"))
            return ofTurns { story, done in
                source.setRegistrationHandler { story.tell("registered") }
                source.setEventHandler { story.tell("event") }
                source.setCancelHandler {
                    story.tell("cancelled"); done.leave()
                }
                source.add(data: 1)
                source.cancel()
                source.activate()
            }
        },
        Litmus("data that come while there is no handler are lost", ["2"]) {
            let queue = DispatchQueue(label: "shared"), source = DispatchSource.makeUserDataAddSource(queue: queue)
            let story = ofTurns { story, done in
                source.activate()
                source.add(data: 1)
                queue.sync {}
                source.setEventHandler {
                    story.tell("\(source.data)"); done.leave()
                }
                source.add(data: 2)
            }
            source.cancel()
            return story
        },
        Litmus("a timer without references does not fire any more", ["gone", "fired gone"]) {
            let story = Story(), queue = DispatchQueue(label: "shared"), never = DispatchSemaphore(value: 0)
            var timer: DispatchSourceTimer? = DispatchSource.makeTimerSource(queue: queue)
            timer?.setEventHandler { story.tell("fired") }
            timer?.schedule(deadline: .now() + .microseconds(10))
            timer?.activate()
            litmusDelay()
            queue.sync { timer = nil }
            story.tell("gone")
            _ = never.wait(timeout: .now() + .microseconds(50))
            return story.text
        },
        Litmus("a timer that was never set ends as soon as it is cancelled", ["cancelled next"]) {
            cancelled { _ in }
        },
        Litmus("an armed timer is disarmed before its cancel handler, and items submitted meanwhile can run first", cancelledAnyTime) {
            cancelled { $0.schedule(deadline: .now() + 100) }
        },
        Litmus("a timer that has fired for the last time ends in the turn that cancels it", ["event cancelled next"]) {
            cancelledByItself { $0.schedule(deadline: .now()) }
        },
        Litmus("a repeating timer ends in the turn that cancels it, or later", cancelledInTime) {
            cancelledByItself { $0.schedule(deadline: .now(), repeating: .microseconds(200)) }
        },
    ]

    private static let cancelledInTime: Set = ["event cancelled next", "event next cancelled"]
    private static let cancelledAnyTime: Set = ["cancelled next", "next cancelled"]

    /// The story of a source's turns until they are done: the group's count is one from the start.
    private static func ofTurns(_ body: (_ story: Story, _ done: DispatchGroup) -> Void) -> String {
        let story = Story(), done = DispatchGroup()
        done.enter()
        body(story, done)
        done.wait()
        return story.text
    }

    /// The first word after an idle timer is cancelled and then an item is submitted to its queue.
    private static func cancelled(_ set: (DispatchSourceTimer) -> Void) -> String {
        let queue = DispatchQueue(label: "shared"), timer = DispatchSource.makeTimerSource(queue: queue)
        return ofTurns { story, done in
            timer.setCancelHandler {
                story.tell("cancelled"); done.leave()
            }
            set(timer)
            timer.activate()
            litmusDelay()
            queue.async(group: done) {
                timer.cancel()
                queue.async(group: done) { story.tell("next") }
            }
        }
    }

    /// The first word after a timer's handler submits an item and then cancels the timer.
    private static func cancelledByItself(_ set: (DispatchSourceTimer) -> Void) -> String {
        let queue = DispatchQueue(label: "shared"), timer = DispatchSource.makeTimerSource(queue: queue)
        return ofTurns { story, done in
            timer.setEventHandler {
                story.tell("event")
                queue.async(group: done) { story.tell("next") }
                litmusDelay()
                timer.cancel()
            }
            timer.setCancelHandler {
                story.tell("cancelled"); done.leave()
            }
            set(timer)
            timer.activate()
        }
    }
}
