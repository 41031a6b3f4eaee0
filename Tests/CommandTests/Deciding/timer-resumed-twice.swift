// misuse: 15, 16
// Says: came between
import Dispatch

final class RepeatingTimer: @unchecked Sendable {
    private enum State { case suspended, resumed }
    private var state = State.suspended
    private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))

    init() {
        timer.schedule(deadline: .now() + .seconds(3600))
        timer.setEventHandler {}
    }
    func resume() {
        if state == .resumed { return }
        state = .resumed
        timer.resume()
    }
    func cancel() { timer.cancel() }
}

func scenario() {
    let timer = RepeatingTimer()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in timer.resume() }
    timer.cancel()
}

// After GetStream/stream-chat-swift#2938
