// Refused by: a cancelled search stops
// Verdict: cost
// Points: at least 8
// Says: compared 17 more photos
// Because: the result is dropped, but the cancelled search goes on to its end, and uses a core.
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
            let found = photos.filter { matches($0, text) }
            DispatchQueue.main.async {
                if item?.isCancelled ?? true { return }
                self.show(found)
            }
        }
        item = search
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: search)
    }
}
