// Refused by: right in every interleaving
// Verdict: race
// Points: at most 8
// Says: Data race
// Says: ✓ a cancelled search stops
// Because: each search has its own flag, but the main thread writes it while a worker reads it.
import Dispatch

final class PhotoSearch {
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private var current: Search?

    init(
        photos: [String], pause: Double, matches: @escaping (_ photo: String, _ text: String) -> Bool, show: @escaping ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    func search(for text: String) {
        current?.isCancelled = true
        let search = Search()
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [self] in
            var found: [String] = []
            for photo in photos {
                if search.isCancelled { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async {
                if search.isCancelled { return }
                self.show(found)
            }
        }
    }
}

private final class Search {
    var isCancelled = false
}
