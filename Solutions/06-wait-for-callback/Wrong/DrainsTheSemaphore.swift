// Refused by: a late answer does no harm
// Verdict: wrongResult
// Points: at most 6
// Says: while the next call was waiting
// Because: old signals are taken before the request, but a late answer can also come during the next wait.
import Dispatch

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request
    private let arrived = DispatchSemaphore(value: 0)
    private var answer: String?

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        // Forget the signals of late answers.
        while arrived.wait(timeout: .now()) == .success {}
        answer = nil
        request(photo) { caption in
            self.answer = caption
            self.arrived.signal()
        }
        _ = arrived.wait(timeout: .now() + seconds)
        return answer
    }
}
