import Dispatch

// Programs with many tasks.

/// Threads that begin and end one after the other, and then the body.
public func after<Outcome>(_ count: Int, _ body: () -> Outcome) -> Outcome {
    for _ in 0..<count { concurrently([{}]) }
    return body()
}

/// Twenty rounds of three blocks on a serial queue, as a student writes them to be sure.
public func twentyRounds() -> Int {
    let queue = DispatchQueue(label: "total"), group = DispatchGroup()
    nonisolated(unsafe) var total = 0
    for round in 1...20 {
        for _ in 0..<3 { queue.async(group: group) { total += round } }
    }
    group.wait()
    return total
}
