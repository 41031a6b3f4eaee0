import Foundation

// The explorer calls these functions under every interleaving: a row is visible, and then the user
// scrolls, at any moment of the row's download and filter. Or two rows are visible, and stay.

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

/// Two rows are visible, and stay visible.
func twoRows() {
    screen.hasTwoRows = true
    list.visibleRowsChanged(to: 0..<2)
}

/// The outcome, after everything that was started has ended.
func outcome() -> String {
    if screen.hasTwoRows { return screen.shows == 2 ? bothShown : "two rows were shown \(screen.shows) times in all" }
    if screen.lateShows > 0 { return "the row was shown after it had left" }
    if !screen.isVisible, screen.shows < 2 { return "the row was not shown too late" }
    return "the row was shown \(screen.shows == 0 ? "never" : screen.shows == 1 ? "once" : "\(screen.shows) times")"
}

func allowed(_ outcome: String) -> Bool { ["the row was not shown too late", "the row was shown once", bothShown].contains(outcome) }

private let bothShown = "both rows were shown"

private let screen = Screen()
private let list = PhotoList(
    download: { "photo \($0)" }, filter: { "filtered \($0)" },
    show: { _, _ in
        if screen.isVisible { screen.shows += 1 } else { screen.lateShows += 1 }
    })

/// Only the main thread uses it.
private final class Screen {
    var isVisible = true
    var hasTwoRows = false
    var shows = 0
    var lateShows = 0
}
