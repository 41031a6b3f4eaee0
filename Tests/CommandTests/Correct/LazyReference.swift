import Dispatch
import Synchronization

/// Made by whoever is first; who loses the race takes the winner's and drops its own.
final class Font: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

final class Page: Sendable {
    private let font = AtomicLazyReference<Font>()

    func text(_ text: String) -> String { "\(usedFont().name): \(text)" }

    func usedFont() -> Font {
        if let font = font.load() { return font }
        return font.storeIfNil(Font("Serif"))
    }
}

func scenario() -> String {
    let page = Page()
    let done = DispatchSemaphore(value: 0)
    var text = ""
    DispatchQueue.global().async {
        text = page.text("a")
        done.signal()
    }
    let own = page.usedFont()
    done.wait()
    return "\(text) \(own === page.usedFont())"
}

func allowed(_ text: String) -> Bool { text == "Serif: a true" }
