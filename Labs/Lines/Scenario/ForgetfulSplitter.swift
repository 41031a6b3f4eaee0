/// The bug: each chunk is split as if it were a whole file.
///
/// A line that continues in the next chunk is torn: its two parts become two lines.
struct ForgetfulSplitter {
    func split(_ chunk: UnsafeRawBufferPointer, each line: (String) throws -> Void) rethrows {
        var rest = chunk
        while let end = newline(in: rest) {
            try line(String(decoding: rest[upTo: end], as: UTF8.self))
            rest = rest[after: end]
        }
        if !rest.isEmpty { try line(String(decoding: rest, as: UTF8.self)) }
    }
}
