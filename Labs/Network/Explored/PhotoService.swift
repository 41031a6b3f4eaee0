import Foundation
import Synchronization

/// Stands in for the network, which the explorer cannot control. An answer comes at any moment.
public final class PhotoService: Sendable {
    fileprivate let counts = Counts()

    public init() {}

    var begun: Int { counts.begun.load(ordering: .sequentiallyConsistent) }
    /// The most requests that were under way at the same time.
    var most: Int { counts.most.load(ordering: .sequentiallyConsistent) }
    /// Requests that were under way after the user had left, and that no code had cancelled.
    var goOn: Int { counts.goOn.load(ordering: .sequentiallyConsistent) }

    func userHasLeft() { counts.userHasLeft.store(true, ordering: .sequentiallyConsistent) }

    func request(_ address: URL) -> Request { Request(counts) }
}

private final class Counts: Sendable {
    let begun = Atomic(0)
    let underWay = Atomic(0)
    let most = Atomic(0)
    let goOn = Atomic(0)
    let userHasLeft = Atomic(false)
}

/// A request that can be cancelled at any time, also before it begins.
final class Request: Sendable {
    private let isCancelled = Atomic(false)
    private let counts: Counts

    fileprivate init(_ counts: Counts) { self.counts = counts }

    func begin(completion: @escaping @Sendable (Result<Photo, RequestFailure>) -> Void) {
        if isCancelled.load(ordering: .sequentiallyConsistent) { return completion(.failure(.cancelled)) }
        counts.begun.add(1, ordering: .sequentiallyConsistent)
        let underWay = counts.underWay.add(1, ordering: .sequentiallyConsistent).newValue
        counts.most.max(underWay, ordering: .sequentiallyConsistent)
        DispatchQueue.global().async { self.answer(completion) }
    }

    private func answer(_ completion: @Sendable (Result<Photo, RequestFailure>) -> Void) {
        let userHasLeft = counts.userHasLeft.load(ordering: .sequentiallyConsistent)
        let isCancelled = isCancelled.load(ordering: .sequentiallyConsistent)
        if userHasLeft, !isCancelled {
            counts.goOn.add(1, ordering: .sequentiallyConsistent)
        }
        counts.underWay.subtract(1, ordering: .sequentiallyConsistent)
        completion(isCancelled ? .failure(.cancelled) : .success(Photo()))
    }

    func cancel() { isCancelled.store(true, ordering: .sequentiallyConsistent) }
}
