// In Swift 6 spelling: the class belongs to the main actor. So nothing comes between the last check and
// `show`, and the compiler checks that.
import Dispatch

@MainActor final class PhotoSearch {
    private let photos: [String]
    private let pause: Double
    private let matches: @Sendable (_ photo: String, _ text: String) -> Bool
    private let show: @MainActor ([String]) -> Void
    private var current: Task<Void, Never>?

    init(
        photos: [String], pause: Double, matches: @escaping @Sendable (_ photo: String, _ text: String) -> Bool,
        show: @escaping @MainActor ([String]) -> Void
    ) {
        self.photos = photos
        self.pause = pause
        self.matches = matches
        self.show = show
    }

    func search(for text: String) {
        current?.cancel()
        current = Task {
            try? await Task.sleep(for: .seconds(pause))
            let found = await Self.search(photos, text, matches)
            if !Task.isCancelled { show(found) }
        }
    }

    /// Not on the main actor, so it runs on a thread of the pool.
    nonisolated private static func search(
        _ photos: [String], _ text: String, _ matches: @Sendable (String, String) -> Bool
    ) async -> [String] {
        var found: [String] = []
        for photo in photos {
            if Task.isCancelled { return [] }
            if matches(photo, text) { found.append(photo) }
        }
        return found
    }
}
