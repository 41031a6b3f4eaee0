import Synchronization

/// The counted observations of a run.
public struct Observations: Codable, Sendable {
    public var downloads: Int
    /// Downloads that had ended, with or without an error, when the photos were shown.
    public var endedWhenShown: Int
    /// Photos that had arrived when the photos were shown.
    public var photosShown: Int
    /// Photos that had arrived when all downloads had ended.
    public var photosInTheEnd: Int
    public var failures: Int
    /// Failures in which the server answered that it has no such photo.
    public var refusals: Int
}

/// Shows the album when asked to, and records the number of photos.
final class Screen: Sendable {
    private struct Showing {
        var photos = 0
        var failures = 0
        var pixels: UInt64
    }

    private let showing = Mutex<Showing?>(nil)

    func show(_ album: Album) {
        let (photos, failures) = (album.photos.count, album.failures.count)
        let showing = Showing(photos: photos, failures: failures, pixels: draw())
        self.showing.withLock { $0 = showing }
    }

    /// Keeps the main thread busy for about the time of one screen frame.
    private func draw() -> UInt64 {
        var pixels: UInt64 = 1
        for _ in 0..<1_500_000 { pixels = pixels &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
        return pixels
    }

    /// Whether the photos were shown.
    var isComplete: Bool { showing.withLock { $0 != nil } }

    func observations(of workload: Workload, _ album: Album) -> Observations {
        let seen = showing.withLock { $0 } ?? Showing(pixels: 0)
        return Observations(
            downloads: workload.addresses.count, endedWhenShown: seen.photos + seen.failures, photosShown: seen.photos,
            photosInTheEnd: album.photos.count, failures: album.failures.count,
            refusals: album.failures.count { if case .refused = $0 { true } else { false } })
    }
}
