// Refused by: shows the result
// Verdict: missing
// Points: at most 1
// Because: the new item is stored first, so `cancel()` cancels the new search.
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
        weak var item: DispatchWorkItem?
        let search = DispatchWorkItem { [self] in
            var found: [String] = []
            for photo in photos {
                if item?.isCancelled ?? true { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async {
                if item?.isCancelled ?? true { return }
                self.show(found)
            }
        }
        item = search
        current = search
        current?.cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: search)
    }
}
