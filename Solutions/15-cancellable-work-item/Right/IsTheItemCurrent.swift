// The main thread asks which item is the current one. The loop looks at `isCancelled`. The closure
// keeps its item in a box that is emptied at the end.
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
        let box = Box()
        let search = DispatchWorkItem { [self] in
            guard let item = box.item else { return }
            var found: [String] = []
            for photo in photos {
                if item.isCancelled { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async { [self] in
                guard current === item else { return }
                current = nil
                box.item = nil
                show(found)
            }
        }
        box.item = search
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: search)
    }
}

private final class Box {
    var item: DispatchWorkItem?
}
