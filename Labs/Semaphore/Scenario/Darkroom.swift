import Dispatch

// The situation: a darkroom has two enlargers, and many photographers who want to develop their photos. More than two at once must not
// be inside, and nobody should stand there asking "is one free?" all the time.

/// A room in which only so many may work at once.
public protocol Darkroom: Sendable {
    /// Develops a photo: waits for a free enlarger, if the room makes one wait, and calls `work` there.
    func develop(_ work: () -> Void)
}

/// The mistake: the door is open, and everybody comes in.
public struct OpenDarkroom: Darkroom {
    public init() {}

    public func develop(_ work: () -> Void) { work() }
}

/// The fix: a semaphore that counts the free enlargers.
///
/// `wait` takes one away, and makes the caller sleep where none is left; `signal` puts one back, and wakes somebody who sleeps.
public struct DarkroomForTwo: Darkroom {
    private let freeEnlargers = DispatchSemaphore(value: 2)

    public init() {}

    public func develop(_ work: () -> Void) {
        freeEnlargers.wait()
        defer { freeEnlargers.signal() }
        work()
    }
}
