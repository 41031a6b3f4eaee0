// Refused by: adds each photo once
// Verdict: deadlock
// Points: at most 0
// Says: When `add` was called
// Says: `sync` on the queue that it was running on
// Says: line 18 of SyncEverywhere.swift
// Because: now `add` is one block, but it calls `contains`, which calls `sync` on the same queue.
import Dispatch

final class Album {
    private let queue = DispatchQueue(label: "album")
    private var photos: [String] = []

    init() {}

    var names: [String] { queue.sync { photos } }

    func contains(_ name: String) -> Bool { queue.sync { photos.contains(name) } }

    func add(_ name: String) {
        queue.sync {
            if !contains(name) { photos.append(name) }
        }
    }

    func addAll(_ names: [String]) {
        queue.sync { names.forEach(add) }
    }

    func renameAll(_ newName: (String) -> String) {
        queue.sync {
            let oldNames = photos
            photos = []
            for name in oldNames { add(newName(name)) }
        }
    }
}
