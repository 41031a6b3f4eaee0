import Dispatch

/// The bug: each queue runs one block at a time. But the two queues know nothing of each other, and
/// both change the same album.
public func useTwoQueues(_ photosEach: Int, meeting: Meeting? = nil) -> AlbumReport {
    let camera = DispatchQueue(label: "camera")
    let downloads = DispatchQueue(label: "downloads")
    return AlbumFiller(Album(meeting: meeting), camera: camera, downloads: downloads).fill(photosEach)
}
