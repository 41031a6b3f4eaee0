// Refused by: one download for tasks that ask at the same time
// Verdict: tooEarly
// Says: before the download had ended
// Because: a flag keeps the others from downloading, but they do not wait for the image: they get an empty one.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var images: [String: Image] = [:]
    private var running: Set<String> = []

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        if let image = images[name] { return image }
        guard !running.contains(name) else { return [] }
        running.insert(name)
        defer { running.remove(name) }
        let image = try await download(name)
        images[name] = image
        return image
    }
}
