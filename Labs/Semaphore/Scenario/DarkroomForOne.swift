import Dispatch

/// A semaphore of 1 lets one thread in: it works like a lock. (But any thread can signal it.)
public struct DarkroomForOne: Darkroom {
    private let freeEnlargers = DispatchSemaphore(value: 1)

    public init() {}

    public func develop(_ work: () -> Void) {
        freeEnlargers.wait()
        defer { freeEnlargers.signal() }
        work()
    }
}
