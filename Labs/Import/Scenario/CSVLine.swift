/// A line of comma-separated values (RFC 4180). A field in quotes can contain commas. Two quotes
/// in it mean one: `"Berlin, ""Zoo"""`. In `stops.txt`, no field contains a line break.
enum CSVLine {
    private enum State { case fieldBegins, inField, inQuotes, afterQuote }

    static func fields(of bytes: some Sequence<UInt8>) throws(BadLine) -> [String] {
        let comma = UInt8(ascii: ","), quote = UInt8(ascii: "\"")
        var fields: [String] = []
        var field: [UInt8] = []
        var state = State.fieldBegins
        for byte in bytes {
            switch state {
            case .inQuotes where byte == quote: state = .afterQuote
            case .inQuotes: field.append(byte)
            case .fieldBegins where byte == quote: state = .inQuotes
            case _ where byte == comma:
                fields.append(try text(field))
                field.removeAll(keepingCapacity: true)
                state = .fieldBegins
            case .afterQuote where byte == quote:
                field.append(quote)
                state = .inQuotes
            case .afterQuote: throw .textAfterQuote
            case .inField where byte == quote: throw .quoteInsideField
            case .fieldBegins, .inField:
                field.append(byte)
                state = .inField
            }
        }
        if state == .inQuotes { throw .quoteNotClosed }
        fields.append(try text(field))
        return fields
    }

    private static func text(_ bytes: [UInt8]) throws(BadLine) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .brokenText }
        return text
    }
}
