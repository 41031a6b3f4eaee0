import Foundation
nonisolated(unsafe) var ready = false
func scenario() async -> Int {
    let t = Task {
        try? await Task.sleep(for: .milliseconds(10))
        ready = true
    }
    try? await Task.sleep(for: .seconds(1))
    return ready ? 1 : 0
}
