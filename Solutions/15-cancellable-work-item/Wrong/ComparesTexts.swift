// Refused by: no result of a cancelled search is shown
// Verdict: tooOften
// Because: the same text can be typed again. Then the search that began first goes on, too, and its result comes twice.
import Dispatch

final class PhotoSearch: @unchecked Sendable {
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private let lock = DispatchQueue(label: "lock")
    private var latest = ""

    init(
        photos: [String], pause: Double, matches: @escaping (_ photo: String, _ text: String) -> Bool, show: @escaping ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    func search(for text: String) {
        lock.sync { latest = text }
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [self] in
            var found: [String] = []
            for photo in photos {
                if lock.sync(execute: { latest }) != text { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async {
                if self.lock.sync(execute: { self.latest }) != text { return }
                self.show(found)
            }
        }
    }
}
