import Foundation

/// The bug: a download that fails leaves the group twice, once for the failure and once like all
/// others.
///
/// The count reaches zero while another download is still running, so `completion` runs too early.
/// When that download calls `leave`, the count is already zero, and libdispatch ends the process.
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
                if case .failure = result { group.leave() }  // A `return` is missing here, or this line is superfluous.
                album.add(result)
                group.leave()
            }
        }
        group.notify(queue: .main, execute: completion)
    }
}
