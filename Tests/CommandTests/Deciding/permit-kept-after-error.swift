// deadlock: 13, 17
// Says: left the function before
// Advises: runs on every code path
import Foundation

struct Offline: Error {}

final class Downloader: @unchecked Sendable {
    private let slots = DispatchSemaphore(value: 1), lock = NSLock()
    private var isOnline = true

    func goOffline() {
        lock.withLock { isOnline = false }
    }
    func download() throws {
        slots.wait()
        guard lock.withLock({ isOnline }) else { throw Offline() }
        slots.signal()
    }
}

func scenario() {
    let downloader = Downloader(), end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        downloader.goOffline()
        end.signal()
    }
    try? downloader.download()
    try? downloader.download()
    end.wait()
}
