import Glibc
import Narration
import Trace

/// Lines of a source file that a trace names.
enum SourceFile {
    /// The lines around a line, with their numbers; nil where the file is gone, too large to be
    /// source, or shorter than that.
    static func lines(of path: String, around line: Int, reach: Int) -> [(Int, String)]? {
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size < 4 << 20 else { return nil }
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        let lines = bytes.prefix(count).split(separator: 10, omittingEmptySubsequences: false)
        guard line >= 1, line <= lines.count else { return nil }
        let range = max(1, line - reach)...min(lines.count, line + reach)
        return range.map { number in
            let text = String(decoding: lines[number - 1], as: UTF8.self)
            // Tabs as four blanks; without characters that control a terminal.
            return (number, text.replacing("\t", with: "    ").filter { !$0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } })
        }
    }

    /// A line of source with two before and after it, where the file is still there; else only the
    /// place.
    static func excerpt(_ source: Trace.Place.Location, width: Int, isASCII: Bool) -> [[Span]] {
        let name = source.file.split(separator: "/").last.map(String.init) ?? source.file
        var lines: [[Span]] = [[Span(.subject, source.line > 0 ? "\(name):\(source.line)" : name), Span(.place, "  \(source.function)")]]
        guard source.line > 0 else { return lines + StepLog.wrap([Span(.number, "The trace does not know the line.")], width: width) }
        guard let text = Self.lines(of: source.file, around: source.line, reach: 2) else {
            return lines + StepLog.wrap([Span(.number, "The line cannot be shown: its file has changed, or is gone.")], width: width)
        }
        for (number, text) in text {
            let isCall = number == source.line
            let mark = isCall ? (isASCII ? "> " : "▸ ") : "  "
            let digits = String(number)
            let gap = String(repeating: " ", count: max(0, 4 - digits.count))
            let spans = [Span(.subject, mark), Span(.number, gap + digits + "  "), Span(isCall ? .subject : .text, text)]
            lines.append(StatePanel.fit(spans, width: width, isASCII: isASCII))
        }
        return lines
    }
}
