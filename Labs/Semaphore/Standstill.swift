import LabKit

/// Who waits for whom when a run has come to a stand: what a trace tells of semaphores of one, which act as locks.
struct Standstill {
    /// Waits at a semaphore that never ended.
    let waits: [Trace.Wait]
    /// For each semaphore the thread that took it last.
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

    /// From a waiting thread to the one that has what it waits for, and on, until the way is back at its beginning: how many are on it.
    /// 0: it never comes back.
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
