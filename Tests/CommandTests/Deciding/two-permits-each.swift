// deadlock: 7, 8
// Says: (hold and wait)
// Advises: acquire all that the work needs in one step
import Foundation

func copy(_ discs: DispatchSemaphore) {
    discs.wait()
    discs.wait()
    discs.signal()
    discs.signal()
}

func scenario() {
    let discs = DispatchSemaphore(value: 3)
    let threads = (0..<3).map { _ in Thread { copy(discs) } }
    for thread in threads { thread.start() }
    let last = DispatchGroup()
    last.enter()
    DispatchQueue.global().async {
        copy(discs)
        last.leave()
    }
    last.wait()
}
