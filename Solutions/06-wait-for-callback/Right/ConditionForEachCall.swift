// A condition with a variable, for each call. The loop checks the variable, so an early signal and a
// wake-up without a signal do no harm.
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let answer = Answer()
        request(photo) { answer.arrive($0) }
        return answer.wait(until: Date(timeIntervalSinceNow: seconds))
    }
}

private final class Answer: @unchecked Sendable {  // `text` is used only while holding the condition's lock.
    private let arrived = NSCondition()
    private var text: String?

    func arrive(_ text: String) {
        arrived.lock()
        self.text = text
        arrived.signal()
        arrived.unlock()
    }

    func wait(until deadline: Date) -> String? {
        arrived.lock()
        defer { arrived.unlock() }
        while text == nil {
            guard arrived.wait(until: deadline) else { break }
        }
        return text
    }
}
