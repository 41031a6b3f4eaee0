// The work is in a value type without any protection, and a Mutex protects one value of it. In Swift 6
// spelling.
import Synchronization

final class Album: Sendable {
    private let photos = Mutex(Photos())

    init() {}

    var names: [String] { photos.withLock { $0.names } }

    func contains(_ name: String) -> Bool { photos.withLock { $0.names.contains(name) } }

    func add(_ name: String) { photos.withLock { $0.add(name) } }

    func addAll(_ names: [String]) {
        photos.withLock { photos in
            for name in names { photos.add(name) }
        }
    }

    func renameAll(_ newName: (String) -> String) {
        photos.withLock { photos in
            var renamed = Photos()
            for name in photos.names { renamed.add(newName(name)) }
            photos = renamed
        }
    }
}

private struct Photos {
    var names: [String] = []

    mutating func add(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }
}
