// The dictionary says whether an image is being downloaded or is there. The task that began the
// download stores the result.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private enum Entry {
        case running(Task<Image, any Error>)
        case ready(Image)
    }

    private let download: Download
    private var entries: [String: Entry] = [:]

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        switch entries[name] {
        case .ready(let image): return image
        case .running(let task): return try await task.value
        case nil: break
        }
        let download = download
        let task = Task { try await download(name) }
        entries[name] = .running(task)
        do {
            let image = try await task.value
            entries[name] = .ready(image)
            return image
        } catch {
            entries[name] = nil
            throw error
        }
    }
}
