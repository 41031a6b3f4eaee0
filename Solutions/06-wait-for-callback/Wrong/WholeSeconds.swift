// Refused by: returns nil when the time is over
// Verdict: tooEarly
// Because: the fraction of the timeout is lost: 1.4 seconds become 1.
import Dispatch

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) {
        self.request = request
    }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        // Each call has its own semaphore and its own variable. An answer that comes too late
        // changes only these, and no other call uses them.
        let arrived = DispatchSemaphore(value: 0)
        var answer: String?
        request(photo) { caption in
            answer = caption
            arrived.signal()
        }
        // After a timeout, the closure can write `answer` at any moment: do not read it.
        guard arrived.wait(timeout: .now() + .seconds(Int(seconds))) == .success else { return nil }
        return answer
    }
}
