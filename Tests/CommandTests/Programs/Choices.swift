import Dispatch
import Foundation

// Something of each kind, so that a test can leave kinds and queues out of its recording.

actor Counter {
    private var count = 0
    func add() -> Int {
        count += 1
        return count
    }
}

enum Catalogue { static let shared = [1, 2, 3].map { $0 * 2 } }

let download = DispatchQueue(label: "net.download")
let upload = DispatchQueue(label: "net.upload", attributes: .concurrent)
let database = DispatchQueue(label: "database")
let group = DispatchGroup()
let semaphore = DispatchSemaphore(value: 0)
let lock = NSLock()
nonisolated(unsafe) var total = Catalogue.shared.count

for _ in 0..<3 {
    download.async(group: group) { lock.withLock { total += 1 } }
    upload.async(group: group) {}
    database.async(group: group) { usleep(10) }
}
group.wait()
database.sync { total += 1 }
database.suspend()
database.resume()
let work = DispatchWorkItem { total += 1 }
upload.async(execute: work)
work.wait()
DispatchQueue.concurrentPerform(iterations: 3) { _ in }

let timer = DispatchSource.makeTimerSource(queue: download)
timer.setEventHandler { semaphore.signal() }
timer.schedule(deadline: .now())
timer.resume()
semaphore.wait()
download.sync {}
timer.cancel()

let reports = OperationQueue()
reports.name = "reports"
let exports = OperationQueue()
exports.name = "exports"
let first = BlockOperation {}, second = BlockOperation {}, other = BlockOperation {}
first.completionBlock = { semaphore.signal() }
second.addDependency(first)
second.addDependency(other)
reports.addOperation(first)
exports.addOperation(other)
reports.addOperation(second)
second.waitUntilFinished()
exports.waitUntilAllOperationsAreFinished()
semaphore.wait()

let counter = Counter()
let done = DispatchSemaphore(value: 0)
Task {
    for _ in 0..<3 { _ = await counter.add() }
    done.signal()
}
done.wait()

var thread = pthread_t()
pthread_create(&thread, nil, { _ in nil }, nil)
pthread_join(thread, nil)
poll(nil, 0, 1)
print(total)
