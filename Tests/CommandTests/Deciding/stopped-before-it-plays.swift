// lostWakeup: 14, 22
// Says: the value of the main thread is gone
// Advises: Both orders of the two threads must be right
import Foundation

final class Player: @unchecked Sendable {
    private let condition = NSCondition()
    private var isPlaying = false
    private var frames = 0

    /// Plays until it is stopped.
    func play() {
        condition.lock()
        isPlaying = true
        while isPlaying { condition.wait() }
        frames += 1
        condition.unlock()
    }

    func stop() {
        condition.lock()
        isPlaying = false
        condition.broadcast()
        condition.unlock()
    }
}

func scenario() {
    let player = Player()
    let group = DispatchGroup()
    group.enter()
    let thread = Thread {
        player.play()
        group.leave()
    }
    thread.start()
    player.stop()
    group.wait()
}
