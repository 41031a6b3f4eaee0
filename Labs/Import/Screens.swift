import ImportScenario
import LabKit

/// A screen that no one sees: it draws as much as a terminal does.
final class HiddenScreen: Screen {
    private(set) var shown = ColourFrame(columns: 80, rows: 24)

    func draw(_ list: StopList, _ importer: any Importer, _ stalls: Stalls) -> Bool {
        shown = list.frame("", "", columns: 80, rows: 24)
        return true
    }
}

/// The terminal, and a person at the keys.
final class TerminalScreen: Screen {
    private let screen: ColourScreen
    private let variant: String

    init(_ variant: String, isASCII: Bool, isColoured: Bool) throws {
        screen = try ColourScreen(isASCII: isASCII, isColoured: isColoured)
        self.variant = variant
    }

    func close() { screen.close() }

    func draw(_ list: StopList, _ importer: any Importer, _ stalls: Stalls) -> Bool {
        let size = screen.size
        list.height = max(1, size.rows - 4)
        for key in screen.keys() {
            switch key {
            case .character("c"): importer.cancel()
            case .character("r") where list.report != nil: list.press(importer)
            case .up, .character("k"): list.scroll(by: -1)
            case .down, .character("j"): list.scroll(by: 1)
            case .pageUp, .character("b"): list.scroll(by: -list.height)
            case .pageDown, .character(" "): list.scroll(by: list.height)
            case .home, .character("g"): list.scroll(by: -list.count)
            case .end, .character("G"): list.scroll(by: list.count)
            case .character("q"), .character("Q"), .escape, .endOfInput: return false
            default: break
            }
        }
        let figures = "worst delay of a frame: \(Int(stalls.worst.rounded())) ms"
        screen.show(list.frame("\(variant): \(list.state)", figures, columns: size.columns, rows: size.rows))
        return true
    }
}

/// Prints a line for each tenth of the file: for pipes, and for screen readers.
final class PlainScreen: Screen {
    private let put: (String) -> Void
    private var printed = 0

    init(_ put: @escaping (String) -> Void) { self.put = put }

    func draw(_ list: StopList, _ importer: any Importer, _ stalls: Stalls) -> Bool {
        let tenths = list.line * 10 / max(1, list.lines)
        if tenths > printed, list.report == nil {
            printed = tenths
            put("The progress bar is at line \(list.line) of \(list.lines), and the list has \(list.count) stops.")
        }
        return true
    }
}

extension StopList {
    fileprivate func frame(_ title: String, _ figures: String, columns: Int, rows: Int) -> ColourFrame {
        var frame = ColourFrame(columns: columns, rows: rows)
        let faint = ColourFrame.Colour(128, 128, 128)
        frame.put(title, row: 0, column: 0, isBold: true)
        for (row, text) in page.prefix(max(0, rows - 2)).enumerated() {
            frame.put(String(text.prefix(columns)), row: row + 1, column: 0, letters: row == 0 ? ColourFrame.Colour(120, 190, 120) : nil)
        }
        frame.put(figures, row: 1, column: 48, letters: faint)
        let keys = "c: cancel  r: continue  arrow keys: scroll  q: leave"
        frame.put(String(keys.prefix(columns)), row: rows - 1, column: 0, letters: faint)
        return frame
    }

    var state: String {
        let stops = "\(count) stop\(count == 1 ? "" : "s")"
        guard let report else { return "importing, \(stops)" }
        if let failure = report.failure { return "\(stops). \(failure)" }
        return report.isCancelled ? "cancelled, \(stops) are saved" : "complete, \(stops), \(report.skipped.count) lines skipped"
    }
}
