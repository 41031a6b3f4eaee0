import Dispatch

/// The names of an album's photos, each once. Any thread can call it: a serial queue protects it.
final class Album {
    private let queue = DispatchQueue(label: "album")
    private var photos: [String] = []

    init() {}

    /// The names, in the order in which they were added.
    var names: [String] { queue.sync { photos } }

    func contains(_ name: String) -> Bool { queue.sync { photos.contains(name) } }

    /// Adds a photo, unless it is there already.
    func add(_ name: String) {
        if contains(name) { return }
        queue.sync { photos.append(name) }
    }

    /// Adds these photos, in one step: other threads see none of them, or all.
    func addAll(_ names: [String]) {
        queue.sync {
            for name in names { add(name) }
        }
    }

    /// Gives each photo a new name, in one step. Photos that get the same name become one.
    func renameAll(_ newName: (String) -> String) {
        queue.sync {
            let oldNames = photos
            photos = []
            for name in oldNames { add(newName(name)) }
        }
    }
}
