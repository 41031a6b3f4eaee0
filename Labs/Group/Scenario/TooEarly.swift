import Foundation

/// The bug: the loop is over as soon as every download has *begun*.
public struct TooEarly: BatchDownload {
    let service: PhotoService
    let album: Album

    public init(_ service: PhotoService, _ album: Album) {
        self.service = service
        self.album = album
    }

    public func downloadPhotos(_ addresses: [URL], completion: @escaping @Sendable () -> Void) {
        for address in addresses {
            service.fetch(address) { result in album.add(result) }
        }
        DispatchQueue.main.async(execute: completion)
    }
}
