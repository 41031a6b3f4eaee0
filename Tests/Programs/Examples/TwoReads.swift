import Dispatch
import Synchronization

func scenario() -> String {
    let photos = Atomic(0), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        photos.store(1, ordering: .sequentiallyConsistent)
    }
    let first = photos.load(ordering: .sequentiallyConsistent)
    let second = photos.load(ordering: .sequentiallyConsistent)
    group.wait()
    return "\(first) \(second)"
}
