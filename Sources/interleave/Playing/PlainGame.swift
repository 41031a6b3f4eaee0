import ExplorationRunner
import FoundationEssentials
import Game
import Glibc
import System
import Words

/// A game as lines: one command a line on standard input, and after each of them the state on standard output.
struct PlainGame {
    let session: GameSession
    let width: Int
    let isJSON: Bool

    /// Plays until the input ends, or until the player quits.
    func play() throws {
        let interruption = InterruptCounter()
        defer { interruption.end() }
        if !isJSON {
            try StandardOutput.page(
                "\(session.rules.request)\nChoose the thread that makes the next step, by its number. ? lists the commands.\n")
        }
        try show(isNew: true, isFirst: true)
        var input = InputLines()
        while true {
            if !isJSON, isatty(STDIN_FILENO) == 1 { try StandardOutput.write("\n> ") }
            guard let line = input.next(interruption) else { break }
            if !isJSON, isatty(STDIN_FILENO) != 1 { try StandardOutput.write("\n> \(line)\n") }
            guard let command = GameCommand(line) else {
                if isJSON { try fail(line) } else { try StandardOutput.page("There is no command like this. ? lists the commands.") }
                continue
            }
            if command == .quit { break }
            if command == .help, !isJSON {
                try StandardOutput.page(GameCommand.list.joined(separator: "\n"))
                continue
            }
            let before = session.moment.choices
            if command == .code, !isJSON {
                try StandardOutput.page(session.state.code(around: -1, width: width, atMost: .max).joined(separator: "\n"))
                continue
            }
            session.obey(command)
            try show(isNew: session.moment.choices != before)
        }
        if interruption.count > 0 { throw ExplainedError.interrupted }
    }

    private func fail(_ line: String) throws {
        var state = session.state
        state.message = "There is no command like this."
        try StandardOutput.line(Self.json(state))
    }

    /// - Parameter isNew: the last command has led here.
    private func show(isNew: Bool, isFirst: Bool = false) throws {
        let state = session.state
        if isJSON { return try StandardOutput.line(Self.json(state)) }
        if isFirst, state.files.count == 1, state.files[0].lines.count <= 60 {
            try StandardOutput.page(state.code(around: -1, width: width, atMost: 60).joined(separator: "\n") + "\n")
        }
        try StandardOutput.page(state.lines(width: width).joined(separator: "\n"))
        if let shown = session.counterexample ?? (session.isAtGoal && isNew ? session.moment.end : nil), shown.report.verdict != .none {
            let command = "\(Invocation.interleave) play"
            try StandardOutput.page(
                "\n" + shown.shortReplayText(width: width, subject: state.program) { "\(command) \(state.program) --from \($0)" })
        }
    }

    static func json(_ state: GameState) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(state), as: UTF8.self)
    }
}

/// Lines of standard input.
struct InputLines {
    private var bytes: [UInt8] = []
    private var isOver = false

    /// The next line; nil: there is none, or Ctrl-C was pressed.
    mutating func next(_ interruption: InterruptCounter) -> String? {
        while interruption.count == 0 {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            if isOver {
                defer { bytes = [] }
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 200) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 { bytes += buffer.prefix(count) } else if count == 0 || errno != EINTR { isOver = true }
        }
        return nil
    }
}
