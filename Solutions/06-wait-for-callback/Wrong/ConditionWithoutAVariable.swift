// Refused by: an early answer is not lost
// Verdict: deadlock
// Says: a condition does not keep a signal
// Because: a condition keeps no signal. If the answer is there before the wait, the wait never ends.
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let arrived = NSCondition()
        let answer = Answer()
        request(photo) { caption in
            arrived.lock()
            answer.text = caption
            arrived.signal()
            arrived.unlock()
        }
        arrived.lock()
        defer { arrived.unlock() }
        guard arrived.wait(until: Date(timeIntervalSinceNow: seconds)) else { return nil }
        return answer.text
    }
}

private final class Answer: @unchecked Sendable {
    var text: String?
}
