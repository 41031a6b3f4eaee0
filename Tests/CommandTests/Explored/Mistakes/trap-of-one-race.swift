import Foundation
nonisolated(unsafe) var list = [1]
nonisolated(unsafe) var log = 0
func scenario() -> Int {
    let t = Thread {
        list.removeAll(); log += 1
    }
    t.start()
    log += 1
    if !list.isEmpty {
        return list[0]
    }
    return 0
}
