import Dispatch

/// Two parts of a download tell a source when they are done; whoever waits counts them.
func scenario() -> String {
    let allDone = DispatchSemaphore(value: 0)
    var done = 0
    let progress = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "screen"))
    progress.setEventHandler {
        done += 1
        if done == 2 { allDone.signal() }
    }
    progress.activate()
    for _ in 1...2 { DispatchQueue.global().async { progress.add(data: 1) } }
    allDone.wait()
    progress.cancel()
    return "\(done) of 2"
}
