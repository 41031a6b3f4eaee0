// assertion: 13, 16
// Says: (line 13) of block 1 on a global queue came only after that
// Advises: Check the result of the call
import Foundation

final class Client: @unchecked Sendable {
    private let lock = NSLock()
    private var answer: Int?

    func ask() -> Int? {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            self.lock.withLock { self.answer = 42 }
            done.signal()
        }
        _ = done.wait(timeout: .now() + .seconds(2))
        return lock.withLock { answer }
    }
}

func scenario() -> Int { Client().ask() ?? -1 }

func allowed(_ answer: Int) -> Bool { answer == 42 }
