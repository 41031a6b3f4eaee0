import Foundation

final class Album: @unchecked Sendable {
    private let lock = NSLock()
    private var photos = 0

    func add() { lock.withLock { photos += 1 } }
    var count: Int { lock.withLock { photos } }
}

/// Each block enters the group itself, when it begins.
func enterTooLate() {
    let album = Album(), group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async {
            group.enter()
            album.add()
            group.leave()
        }
    }
    group.wait()
    precondition(album.count == 2)
}
