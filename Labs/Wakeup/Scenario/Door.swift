import Dispatch

/// The bug: a semaphore lets one thread through for each signal. The opening of a door is for all.
final class SemaphoreDoor: Door {
    private let isOpen = DispatchSemaphore(value: 0)

    func enter() { isOpen.wait() }
    func open() { isOpen.signal() }
}

/// The fix: a group is empty for all, and stays so.
final class GroupDoor: Door {
    private let closed = DispatchGroup()

    init() { closed.enter() }

    func enter() { closed.wait() }
    func open() { closed.leave() }
}

protocol Door: AnyObject, Sendable {
    init()
    func enter()
    func open()
}
