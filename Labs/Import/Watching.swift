import Foundation
import ImportScenario
import LabKit

/// `--watch`: the import in the terminal until the user leaves, or as plain lines until it ends.
@Sendable func watch(_ page: FormPage<ImportParameters>) throws {
    let variant = page.variants.count == 1 ? page.variants[0] : "batches"
    guard let app = apps[variant] else { preconditionFailure("\(variant) has no import.") }
    let parameters = page.setting.parameters
    let contents: Data
    if let path = parameters.file, isSpecial(path) {
        // Reading from a pipe can wait for ever, and an import that is continued reads its file again.
        throw ExplainedError(
            .usage, "The file \(path) cannot be imported: it is not an ordinary file.", cure: "With --file FILE, name a text file.")
    }
    do {
        contents = try parameters.file.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? page.setting.stops()
    } catch let error as CocoaError {
        throw ExplainedError(
            .usage, "The file \(parameters.file ?? "") cannot be read: \(error.reason).",
            cure: "With --file FILE, name a file that you can read.")
    }
    let user = User([:], patience: 0)
    user.rest = parameters.rest
    let file = StopsFile(contents, user: user)
    let database = parameters.database ?? "\(page.setting.folder)/database"
    let list = StopList(try StopStore(path: database, label: "list connection"), lines: file.lines.last?.number ?? 0)
    list.reload()
    let before = list.count
    let plan = ImportPlan(
        file: file, database: database, list: list, saveEvery: app.saveEvery ?? parameters.saveEvery,
        progressEvery: app.progressEvery ?? parameters.progressEvery)
    let importer = app.makeImporter(plan)
    let begun = ContinuousClock.now
    list.press(importer)
    if page.isInteractive {
        try watchOnScreen(page, variant, list, importer)
    } else {
        if before > 0 { page.line("The database has \(before) stops. The import continues after them.") }
        // (Its own end: the main loop sees it one frame later.)
        var ended = begun
        list.didEnd = { ended = .now }
        var loop = MainLoop(list, importer, PlainScreen { page.line($0) })
        loop.run { list.report != nil }
        let seconds = (ended - begun) / .seconds(1)
        let time = String(format: seconds < 1 ? "%.3f" : "%.1f", seconds)
        page.line("time: \(time) s, worst delay of a frame: \(Int(loop.stalls.worst.rounded())) ms")
    }
    page.line("\(variant): \(list.state)")
    for line in list.report?.skipped.prefix(10) ?? [] { page.line("Skipped \(line.words).") }
    if let more = list.report?.skipped.count, more > 10 { page.line("Skipped \(more - 10) more lines.") }
    if let failure = list.report?.failure ?? list.failure { throw ImportFailure(reason: failure) }
}

/// A pipe, a device or a socket.
private func isSpecial(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
}

private func watchOnScreen(
    _ page: FormPage<ImportParameters>, _ variant: String, _ list: StopList, _ importer: any Importer
) throws {
    let screen: TerminalScreen
    do {
        screen = try TerminalScreen(variant, isASCII: page.isASCII, isColoured: page.isColoured)
    } catch let error as UnusableTerminal {
        throw ExplainedError(.usage, "The screen cannot be used, because \(error.reason).", cure: "Without a screen: --watch --plain.")
    }
    defer { screen.close() }
    var loop = MainLoop(list, importer, screen)
    loop.run { false }
    // The user leaves: what is not saved is not needed.
    importer.cancel()
    let limit = Date(timeIntervalSinceNow: 5)
    while list.report == nil, Date() < limit { _ = RunLoop.main.run(mode: .default, before: limit) }
}

extension CocoaError {
    fileprivate var reason: String {
        (underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? localizedDescription
    }
}

extension Observations {
    /// The figures of a run, in a few lines.
    var figures: String {
        let looks = seen.map { String($0) }.joined(separator: ", ")
        return """
            transactions: \(saves), changes of the progress bar: \(updates), worst delay of a frame: \(Int(worstStall.rounded())) ms
            stops in the list, each time the user looks: \(looks)
            skipped: \(skipped)\(reasons.first.map { " (the first one is \($0))" } ?? "")
            """
    }
}
