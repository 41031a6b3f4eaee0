import Dispatch
import Foundation

/// A photo with a title and a size in megabytes.
struct Photo: Equatable {
    var title: String
    var megabytes: Int
}

/// Photos that many threads read at the same time and one thread changes alone: a concurrent queue
/// whose writers are barriers.
final class Album {
    private let queue = DispatchQueue(label: "album", attributes: .concurrent)
    private var photos: [Photo] = []

    func add(_ photo: Photo) { queue.async(flags: .barrier) { self.photos.append(photo) } }
    var titles: [String] { queue.sync { photos.map(\.title) } }
    var size: Int { queue.sync { photos.reduce(0) { $0 + $1.megabytes } } }
}

/// The free space, shared by all downloads.
final class Disk {
    private let lock = NSLock()
    private var free: Int

    init(free: Int) { self.free = free }

    /// Whether there was space for this many megabytes, which are then reserved.
    func reserve(_ megabytes: Int) -> Bool {
        lock.withLock {
            guard free >= megabytes else { return false }
            free -= megabytes
            return true
        }
    }
}

/// Downloads photos, two at a time, into an album as long as there is space.
func download(_ photos: [Photo], into album: Album, on disk: Disk) {
    let places = DispatchSemaphore(value: 2), group = DispatchGroup()
    for photo in photos {
        DispatchQueue.global().async(group: group) {
            places.wait()
            defer { places.signal() }
            if disk.reserve(photo.megabytes) { album.add(photo) }
        }
    }
    group.wait()
}

func scenario() -> Int {
    let album = Album(), disk = Disk(free: 9)
    let photos = [Photo(title: "sea", megabytes: 5), Photo(title: "forest", megabytes: 3)]
    download(photos, into: album, on: disk)
    // A read comes after all barriers that were submitted before it.
    precondition(album.titles.count == photos.count)
    return album.size
}

func allowed(_ size: Int) -> Bool { size == 8 }
