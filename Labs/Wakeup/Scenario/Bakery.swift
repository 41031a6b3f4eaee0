import Foundation

/// The bug: a customer who has been woken does not look at the shelf again.
final class HastyBakery: Bakery {
    private let shelf: Shelf
    private let changed = NSCondition()

    init(_ shelf: Shelf) { self.shelf = shelf }

    func buy() {
        changed.lock()
        if shelf.isEmpty { changed.wait() }
        shelf.take()
        changed.unlock()
    }

    func bake() {
        changed.lock()
        shelf.put()
        changed.broadcast()
        changed.unlock()
    }
}

/// The fix: a loop. A wake-up says that something has changed, and not what.
final class PatientBakery: Bakery {
    private let shelf: Shelf
    private let changed = NSCondition()

    init(_ shelf: Shelf) { self.shelf = shelf }

    func buy() {
        changed.lock()
        while shelf.isEmpty { changed.wait() }
        shelf.take()
        changed.unlock()
    }

    func bake() {
        changed.lock()
        shelf.put()
        changed.broadcast()
        changed.unlock()
    }
}

protocol Bakery: AnyObject, Sendable {
    init(_ shelf: Shelf)
    func buy()
    func bake()
}
