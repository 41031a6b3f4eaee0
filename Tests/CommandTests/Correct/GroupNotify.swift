import Dispatch

/// Collects what several downloads bring, and tells the sum when the last is done.
final class Collector {
    private let queue = DispatchQueue(label: "collector")
    private let group = DispatchGroup()
    private var sizes: [Int] = []
    private(set) var total: Int?

    func download(_ size: Int) {
        group.enter()
        DispatchQueue.global().async {
            self.queue.async {
                self.sizes.append(size)
                self.group.leave()
            }
        }
    }

    func finish() {
        group.notify(queue: queue) { self.total = self.sizes.reduce(0, +) }
    }
}

let collector = Collector()

func scenario() {
    collector.download(1)
    collector.download(2)
    collector.finish()
}

func outcome() -> Int { collector.total ?? -1 }

func allowed(_ total: Int) -> Bool { total == 3 }
