import Dispatch

// Programs of many tasks.

/// Threads that come and go, one after the other, and what happens when they are gone.
public func after<Outcome>(_ count: Int, _ body: () -> Outcome) -> Outcome {
    for _ in 0..<count { concurrently([{}]) }
    return body()
}

/// Twenty rounds of three tasks on a queue that runs them one at a time, as a learner writes them to be sure.
public func twentyRounds() -> Int {
    let queue = DispatchQueue(label: "total"), group = DispatchGroup()
    nonisolated(unsafe) var total = 0
    for round in 1...20 {
        for _ in 0..<3 { queue.async(group: group) { total += round } }
    }
    group.wait()
    return total
}
