import Glibc

/// The lines of the source files that a program was built from, as they were then.
///
/// A file that was changed after the program was built has other lines by now, so none of its lines
/// are used.
struct SourceLines {
    /// When the program was built; nil: not known, and then no line is used.
    private let built: Date?
    private var files: [String: [Substring]] = [:]
    /// Larger files are not source.
    private static let largest = 4 << 20
    /// The most characters of a line that are kept.
    private static let longest = 300

    /// A moment at which a file was changed.
    private struct Date: Comparable {
        var seconds: Int
        var nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

        static func < (first: Date, second: Date) -> Bool {
            (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
        }
    }

    /// - Parameter program: the file of the program that the lines are wanted of.
    init(builtInto program: String) {
        var found = stat()
        built = stat(program, &found) == 0 ? Date(found.st_mtim) : nil
    }

    /// A line without the blanks around it, with the line before it where the statement begins there; empty where it is not known.
    mutating func text(of path: String, line: Int) -> String {
        guard built != nil, !path.isEmpty, line > 0 else { return "" }
        let lines = lines(of: path)
        guard line <= lines.count else { return "" }
        var text = Self.trimmed(lines[line - 1])
        if line > 1 {
            let before = Self.trimmed(lines[line - 2])
            if before.hasSuffix("=") { text = "\(before) \(text)" }
        }
        return String(text.prefix(Self.longest))
    }

    private mutating func lines(of path: String) -> [Substring] {
        if let known = files[path] { return known }
        let lines = read(path)
        files[path] = lines
        return lines
    }

    private func read(_ path: String) -> [Substring] {
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size <= Self.largest, let built,
            Date(found.st_mtim) <= built, let file = fopen(path, "r")
        else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    private static func trimmed(_ line: Substring) -> String {
        var line = line.drop { $0.isWhitespace }
        while let last = line.last, last.isWhitespace { line.removeLast() }
        return line.replacing("\t", with: " ").description
    }
}
