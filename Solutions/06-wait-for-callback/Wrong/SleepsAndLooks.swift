// Refused by: blocks while it waits
// Verdict: spins
// Says: slept for a time
// Because: the thread wakes up again and again to look.
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let lock = NSLock()
        var answer: String?
        request(photo) { caption in lock.withLock { answer = caption } }
        while lock.withLock({ answer == nil }), Date() < deadline { Thread.sleep(forTimeInterval: 0.005) }
        return lock.withLock { answer }
    }
}
