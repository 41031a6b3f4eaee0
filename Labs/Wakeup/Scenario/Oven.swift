import Foundation

/// The bug: the state changes without the lock. So the signal can come between the look and the wait.
final class UnlockedOven: Oven {
    private let heat: Heat
    private let changed = NSCondition()

    init(_ heat: Heat) { self.heat = heat }

    func waitUntilHot() {
        changed.lock()
        while !heat.isReached { changed.wait() }
        changed.unlock()
    }

    func becomeHot() {
        heat.reach()
        changed.signal()
    }
}

/// The fix: the state changes under the lock. The customer holds the lock from the look until `wait` releases it.
final class LockedOven: Oven {
    private let heat: Heat
    private let changed = NSCondition()

    init(_ heat: Heat) { self.heat = heat }

    func waitUntilHot() {
        changed.lock()
        while !heat.isReached { changed.wait() }
        changed.unlock()
    }

    func becomeHot() {
        changed.lock()
        heat.reach()
        changed.signal()
        changed.unlock()
    }
}

/// Right, too: the state changes under the lock, and the signal comes after it.
final class LaterSignalOven: Oven {
    private let heat: Heat
    private let changed = NSCondition()

    init(_ heat: Heat) { self.heat = heat }

    func waitUntilHot() {
        changed.lock()
        while !heat.isReached { changed.wait() }
        changed.unlock()
    }

    func becomeHot() {
        changed.lock()
        heat.reach()
        changed.unlock()
        changed.signal()
    }
}

protocol Oven: AnyObject, Sendable {
    init(_ heat: Heat)
    func waitUntilHot()
    func becomeHot()
}
