// Refused by: one download for tasks that ask at the same time
// Verdict: race
// Points: at most 2
// Says: 3 downloads
// Says: actor reentrancy
// Because: the second check is after the download. It keeps one image, but each task has downloaded it by then.
typealias Image = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Image

actor ImageCache {
    private let download: Download
    private var images: [String: Image] = [:]

    init(download: @escaping Download) { self.download = download }

    func image(_ name: String) async throws -> Image {
        if let image = images[name] { return image }
        let image = try await download(name)
        // Perhaps another task was faster.
        if let other = images[name] { return other }
        images[name] = image
        return image
    }
}
