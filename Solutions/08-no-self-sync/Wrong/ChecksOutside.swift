// Refused by: right in every interleaving
// Verdict: race
// Points: at most 7
// Says: check-then-act
// Says: ✓ adds several photos
// Because: the crash is gone, but `add` still checks in one block and appends in another one.
import Dispatch

final class Album {
    private let queue = DispatchQueue(label: "album")
    private var photos: [String] = []

    init() {}

    var names: [String] { queue.sync { photos } }

    func contains(_ name: String) -> Bool { queue.sync { photos.contains(name) } }

    func add(_ name: String) {
        if contains(name) { return }
        queue.sync { photos.append(name) }
    }

    func addAll(_ names: [String]) {
        queue.sync { names.forEach(insert) }
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
