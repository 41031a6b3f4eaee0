import Foundation

/// Waits with a timeout. When the time is over, it cancels the downloads that have not ended.
///
/// A cancelled download fails, and a failed download leaves the group like any other. So the group
/// does become empty.
public struct TimeLimit: BatchDownload {
    let service: PhotoService
    let album: Album
    let patience: DispatchTimeInterval
    private let background = DispatchQueue(label: "background")

    public init(_ service: PhotoService, _ album: Album, patience: DispatchTimeInterval) {
        self.service = service
        self.album = album
        self.patience = patience
    }

    public func downloadPhotos(_ addresses: [URL], completion: @escaping @Sendable () -> Void) {
        background.async { download(addresses, completion) }
    }

    private func download(_ addresses: [URL], _ completion: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        var underWay: [Download] = []
        for address in addresses {
            group.enter()
            let download = service.fetch(address) { result in
                album.add(result)
                group.leave()
            }
            underWay.append(download)
        }
        if group.wait(timeout: .now() + patience) == .timedOut {
            for download in underWay { download.cancel() }  // No effect on downloads that have ended.
        }
        group.notify(queue: .main, execute: completion)
    }
}
