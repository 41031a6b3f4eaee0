// assertion: 12, 19
// Says: In between the group is empty
// Advises: before the first block can leave the group
import Dispatch
import Synchronization

func scenario() -> Int {
    let albums = Mutex(0), seen = Mutex(0), group = DispatchGroup(), shown = DispatchGroup()
    group.enter()
    DispatchQueue.global().async {
        albums.withLock { $0 += 1 }
        group.leave()
    }
    DispatchQueue.global().async(group: shown) {
        group.wait()
        let count = albums.withLock { $0 }
        seen.withLock { $0 = count }
    }
    group.enter()
    DispatchQueue.global().async {
        albums.withLock { $0 += 1 }
        group.leave()
    }
    shown.wait()
    return seen.withLock { $0 }
}
func allowed(_ seen: Int) -> Bool { seen == 2 }
