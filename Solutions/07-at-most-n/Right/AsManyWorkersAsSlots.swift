// As many threads as slots: each takes the next name until there is none. So there is nothing to
// wait for. In Swift 6 spelling.
import Foundation
import Synchronization

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let left = Names(names), workers = DispatchGroup()
    nonisolated(unsafe) let download = download
    for _ in 0..<min(limit, names.count) {
        workers.enter()
        Thread.detachNewThread {
            while let name = left.next() { try? download(name) }
            workers.leave()
        }
    }
    workers.wait()
}

private final class Names: Sendable {
    private let left: Mutex<ArraySlice<String>>

    init(_ names: [String]) { left = Mutex(names[...]) }

    func next() -> String? { left.withLock { $0.popFirst() } }
}
