// Refused by: searches in the background, shows on the main thread
// Verdict: waits
// Because: the search runs as a block of the main queue, so the app does not react meanwhile.
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
            DispatchQueue.main.async {
                if item?.isCancelled ?? true { return }
                self.show(found)
            }
        }
        item = search
        current = search
        DispatchQueue.main.asyncAfter(deadline: .now() + pause, execute: search)
    }
}
