import Foundation

/// The fix: the group submits a block when it is empty. No thread waits, so the main thread can run
/// all of this.
///
/// Call `enter` before a download begins, and `leave` when it has ended, with or without an error.
/// Then the group becomes empty exactly when all downloads have ended.
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
