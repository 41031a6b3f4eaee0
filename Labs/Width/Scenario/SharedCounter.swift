import Foundation

/// Photos that have arrived. No lock protects the number.
final class Counter: @unchecked Sendable {
    var photos = 0
}

/// Operations that all add to one counter, without a lock.
///
/// A queue of width 1 runs one operation at a time, and each sees what the ones before it wrote.
/// With any other width this is a data race.
public func countPhotos(_ photos: Int, width: Int, meeting: PairsMeet? = nil) -> Observations {
    let counter = Counter()
    let queue = OperationQueue()
    queue.name = "Download queue"
    queue.maxConcurrentOperationCount = width
    for photo in 1...photos {
        let operation = BlockOperation {
            usleep(2_000)  // The photo arrives.
            let found = counter.photos  // Read …
            meeting?.meet()
            counter.photos = found + 1  // … add, and write.
        }
        operation.name = "photo \(photo)"
        queue.addOperation(operation)
    }
    queue.waitUntilAllOperationsAreFinished()
    return Observations(requested: photos, arrived: counter.photos)
}
