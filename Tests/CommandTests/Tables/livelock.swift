import Dispatch
import Synchronization

final class Player: Sendable {
    private let isPlaying = Atomic(false)

    func play() {
        isPlaying.store(true, ordering: .sequentiallyConsistent)
        isPlaying.store(false, ordering: .sequentiallyConsistent)
    }
    func waitUntilPlaying() {
        while !isPlaying.load(ordering: .sequentiallyConsistent) {}
    }
}

func scenario() {
    let player = Player(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { player.play() }
    player.waitUntilPlaying()
    group.wait()
}
