// Refused by: waits for the pause
// Verdict: tooEarly
// Because: the pause is half a second, whatever the caller wants.
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
        current?.cancel()
        // Weak, because the item keeps its closure: otherwise the closure would keep the item too, for
        // ever. `current` keeps the item until the next text comes.
        weak var item: DispatchWorkItem?
        let search = DispatchWorkItem { [self] in
            var found: [String] = []
            for photo in photos {
                if item?.isCancelled ?? true { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async {
                // The last moment to look: `cancel` is called on the main thread too.
                if item?.isCancelled ?? true { return }
                self.show(found)
            }
        }
        item = search
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.5, execute: search)
    }
}
