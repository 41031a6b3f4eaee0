import Foundation

// The explorer calls these functions under every interleaving: a row is visible, and then the user
// scrolls, at any moment of the row's download and filter.

/// The row leaves.
func rowLeaves() {
    list.visibleRowsChanged(to: 0..<1)
    DispatchQueue.main.async {
        screen.isVisible = false
        list.visibleRowsChanged(to: 1..<1)
    }
}

/// The row stays visible.
func rowStays() {
    list.visibleRowsChanged(to: 0..<1)
    DispatchQueue.main.async { list.visibleRowsChanged(to: 0..<1) }
}

/// The outcome, after everything that was started has ended.
func outcome() -> String {
    if screen.lateShows > 0 { return "the row was shown after it had left" }
    if !screen.isVisible, screen.shows < 2 { return "the row was not shown too late" }
    return "the row was shown \(screen.shows == 0 ? "never" : screen.shows == 1 ? "once" : "\(screen.shows) times")"
}

func allowed(_ outcome: String) -> Bool { outcome == "the row was not shown too late" || outcome == "the row was shown once" }

private let screen = Screen()
private let list = PhotoList(
    download: { "photo \($0)" }, filter: { "filtered \($0)" },
    show: { _, _ in
        if screen.isVisible { screen.shows += 1 } else { screen.lateShows += 1 }
    })

/// Only the main thread uses it.
private final class Screen {
    var isVisible = true
    var shows = 0
    var lateShows = 0
}
