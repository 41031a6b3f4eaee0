/// A printer that needs a long time for a page.
public actor Printer {
    private nonisolated let room: String
    private var pages = 0
    private let paper: Paper?

    public init(room: String, _ paper: Paper? = nil) {
        self.room = room
        self.paper = paper
    }

    /// It needs nothing that can change, so it does not need the actor.
    nonisolated var title: String { "printer in the \(room)" }

    func print() {
        paper?.feed()
        pages += 1
    }
}

public struct TitleReport: Codable, Sendable {
    public var title: String
    /// Whether the printer was still printing when the title was there.
    public var isPrinting: Bool
}

/// The main actor reads the title while the printer prints.
@MainActor public func readTitleWhilePrinting() async -> TitleReport {
    let paper = Paper(), printer = Printer(room: "attic", paper)
    let page = Task(name: "page") { await printer.print() }
    await paper.waitUntilPrinting()
    let title = printer.title
    let isPrinting = paper.isThere
    paper.letGo()
    await page.value
    return TitleReport(title: title, isPrinting: isPrinting)
}
