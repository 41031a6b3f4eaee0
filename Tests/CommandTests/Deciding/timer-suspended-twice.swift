// misuse: 15, 16
// Says: came between
import Dispatch

final class RepeatingTimer: @unchecked Sendable {
    private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    private var isSuspended = false

    init() {
        timer.schedule(deadline: .now() + .seconds(3600))
        timer.setEventHandler {}
        timer.activate()
    }
    func suspend() {
        if isSuspended { return }
        isSuspended = true
        timer.suspend()
    }
    deinit {
        timer.cancel()
        if isSuspended { timer.resume() }
    }
}

func scenario() {
    let timer = RepeatingTimer()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in timer.suspend() }
}

// After Tealium/tealium-swift#100
