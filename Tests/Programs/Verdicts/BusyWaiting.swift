import Dispatch
import Synchronization

func scenario() {
    let isReady = Atomic(false), photos = Atomic(0)
    DispatchQueue.global().async {
        photos.store(3, ordering: .releasing)
    }
    while !isReady.load(ordering: .acquiring) {}
}
