import FoundationEssentials
import Glibc
import System

/// The journal on disk: `$XDG_STATE_HOME/interleave/journal.json`, by default in `~/.local/state`.
///
/// A change replaces the file in one step, under a lock, so that two processes lose nothing of each other's. A file that is not a journal is put
/// aside under another name.
public struct JournalFile: Sendable {
    private let file: SharedFile
    public var path: String { file.path }
    /// A journal has no more bytes.
    private static let mostBytes = 1 << 20

    /// Whether this process keeps a journal: a person sits at the terminal, and `INTERLEAVE_JOURNAL` is not "off". In
    /// continuous integration (`CI` is set), only if that variable is set.
    public static var isKept: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
            && (variable("INTERLEAVE_JOURNAL").map { $0 != "off" } ?? (variable("CI") == nil))
    }

    /// The journal of this process's user.
    public init() {
        let home = Self.variable("HOME") ?? "/nonexistent"
        // (The specification says that a relative path counts as none.)
        let state = Self.variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/state"
        self.init(path: "\(state)/interleave/journal.json")
    }

    public init(path: String) { file = SharedFile(path) }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The journal, and a sentence about a file that cannot be used. No file is an empty journal.
    public func read() -> (journal: Journal, trouble: String?) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            return errno == ENOENT ? (Journal(), nil) : (Journal(), "The journal \(path) cannot be read: \(Self.reason).")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { return (Journal(), "The journal \(path) is not a file, so nothing is remembered.") }
        guard access(path, R_OK) == 0 else { return (Journal(), "The journal \(path) cannot be read: \(Self.reason).") }
        if facts.st_size <= Self.mostBytes, let bytes = FileManager.default.contents(atPath: path),
            let journal = try? JSONDecoder().decode(Journal.self, from: bytes)
        {
            return (journal, nil)
        }
        return (Journal(), putAside())
    }

    /// Adds an entry with the time of now.
    /// - Returns: why it could not be added; nil if it was.
    public func add(_ entry: Journal.Entry) -> String? {
        do { try FileManager.default.createDirectory(atPath: file.folder, withIntermediateDirectories: true) } catch {
            return "Nothing is remembered, because the folder \(file.folder) cannot be made."
        }
        return file.whileLocked(patience: .seconds(5)) {
            var (journal, trouble) = read()
            // A file that could not be put aside is not replaced.
            if trouble != nil, access(path, F_OK) == 0 { return trouble }
            var entry = entry
            entry.date = time(nil)
            journal.add(entry)
            return write(journal) ?? trouble
        }
    }

    private func write(_ journal: Journal) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(journal) else { return "The journal cannot be written as JSON." }
        let error = file.replace(with: bytes)
        return error == 0 ? nil : "Nothing is remembered, because \(path) cannot be written: \(String(cString: strerror(error)))."
    }

    /// Gives a file that is no journal another name, and says so.
    private func putAside() -> String {
        for number in 1...20 {
            let other = number == 1 ? "\(path).damaged" : "\(path).damaged-\(number)"
            if access(other, F_OK) == 0 { continue }
            if rename(path, other) == 0 { return "The journal could not be read. It is kept as \(other), and a new one begins." }
            return "The journal \(path) is damaged, and cannot be put aside: \(Self.reason)."
        }
        return "The journal \(path) is damaged, and there are 20 damaged ones beside it. Delete those that you do not need."
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
