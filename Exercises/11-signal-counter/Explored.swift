import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: two workers wait for one photo each.

/// Two photos arrive, one after the other.
func twoSignals() -> String {
    let camera = Camera()
    return camera.work {
        camera.send(1)
        camera.send(1)
    }
}

/// Two photos arrive together.
func oneSignalForTwo() -> String {
    let camera = Camera()
    return camera.work { camera.send(2) }
}

/// Two cameras send a photo each, at the same time.
func twoCameras() -> String {
    let camera = Camera(), other = DispatchGroup()
    return camera.work {
        DispatchQueue.global().async(group: other) { camera.send(1) }
        camera.send(1)
        other.wait()
    }
}

func allowed(_ outcome: String) -> Bool { outcome == "2 workers continued, after 2 photos" }

/// A camera, and the workers that wait for its photos.
private final class Camera: @unchecked Sendable {  // The counter protects itself: that is what is explored.
    private let counter = SignalCounter()
    private let sent = Atomic(0)
    private let taken = Atomic(0)
    private let tooMany = Atomic(0)

    func send(_ photos: Int) {
        sent.add(photos, ordering: .relaxed)
        counter.signal(photos)
    }

    /// Lets two workers wait for a photo each, while the camera sends them.
    func work(_ sending: () -> Void) -> String {
        let workers = DispatchGroup()
        for _ in 1...2 { DispatchQueue.global().async(group: workers) { self.takeOne() } }
        sending()
        workers.wait()
        let most = tooMany.load(ordering: .relaxed)
        if most > 0 { return most == 1 ? "1 worker continued after 0 photos" : "2 workers continued after 1 photo" }
        return "\(taken.load(ordering: .relaxed)) workers continued, after \(sent.load(ordering: .relaxed)) photos"
    }

    private func takeOne() {
        counter.wait()
        let number = taken.add(1, ordering: .relaxed).newValue
        if number > sent.load(ordering: .relaxed) { tooMany.store(number, ordering: .relaxed) }
    }
}
