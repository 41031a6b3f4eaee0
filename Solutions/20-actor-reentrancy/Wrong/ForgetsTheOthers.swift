// Refused by: a failed download is not kept
// Verdict: missing
// Says: never returned
// Because: the waiting tasks are resumed only after a success. When the download fails, they wait for ever.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var images: [String: Image] = [:]
    private var waiting: [String: [CheckedContinuation<Image, any Error>]] = [:]

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        if let image = images[name] { return image }
        if waiting[name] != nil {
            return try await withCheckedThrowingContinuation { waiting[name]?.append($0) }
        }
        waiting[name] = []
        let image = try await download(name)
        images[name] = image
        for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume(returning: image) }
        return image
    }
}
