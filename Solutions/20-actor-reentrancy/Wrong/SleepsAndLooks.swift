// Refused by: waiting tasks are suspended
// Verdict: spins
// Says: slept for a time
// Because: the other tasks sleep and look again. The answer comes late, and each look wakes up a core.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var images: [String: Image] = [:]
    private var running: Set<String> = []

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        while running.contains(name) { try await Task.sleep(for: .milliseconds(10)) }
        if let image = images[name] { return image }
        running.insert(name)
        defer { running.remove(name) }
        let image = try await download(name)
        images[name] = image
        return image
    }
}
