// Refused by: one download for tasks that ask at the same time
// Verdict: wrongResult
// Because: a task that waits and is cancelled cancels the download of the others.
typealias Image = [UInt8]

typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var downloads: [String: Task<Image, any Error>] = [:]

    init(download: @escaping Download) {
        self.download = download
    }

    func image(_ name: String) async throws -> Image {
        if let running = downloads[name] {
            return try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                running.cancel()
            }
        }
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
