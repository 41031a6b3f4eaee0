import Dispatch

/// Photos that a serial queue guards, in place of a lock.
final class Album {
    let queue: DispatchQueue
    var photos: Int

    init(_ name: String, photos: Int) {
        queue = DispatchQueue(label: name)
        self.photos = photos
    }
}

/// What moves has to be on both queues: two moves in opposite directions may each be on the one that the other waits for.
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
