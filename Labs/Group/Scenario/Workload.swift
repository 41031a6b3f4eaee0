import Foundation
import Synchronization

/// One screen of an app. It requests some photos, and shows them when `completion` is called.
public struct Workload: Sendable {
    /// The photos to download.
    public var addresses: [URL]

    public init(addresses: [URL]) { self.addresses = addresses }

    /// Runs on the main thread, and serves the main queue like an app, until all downloads have
    /// ended.
    public func run(_ makeBatch: (PhotoService, Album) -> BatchDownload) -> Observations {
        let album = Album()
        let screen = Screen()
        let batch = makeBatch(PhotoService(), album)

        @Sendable func showPhotos() { screen.show(album) }
        batch.downloadPhotos(addresses, completion: showPhotos)

        while !screen.isComplete || album.entries < addresses.count { serveMainQueue() }
        return screen.observations(of: self, album)
    }

    /// The same with tasks.
    public func runWithTasks() async -> Observations {
        let album = Album()
        let screen = Screen()
        await TaskGroupDownload(service: PhotoService(), album: album).downloadPhotos(addresses)
        await MainActor.run { screen.show(album) }
        return screen.observations(of: self, album)
    }

    private func serveMainQueue() {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
}
