import Glibc

/// Splits chunks of bytes into lines.
///
/// A line rarely ends where a chunk ends. So the bytes after the last newline are kept, until the
/// next chunk brings the rest of the line. Lines are bytes here: a newline is never a part of
/// another character in UTF-8, but the end of a chunk can be.
struct LineSplitter {
    private var remainder: [UInt8] = []

    /// Calls `line` for each line that ends in this chunk, without its newline. The bytes are valid
    /// during the call only.
    mutating func split(_ chunk: UnsafeRawBufferPointer, each line: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        var rest = chunk
        while let end = newline(in: rest) {
            if remainder.isEmpty {
                try line(rest[upTo: end])
            } else {
                remainder += rest[upTo: end]
                try remainder.withUnsafeBytes(line)
                remainder.removeAll(keepingCapacity: true)
            }
            rest = rest[after: end]
        }
        remainder += rest
    }

    /// The file has ended. Its last line can end without a newline.
    mutating func finish(each line: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        if !remainder.isEmpty { try remainder.withUnsafeBytes(line) }
        remainder = []
    }
}

/// The index of the first newline.
func newline(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let found = memchr(start, 0x0A, bytes.count) else { return nil }
    return UnsafeRawPointer(found) - start
}

extension UnsafeRawBufferPointer {
    subscript(upTo end: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[..<end]) }
    subscript(after end: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[(end + 1)...]) }
}
