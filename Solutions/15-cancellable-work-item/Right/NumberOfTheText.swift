// No work item: each text has a number, and a search compares its number with the newest one. In Swift
// 6 spelling.
import Dispatch
import Synchronization

final class PhotoSearch: @unchecked Sendable {  // Its properties never change.
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private let newest = Newest()

    init(
        photos: [String], pause: Double, matches: @escaping (_ photo: String, _ text: String) -> Bool, show: @escaping ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    func search(for text: String) {
        let mine = newest.number.add(1, ordering: .relaxed).newValue
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [self] in
            var found: [String] = []
            for photo in photos {
                guard newest.number.load(ordering: .relaxed) == mine else { return }
                if matches(photo, text) { found.append(photo) }
            }
            DispatchQueue.main.async { [self] in
                if newest.number.load(ordering: .relaxed) == mine { show(found) }
            }
        }
    }
}

private final class Newest: Sendable {
    let number = Atomic(0)
}
