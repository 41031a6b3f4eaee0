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

    /// "812", "1.2k", "23k", "4.5M": a number where there is little room, never more than it is.
    static func compact(_ number: Int) -> String {
        switch number {
        case ..<1_000: return String(number)
        case ..<1_000_000: return scaled(number, 1_000) + "k"
        default: return scaled(number, 1_000_000) + "M"
        }
    }

    private static func scaled(_ number: Int, _ unit: Int) -> String {
        let tenths = number / (unit / 10)
        return number >= 10 * unit || tenths % 10 == 0 ? grouped(number / unit) : "\(tenths / 10).\(tenths % 10)"
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

    /// A number of units with a number of decimals, rounded to the nearest. It makes no
    /// temporaries, since a table can hold millions.
    static func decimal(_ value: Int64, unit: Int64, decimals: Int, keepsZeros: Bool = true) -> String {
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let step = max(1, UInt64(unit) / scale)
        let scaled = (value.magnitude + step / 2) / step
        var (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
        var decimals = decimals
        while !keepsZeros, decimals > 0, rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        return String(unsafeUninitializedCapacity: 44) { buffer in
            var position = 44
            func push(_ byte: UInt8) {
                position -= 1
                buffer[position] = byte
            }
            for _ in 0..<decimals {
                push(UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            if decimals > 0 { push(UInt8(ascii: ".")) }
            repeat {
                push(UInt8(ascii: "0") + UInt8(whole % 10))
                whole /= 10
            } while whole > 0
            if value < 0, scaled > 0 { push(UInt8(ascii: "-")) }
            for index in position..<44 { buffer[index - position] = buffer[index] }
            return 44 - position
        }
    }
}

/// The unit of all moments of one drawing or table.
struct MomentUnit: Equatable, Sendable {
    var nanoseconds: Int64
    var name: String

    static let step = MomentUnit(nanoseconds: 1, name: "step")
    static let nanosecond = MomentUnit(nanoseconds: 1, name: "ns")
    static let microsecond = MomentUnit(nanoseconds: 1_000, name: "µs")
    static let millisecond = MomentUnit(nanoseconds: 1_000_000, name: "ms")
    static let second = MomentUnit(nanoseconds: 1_000_000_000, name: "s")
}
