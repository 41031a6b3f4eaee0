import Dispatch

/// Searches the photos while the user types. The app calls it on the main thread.
final class PhotoSearch {
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private var current: DispatchWorkItem?

    /// - Parameters:
    ///   - pause: the time without a key that must pass before a search begins, in seconds.
    ///   - matches: whether a photo fits a text. It is slow.
    ///   - show: shows the photos that were found. Only the main thread may call it.
    init(
        photos: [String], pause: Double, matches: @escaping (_ photo: String, _ text: String) -> Bool, show: @escaping ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    /// The user has typed: cancels the search for the text before, and searches for this one.
    func search(for text: String) {
        current?.cancel()
        let search = DispatchWorkItem { [self] in
            let found = photos.filter { matches($0, text) }
            DispatchQueue.main.async { self.show(found) }
        }
        current = search
        DispatchQueue.global().asyncAfter(deadline: .now() + pause, execute: search)
    }
}
