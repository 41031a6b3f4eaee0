import Dispatch
import Foundation

/// Lets at most so many in at a time, and remembers how many there were at most.
final class Darkroom {
    private let places: DispatchSemaphore
    private let lock = NSLock()
    private var inside = 0
    private var most = 0

    init(places: Int) { self.places = DispatchSemaphore(value: places) }

    func develop() {
        places.wait()
        defer { places.signal() }
        lock.withLock {
            inside += 1
            most = max(most, inside)
        }
        lock.withLock { inside -= 1 }
    }

    var mostAtOnce: Int { lock.withLock { most } }
}

func scenario() -> Int {
    let room = Darkroom(places: 1)
    let group = DispatchGroup()
    for _ in 1...2 {
        DispatchQueue.global().async(group: group) { room.develop() }
    }
    group.wait()
    return room.mostAtOnce
}

func allowed(_ most: Int) -> Bool { most == 1 }
