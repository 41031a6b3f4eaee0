// Refused by: right in every interleaving
// Verdict: race
// Because: contains reads the names while another thread changes them on the queue.
import Dispatch

/// The names of an album's photos, each once. Any thread can call it: a serial queue protects it.
final class Album {
    private let queue = DispatchQueue(label: "album")
    private var photos: [String] = []

    init() {}

    /// The names, in the order in which they were added.
    var names: [String] { queue.sync { photos } }

    func contains(_ name: String) -> Bool { photos.contains(name) }

    /// Adds a photo, unless it is there already.
    func add(_ name: String) {
        queue.sync { insert(name) }
    }

    /// Adds these photos, in one step: other threads see none of them, or all.
    func addAll(_ names: [String]) {
        queue.sync {
            for name in names { insert(name) }
        }
    }

    /// Gives each photo a new name, in one step. Photos that get the same name become one.
    func renameAll(_ newName: (String) -> String) {
        queue.sync {
            let oldNames = photos
            photos = []
            for name in oldNames { insert(newName(name)) }
        }
    }

    /// The work of all changes. It must run on the queue already, so it does not enter it.
    private func insert(_ name: String) {
        dispatchPrecondition(condition: .onQueue(queue))
        if !photos.contains(name) { photos.append(name) }
    }
}
