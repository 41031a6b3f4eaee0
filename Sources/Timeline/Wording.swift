import Trace

/// Numbers, durations and moments as people write them.
enum Wording {
    /// "1 item", "3,000 items".
    static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
    }

    /// "12,793".
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        if digits.utf8.count <= 3 { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// "850 ns", "31.2 µs", "0.31 ms", "1.2 s": three figures at most, without idle zeros.
    static func duration(_ nanoseconds: Int64, steps: Bool = false) -> String {
        if steps { return count(Int(nanoseconds), "step") }
        let value = max(0, nanoseconds)
        return switch value {
        case ..<1_000: "\(value) ns"
        case ..<100_000: figures(value, unit: 1_000) + " µs"
        case ..<1_000_000_000: figures(value, unit: 1_000_000) + " ms"
        case ..<120_000_000_000: figures(value, unit: 1_000_000_000) + " s"
        default: grouped(Int(value / 1_000_000_000)) + " s"
        }
    }

    private static func figures(_ value: Int64, unit: Int64) -> String {
        let whole = value / unit
        if whole >= 100 { return String((value + unit / 2) / unit) }
        return decimal(value, unit: unit, decimals: whole >= 10 ? 1 : 2, keepsZeros: false)
    }

    /// A number of units with so many decimals, rounded to the nearest.
    static func decimal(_ value: Int64, unit: Int64, decimals: Int, keepsZeros: Bool = true) -> String {
        var scale: Int64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let step = max(1, unit / scale)
        let scaled = (value.magnitude + UInt64(step / 2)) / UInt64(step)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: UInt64(scale))
        if decimals == 0 { return sign + String(whole) }
        var fraction = String(rest)
        while fraction.utf8.count < decimals { fraction = "0" + fraction }
        if !keepsZeros { while fraction.hasSuffix("0") { fraction.removeLast() } }
        return fraction.isEmpty ? sign + String(whole) : sign + String(whole) + "." + fraction
    }
}

/// The unit in which all moments of one drawing or table are told.
struct MomentUnit: Equatable, Sendable {
    var nanoseconds: Int64
    var name: String

    static let step = MomentUnit(nanoseconds: 1, name: "step")
    static let nanosecond = MomentUnit(nanoseconds: 1, name: "ns")
    static let microsecond = MomentUnit(nanoseconds: 1_000, name: "µs")
    static let millisecond = MomentUnit(nanoseconds: 1_000_000, name: "ms")
    static let second = MomentUnit(nanoseconds: 1_000_000_000, name: "s")
}
