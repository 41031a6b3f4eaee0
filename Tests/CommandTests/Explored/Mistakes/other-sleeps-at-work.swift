import Foundation
nonisolated(unsafe) var v = 0
func scenario() -> Int {
    let t = Thread {
        usleep(1000); v += 1
    }
    let u = Thread {
        usleep(2000); v += 1
    }
    t.start()
    u.start()
    return 0
}
