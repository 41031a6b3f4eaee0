import Foundation

/// The fix: the group itself says when it is empty. No thread waits, so the main thread may do all of this.
///
/// `enter` before a download begins, `leave` when it has ended, however it ended: then the group is empty exactly when all are done.
public struct NotifyingGroup: BatchDownload {
    let service: PhotoService
    let album: Album

    public init(_ service: PhotoService, _ album: Album) {
        self.service = service
        self.album = album
    }

    public func downloadPhotos(_ addresses: [URL], completion: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for address in addresses {
            group.enter()
            service.fetch(address) { result in
                album.add(result)
                group.leave()
            }
        }
        group.notify(queue: .main, execute: completion)
    }
}
