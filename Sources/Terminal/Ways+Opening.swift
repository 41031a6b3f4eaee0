import FoundationEssentials
import Glibc
import System
import Timeline

extension Ways.Place {
    /// Shows the place until the learner leaves it. The terminal must be as the screen found it.
    /// - Returns: why it could not be shown; nil if it was.
    public func open(style: Style) -> String? {
        switch self {
        case .command(let arguments, let leavesText): StartedCommand.run(arguments, waitsForEnter: leavesText ? "Enter goes back." : nil)
        case .page(let page): Self.show(page, style)
        case .back: nil
        }
    }

    private static func show(_ page: Ways.Page, _ style: Style) -> String? {
        guard let bytes = FileManager.default.contents(atPath: page.file) else { return "\(page.title) cannot be read" }
        let text = Invocation.own.adapted(String(decoding: bytes, as: UTF8.self))
        var model = PageModel(title: page.title, markdown: text, style: style)
        return (try? model.show(style: style)) == nil ? "the terminal is too small for the page" : nil
    }
}

/// A command of `interleave` that has the terminal for a while.
public enum StartedCommand {
    /// Runs a command and waits for its end. Ctrl-C is meant for the command. After a refusal (exit code 2 and above) Enter is waited for,
    /// so that its reason can be read.
    /// - Parameters:
    ///   - folder: the folder in which it runs; nil: this one.
    ///   - waitsForEnter: the line that waits for Enter after it, so that its text can be read; nil: nothing waits.
    /// - Returns: why it could not be run; nil if it was.
    public static func run(_ arguments: [String], in folder: String? = nil, waitsForEnter words: String?) -> String? {
        let here = FileManager.default.currentDirectoryPath
        if let folder, !FileManager.default.changeCurrentDirectoryPath(folder) { return "The folder \(folder) is no longer there." }
        defer { if folder != nil { _ = FileManager.default.changeCurrentDirectoryPath(here) } }
        let ignored = IgnoredSignals([SIGINT, SIGQUIT])
        defer { ignored.end() }
        var words = words
        do {
            let program = try BuildFolder.current.locate("interleave", product: "interleave")
            var options = ChildProcess.Options()
            // As this program was called, so that the commands that it prints can be called.
            options.name = Invocation.own.path(of: "interleave")
            var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
            if case .exited(let code)? = child.wait(), code >= 2 { words = words ?? "Enter goes back." }
        } catch { return error.message }
        if let words { waitForEnter(words) }
        return nil
    }

    private static func waitForEnter(_ words: String) {
        StepperTerminal.discardTypedAhead()
        guard var terminal = StepperTerminal() else { return }
        defer { terminal.close() }
        terminal.write("\n\(words)")
        while true {
            switch terminal.read() {
            case .byte(10), .byte(13), .byte(UInt8(ascii: "q")), .end: return terminal.write("\n")
            default: continue
            }
        }
    }
}

/// Signals that this process ignores for a while.
private struct IgnoredSignals {
    private var earlier: [(number: Int32, action: sigaction)] = []

    init(_ numbers: [Int32]) {
        for number in numbers {
            var ignoring = sigaction()
            ignoring.__sigaction_handler.sa_handler = SIG_IGN
            earlier.append((number, ignoring.install(for: number)))
        }
    }

    func end() {
        for (number, action) in earlier { action.install(for: number) }
    }
}
