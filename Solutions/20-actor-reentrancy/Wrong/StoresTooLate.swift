// Refused by: one download for tasks that ask at the same time
// Verdict: race
// Points: at most 3
// Because: the task is stored after the await. Until then, the other tasks find nothing and begin their own downloads.
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
        let image = try await task.value
        tasks[name] = task
        return image
    }
}
