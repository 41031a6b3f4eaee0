/// The bytes of an image.
typealias Image = [UInt8]

/// Downloads an image. Takes long, and throws an error if the server does not answer.
typealias Download = @Sendable (_ name: String) async throws -> Image

/// Keeps the images that were downloaded. Any task can call it.
actor ImageCache {
    private let download: Download
    private var images: [String: Image] = [:]

    init(download: @escaping Download) {
        self.download = download
    }

    /// Returns the image with this name. The first call downloads it.
    func image(_ name: String) async throws -> Image {
        if let image = images[name] { return image }
        let image = try await download(name)
        images[name] = image
        return image
    }
}
