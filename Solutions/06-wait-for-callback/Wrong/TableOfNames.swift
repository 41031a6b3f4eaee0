// Refused by: two calls at the same time
// Verdict: deadlock
// Because: two calls for the same photo share one entry of the table, and the second one takes the place of the first one.
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request
    private let lock = NSLock()
    private var waiting: [String: Call] = [:]

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let call = Call()
        lock.withLock { waiting[photo] = call }
        request(photo) { caption in
            self.lock.withLock {
                guard let call = self.waiting[photo] else { return }
                call.answer = caption
                call.arrived.signal()
            }
        }
        _ = call.arrived.wait(timeout: .now() + seconds)
        return lock.withLock {
            waiting[photo] = nil
            return call.answer
        }
    }
}

private final class Call: @unchecked Sendable {
    let arrived = DispatchSemaphore(value: 0)
    var answer: String?
}
