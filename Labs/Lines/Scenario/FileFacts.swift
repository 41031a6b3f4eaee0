import Glibc

/// The truth about a file, as the C library's `getline` reads it.
public struct FileFacts: Codable, Sendable {
    public var bytes = 0
    public var lines = 0
    public var longestLine = 0
    /// Ends of chunks inside a line.
    public var cutLines = 0
    /// Ends of chunks inside a character.
    public var cutCharacters = 0
    /// U+FFFD in the lines: it is in the file, or a byte of the file is not valid UTF-8.
    public var replacements = 0
    /// Whether each line is valid UTF-8.
    public var isText = true

    /// - Returns: the facts, and the tally of the right lines.
    /// - Parameter count: the number of lines to compare.
    static func read(_ file: TextFile, comparing count: Int = .max) throws -> (facts: FileFacts, tally: LineTally) {
        guard let stream = fopen(file.path, "r") else { throw FileFailure(file.name, "cannot be opened", errno: errno) }
        var facts = FileFacts(), tally = LineTally()
        var line: UnsafeMutablePointer<CChar>?, capacity = 0
        defer {
            free(line)
            fclose(stream)
        }
        while true {
            let length = getline(&line, &capacity, stream)
            guard length > 0, let start = line else { break }
            let bytes = UnsafeRawBufferPointer(start: start, count: length)
            let content = bytes.last == 0x0A ? bytes[upTo: length - 1] : bytes
            facts.add(content, followedBy: bytes, chunkSize: file.chunkSize)
            if facts.isText, String(validating: content, as: UTF8.self) == nil { facts.isText = false }
            if tally.lines < count { tally.add(String(decoding: content, as: UTF8.self)) }
        }
        if ferror(stream) != 0 { throw FileFailure(file.name, "cannot be read", errno: errno) }
        facts.replacements = tally.replacements
        return (facts, tally)
    }

    private mutating func add(_ line: UnsafeRawBufferPointer, followedBy whole: UnsafeRawBufferPointer, chunkSize: Int) {
        var end = (bytes / chunkSize + 1) * chunkSize
        // A chunk that ends after the newline cuts nothing.
        while end <= bytes + line.count, end > bytes {
            let index = end - bytes
            if index < whole.count {
                cutLines += 1
                if index < line.count, line[index] & 0xC0 == 0x80 { cutCharacters += 1 }
            }
            end += chunkSize
        }
        bytes += whole.count
        lines += 1
        longestLine = max(longestLine, line.count)
    }
}
