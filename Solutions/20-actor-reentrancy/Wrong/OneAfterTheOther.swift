// Refused by: different images at the same time
// Verdict: notParallel
// Says: one after the other
// Because: each download waits for the one before it, also for other images.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var images: [String: Image] = [:]
    private var last: Task<Image, any Error>?

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        let previous = last
        let task = Task {
            _ = try? await previous?.value
            if let image = images[name] { return image }
            let image = try await download(name)
            images[name] = image
            return image
        }
        last = task
        return try await task.value
    }
}
