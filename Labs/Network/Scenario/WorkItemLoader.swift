import Dispatch

/// Half a fix: a work item can be cancelled before its block begins. A request that is under way is still not cancelled.
///
/// Its block does not return, so its thread stays blocked until the time limit of the request.
public struct WorkItemLoader: PhotoLoader {
    let page: Page
    let service: PhotoService
    private let queue = DispatchQueue(label: "photos")
    private let items: [DispatchWorkItem]

    public init(_ page: Page, _ service: PhotoService) {
        (self.page, self.service) = (page, service)
        items = page.addresses.map { address in
            DispatchWorkItem {
                let photo = service.photo(address)  // Blocks this thread.
                DispatchQueue.main.async { page.show(photo, from: address) }
            }
        }
    }

    public func load() {
        for item in items { queue.async(execute: item) }
    }

    public func cancel() {
        for item in items { item.cancel() }
    }

    public var isOver: Bool { page.results == service.begun }
}
