// Refused by: right in every interleaving
// Verdict: race
// Because: two threads can take the same number. Then both calls share one entry of the table.
import Dispatch
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request
    private let lock = NSLock()
    private var answers: [Int: String] = [:]
    private var next = 0

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        next += 1
        let number = next
        let arrived = DispatchSemaphore(value: 0)
        request(photo) { caption in
            self.lock.withLock { self.answers[number] = caption }
            arrived.signal()
        }
        guard arrived.wait(timeout: .now() + seconds) == .success else { return nil }
        return lock.withLock { answers.removeValue(forKey: number) }
    }
}
