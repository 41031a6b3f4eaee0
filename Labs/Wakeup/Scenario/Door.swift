import Dispatch

/// The bug: a semaphore lets one thread through for each signal. The opening of a door is for all.
final class SemaphoreDoor: Door {
    private let isOpen = DispatchSemaphore(value: 0)

    func enter() { isOpen.wait() }
    func open() { isOpen.signal() }
}

/// The fix: when the group is empty, `wait` returns for every thread, also for those that come later.
final class GroupDoor: Door {
    private let opening = DispatchGroup()

    init() { opening.enter() }

    func enter() { opening.wait() }
    func open() { opening.leave() }
}

protocol Door: AnyObject, Sendable {
    init()
    func enter()
    func open()
}
