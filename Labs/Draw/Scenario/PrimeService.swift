import Dispatch
import Foundation

/// Searches in the background, and calls `onResult` on the main queue.
final class PrimeService: @unchecked Sendable {  // `onResult` is used on the main thread only.
    var onResult: ((Int) -> Void)?
    private let queue: OperationQueue
    private let search: PrimeSearch

    init(_ queue: OperationQueue, _ search: PrimeSearch) { (self.queue, self.search) = (queue, search) }

    func start() {
        queue.addOperation { [self] in
            let prime = search.largestPrime()
            DispatchQueue.main.async { self.onResult?(prime) }
        }
    }
}
