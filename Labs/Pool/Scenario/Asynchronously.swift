import Dispatch
import Synchronization

/// The best fix: no thread waits. A request returns immediately, and its completion handler is a short
/// block on one serial queue.
///
/// A request that waits is a closure and some bytes of memory, not a thread.
public func fetchAsynchronously(_ photos: Int) -> PoolReport {
    let server = Server(requests: photos, group: photos), client = Client(server: server)
    let arrivals = DispatchQueue(label: "arrivals")
    let arrived = Atomic(0)
    let threadsBefore = threadsOfThisProcess()
    let everything = DispatchGroup()
    for _ in 1...photos {
        everything.enter()
        client.fetch(completion: {
            arrivals.async {
                arrived.add(1, ordering: .relaxed)
                everything.leave()
            }
        })
    }
    everything.wait()
    return PoolReport(photos: arrived.load(ordering: .relaxed), server: server, threadsBefore: threadsBefore)
}
