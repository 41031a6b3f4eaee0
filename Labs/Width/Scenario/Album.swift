import Synchronization

/// The photos that have arrived. Any thread can add to it.
public final class Album: Sendable {
    private let contents = Mutex((photos: [String](), refused: 0))

    public init() {}

    func add(_ photo: String?) {
        contents.withLock { contents in
            if let photo { contents.photos.append(photo) } else { contents.refused += 1 }
        }
    }

    var photos: [String] { contents.withLock { $0.photos } }
    var refused: Int { contents.withLock { $0.refused } }
}
