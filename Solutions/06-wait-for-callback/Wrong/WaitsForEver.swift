// Refused by: returns nil when the time is over
// Verdict: deadlock
// Says: give the wait a timeout
// Because: without a timeout, a server that never answers blocks the caller for ever.
import Dispatch

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let arrived = DispatchSemaphore(value: 0)
        var answer: String?
        request(photo) { caption in
            answer = caption
            arrived.signal()
        }
        arrived.wait()
        return answer
    }
}
