import Foundation

/// Each thread owns its part; who joins them reads all parts.
final class Worker {
    private(set) var words: [String] = []
    private let finished = DispatchSemaphore(value: 0)

    func start(_ text: String) {
        let thread = Thread { [self] in
            words = text.split(separator: " ").map { $0.uppercased() }
            finished.signal()
        }
        thread.name = "worker"
        thread.stackSize = 1 << 19
        thread.start()
    }

    func join() { finished.wait() }
}

func scenario() -> String {
    let workers = [Worker(), Worker()]
    workers[0].start("one two")
    workers[1].start("three")
    for worker in workers { worker.join() }
    return workers.flatMap(\.words).joined(separator: "-")
}

func allowed(_ text: String) -> Bool { text == "ONE-TWO-THREE" }
