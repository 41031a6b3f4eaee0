import Dispatch
import Synchronization

// The explorer calls this function under every interleaving: the user types two texts, and each step
// of the first search can come before or after the second text.

/// Two texts, both typed on the main thread.
func twoTexts() {
    page.type("d")
    DispatchQueue.main.async { page.type("du") }
}

/// The outcome, after everything that was started has ended.
func outcome() -> String { page.outcome }

func allowed(_ outcome: String) -> Bool { outcome == "the result of the last text" }

nonisolated(unsafe) private let page = Page()

/// The search, and the texts whose results are on the screen.
private final class Page {
    private static let photos = ["dawn", "dusk"]
    private let typed = Mutex<[String]>([])
    private let shown = Mutex<[String]>([])
    private lazy var search = MainActor.assumeIsolated {
        PhotoSearch(photos: Self.photos, pause: 0.25, matches: { $0.hasPrefix($1) }) { [unowned self] found in
            let text = found.count == 2 ? "d" : "du"
            let isCurrent = typed.withLock { $0.last == text }
            shown.withLock { $0.append(isCurrent ? text : "the result of a cancelled search") }
        }
    }

    func type(_ text: String) {
        typed.withLock { $0.append(text) }
        let search = search
        MainActor.assumeIsolated { search.search(for: text) }
    }

    var outcome: String {
        let shown = shown.withLock { $0 }
        if shown.contains("the result of a cancelled search") { return "the result of a cancelled search was shown" }
        return shown.count { $0 == "du" } == 1
            ? "the result of the last text" : "the result of the last text was shown \(shown.count { $0 == "du" }) times"
    }
}
