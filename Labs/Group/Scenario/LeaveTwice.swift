import Foundation

/// The mistake: a download that fails leaves twice, once for the failure and once with all the others.
///
/// The count reaches zero while a download is still under way, so `completion` comes too early; when that download leaves in its turn,
/// there is nobody left to leave, and libdispatch ends the process.
public struct LeaveTwice: BatchDownload {
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
                if case .failure = result { group.leave() }  // A `return` is missing here, or this line is one too many.
                album.add(result)
                group.leave()
            }
        }
        group.notify(queue: .main, execute: completion)
    }
}
