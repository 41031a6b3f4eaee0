import Dispatch
import Foundation

/// A handler that is slower than its timer, and ends it at the third call.
func scenario() -> String {
    let queue = DispatchQueue(label: "clock"), ended = DispatchSemaphore(value: 0)
    var calls = 0, ticks = 0, due = 0
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let start = DispatchTime.now()
    timer.schedule(deadline: start, repeating: .milliseconds(10))
    timer.setEventHandler {
        calls += 1
        ticks += Int(timer.data)
        due = Int((DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 10_000_000) + 1
        if calls == 2 { Thread.sleep(forTimeInterval: 0.1) }
        if calls == 3 { timer.cancel() }
    }
    timer.setCancelHandler { ended.signal() }
    timer.activate()
    ended.wait()
    return queue.sync { "\(max(0, ticks - due)) ticks early" }
}
