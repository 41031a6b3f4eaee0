// Refused by: a change is one step
// Verdict: race
// Points: at most 3
// Says: neither a queue nor a lock
// Because: without `sync` nothing waits for itself, but nothing is protected.
import Dispatch

final class Album {
    private var photos: [String] = []

    init() {}

    var names: [String] { photos }

    func contains(_ name: String) -> Bool { photos.contains(name) }

    func add(_ name: String) {
        if !contains(name) { photos.append(name) }
    }

    func addAll(_ names: [String]) { names.forEach(add) }

    func renameAll(_ newName: (String) -> String) {
        let oldNames = photos
        photos = []
        for name in oldNames { add(newName(name)) }
    }
}
