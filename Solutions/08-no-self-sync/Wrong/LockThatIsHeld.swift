// Refused by: adds several photos
// Verdict: deadlock
// Says: asks for the same lock again before it releases it
// Says: ✓ adds each photo once
// Because: an NSLock is like a queue here: the thread that holds it cannot acquire it again.
import Foundation

final class Album {
    private let lock = NSLock()
    private var photos: [String] = []

    init() {}

    var names: [String] { lock.withLock { photos } }

    func contains(_ name: String) -> Bool { lock.withLock { photos.contains(name) } }

    func add(_ name: String) {
        lock.lock()
        defer { lock.unlock() }
        if !photos.contains(name) { photos.append(name) }
    }

    func addAll(_ names: [String]) {
        lock.lock()
        defer { lock.unlock() }
        for name in names { add(name) }
    }

    func renameAll(_ newName: (String) -> String) {
        lock.lock()
        defer { lock.unlock() }
        let oldNames = photos
        photos = []
        for name in oldNames { add(newName(name)) }
    }
}
