// In Swift 6 spelling: the answer is in a Mutex, so it can be read after a timeout too. An answer at
// the last moment is then not thrown away.
import Dispatch
import Synchronization

typealias Request = (_ photo: String, _ answered: @escaping @Sendable (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let answer = Answer()
        request(photo) { caption in
            answer.text.withLock { $0 = caption }
            answer.arrived.signal()
        }
        _ = answer.arrived.wait(timeout: .now() + seconds)
        return answer.text.withLock { $0 }
    }
}

private final class Answer: Sendable {
    let text = Mutex<String?>(nil)
    let arrived = DispatchSemaphore(value: 0)
}
