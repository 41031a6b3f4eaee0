import Foundation

/// Threads meet at the end of each phase: no thread begins the next before all have ended this one.
final class PhaseBarrier {
    private let condition = NSCondition()
    private let parties: Int
    private var waiting = 0
    private var phase = 0

    init(parties: Int) { self.parties = parties }

    func arrive() {
        condition.lock()
        defer { condition.unlock() }
        let mine = phase
        waiting += 1
        if waiting == parties {
            waiting = 0
            phase += 1
            condition.broadcast()
        } else {
            while phase == mine { condition.wait() }
        }
    }
}

func scenario() -> [Int] {
    let barrier = PhaseBarrier(parties: 2)
    var cells = [1, 2]
    cells.withUnsafeMutableBufferPointer { buffer in
        let cells = buffer
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            let neighbour = cells[1 - index]
            barrier.arrive()
            cells[index] += neighbour
        }
    }
    return cells
}

func allowed(_ cells: [Int]) -> Bool { cells == [3, 3] }
