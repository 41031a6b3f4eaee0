import Foundation

/// An operation for each photo, in a queue.
public struct OperationLoader: PhotoLoader {
    typealias MakeOperation = (URL, PhotoService, @escaping @Sendable (Result<Photo, RequestFailure>) -> Void) -> Operation
    let page: Page
    let service: PhotoService
    private let queue = OperationQueue()
    private let makeOperation: MakeOperation

    private init(_ page: Page, _ service: PhotoService, width: Int, _ makeOperation: @escaping MakeOperation) {
        (self.page, self.service, self.makeOperation) = (page, service, makeOperation)
        queue.name = "photos"
        queue.maxConcurrentOperationCount = width
    }

    /// Operations that can be cancelled, at most `width` of them at the same time.
    public static func bounded(_ page: Page, _ service: PhotoService, width: Int) -> OperationLoader {
        OperationLoader(page, service, width: width) { PhotoOperation($0, $1, completion: $2) }
    }

    /// A bug: the queue is as wide as it wants. An asynchronous operation uses no thread, so nothing else limits the queue.
    public static func unbounded(_ page: Page, _ service: PhotoService) -> OperationLoader {
        let width = OperationQueue.defaultMaxConcurrentOperationCount
        return OperationLoader(page, service, width: width) { PhotoOperation($0, $1, completion: $2) }
    }

    /// Half a fix: operations that do not look at `isCancelled` when they start.
    public static func unchecked(_ page: Page, _ service: PhotoService, width: Int) -> OperationLoader {
        OperationLoader(page, service, width: width) { UncheckedOperation($0, $1, completion: $2) }
    }

    public func load() {
        for address in page.addresses {
            let operation = makeOperation(address, service) { result in
                DispatchQueue.main.async { page.show(result, from: address) }
            }
            queue.addOperation(operation)
        }
    }

    /// Cancels the queued operations first. So none of them begins when a running one ends.
    public func cancel() {
        for operation in queue.operations.reversed() { operation.cancel() }
    }

    public var isOver: Bool { queue.operationCount == 0 && page.results == page.addresses.count }

    func waitUntilOver() { queue.waitUntilAllOperationsAreFinished() }
}
