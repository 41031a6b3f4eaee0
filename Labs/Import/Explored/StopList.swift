/// The list without a screen.
public final class StopList {
    public let store: StopStore
    public let lines: Int
    public private(set) var line = 0
    public private(set) var count = 0
    private var page: [Character] = []
    /// Called on the main thread when an import has ended.
    var whenEnded: () -> Void = {}

    public init(_ store: StopStore, lines: Int) { (self.store, self.lines) = (store, lines) }

    func showProgress(_ line: Int) { self.line = line }

    public func reload() { count = (try? store.count()) ?? 0 }

    func storeHasChanged() { reload() }

    func draw() { page = [Character](repeating: "#", count: line) }

    func importEnded(_ report: ImportReport) {
        reload()
        whenEnded()
    }
}
