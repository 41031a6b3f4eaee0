// deadlock: 12, 13
// Says: waits for a lock
// Advises: compare a number that each object has
import Foundation

final class Shelf: @unchecked Sendable {
    let lock = NSLock()
    var books = 3
}

func move(from one: Shelf, to other: Shelf) {
    one.lock.lock()
    other.lock.lock()
    one.books -= 1
    other.books += 1
    other.lock.unlock()
    one.lock.unlock()
}

func scenario() {
    let red = Shelf(), blue = Shelf()
    DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? move(from: red, to: blue) : move(from: blue, to: red) }
}
