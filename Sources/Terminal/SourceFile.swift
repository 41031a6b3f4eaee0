import Glibc

/// Lines of a source file that a trace names.
enum SourceFile {
    /// What lies around a line, with the lines' numbers; nil where the file is gone, too large to be source, or shorter than that.
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
            // Tabs as four blanks; nothing that a terminal would obey.
            return (number, text.replacing("\t", with: "    ").filter { !$0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } })
        }
    }
}
