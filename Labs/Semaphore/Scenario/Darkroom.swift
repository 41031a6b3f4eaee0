import Dispatch

// The situation: a darkroom has two enlargers, and many photographers want to develop their photos.
// At most two can be inside at the same time, and a waiting photographer must not spin.

/// A room for a limited number of photographers.
public protocol Darkroom: Sendable {
    /// Develops a photo: waits for a free enlarger (if the room has a limit), and then calls
    /// `work`.
    func develop(_ work: () -> Void)
}

/// The bug: nothing limits the number of photographers.
public struct OpenDarkroom: Darkroom {
    public init() {}

    public func develop(_ work: () -> Void) { work() }
}

/// The fix: a semaphore that counts the free enlargers.
///
/// `wait` subtracts one, and blocks the caller if the count is zero. `signal` adds one, and wakes a
/// blocked thread.
public struct DarkroomForTwo: Darkroom {
    private let freeEnlargers = DispatchSemaphore(value: 2)

    public init() {}

    public func develop(_ work: () -> Void) {
        freeEnlargers.wait()
        defer { freeEnlargers.signal() }
        work()
    }
}
