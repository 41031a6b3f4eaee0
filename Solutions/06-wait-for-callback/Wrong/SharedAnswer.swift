// Refused by: right in every interleaving
// Verdict: race
// Points: at most 8
// Because: each call has its own semaphore, but a late answer still writes the variable of all calls.
import Dispatch

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request
    private var answer: String?

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let arrived = DispatchSemaphore(value: 0)
        answer = nil
        request(photo) { caption in
            self.answer = caption
            arrived.signal()
        }
        guard arrived.wait(timeout: .now() + seconds) == .success else { return nil }
        return answer
    }
}
