// Refused by: right in every interleaving
// Verdict: race
// Points: at most 7
// Says: saw one of two photos
// Says: ✓ a change is one step
// Because: `addAll` enters the queue once for each photo, so another thread can look in between.
import Dispatch

final class Album {
    private let queue = DispatchQueue(label: "album")
    private var photos: [String] = []

    init() {}

    var names: [String] { queue.sync { photos } }

    func contains(_ name: String) -> Bool { queue.sync { photos.contains(name) } }

    func add(_ name: String) {
        queue.sync { insert(name) }
    }

    func addAll(_ names: [String]) {
        for name in names { add(name) }
    }

    func renameAll(_ newName: (String) -> String) {
        queue.sync {
            let oldNames = photos
            photos = []
            for name in oldNames { insert(newName(name)) }
        }
    }

    private func insert(_ name: String) {
        if !photos.contains(name) { photos.append(name) }
    }
}
