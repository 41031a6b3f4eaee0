// Refused by: no more child tasks than the limit
// Verdict: waits
// Says: blocked its thread
// Because: each child task that waits blocks a thread. For each priority, Swift's thread pool has only one thread per core.
import Dispatch

typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    let places = DispatchSemaphore(value: limit)
    return try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
        for (index, name) in names.enumerated() {
            group.addTask {
                block(places)
                defer { places.signal() }
                try Task.checkCancellation()
                return (index, try await download(name))
            }
        }
        var photos = [Photo](repeating: [], count: names.count)
        for try await (index, photo) in group { photos[index] = photo }
        return photos
    }
}

/// The compiler refuses `wait()` in an asynchronous function.
private func block(_ places: DispatchSemaphore) { places.wait() }
