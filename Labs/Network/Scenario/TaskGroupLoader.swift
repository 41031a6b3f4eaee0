import Foundation

/// The same with Swift's tasks: a task group in which at most `width` child tasks run at the same time.
public struct TaskGroupLoader: Sendable {
    let page: Page
    let service: PhotoService
    let width: Int

    public init(_ page: Page, _ service: PhotoService, width: Int) {
        (self.page, self.service, self.width) = (page, service, width)
    }

    /// Starts the loading and returns immediately.
    public func load() -> Task<Void, Never> { Task { await loadPhotos() } }

    /// The user leaves the page. The child tasks are cancelled too, and no further child task begins.
    public func cancel(_ loading: Task<Void, Never>) { loading.cancel() }

    private func loadPhotos() async {
        await withTaskGroup(of: Void.self) { group in
            for (index, address) in page.addresses.enumerated() {
                if index >= width { await group.next() }  // When one child task has ended, the next one begins.
                guard group.addTaskUnlessCancelled(operation: { await load(address) }) else { break }
            }
        }
    }

    private func load(_ address: URL) async {
        let result = await service.photo(address)
        await MainActor.run { page.show(result, from: address) }
    }
}

extension PhotoService {
    /// A request as an asynchronous function. While the task is suspended here, it uses no thread.
    func photo(_ address: URL) async -> Result<Photo, RequestFailure> {
        let request = request(address)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                request.begin { continuation.resume(returning: $0) }
            }
        } onCancel: {
            request.cancel()
        }
    }
}
