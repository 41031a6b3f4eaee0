// Without a task of its own: the first caller downloads, and the others leave a continuation. The
// first caller resumes them.
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
        let result: Result<Image, any Error>
        do { result = .success(try await download(name)) } catch { result = .failure(error) }
        images[name] = try? result.get()
        for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume(with: result) }
        return try result.get()
    }
}
