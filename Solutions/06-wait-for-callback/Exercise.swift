import Dispatch

/// Asks the server for the caption of a photo: `answered` is called later, on any thread, or never.
typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

/// The captions of photos, for code that cannot continue without them. Any thread can call it.
final class CaptionService {
    private let request: Request

    init(request: @escaping Request) {
        self.request = request
    }

    /// Waits for the caption of a photo, but not longer than `seconds`. Returns nil if there was no
    /// answer in that time.
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
        guard arrived.wait(timeout: .now() + seconds) == .success else { return nil }
        return answer
    }
}
