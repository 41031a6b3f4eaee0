import Foundation

/// The figures of one run.
public struct Observations: Codable, Sendable {
    /// Lines of the file, without the header.
    public var lines = 0
    public var skipped = 0
    public var saves = 0
    /// Stops in the database at the end, and those of them that are at their place: in the order of the file.
    public var saved = 0
    public var inPlace = 0
    /// Lines that had been saved when the import was cancelled, and those that it imported when it was continued.
    public var savedAtCancel = 0
    public var continued = 0
    /// Stops in the database after the import was cancelled.
    public var stopsAtCancel = 0
    /// How often the user looked at the list, and how often the app answered while the import ran on.
    public var looks = 0
    public var answered = 0
    /// Stops that the user saw, at each look.
    public var seen: [Int] = []
    /// Looks at which the list had nothing of the batch that was being imported, and all batches before it.
    public var looksAtWholeBatches = 0
    /// Changes of the progress bar, and those that came on another thread than the main thread.
    public var updates = 0
    public var updatesOffMain = 0
    /// The worst delay of a frame, in milliseconds.
    public var worstStall = 0.0
    /// The first lines that were skipped.
    public var reasons: [String] = []
}

/// One run: an app with a list, and a user who imports the stops.
public struct Workload {
    public var contents: Data
    public var database: String
    public var saveEvery = 250
    public var progressEvery = 100
    public var screen: any Screen
    /// How many times the user looks at the list during the import.
    public var looks = 4
    /// Whether the user cancels half-way, and continues.
    public var cancels = false
    /// Seconds that the import waits for the app's answer to a look.
    public var patience = 5.0

    public init(_ contents: Data, database: String, screen: any Screen) {
        (self.contents, self.database, self.screen) = (contents, database, screen)
    }

    public func run(_ makeImporter: (ImportPlan) -> any Importer) throws -> Observations {
        let plain = StopsFile(contents)
        let lookedAt = (1...looks).map { plain.lines.count * $0 / (looks + 1) }
        let user = User(deeds(at: lookedAt, of: plain.lines), patience: patience)
        let file = StopsFile(lines: plain.lines, user: user)
        let store = try StopStore(path: database, label: "list connection")
        let list = StopList(store, lines: plain.lines.last?.number ?? 0)
        let plan = ImportPlan(file: file, database: database, list: list, saveEvery: saveEvery, progressEvery: progressEvery)
        let importer = makeImporter(plan)

        var seen = Observations(lines: plain.lines.count)
        user.act = { deed in
            if deed == .cancel { return importer.cancel() }
            list.reload()
            seen.seen.append(list.count)
            let wholeBatches = lookedAt[seen.looks] / saveEvery * saveEvery
            let stops = file.lines.prefix(wholeBatches).count { (try? Stop($0)) != nil }
            seen.looksAtWholeBatches += list.count == stops ? 1 : 0
            seen.looks += 1
        }
        var loop = MainLoop(list, importer, screen)
        list.press(importer)
        loop.run { list.report != nil }
        seen.add(list.report)
        if cancels {
            seen.savedAtCancel = list.report?.lines ?? 0
            seen.stopsAtCancel = try store.count()
            list.press(importer)
            loop.run { list.report != nil }
            seen.add(list.report)
            seen.continued = list.report?.lines ?? 0
        }
        // Looks that the main thread could not answer before.
        while seen.looks < looks, RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) {}
        if let failure = list.report?.failure ?? list.failure { throw ImportFailure(reason: failure) }
        seen.answered = user.answeredInTime - (cancels ? 1 : 0)
        (seen.updates, seen.updatesOffMain) = (list.updates, list.updatesOffMain)
        seen.worstStall = loop.stalls.worst
        seen.saved = try store.count()
        let expected = plain.lines.lazy.compactMap { try? Stop($0).id }
        seen.inPlace = zip(try store.identifiers().split(separator: "\n"), expected).count { $0 == $1 }
        return seen
    }

    /// The user looks at equal distances, and cancels in the middle.
    private func deeds(at looks: [Int], of lines: [Line]) -> [Int: User.Deed] {
        var deeds: [Int: User.Deed] = [:]
        for look in looks { deeds[lines[look].number] = .look }
        if cancels { deeds[lines[lines.count / 2].number] = .cancel }
        return deeds
    }
}

extension Observations {
    init(lines: Int) { self.lines = lines }

    fileprivate mutating func add(_ report: ImportReport?) {
        guard let report else { return }
        skipped += report.skipped.count
        saves += report.saves
        reasons = Array((reasons + report.skipped.map(\.words)).prefix(3))
    }
}

/// The import could not be finished.
public struct ImportFailure: Error, CustomStringConvertible {
    public var reason: String
    public init(reason: String) { self.reason = reason }
    public var description: String { reason }
}
