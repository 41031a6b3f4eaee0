import LabKit

/// The waits that never ended in a run with a deadlock. It treats each semaphore of 1 as a lock,
/// whose holder is the thread that took it last.
struct Standstill {
    /// Waits at a semaphore that never ended.
    let waits: [Trace.Wait]
    /// For each semaphore, the thread that took it last.
    private let holders: [Int: Int]

    init(_ trace: Trace) {
        let atSemaphores = trace.waits.filter { $0.kind == .semaphore }
        waits = atSemaphores.filter { $0.ended == nil }
        var holders: [Int: Int] = [:]
        for wait in atSemaphores where wait.ended != nil && !wait.timedOut {
            if let object = wait.object { holders[object] = wait.lane }
        }
        self.holders = holders
    }

    /// The length of the circular wait: go from a waiting thread to the holder of the semaphore
    /// that it waits for, and so on, back to the first thread. 0 if the first waiting thread is not
    /// part of a circular wait.
    var circle: Int {
        guard let start = waits.first else { return 0 }
        var onTheWay = start
        for length in 1...waits.count {
            guard let holder = onTheWay.object.flatMap({ holders[$0] }), let next = waits.first(where: { $0.lane == holder }) else {
                return 0
            }
            if next.lane == start.lane { return length }
            onTheWay = next
        }
        return 0
    }
}
