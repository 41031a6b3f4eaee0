// Refused by: an image is downloaded only once
// Verdict: tooOften
// Says: downloaded again
// Because: the running task is removed at the end, and the image is stored nowhere. A later call downloads it again.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var tasks: [String: Task<Image, any Error>] = [:]

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        if let task = tasks[name] { return try await task.value }
        let download = download
        let task = Task { try await download(name) }
        tasks[name] = task
        defer { tasks[name] = nil }
        return try await task.value
    }
}
