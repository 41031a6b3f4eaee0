import Foundation

/// The list of stops, and the progress bar above it. They belong to the main thread.
public final class StopList {
    public let store: StopStore
    /// Lines of the file, for the progress bar.
    public let lines: Int
    public private(set) var line = 0
    /// Stops in the database, as far as the list has seen.
    public private(set) var count = 0
    private var isOutOfDate = false
    /// The stops on the screen.
    private var visible: [Stop] = []
    /// The progress bar and the stops, as text.
    public private(set) var page: [String] = []
    public private(set) var failure: String?
    /// The result of the last import; nil while it runs.
    public private(set) var report: ImportReport?
    /// Called when an import has ended, and the list shows its last stops.
    public var didEnd: () -> Void = {}

    /// How many stops fit on the screen, and how far the user has scrolled; nil: to the end.
    public var height = 20
    public private(set) var offset: Int?

    public private(set) var updates = 0
    public private(set) var updatesOffMain = 0

    public init(_ store: StopStore, lines: Int) {
        (self.store, self.lines) = (store, lines)
    }

    /// The import has reached this line.
    func showProgress(_ line: Int) {
        updates += 1
        if !Thread.isMainThread { updatesOffMain += 1 }
        self.line = line
        layOut()
    }

    /// The store has more stops. They are read before the next frame, so that no read is for nothing.
    func storeHasChanged() { isOutOfDate = true }

    /// Called before each frame.
    func update() { if isOutOfDate { reload() } }

    /// Reads what is on the screen, and nothing more.
    public func reload() {
        isOutOfDate = false
        do {
            count = try store.count()
            visible = try offset.map { try store.stops($0..<min(count, $0 + height)) } ?? store.lastStops(height)
            layOut()
        } catch {
            failure = "\(error)"
        }
    }

    func importEnded(_ report: ImportReport) {
        if !report.isCancelled, report.failure == nil { line = lines }
        reload()
        self.report = report
        didEnd()
    }

    /// The user presses "Import".
    public func press(_ importer: any Importer) {
        report = nil
        DispatchQueue.main.async { importer.start() }
    }

    /// The user scrolls. At the end, the list follows the import.
    public func scroll(by rows: Int) {
        let last = max(0, count - height)
        let start = max(0, (offset ?? last) + rows)
        offset = start < last ? start : nil
        reload()
    }

    /// Every change costs this much work on the main thread.
    private func layOut() {
        page = [ProgressBar.text(line, of: lines)] + visible.map(\.text)
    }
}
