// The queue has a mark, so the code finds out whether it runs on its queue already. Then it must not
// call `sync`.
import Dispatch

final class Album {
    private let queue = DispatchQueue(label: "album")
    private let mark = DispatchSpecificKey<ObjectIdentifier>()
    private var photos: [String] = []

    init() {
        queue.setSpecific(key: mark, value: ObjectIdentifier(self))
    }

    private func onQueue<Value>(_ body: () -> Value) -> Value {
        DispatchQueue.getSpecific(key: mark) == ObjectIdentifier(self) ? body() : queue.sync(execute: body)
    }

    var names: [String] { onQueue { photos } }

    func contains(_ name: String) -> Bool { onQueue { photos.contains(name) } }

    func add(_ name: String) {
        onQueue {
            if !contains(name) { photos.append(name) }
        }
    }

    func addAll(_ names: [String]) {
        onQueue { names.forEach(add) }
    }

    func renameAll(_ newName: (String) -> String) {
        onQueue {
            let oldNames = photos
            photos = []
            for name in oldNames { add(newName(name)) }
        }
    }
}
