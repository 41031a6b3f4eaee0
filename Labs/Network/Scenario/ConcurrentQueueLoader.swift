import Dispatch

/// The same bug on a concurrent queue. Each request blocks a thread of its own.
///
/// When all threads of the pool are blocked, Dispatch adds another one, about once a second.
public struct ConcurrentQueueLoader: PhotoLoader {
    let page: Page
    let service: PhotoService
    let meeting: Meeting?
    private let queue = DispatchQueue(label: "photos", attributes: .concurrent)

    public init(_ page: Page, _ service: PhotoService, meeting: Meeting? = nil) {
        (self.page, self.service, self.meeting) = (page, service, meeting)
    }

    public func load() {
        for address in page.addresses {
            queue.async {
                meeting?.meet()
                let photo = service.photo(address)  // Blocks this thread.
                DispatchQueue.main.async { page.show(photo, from: address) }
            }
        }
    }

    public func cancel() {}  // Your code has nothing to call.

    public var isOver: Bool { page.results == page.addresses.count }
}
