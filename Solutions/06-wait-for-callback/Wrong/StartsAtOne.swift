// Refused by: waits for the answer, and returns it
// Verdict: tooEarly
// Points: at most 2
// Says: begins at 1
// Because: the first wait takes the unit that was there from the start, and does not wait.
import Dispatch

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let arrived = DispatchSemaphore(value: 1)
        var answer: String?
        request(photo) { caption in
            answer = caption
            arrived.signal()
        }
        _ = arrived.wait(timeout: .now() + seconds)
        return answer
    }
}
