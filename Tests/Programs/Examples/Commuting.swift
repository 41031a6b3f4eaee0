import Dispatch
import Synchronization

let photos = Atomic(0), albums = Atomic(0)

func scenario() -> Int {
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        for _ in 0..<5 {
            if number == 0 {
                photos.add(1, ordering: .relaxed)
            } else {
                albums.add(1, ordering: .relaxed)
            }
        }
    }
    return photos.load(ordering: .relaxed) + albums.load(ordering: .relaxed)
}
