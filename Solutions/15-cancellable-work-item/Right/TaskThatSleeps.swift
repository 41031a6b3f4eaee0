// A task: its sleep is the pause, and it looks at `Task.isCancelled`.
import Dispatch

final class PhotoSearch {
    private let photos: [String]
    private let pause: Double
    private let matches: (_ photo: String, _ text: String) -> Bool
    private let show: ([String]) -> Void
    private var current: Task<Void, Never>?

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
        current = Task.detached { [self] in
            try? await Task.sleep(for: .seconds(pause))
            var found: [String] = []
            for photo in photos {
                if Task.isCancelled { return }
                if matches(photo, text) { found.append(photo) }
            }
            let result = found
            await MainActor.run {
                if !Task.isCancelled { show(result) }
            }
        }
    }
}
