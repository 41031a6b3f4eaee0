// Refused by: right in every interleaving
// Verdict: race
// Because: between the check and the change, another thread can add one of the photos.
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
        var new: [String] = []
        for name in names where !contains(name) && !new.contains(name) { new.append(name) }
        queue.sync { photos += new }
    }

    func renameAll(_ newName: (String) -> String) {
        queue.sync {
            let oldNames = photos
            photos = []
            for name in oldNames { insert(newName(name)) }
        }
    }

    private func insert(_ name: String) {
        dispatchPrecondition(condition: .onQueue(queue))
        if !photos.contains(name) { photos.append(name) }
    }
}
