/// The bytes of an image.
typealias Image = [UInt8]

/// Downloads an image. Takes long, and throws an error if the server does not answer.
typealias Download = @Sendable (_ name: String) async throws -> Image

/// Keeps the images that were downloaded. Any task can call it.
actor ImageCache {
    private let download: Download
    /// The downloads that run, or have ended with an image.
    private var downloads: [String: Task<Image, any Error>] = [:]

    init(download: @escaping Download) {
        self.download = download
    }

    /// Returns the image with this name. The first call downloads it.
    ///
    /// There is no `await` between the check and the store, so no other task can come between them.
    func image(_ name: String) async throws -> Image {
        if let running = downloads[name] { return try await running.value }
        let task = Task {
            do {
                return try await download(name)
            } catch {
                // Before any caller gets the error, so a later call begins a new download.
                downloads[name] = nil
                throw error
            }
        }
        downloads[name] = task
        return try await task.value
    }
}
