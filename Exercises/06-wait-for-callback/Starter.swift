import Dispatch

/// Asks the server for the caption of a photo: `answered` is called later, on any thread, or never.
typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

/// The captions of photos, for code that cannot continue without them. Any thread can call it.
final class CaptionService {
    private let request: Request
    private let arrived = DispatchSemaphore(value: 0)
    private var answer: String?

    init(request: @escaping Request) {
        self.request = request
    }

    /// Waits for the caption of a photo, but not longer than `seconds`. Returns nil if there was no
    /// answer in that time.
    func caption(of photo: String, timeout seconds: Double) -> String? {
        answer = nil
        request(photo) { caption in
            self.answer = caption
            self.arrived.signal()
        }
        _ = arrived.wait(timeout: .now() + seconds)
        return answer
    }
}
