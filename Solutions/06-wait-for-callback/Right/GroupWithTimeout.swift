// A group of one: the answer leaves it. Waiting for a group can have a timeout too.
import Dispatch

typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

final class CaptionService {
    private let request: Request

    init(request: @escaping Request) { self.request = request }

    func caption(of photo: String, timeout seconds: Double) -> String? {
        let answers = DispatchGroup()
        var answer: String?
        answers.enter()
        request(photo) {
            answer = $0
            answers.leave()
        }
        return answers.wait(timeout: .now() + seconds) == .success ? answer : nil
    }
}
