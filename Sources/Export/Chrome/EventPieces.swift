import Words

/// Events of a trace viewer as JSON, written byte by byte and handed on in pieces, so that a long run needs little memory.
struct EventPieces {
    private var bytes: [UInt8] = []
    private let sink: (String) -> Void
    private var isFirst = true
    /// The length of a trace's unit of time in nanoseconds.
    private let unit: Int64
    private static let pieceSize = 1 << 16

    /// - Parameter unit: nanoseconds; a step of the explorer counts as a microsecond.
    init(unit: Int64, sink: @escaping (String) -> Void) {
        self.unit = unit
        self.sink = sink
        bytes.reserveCapacity(Self.pieceSize + 4096)
    }

    /// Writes text of our own as it is.
    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Begins an event; the caller adds fields, and ends it.
    mutating func begin(_ phase: StaticString, _ name: String, process: Int, thread: Int, at time: Int64) {
        if bytes.count > Self.pieceSize { flush() }
        raw(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
        isFirst = false
        raw(phase)
        raw("\",\"pid\":")
        number(process)
        raw(",\"tid\":")
        number(thread)
        raw(",\"ts\":")
        microseconds(time)
        raw(",\"name\":")
        string(name)
    }

    mutating func end() { raw("}") }

    mutating func field(_ key: StaticString, _ value: String) {
        self.key(key)
        string(value)
    }

    mutating func field(_ key: StaticString, _ value: Int) {
        self.key(key)
        number(value)
    }

    /// A moment or a length of the trace, in microseconds.
    mutating func field(_ key: StaticString, time: Int64) {
        self.key(key)
        microseconds(time)
    }

    /// The second and further fields of an object begin with a comma.
    private mutating func key(_ key: StaticString) {
        raw(bytes.last == UInt8(ascii: "{") ? "\"" : ",\"")
        raw(key)
        raw("\":")
    }

    mutating func beginArguments() { raw(",\"args\":{") }
    mutating func endArguments() { raw("}") }

    mutating func number(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude, atLeast: 1)
    }

    /// "12.345" for 12,345 nanoseconds.
    mutating func microseconds(_ time: Int64) {
        let (product, overflow) = time.multipliedReportingOverflow(by: unit)
        let value = overflow ? 0 : product
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(UInt(value.magnitude / 1000), atLeast: 1)
        let rest = UInt(value.magnitude % 1000)
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        digits(rest, atLeast: 3)
    }

    private mutating func digits(_ value: UInt, atLeast least: Int) {
        var value = value
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var start = 20
            repeat {
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                value /= 10
            } while value > 0 || start > 20 - least
            bytes.append(contentsOf: buffer[start...])
        }
    }

    /// A text of the program in quotes. Letters that could steer a terminal or end the text are spelt out.
    mutating func string(_ text: String) {
        var text = SafeText.inLine(text, limit: 300)
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { letters in
            for letter in letters {
                if letter == UInt8(ascii: "\"") || letter == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                // (A page can have the trace inside of it: the end of a script is never written.)
                if letter == UInt8(ascii: "<") { raw("\\u003c") } else { bytes.append(letter) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func flush() {
        if !bytes.isEmpty { sink(String(decoding: bytes, as: UTF8.self)) }
        bytes.removeAll(keepingCapacity: true)
    }
}
