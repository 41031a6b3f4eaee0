import Foundation
nonisolated(unsafe) var ready = false
nonisolated(unsafe) var value = 0
func scenario() -> Int {
    Thread {
        value = 42
        ready = true
    }.start()
    Thread.sleep(forTimeInterval: 0.5)
    return value
}
