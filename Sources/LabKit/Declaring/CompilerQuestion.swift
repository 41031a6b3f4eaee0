import FoundationEssentials
import Synchronization
import System
import Words

/// A question to the compiler that is installed: does it accept files of the lab's scenario in the Swift 6 mode?
///
/// The lab compiles them when a claim is judged, and shows the compiler's own words. The claims count the errors and name
/// their lines, because the words differ from version to version. Without a compiler the claims say so, and do not fail.
public struct CompilerQuestion: Hashable, Sendable {
    /// A text that is replaced before the file is compiled.
    private struct Change: Hashable, Sendable {
        var old: String
        var new: String
    }

    /// The folder `Scenario` of the lab.
    private let folder: String
    private let files: [String]
    private let change: Change?
    private let options: [String]

    /// - Parameters:
    ///   - files: the files that are compiled together, by their names in the folder `Scenario`.
    ///   - old: a text of these files that is replaced first; nil: they are compiled as they are. It must be there.
    ///   - new: the text in its place, on as many lines.
    ///   - options: further options of the compiler.
    public init(_ files: [String], replacing old: String? = nil, with new: String = "", options: [String] = [], file: String = #filePath) {
        folder = SourcePath.folder(of: file) + "/Scenario"
        self.files = files
        change = old.map { Change(old: $0, new: new) }
        self.options = options
    }

    /// The claim that the compiler accepts the files.
    public func isAccepted(_ name: String = "errors in the Swift 6 mode") -> Claim {
        switch answer {
        case .none(let reason): .notSeen(name, because: reason, expected: "0")
        case .failed(let words): Claim(name, found: words, expected: "0", holds: false)
        case .errors(let errors, _): Claim(name, errors.count, "errors", .exactly(0))
        }
    }

    /// The claims that the compiler refuses one line, with its words: "the compiler's words", or "the compiler's words then" if a text was
    /// replaced.
    ///
    /// - Parameter line: a text of the line that it refuses.
    public func isRefused(_ name: String = "lines that the Swift 6 mode refuses", at line: String) -> [Claim] {
        let words = change == nil ? "the compiler's words" : "the compiler's words then"
        let place = "an error in the line with `\(line)`"
        switch answer {
        case .none(let reason):
            return [.notSeen(name, because: reason, expected: "1"), .notSeen(words, because: reason, expected: place)]
        case .failed(let message):
            return [Claim(name, found: message, expected: "1", holds: false)]
        case .errors(let errors, let version):
            let first = errors.first
            let said = first.map { "“\($0.words)” (line \($0.line), Swift \(version))" } ?? "nothing (Swift \(version))"
            return [
                Claim(name, Set(errors.map(\.line)).count, "lines", .exactly(1)),
                Claim(words, found: said, expected: place, holds: first?.text.contains(line) ?? false),
            ]
        }
    }
}

extension CompilerQuestion {
    /// An error that the compiler reports.
    private struct CompilerError: Sendable {
        /// The number of the line, from 1.
        var line: Int
        /// The source of this line.
        var text: String
        var words: String
    }

    private enum Answer: Sendable {
        /// There is no answer. The reason ends a sentence that begins with "because".
        case none(String)
        /// The compiler failed in another way.
        case failed(String)
        case errors([CompilerError], version: String)
    }

    /// Each question is asked once in a process.
    private static let known = Mutex<[CompilerQuestion: Answer]>([:])

    private var answer: Answer {
        if let known = Self.known.withLock({ $0[self] }) { return known }
        let answer = ask()
        Self.known.withLock { $0[self] = answer }
        return answer
    }

    private func ask() -> Answer {
        guard let temporary = TemporaryFolder() else { return .none("no temporary folder can be made") }
        let log = "\(temporary.path)/words"
        _ = run(["--version"], in: temporary.path, log: log)
        guard let toolchain = Toolchain(words: Self.text(log)) else { return .none("there is no `swiftc` on the PATH") }
        if toolchain.isTooOld { return .none("the compiler is Swift \(toolchain.version), and the lab needs Swift 6.2") }
        var paths: [String] = [], sources: [String: [Substring]] = [:], isChanged = change == nil
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") else { return .none("the source is not here") }
            let original = String(decoding: bytes, as: UTF8.self)
            let path = "\(temporary.path)/\(file)", text = change.map { original.replacing($0.old, with: $0.new) } ?? original
            isChanged = isChanged || text != original
            guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
                return .none("the temporary folder is full")
            }
            paths.append(path)
            sources[path] = text.split(separator: "\n", omittingEmptySubsequences: false)
        }
        guard isChanged else { return .failed("`\(change?.old ?? "")` is not in the source") }
        guard let ending = compile(paths, in: temporary.path, log: log) else {
            return .none("the compiler had not finished after two minutes")
        }
        let words = Self.text(log)
        let errors = Self.errors(in: words, sources)
        if errors.isEmpty, ending != .exited(code: 0) { return .failed("the compiler failed: \(words.prefix(200))") }
        return .errors(errors, version: toolchain.version)
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// The checks of regions are made on the compiler's intermediate language (SIL). So it must come that far: `-typecheck` ends earlier.
    private func compile(_ paths: [String], in temporary: String, log: String) -> Trace.Ending? {
        let arguments =
            ["-swift-version", "6", "-parse-as-library", "-wmo", "-emit-sil", "-o", "/dev/null"]
            + ["-diagnostic-style", "llvm", "-no-color-diagnostics"] + options + paths
        return run(arguments, in: temporary, log: log)
    }

    /// The end of the compiler; nil: it was stopped because it needed too long.
    private func run(_ arguments: [String], in temporary: String, log: String) -> Trace.Ending? {
        var tool = ChildProcess.Options.tool(output: .file(log), errors: .file(log))
        // Files that an interrupted compiler leaves are removed with the folder.
        tool.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary]) { $1 }
        let options = tool
        let started = try? CleanupOnSignal.held { () throws(ExplainedError) in
            let child = try ChildProcess.spawn("swiftc", arguments: arguments, options: options)
            CleanupOnSignal.watch(child.processID)
            return child
        }
        guard var child = started else { return .unknown }
        defer { CleanupOnSignal.unwatch() }
        let (ending, timedOut) = child.wait(killingAfter: .seconds(120))
        return timedOut ? nil : ending
    }

    /// The errors in the compiler's output, in its order: "/tmp/x/Shared.swift:4:22: error: sending … [#SendingRisksDataRace]".
    private static func errors(in words: String, _ sources: [String: [Substring]]) -> [CompilerError] {
        words.split(separator: "\n").compactMap { line in
            let match = line.wholeMatch(of: /(\/.*?\.swift):(\d+):\d+: error: (.*?)( \[#\w+\])?/)
            guard let match, let number = Int(match.2) else { return nil }
            let source = sources[String(match.1)] ?? []
            let text = source.indices.contains(number - 1) ? String(source[number - 1]) : ""
            return CompilerError(line: number, text: text, words: String(match.3))
        }
    }
}
