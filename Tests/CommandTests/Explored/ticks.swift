import Dispatch

/// A timer counts until somebody has seen enough.
func scenario() -> Bool {
    let enough = DispatchSemaphore(value: 0), gone = DispatchSemaphore(value: 0)
    var ticks = 0
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "clock"))
    timer.schedule(deadline: .now(), repeating: .milliseconds(10))
    timer.setEventHandler {
        ticks += 1
        if ticks == 2 { enough.signal() }
    }
    timer.setCancelHandler { gone.signal() }
    timer.activate()
    enough.wait()
    timer.cancel()
    // gone
    return ticks >= 2
}
