extension Wording {
    /// "850 ns", "31.2 µs", "0.31 ms", "1.2 s": three figures at most, without idle zeros. 99,955 ns is "0.1 ms".
    /// - Parameter steps: the number is one of the explorer's steps: "3 steps".
    public static func duration(_ nanoseconds: Int64, steps: Bool = false) -> String {
        if steps { return count(Int(nanoseconds), "step") }
        let value = max(0, nanoseconds)
        return switch value {
        case ..<1_000: "\(value) ns"
        // (From here on it would be rounded to the next unit.)
        case ..<99_950: figures(value, unit: 1_000) + " µs"
        case ..<999_500_000: figures(value, unit: 1_000_000) + " ms"
        case ..<120_000_000_000: figures(value, unit: 1_000_000_000) + " s"
        default: grouped(Int(value / 1_000_000_000)) + " s"
        }
    }

    private static func figures(_ value: Int64, unit: Int64) -> String {
        let whole = value / unit
        if whole >= 100 { return String((value + unit / 2) / unit) }
        // Hundredths below ten, tenths below a hundred.
        return decimal(value, unit: unit, decimals: whole >= 10 ? 1 : 2, keepsZeros: false)
    }

    /// "+1.204 ms": a moment, always in the same unit so that moments in a column can be compared.
    public static func moment(_ nanoseconds: Int64, steps: Bool = false) -> String {
        if steps { return "step \(nanoseconds)" }
        let microseconds = max(0, nanoseconds) / 1_000
        let fraction = String(microseconds % 1_000 + 1_000).dropFirst()
        return "+\(grouped(Int(microseconds / 1_000))).\(fraction) ms"
    }

    /// A number of units with a number of decimals, rounded to the nearest. It makes no
    /// temporaries, since a table can hold millions.
    public static func decimal(_ value: Int64, unit: Int64, decimals: Int, keepsZeros: Bool = true) -> String {
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
