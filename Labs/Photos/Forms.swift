import Foundation
import LabKit
import PhotosScenario

/// `--scroll`: the table in the terminal, until the reader leaves.
@Sendable func scrollByHand(_ page: FormPage<PhotosParameters>) throws {
    let variant = page.variants.count == 1 ? page.variants[0] : "operations"
    guard page.isInteractive else {
        throw ExplainedError(
            .usage, "--scroll needs a terminal, to show the table and to read keys.", cure: "Without a terminal: --script.")
    }
    let (frames, table) = try show(variant, page) { Reader($0) }
    page.line(
        "\(variant): \(frames.count) frames, the longest \(Int(frames.worst.rounded())) ms; filtered \(table.filtered), cancelled \(table.cancelled)."
    )
}

/// `--script`: the figures of the scripted scrolling.
@Sendable func scrollByScript(_ page: FormPage<PhotosParameters>) throws {
    for variant in page.variants {
        guard let makeList = lists[variant] else { continue }
        if variant == "wrong-thread", page.variants.count > 1 {
            page.line("wrong-thread\n  left out here, because its bug can end this process: --variant wrong-thread runs it")
            continue
        }
        let screen: any Screen
        let terminal = page.isInteractive ? try? TerminalScreen(variant, isASCII: page.isASCII, isColoured: page.isColoured) : nil
        screen = terminal ?? HiddenScreen(variant)
        defer { terminal?.close() }
        let seen = try page.setting.workload(screen).run(makeList)
        terminal?.close()
        page.line("\(variant)")
        for line in seen.figures.split(separator: "\n") { page.line("  \(line)") }
    }
}

private func show(
    _ variant: String, _ page: FormPage<PhotosParameters>, _ makeUser: (TerminalScreen) -> any User
) throws -> (FrameTimes, TableView) {
    guard let makeList = lists[variant] else { preconditionFailure("\(variant) has no list.") }
    let screen: TerminalScreen
    do {
        screen = try TerminalScreen(variant, isASCII: page.isASCII, isColoured: page.isColoured)
    } catch let error as UnusableTerminal {
        throw ExplainedError(.usage, "--scroll cannot be used, because \(error.reason).", cure: "Without a screen: --script.")
    }
    defer { screen.close() }
    let table = TableView()
    let list = makeList(table, PhotoService(patience: page.setting.patienceWithServer))
    table.list = list
    var loop = FrameLoop(list, screen, makeUser(screen))
    loop.run(address: try page.setting.address())
    if let failure = table.failure { throw ListFailure(failure: failure) }
    return (loop.times, table)
}

extension Observations {
    /// The figures of a run, in a few lines.
    var figures: String {
        let held = "at most \(picturesHeld) in memory"
        let why = reasons.sorted { $0.key < $1.key }.map { "\($0.value) x \($0.key)" }.joined(separator: "; ")
        return """
            frames: \(frames), worst frame: \(Int(worstFrame.rounded())) ms, frames over 16 ms: \(framesOver16), over 33 ms: \(framesOver33)
            photos fetched: \(fetched), filtered: \(filtered), cancelled: \(cancelled), never seen: \(wasted); \(held)
            longest time until all rows of a screen were ready: \(Int(longestLook.rounded())) ms
            photos that failed: \(failed)\(why.isEmpty ? "" : " (\(why))")
            """
    }
}
