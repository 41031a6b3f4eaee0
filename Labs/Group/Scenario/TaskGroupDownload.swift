import Foundation

/// The same with Swift's task group. Your code does not call `leave`, so it cannot call it too
/// early, too late or twice.
///
/// The `for await` ends when every child task has ended. Meanwhile this task is suspended, and its
/// thread can run other tasks.
public struct TaskGroupDownload {
    let service: PhotoService
    let album: Album

    public func downloadPhotos(_ addresses: [URL]) async {
        await withTaskGroup(of: Result<Photo, DownloadFailure>.self) { group in
            for address in addresses {
                group.addTask(name: address.lastPathComponent) { await service.photo(address) }
            }
            for await result in group { album.add(result) }
        }
    }
}

extension PhotoService {
    /// A download as an asynchronous function. `fetch` calls its completion exactly once, so the
    /// task is resumed exactly once.
    func photo(_ address: URL) async -> Result<Photo, DownloadFailure> {
        await withCheckedContinuation { continuation in
            fetch(address) { continuation.resume(returning: $0) }
        }
    }
}
