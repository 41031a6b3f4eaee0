// Refused by: a replaced text is not searched
// Verdict: cost
// Points: at most 3
// Says: is false until some line calls
// Because: the items look at `isCancelled`, but no line of the code cancels an item.
import Dispatch

final class PhotoSearch {
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private var current: DispatchWorkItem?

    init(
        photos: [String], pause: Double, matches: @escaping (_ photo: String, _ text: String) -> Bool, show: @escaping ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    func search(for text: String) {
        var item: DispatchWorkItem!
        item = DispatchWorkItem { [self] in
            var found: [String] = []
            for photo in photos {
                if item.isCancelled { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async {
                if item.isCancelled { return }
                self.show(found)
            }
        }
        current = item
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: item)
    }
}
