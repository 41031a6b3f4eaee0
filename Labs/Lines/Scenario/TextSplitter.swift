/// The half-fix: the remainder is kept, but each chunk becomes a `String` before it is split.
///
/// A character can have up to four bytes in UTF-8. If a chunk ends inside a character, neither chunk
/// has all of its bytes. Each part becomes the replacement character U+FFFD.
struct TextSplitter {
    private var remainder = ""

    mutating func split(_ chunk: UnsafeRawBufferPointer, each line: (String) throws -> Void) rethrows {
        remainder += String(decoding: chunk, as: UTF8.self)
        if newline(in: chunk) == nil { return }
        // The view of bytes: as a `Character`, "\r\n" is not equal to "\n".
        var lines = remainder.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        remainder = String(Substring(lines.removeLast()))
        for each in lines { try line(String(Substring(each))) }
    }

    mutating func finish(each line: (String) throws -> Void) rethrows {
        if !remainder.isEmpty { try line(remainder) }
        remainder = ""
    }
}
