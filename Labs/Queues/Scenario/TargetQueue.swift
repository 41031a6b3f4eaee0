import Dispatch

/// The fix: both queues run their blocks on one serial queue, their target queue.
public func useTargetQueue(_ photosEach: Int) -> AlbumReport {
    let album = DispatchQueue(label: "album")
    let camera = DispatchQueue(label: "camera", target: album)
    let downloads = DispatchQueue(label: "downloads", target: album)
    return AlbumFiller(Album(meeting: nil), camera: camera, downloads: downloads).fill(photosEach)
}

/// The same with concurrent queues. Their target is serial, so their blocks take turns.
public func useConcurrentQueuesWithTarget(_ photosEach: Int) -> AlbumReport {
    let album = DispatchQueue(label: "album")
    let camera = DispatchQueue(label: "camera", attributes: .concurrent, target: album)
    let downloads = DispatchQueue(label: "downloads", attributes: .concurrent, target: album)
    return AlbumFiller(Album(meeting: nil), camera: camera, downloads: downloads).fill(photosEach)
}
