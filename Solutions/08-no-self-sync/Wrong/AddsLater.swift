// Refused by: right in every interleaving
// Verdict: tooEarly
// Points: at most 7
// Says: addAll had returned
// Because: `async` ends the circular wait, but the photos are added after `addAll` has returned, one by one.
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
        DispatchQueue.global().async {
            for name in names { self.add(name) }
        }
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
