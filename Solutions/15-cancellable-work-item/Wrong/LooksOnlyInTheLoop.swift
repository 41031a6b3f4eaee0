// Refused by: no result of a cancelled search is shown
// Verdict: wrongResult
// Points: at most 6
// Says: had found everything
// Says: ✓ a cancelled search stops
// Because: after the loop nothing looks any more, and the block in the main queue shows an old result.
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
        weak var item: DispatchWorkItem?
        let search = DispatchWorkItem { [self] in
            var found: [String] = []
            for photo in photos {
                if item?.isCancelled ?? true { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async { self.show(found) }
        }
        item = search
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: search)
    }
}
