// Refused by: no result of a cancelled search is shown
// Verdict: wrongResult
// Points: at most 6
// Says: had found everything
// Because: the last check is on the worker. The user can type between this check and the block on the main queue.
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
            if item?.isCancelled ?? true { return }
            DispatchQueue.main.async { self.show(found) }
        }
        item = search
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: search)
    }
}
