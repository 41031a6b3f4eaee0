/// A line of comma-separated values (RFC 4180). A field in quotes can contain commas. Two quotes
/// in it mean one: `"Berlin, ""Zoo"""`. In `stops.txt`, no field contains a line break.
struct CSVLine {
    private static let comma = UInt8(ascii: ","), quote = UInt8(ascii: "\"")
    private let bytes: ArraySlice<UInt8>
    /// Where the fields are, without their quotes.
    private var fields: [Range<Int>] = []

    init(_ bytes: ArraySlice<UInt8>) throws(BadLine) {
        guard (try? UTF8Span(validating: bytes.span)) != nil else { throw .brokenText }
        self.bytes = bytes
        fields.reserveCapacity(10)
        var start = bytes.startIndex
        while start <= bytes.endIndex {
            let isQuoted = start < bytes.endIndex && bytes[start] == Self.quote
            let field = isQuoted ? try quotedField(from: start + 1) : try plainField(from: start)
            fields.append(field)
            start = field.upperBound + (isQuoted ? 2 : 1)
        }
    }

    var count: Int { fields.count }

    /// The text of a field.
    subscript(column: Int) -> String {
        let field = bytes[fields[column]], text = String(decoding: field, as: UTF8.self)
        return field.contains(Self.quote) ? text.replacing("\"\"", with: "\"") : text
    }

    private func plainField(from start: Int) throws(BadLine) -> Range<Int> {
        var end = start
        while end < bytes.endIndex, bytes[end] != Self.comma {
            if bytes[end] == Self.quote { throw .quoteInsideField }
            end += 1
        }
        return start..<end
    }

    private func quotedField(from start: Int) throws(BadLine) -> Range<Int> {
        var end = start
        while end < bytes.endIndex {
            if bytes[end] != Self.quote {
                end += 1
            } else if end + 1 == bytes.endIndex || bytes[end + 1] == Self.comma {
                return start..<end
            } else if bytes[end + 1] == Self.quote {
                end += 2
            } else {
                throw .textAfterQuote
            }
        }
        throw .quoteNotClosed
    }
}
