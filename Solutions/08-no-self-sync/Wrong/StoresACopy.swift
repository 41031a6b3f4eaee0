// Refused by: a change is one step
// Verdict: race
// Says: lost
// Because: the new names are computed outside of the queue, so a photo that is added meanwhile is lost.
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
        queue.sync { names.forEach(insert) }
    }

    func renameAll(_ newName: (String) -> String) {
        var renamed: [String] = []
        for name in names.map(newName) where !renamed.contains(name) { renamed.append(name) }
        queue.sync { photos = renamed }
    }

    private func insert(_ name: String) {
        if !photos.contains(name) { photos.append(name) }
    }
}
