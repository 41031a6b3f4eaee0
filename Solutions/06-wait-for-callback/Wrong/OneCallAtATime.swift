// Refused by: two calls at the same time
// Verdict: notParallel
// Points: at most 9
// Because: the lock is held during the wait, so the second thread cannot even send its request.
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request
    private let lock = NSLock()

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        lock.withLock {
            let arrived = DispatchSemaphore(value: 0)
            var answer: String?
            request(photo) { caption in
                answer = caption
                arrived.signal()
            }
            return arrived.wait(timeout: .now() + seconds) == .success ? answer : nil
        }
    }
}
