import Dispatch

/// Photos that a serial queue protects instead of a lock.
final class Album {
    let queue: DispatchQueue
    var photos: Int

    init(_ name: String, photos: Int) {
        queue = DispatchQueue(label: name)
        self.photos = photos
    }
}

/// A move must run on both queues: two moves in opposite directions can each be on the queue that
/// the other waits for.
func move(_ count: Int, from source: Album, to target: Album) {
    source.queue.sync {
        target.queue.sync {
            source.photos -= count
            target.photos += count
        }
    }
}

func scenario() -> Int {
    let summer = Album("summer", photos: 10), winter = Album("winter", photos: 10), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { move(3, from: summer, to: winter) }
    DispatchQueue.global().async(group: group) { move(2, from: winter, to: summer) }
    group.wait()
    return summer.photos
}

func allowed(_ photos: Int) -> Bool { photos == 9 }
