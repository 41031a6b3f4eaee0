// deadlock: 12, 13
// Says: came between
// Advises: Make the two steps of block 1
import Foundation

final class Player: @unchecked Sendable {
    private let lock = NSLock()
    private let queue = DispatchQueue(label: "player")
    private var isPaused = false

    private var paused: Bool {
        get { lock.withLock { isPaused } }
        set { lock.withLock { isPaused = newValue } }
    }

    func pause() {
        if paused { return }
        paused = true
        queue.suspend()
    }

    func play() {
        if !paused { return }
        paused = false
        queue.resume()
    }

    func drain() { queue.sync {} }
}

func scenario() {
    let player = Player(), group = DispatchGroup()
    for _ in 0..<2 { DispatchQueue.global().async(group: group) { player.pause() } }
    group.wait()
    player.play()
    player.drain()
}
