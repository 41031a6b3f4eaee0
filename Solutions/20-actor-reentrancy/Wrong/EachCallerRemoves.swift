// Refused by: right in every interleaving
// Verdict: tooOften
// Points: at most 7
// Says: removes the entry of the next download
// Because: each task that gets the error removes the entry. A slow task then removes the new download of a faster one.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var tasks: [String: Task<Image, any Error>] = [:]

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        let download = download
        let task = tasks[name] ?? Task { try await download(name) }
        tasks[name] = task
        do {
            return try await task.value
        } catch {
            tasks[name] = nil
            throw error
        }
    }
}
