import LabKit
import PhotosScenario

/// A screen of 80 columns and 24 rows that no one sees. It draws as much as a terminal does.
final class HiddenScreen: Screen {
    private let drawing: TableDrawing
    private(set) var shown = ColourFrame(columns: 80, rows: 24)

    init(_ title: String) { drawing = TableDrawing(title: title) }

    func layOut(_ table: TableView) {
        let lines = TableDrawing.lines(rows: shown.rows), height = TableDrawing.rowHeight(lines: lines)
        if table.height != lines || table.rowHeight != height { table.resize(height: lines, rowHeight: height) }
    }

    func draw(_ table: TableView, _ frames: FrameTimes) {
        shown = drawing.frame(table, frames, columns: shown.columns, rows: shown.rows)
    }
}

/// The terminal.
final class TerminalScreen: Screen {
    private let screen: ColourScreen
    private let drawing: TableDrawing

    init(_ title: String, isASCII: Bool, isColoured: Bool) throws {
        screen = try ColourScreen(isASCII: isASCII, isColoured: isColoured)
        drawing = TableDrawing(title: title, isASCII: screen.isASCII, isColoured: screen.isColoured)
    }

    func layOut(_ table: TableView) {
        let lines = TableDrawing.lines(rows: screen.size.rows), height = TableDrawing.rowHeight(lines: lines)
        if table.height != lines || table.rowHeight != height { table.resize(height: lines, rowHeight: height) }
    }

    func draw(_ table: TableView, _ frames: FrameTimes) {
        let size = screen.size
        screen.show(drawing.frame(table, frames, columns: size.columns, rows: size.rows))
    }

    func keys() -> [Key] { screen.keys() }

    func close() { screen.close() }
}

/// A person at the keys.
final class Reader: User {
    private let screen: TerminalScreen

    init(_ screen: TerminalScreen) { self.screen = screen }

    func act(on table: TableView) -> Bool {
        if table.failure != nil { return false }
        let page = max(1, table.height - table.rowHeight)
        for key in screen.keys() {
            switch key {
            case .up, .character("k"): table.scroll(to: table.destinationLine - table.rowHeight)
            case .down, .character("j"): table.scroll(to: table.destinationLine + table.rowHeight)
            case .pageUp, .character("b"): table.scroll(to: table.destinationLine - page)
            case .pageDown, .character(" "): table.scroll(to: table.destinationLine + page)
            case .home, .character("g"): table.scroll(to: 0)
            case .end, .character("G"): table.scroll(to: .max)
            case .character("q"), .character("Q"), .escape, .endOfInput: return false
            default: break
            }
        }
        return true
    }
}
