/// A stop of public transport: one line of `stops.txt`.
public struct Stop: Equatable, Sendable {
    public var id: String
    public var name: String
    public var latitude: Double
    public var longitude: Double
}

extension Stop {
    /// The line's fields are: id, code, name, description, latitude, longitude, and some more.
    init(_ line: Line) throws {
        let fields = try CSVLine(line.bytes)
        guard fields.count >= 5 else { throw BadLine.tooFewFields(fields.count) }
        let id = fields[0]
        guard !id.isEmpty else { throw BadLine.noIdentifier }
        guard fields.count > 5, let latitude = Double(fields[4]), let longitude = Double(fields[5]) else {
            throw BadLine.noPlace
        }
        self.init(id: id, name: fields[2], latitude: latitude, longitude: longitude)
    }
}

/// A line that is not a stop. The import reports it, and skips it.
public enum BadLine: Error, Equatable, Sendable {
    case tooFewFields(Int)
    case brokenText
    case quoteNotClosed
    case textAfterQuote
    case quoteInsideField
    case noIdentifier
    case noPlace

    public var words: String {
        switch self {
        case .tooFewFields(let count): "it has \(count) field\(count == 1 ? "" : "s"), and a stop has at least 5"
        case .brokenText: "its text is not UTF-8"
        case .quoteNotClosed: "a quote is opened and not closed"
        case .textAfterQuote: "there is text between a closing quote and the next comma"
        case .quoteInsideField: "there is a quote inside a field that does not begin with one"
        case .noIdentifier: "the stop has no id"
        case .noPlace: "the latitude and the longitude are not two numbers"
        }
    }
}

/// A line that was skipped, and why.
public struct SkippedLine: Equatable, Sendable {
    public var number: Int
    public var reason: BadLine

    public var words: String { "line \(number): \(reason.words)" }
}
