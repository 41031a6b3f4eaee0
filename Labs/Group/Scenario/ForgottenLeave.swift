import Foundation

/// The bug: one code path through the closure ends without `leave`. The group never becomes empty.
public struct ForgottenLeave: BatchDownload {
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
                guard case .success = result else { return }  // There is nothing to show. But the group still counts this one.
                group.leave()
            }
        }
        group.wait()
        DispatchQueue.main.async(execute: completion)
    }
}
