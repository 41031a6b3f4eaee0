import System
import Glibc
import Grading
import Narration
import Timeline
import Trace

/// A session as lines that are only ever added: for pipes, terminals that cannot be drawn on, and
/// screen readers. Commands are lines on standard input.
struct PlainLearner {
    private let session: LearnerSession
    private let columns: Int
    private let write: (String) throws -> Void
    /// Where commands come from.
    private let input: Input
    private var typed: [UInt8] = []
    private var hasEnded = false
    private var lastStep: ContinuousClock.Instant?

    /// The kinds of standard input.
    private enum Input {
        /// A person types.
        case terminal
        /// A pipe or a file: it ends.
        case script
        /// There is none: `/dev/null`, as in the background.
        case none
    }

    init(_ session: LearnerSession, columns: Int, write: @escaping (String) throws -> Void) {
        self.session = session
        self.columns = columns
        self.write = write
        input = Self.kindOfInput
    }

    private static var kindOfInput: Input {
        var facts = stat()
        guard fstat(STDIN_FILENO, &facts) == 0 else { return .none }
        if isatty(STDIN_FILENO) == 1 { return .terminal }
        var nothing = stat()
        let isNothing = facts.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &nothing) == 0 && facts.st_rdev == nothing.st_rdev
        return isNothing ? .none : .script
    }

    /// - Returns: whether the last verdict was a pass, where the input's end has ended the session; true
    ///   where the learner has quit.
    mutating func run(signals: Int32) throws -> Bool {
        while true {
            session.advance()
            for news in session.takeNews() { try tell(news) }
            // Commands of a script wait for the verdict before them.
            let takesCommands = input != .none && (input == .terminal || session.isIdle)
            if takesCommands, let line = nextLine() {
                if try !obey(line) { return true }
                continue
            }
            if hasEnded, session.isIdle { return input == .terminal || session.model.verdict?.passed == true }
            let isListening = takesCommands && !hasEnded
            let waiting = Waiting.wait(
                for: (isListening ? [STDIN_FILENO] : []) + [signals] + session.descriptors, atMost: session.patience)
            if let number = TerminationSignals.take() {
                session.finish()
                TerminationSignals.end(by: number)
            }
            if isListening, waiting.isReady(STDIN_FILENO) { readInput() }
        }
    }

    // MARK: Commands

    private mutating func readInput() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 {
            typed += buffer.prefix(count)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            // A last line without an end counts.
            if !typed.isEmpty { typed.append(10) }
            hasEnded = true
        }
        // A line without end is not a command.
        if typed.count > 1 << 16 { typed = [10] }
    }

    private mutating func nextLine() -> String? {
        guard let end = typed.firstIndex(of: 10) else { return nil }
        defer { typed.removeSubrange(...end) }
        return String(decoding: typed[..<end], as: UTF8.self)
    }

    /// - Returns: whether the session goes on.
    private mutating func obey(_ line: String) throws -> Bool {
        session.touch()
        switch session.model.take(line: line) {
        case .quit: return false
        case .stepThrough where session.isGrading: try say("Your file is being graded. Give the command again after the verdict.")
        case .stepThrough: try printSteps()
        case .shown(let hints):
            session.obey(.shown(hints: hints))
            try printHint(hints)
        case .lead(.command(let arguments, _)):
            try say("Start it in a terminal: \(([Invocation.interleave] + arguments).joined(separator: " "))")
        case let request?:
            session.obey(request)
        case nil:
            if let message = session.model.message {
                try say(message)
            } else if !line.allSatisfy(\.isWhitespace) {
                try print(session.model.text(of: session.model.page, width: columns))
            }
        }
        return true
    }

    private mutating func printHint(_ number: Int) throws {
        try print(session.model.hint(number, width: columns))
    }

    /// All steps, one after the other.
    private func printSteps() throws {
        guard let (title, trace) = session.traceToStep() else { return try say("The run was not kept. Give the command g.") }
        try print("\(title.prefix(1).uppercased() + title.dropFirst()), step by step:")
        var failure: (any Error)?
        StepLog(trace).printSteps(StepLog.Layout(width: columns, isASCII: session.model.style.isASCII)) { piece in
            do { try write(piece) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    // MARK: News

    private mutating func tell(_ news: LearnerSession.News) throws {
        switch news {
        case .opened:
            let listed = session.model.list[session.model.current]
            try say("\(listed.name): \(listed.topic)")
            if session.isStarted {
                try say("Your file: \(session.model.texts.file). It is graded now, and each time you save it.")
            } else {
                try print("\n" + session.model.text(of: .task, width: columns) + "\n")
            }
            if input != .none { try say("Commands, each with Enter: \(LearnerModel.commands)") }
        case .began:
            lastStep = .now
            try say("Grading your file …")
        case .step(let words):
            // A quick grading needs no words on its steps.
            guard let lastStep, ContinuousClock.now - lastStep > .seconds(3) else { return }
            self.lastStep = .now
            try print("  \(words) …".shown(session.model.style))
        case .early:
            let names = session.model.verdict?.failed.map(\.name) ?? []
            try say("Not yet: \(names.joined(separator: "; ")). The remaining interleavings are still being run.")
        case .verdict:
            _ = session.addPicture()
            try say(session.model.status.words.shown(session.model.style))
            try print(session.model.text(of: .verdict, width: columns))
        case .failed: try print(session.model.text(of: .verdict, width: columns))
        case .note(let words): try say(words)
        }
    }

    private func print(_ text: String) throws { try write(text + "\n") }

    /// Prints a sentence, broken between words.
    private func say(_ text: String) throws {
        try print(ExerciseText.broken(text.shown(session.model.style), max(20, columns - 1)).joined(separator: "\n"))
    }
}
