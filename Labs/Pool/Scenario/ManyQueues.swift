import Dispatch

/// The second bug: each object has a serial queue of its own, and its block waits for a server.
///
/// A serial queue gets a thread immediately, also when all cores are busy. So a hundred serial queues
/// with blocks that wait have a hundred threads: a *thread explosion*. Each thread needs memory for its
/// stack, and the kernel must switch between them.
public func fetchOnManyQueues(_ photos: Int) -> PoolReport {
    let server = Server(requests: photos, group: photos), client = Client(server: server)
    return fetch(photos, client) { number in DispatchQueue(label: "photo \(number)") }
}

/// The fix for many queues: they share a few serial queues as their *target queues*.
///
/// Each photo still has a serial queue of its own, with its own order. But its blocks run on the target
/// queue, and a serial queue uses one thread at a time. So there are never more threads than targets.
public func fetchOnTargets(_ photos: Int, targets: Int) -> PoolReport {
    let server = Server(requests: photos, group: targets), client = Client(server: server)
    let workers = (1...targets).map { DispatchQueue(label: "worker \($0)") }
    return fetch(photos, client) { number in DispatchQueue(label: "photo \(number)", target: workers[number % targets]) }
}

private func fetch(_ photos: Int, _ client: Client, makeQueue: (_ number: Int) -> DispatchQueue) -> PoolReport {
    let threadsBefore = threadsOfThisProcess()
    let everything = DispatchGroup()
    for number in 1...photos {
        makeQueue(number).async(group: everything) { client.fetch() }
    }
    everything.wait()
    return PoolReport(photos: photos, server: client.server, threadsBefore: threadsBefore)
}
