import Foundation
final class Config: @unchecked Sendable { var name: String? }
nonisolated(unsafe) var ready = false
let config = Config()
func scenario() -> Int {
    Thread {
        ready = true
        config.name = "x"
    }.start()
    if ready { return config.name!.count }
    return 0
}
