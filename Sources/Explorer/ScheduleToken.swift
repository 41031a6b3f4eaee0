/// A way through a program, short enough to paste: which decisions are not those that go without saying, and of which file they speak.
///
/// The bytes are a version, three of the file's fingerprint, numbers of seven bits each, and a sum that tells a slip of the hand; written in 32
/// digits and letters that cannot be taken for one another. No address is in it, nothing of the machine, and not the time.
public struct ScheduleToken: Hashable, Sendable {
    /// Changes whenever the same token would lead elsewhere.
    public static let version: UInt8 = 1

    /// What stands for the file's contents, and for what else decides how it is compiled.
    public var fingerprint: UInt32
    public var ticks: [Int]
    public var tasks: [Int]

    /// Why a text is no token for a file.
    public enum Refusal: Error, Hashable, Sendable {
        /// It is no token at all, or was not copied whole.
        case unreadable
        /// It was made by another version.
        case otherVersion(Int)
        /// It speaks of another file, or of this one before it was changed.
        case otherFile
    }

    /// The token of a path.
    public init(fingerprint: UInt32, path: ExplorationReport.Path) {
        self.fingerprint = fingerprint & 0xFF_FFFF
        ticks = path.ticks
        tasks = path.tasks
    }

    /// Reads a token, which has to be one for the file with this fingerprint.
    public init(_ text: String, for fingerprint: UInt32) throws(Refusal) {
        guard var bytes = Self.bytes(text), bytes.count >= 5, let sum = bytes.popLast(), sum == Self.sum(bytes) else { throw .unreadable }
        guard bytes[0] == Self.version else { throw .otherVersion(Int(bytes[0])) }
        self.fingerprint = UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
        guard self.fingerprint == fingerprint & 0xFF_FFFF else { throw .otherFile }
        ticks = []
        tasks = []
        var numbers: [Int] = [], number = 0, shift = 0
        for byte in bytes[4...] {
            guard shift < 56 else { throw .unreadable }
            number |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 {
                numbers.append(number)
                number = 0
                shift = 0
            }
        }
        guard shift == 0, numbers.count % 2 == 0 else { throw .unreadable }
        var tick = 0
        for index in stride(from: 0, to: numbers.count, by: 2) {
            tick += numbers[index]
            ticks.append(tick)
            tasks.append(numbers[index + 1])
        }
    }

    /// The token as it is pasted.
    public var text: String {
        var bytes: [UInt8] = [
            Self.version, UInt8(truncatingIfNeeded: fingerprint >> 16), UInt8(truncatingIfNeeded: fingerprint >> 8),
            UInt8(truncatingIfNeeded: fingerprint),
        ]
        var before = 0
        for (tick, task) in zip(ticks, tasks) {
            for var number in [tick - before, task] {
                while number > 0x7F {
                    bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
                    number >>= 7
                }
                bytes.append(UInt8(truncatingIfNeeded: number))
            }
            before = tick
        }
        return Self.text(bytes + [Self.sum(bytes)])
    }

    // MARK: letters

    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

    private static func sum(_ bytes: [UInt8]) -> UInt8 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return UInt8(truncatingIfNeeded: value >> 32)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        var text = "", room: UInt = 0, bits = 0
        for byte in bytes {
            room = room << 8 | UInt(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(room >> UInt(bits) & 31)])
            }
            room &= 0xFF
        }
        if bits > 0 { text.append(letters[Int(room << UInt(5 - bits) & 31)]) }
        return text
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = [], room: UInt = 0, bits = 0
        for letter in text.lowercased() {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            room = (room << 5 | UInt(value)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: room >> UInt(bits)))
            }
        }
        return bits < 5 && room & ((1 << UInt(bits)) - 1) == 0 ? bytes : nil
    }
}
