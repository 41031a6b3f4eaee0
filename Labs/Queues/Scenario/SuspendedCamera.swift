import Dispatch

/// Two queues share a target, and one of them is suspended. The target queue itself goes on.
///
/// - Returns: the photos in the album while the camera's queue was suspended.
public func suspendOneQueue() -> Int {
    let target = DispatchQueue(label: "album")
    let camera = DispatchQueue(label: "camera", target: target)
    let downloads = DispatchQueue(label: "downloads", target: target)
    let album = Album(meeting: nil), everything = DispatchGroup()
    camera.suspend()
    camera.async(group: everything) { album.add() }
    downloads.sync { album.add() }
    let seen = target.sync { album.photos }
    camera.resume()
    everything.wait()
    return seen
}
