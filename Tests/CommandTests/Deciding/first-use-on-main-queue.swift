// deadlock: 9, 22
// Says: is in since
// Advises: Never call it on the queue
import Dispatch

/// Reads the size of the screen on the main thread.
final class Screen: Sendable {
    static let shared: Screen = {
        let width = DispatchQueue.main.sync { 100 }
        return Screen(width: width)
    }()

    let width: Int
    init(width: Int) { self.width = width }
}

func draw() -> Int { Screen.shared.width }

@MainActor func scenario() async {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { _ = draw() }
    DispatchQueue.main.async(group: group) { _ = draw() }
    await withCheckedContinuation { done in group.notify(queue: .main) { done.resume() } }
}
