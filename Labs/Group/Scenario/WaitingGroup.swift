import Foundation

/// Right, at the price of a thread: it stands still until the group is empty.
///
/// Standing still is not for the main thread, so all of it happens on a queue in the background.
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
