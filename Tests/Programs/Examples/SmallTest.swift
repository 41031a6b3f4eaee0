import Dispatch
import Synchronization

// The code under test: copied from the app, without its pictures and its files.
final class Album: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ name: String) {
        if !all.contains(name) { names.withLock { $0.append(name) } }
    }
    var all: [String] { names.withLock { $0 } }
}

// 1. Make the object. 2. Let two threads use it. 3. Wait for both. 4. Return what you want to check.
func scenario() -> [String] {
    let album = Album()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        album.add("beach")
    }
    return album.all
}

// 5. Say which results are right.
func allowed(_ outcome: [String]) -> Bool { outcome == ["beach"] }
