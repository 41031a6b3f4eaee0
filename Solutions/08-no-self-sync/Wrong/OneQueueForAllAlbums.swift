// Refused by: albums do not wait for each other
// Verdict: waits
// Points: at least 9
// Because: the queue is `static`, so all albums share it, without need.
import Dispatch

final class Album {
    private static let queue = DispatchQueue(label: "album")
    private var photos: [String] = []

    init() {}

    var names: [String] { Self.queue.sync { photos } }

    func contains(_ name: String) -> Bool { Self.queue.sync { photos.contains(name) } }

    func add(_ name: String) {
        Self.queue.sync { insert(name) }
    }

    func addAll(_ names: [String]) {
        Self.queue.sync { names.forEach(insert) }
    }

    func renameAll(_ newName: (String) -> String) {
        Self.queue.sync {
            let oldNames = photos
            photos = []
            for name in oldNames { insert(newName(name)) }
        }
    }

    private func insert(_ name: String) {
        if !photos.contains(name) { photos.append(name) }
    }
}
