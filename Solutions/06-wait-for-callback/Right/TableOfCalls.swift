// One condition for all calls, and a table with a number for each call. An answer without a call in
// the table is late, and is dropped.
import Foundation

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request
    private let condition = NSCondition()
    private var answers: [Int: String?] = [:]
    private var calls = 0

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let call = condition.withLock {
            calls += 1
            answers.updateValue(nil, forKey: calls)
            return calls
        }
        request(photo) { [self] caption in
            condition.withLock {
                guard answers.keys.contains(call) else { return }
                answers.updateValue(caption, forKey: call)
                condition.broadcast()
            }
        }
        return condition.withLock {
            while answers[call] == .some(.none), condition.wait(until: deadline) {}
            return answers.removeValue(forKey: call) ?? nil
        }
    }
}
