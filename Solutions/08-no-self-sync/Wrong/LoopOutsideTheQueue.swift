// Refused by: a change is one step
// Verdict: race
// Points: at most 4
// Says: part of the change
// Because: each `add` is protected, but between two of them another thread sees half of the change.
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
        let oldNames = names
        queue.sync { photos = [] }
        for name in oldNames { add(newName(name)) }
    }

    private func insert(_ name: String) {
        if !photos.contains(name) { photos.append(name) }
    }
}
