// Refused by: a cancelled search stops
// Verdict: cost
// Points: at most 4
// Because: all searches share one flag. The new search sets it back, and the old one goes on.
import Foundation

final class PhotoSearch {
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private let lock = NSLock()
    private var isCancelled = false

    init(
        photos: [String], pause: Double, matches: @escaping (_ photo: String, _ text: String) -> Bool, show: @escaping ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    func search(for text: String) {
        lock.withLock { isCancelled = true }
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [self] in
            var found: [String] = []
            for photo in photos {
                if lock.withLock({ isCancelled }) { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async { [self] in
                if !lock.withLock({ isCancelled }) { show(found) }
            }
        }
        lock.withLock { isCancelled = false }
    }
}
