import Dispatch

/// A screen that may be gone when its picture arrives: the download knows it weakly.
final class Screen {
    private(set) var picture = ""
    private let queue: DispatchQueue

    init(queue: DispatchQueue) { self.queue = queue }

    func load(finished: DispatchSemaphore) {
        DispatchQueue.global().async { [weak self, queue] in
            let picture = "sea"
            queue.async {
                self?.show(picture)
                finished.signal()
            }
        }
    }

    private func show(_ picture: String) { self.picture = picture }

    var shown: String { queue.sync { picture } }
}

func scenario() -> String {
    let queue = DispatchQueue(label: "screen")
    let finished = DispatchSemaphore(value: 0)
    let kept = Screen(queue: queue)
    kept.load(finished: finished)
    Screen(queue: queue).load(finished: finished)
    finished.wait()
    finished.wait()
    return kept.shown
}

func allowed(_ picture: String) -> Bool { picture == "sea" }
