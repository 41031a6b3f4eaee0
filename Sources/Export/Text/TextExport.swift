import Trace

/// A trace as lines of tab-separated fields: the same trace gives the same bytes, for `grep`, `awk`, `diff` and a spreadsheet.
///
/// The first field names the kind of a line: `trace`, `damage`, `lane`, `queue`, `object`, `item`,
/// `task`, `wait`, `event`, `note`. A line that starts with `#` names the fields of the lines below
/// it. Times are whole nanoseconds since the trace's start (explorer: steps). An unknown value is
/// `-`. Tabs, line ends, other control characters and backslashes in names are written as `\t`,
/// `\n`, `\u{1b}`, `\\`; a name that is `-` itself as `\-`.
public struct TextExport: Sendable {
    public let trace: Trace

    public init(_ trace: Trace) { self.trace = trace }

    /// The whole text, each line with a newline at its end. Linear in the trace.
    public func text() -> String {
        var text = ""
        text.reserveCapacity(80 * (trace.events.count + trace.items.count) + 1_000)
        write { text += $0 }
        return text
    }

    /// Passes on the text in pieces of whole lines, so that a long one need not be kept in memory.
    public func write(_ sink: (String) -> Void) {
        withoutActuallyEscaping(sink) { sink in
            var lines = FieldLines(sink: sink)
            head(&lines)
            subjects(&lines)
            items(&lines)
            waits(&lines)
            events(&lines)
            lines.flush()
        }
    }
}

/// Lines of fields, handed on in pieces.
struct FieldLines {
    private var bytes: [UInt8] = []
    private let sink: (String) -> Void

    init(sink: @escaping (String) -> Void) { self.sink = sink }

    mutating func line(_ fields: String...) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "\t")) }
            bytes.append(contentsOf: field.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count > 1 << 16 { flush() }
    }

    mutating func flush() {
        if !bytes.isEmpty { sink(String(decoding: bytes, as: UTF8.self)) }
        bytes.removeAll(keepingCapacity: true)
    }
}

/// How single values are written.
enum Field {
    static func name(_ text: String) -> String {
        if text.isEmpty { return "-" }
        if text == "-" { return "\\-" }
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C && $0 < 0x80 }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch (scalar.value, scalar.properties.generalCategory) {
            case (0x5C, _): result += "\\\\"
            case (0x09, _): result += "\\t"
            case (0x0A, _): result += "\\n"
            case (0x0D, _): result += "\\r"
            case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator): result += "\\u{\(String(scalar.value, radix: 16))}"
            case (0x202A...0x202E, _), (0x2066...0x2069, _): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static func time(_ value: Int64?) -> String { value.map { String($0) } ?? "-" }

    static func flag(_ value: Bool) -> String { value ? "yes" : "no" }
}
