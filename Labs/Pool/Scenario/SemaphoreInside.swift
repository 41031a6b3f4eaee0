import Dispatch

/// A half-fix: a semaphore lets only a few blocks ask the server at the same time.
///
/// It limits the requests, not the threads. A block that waits at the semaphore has begun, so it has a
/// thread, and blocks it.
public func fetchWithSemaphoreInside(_ photos: Int, limit: Int, meeting: Meeting?) -> PoolReport {
    let server = Server(requests: photos, group: limit), client = Client(server: server)
    let places = DispatchSemaphore(value: limit)
    let threadsBefore = threadsOfThisProcess()
    let everything = DispatchGroup()
    for number in 1...photos {
        DispatchQueue(label: "photo \(number)").async(group: everything) {
            meeting?.meet()
            places.wait()
            client.fetch()
            places.signal()
        }
    }
    everything.wait()
    return PoolReport(photos: photos, server: server, threadsBefore: threadsBefore)
}
