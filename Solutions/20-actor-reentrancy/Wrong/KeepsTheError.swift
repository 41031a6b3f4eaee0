// Refused by: a failed download is not kept
// Verdict: wrongResult
// Points: at least 7
// Says: later call
// Because: the failed task stays in the dictionary, so each later call gets the old error.
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
        return try await task.value
    }
}
