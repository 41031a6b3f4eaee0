import Glibc
import Narration
import Timeline
import Trace
import Words

/// The lines of a file, in pieces for colour, safe for a terminal.
struct SourceText: Sendable {
    let path: String
    private let raw: [String]
    private let pieces: [[SwiftCode.Piece]]

    /// nil if the file cannot be read, or is too large to be source.
    init?(path: String) {
        guard let lines = Self.read(path) else { return nil }
        self.init(path: path, lines: lines)
    }

    /// The file of a place, wherever the reader's folder is: at its path, or at the end of that path below a folder in which sources are
    /// looked for. nil: there is no such file in which the line is as it was when the program was built.
    init?(of place: Trace.Place.Location, folders: [String] = Self.folders) {
        var parts = place.file.split(separator: "/").map(String.init)[...]
        var paths = [place.file]
        while !parts.isEmpty {
            paths += folders.map { "\($0)/\(parts.joined(separator: "/"))" }
            parts = parts.dropFirst()
        }
        for path in paths {
            if let text = SourceText(path: path), text.isUnchanged(place) {
                self = text
                return
            }
        }
        return nil
    }

    /// The folders in which sources are looked for: those of `INTERLEAVE_SOURCES`, with colons between them, and the current one.
    static var folders: [String] {
        let named = getenv("INTERLEAVE_SOURCES").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        return named + ["."]
    }

    init(path: String, lines: [String]) {
        self.path = path
        raw = lines
        pieces = SwiftCode.pieces(of: lines.map(Self.withoutTabs))
    }

    var count: Int { raw.count }
    /// The name without the folder.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// A line with its looks; empty if there is no such line.
    /// - Parameter indent: blanks at its beginning that are left out.
    func line(_ number: Int, _ style: Style, without indent: Int = 0) -> [StyledText] {
        guard pieces.indices.contains(number - 1) else { return [] }
        var line = pieces[number - 1]
        if let first = line.first, indent > 0 {
            line[0].text = String(first.text.dropFirst(Swift.min(indent, first.text.prefix { $0 == " " }.count)))
        }
        return line.map { StyledText(Self.role($0.kind), $0.text.shown(style)) }
    }

    /// The blanks at the beginning of a line; nil for a line without text.
    func indentation(_ number: Int) -> Int? {
        guard let first = pieces[number - 1].first else { return nil }
        let blanks = first.text.prefix { $0 == " " }.count
        return blanks == first.text.count && pieces[number - 1].count == 1 ? nil : blanks
    }

    /// A line without its indentation, as text.
    func text(_ number: Int) -> String {
        raw.indices.contains(number - 1) ? SafeText.escaped(Self.trimmed(Self.withoutTabs(raw[number - 1]))) : ""
    }

    /// Whether a line is still what it was when the program was built.
    func isUnchanged(_ source: Trace.Place.Location) -> Bool {
        guard raw.indices.contains(source.line - 1) else { return false }
        return source.text.isEmpty || Self.trimmed(SafeText.replaced(raw[source.line - 1])) == Self.trimmed(source.text)
    }

    private static func role(_ kind: SwiftCode.Kind) -> Timeline.Role {
        switch kind {
        case .plain: .text
        case .keyword: .keyword
        case .string: .string
        case .comment: .secondary
        case .number: .literal
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
        return String(text)
    }

    /// A tab goes to the next column that is a multiple of four.
    private static func withoutTabs(_ line: String) -> String {
        guard line.contains("\t") else { return line }
        var result = "", column = 0
        for character in line {
            let isTab = character == "\t"
            let text = isTab ? String(repeating: " ", count: 4 - column % 4) : String(character)
            result += text
            column += displayWidth(text)
        }
        return result
    }

    private static func read(_ path: String) -> [String]? {
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size < 4 << 20 else { return nil }
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        return bytes.prefix(count).split(separator: 10, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
        }
    }
}

/// The files of a run, each read once.
struct SourceTexts: Sendable {
    private var files: [String: SourceText?] = [:]

    /// Files that are known already, for tests.
    init(_ known: [SourceText] = []) { for text in known { files[text.path] = .some(text) } }

    mutating func file(_ path: String) -> SourceText? {
        if let known = files[path] { return known }
        let text = SourceText(path: path)
        files[path] = .some(text)
        return text
    }

    /// The file of a line, if it still has that line; nil otherwise.
    mutating func file(of source: Trace.Place.Location) -> SourceText? {
        guard !source.file.isEmpty, source.line > 0, let text = file(source.file), text.isUnchanged(source) else { return nil }
        return text
    }

    /// The text of a line without its indentation: as the file has it, or else as the trace has it.
    mutating func line(of source: Trace.Place.Location) -> String {
        if let file = file(of: source) { return file.text(source.line) }
        return SafeText.escaped(String(source.text.drop { $0 == " " || $0 == "\t" }))
    }
}
