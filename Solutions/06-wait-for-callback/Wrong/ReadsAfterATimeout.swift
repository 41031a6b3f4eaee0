// Refused by: right in every interleaving
// Verdict: race
// Points: at most 8
// Says: answer
// Says: ✓ a late answer does no harm
// Because: after a timeout, the caller reads the variable while a late closure can write it.
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
        _ = arrived.wait(timeout: .now() + seconds)
        return answer
    }
}
