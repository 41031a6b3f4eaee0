import Foundation

/// Correct, but it costs a thread: the thread is blocked until the group is empty.
///
/// The main thread must not be blocked, so all of this runs on a background queue.
public struct WaitingGroup: BatchDownload {
    let service: PhotoService
    let album: Album
    private let background = DispatchQueue(label: "background")

    public init(_ service: PhotoService, _ album: Album) {
        self.service = service
        self.album = album
    }

    public func downloadPhotos(_ addresses: [URL], completion: @escaping @Sendable () -> Void) {
        background.async { download(addresses, completion) }
    }

    private func download(_ addresses: [URL], _ completion: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for address in addresses {
            group.enter()
            service.fetch(address) { result in
                album.add(result)
                group.leave()
            }
        }
        group.wait()
        DispatchQueue.main.async(execute: completion)
    }
}
