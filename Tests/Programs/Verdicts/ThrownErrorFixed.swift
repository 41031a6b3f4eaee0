import Dispatch
import Synchronization

struct NotReady: Error {}

func scenario() throws {
    let photo = Mutex<String?>(nil), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        photo.withLock { $0 = "beach" }
    }
    group.wait()
    if photo.withLock({ $0 }) == nil { throw NotReady() }
}
