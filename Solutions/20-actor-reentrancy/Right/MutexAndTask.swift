// A class with a lock instead of an actor. The lock is held for the check and the store, and never
// during an `await`.
import Synchronization

typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

final class ImageCache: Sendable {
    private let download: Download
    private let downloads = Mutex<[String: Task<Image, any Error>]>([:])

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        let task = downloads.withLock { downloads in
            if let running = downloads[name] { return running }
            let task = Task {
                do {
                    return try await download(name)
                } catch {
                    self.downloads.withLock { $0[name] = nil }
                    throw error
                }
            }
            downloads[name] = task
            return task
        }
        return try await task.value
    }
}
