import Dispatch
import Synchronization

struct NotReady: Error {}

func scenario() throws {
    let photo = Mutex<String?>(nil)
    DispatchQueue.global().async {
        photo.withLock { $0 = "beach" }
    }
    if photo.withLock({ $0 }) == nil { throw NotReady() }
}
