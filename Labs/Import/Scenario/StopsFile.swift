/// The lines of `stops.txt`, without the header. The whole file is in memory, which is fine for one
/// megabyte. (For a large file, read line by line.)
public struct StopsFile: Sendable {
    public let lines: [Line]
    /// Staging: the user who waits for the import.
    private let user: User?

    public init(_ contents: some Sequence<UInt8>, user: User? = nil) {
        let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
        let pieces = Array(contents).split(separator: newline, omittingEmptySubsequences: false)
        let all = pieces.enumerated().map { Line(number: $0 + 1, bytes: $1.last == carriageReturn ? $1.dropLast() : $1) }
        self.init(lines: all.dropFirst().filter { !$0.bytes.isEmpty }, user: user)
    }

    init(lines: [Line], user: User?) { (self.lines, self.user) = (lines, user) }

    /// The lines after the one with this number, as many at a time as are saved together.
    func batches(of size: Int, after number: Int) -> [Batch] {
        let rest = lines.drop { $0.number <= number }
        return stride(from: rest.startIndex, to: rest.endIndex, by: size).map { start in
            Batch(lines: rest[start...].prefix(size), user: user)
        }
    }
}

/// A line, and its number in the file. The header is line 1.
public struct Line: Sendable {
    public var number: Int
    var bytes: ArraySlice<UInt8>
}

/// Lines that are saved together.
struct Batch: Sequence, IteratorProtocol, Sendable {
    fileprivate(set) var lines: ArraySlice<Line>
    fileprivate let user: User?

    /// The number of the last line.
    var end: Int { lines.last?.number ?? 0 }

    mutating func next() -> Line? {
        guard let line = lines.popFirst() else { return nil }
        user?.importReaches(line.number)
        return line
    }
}
