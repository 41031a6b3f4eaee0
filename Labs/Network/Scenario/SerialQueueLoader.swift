import Dispatch

/// The bug: each block fetches its photo synchronously, and blocks the thread of the serial queue.
///
/// The next photo waits, even if its server would answer immediately.
public struct SerialQueueLoader: PhotoLoader {
    let page: Page
    let service: PhotoService
    private let queue = DispatchQueue(label: "photos")

    public init(_ page: Page, _ service: PhotoService) { (self.page, self.service) = (page, service) }

    public func load() {
        for address in page.addresses {
            queue.async {
                let photo = service.photo(address)  // Blocks this thread.
                DispatchQueue.main.async { page.show(photo, from: address) }
            }
        }
    }

    public func cancel() {}  // Your code has nothing to call.

    public var isOver: Bool { page.results == page.addresses.count }
}
