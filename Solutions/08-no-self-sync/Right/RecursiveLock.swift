// A recursive lock: the thread that holds it can acquire it again. So public methods can call each
// other.
import Foundation

final class Album {
    private let lock = NSRecursiveLock()
    private var photos: [String] = []

    init() {}

    var names: [String] { lock.withLock { photos } }

    func contains(_ name: String) -> Bool { lock.withLock { photos.contains(name) } }

    func add(_ name: String) {
        lock.withLock {
            if !contains(name) { photos.append(name) }
        }
    }

    func addAll(_ names: [String]) {
        lock.withLock { names.forEach(add) }
    }

    func renameAll(_ newName: (String) -> String) {
        lock.withLock {
            let oldNames = photos
            photos = []
            for name in oldNames { add(newName(name)) }
        }
    }
}
