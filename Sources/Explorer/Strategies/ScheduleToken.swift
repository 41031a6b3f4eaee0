/// A schedule as a short text to paste: the decisions that depart from the default, and the file
/// that they belong to.
///
/// The bytes are a version, three of the file's fingerprint, numbers, and a checksum against typing
/// errors. The numbers are the places of the accesses that count as steps, and then steps and
/// tasks. The text has 32 digits and letters that are not easily confused. The version also says if
/// the pool was limited, if threads may wake without a signal, if another random seed than 1 was
/// used, if each `await` can let others run first, or if the processor has strict priorities. Two or three more numbers then precede the
/// others. A token contains no address of a process, nothing about the machine on which it was
/// made, and no time.
public struct ScheduleToken: Hashable, Sendable {
    /// Changes whenever the same token would lead elsewhere.
    public static let version: UInt8 = 2
    /// Is added to the version if the token describes its machine.
    private static let hasMachine: UInt8 = 0x80
    /// A flag of the machine: the seed of the program's random numbers follows.
    private static let hasRandomSeed = 16
    /// A flag of the machine: it is one processor with strict priorities.
    private static let hasStrictPriorities = 32

    /// A flag of the machine: places where the runtime needs the lock of a Swift task are steps.
    private static let ordersResumptions = 4

    /// The hash of the file's contents, and of everything else that decides how it is compiled.
    public var fingerprint: UInt32
    public var path: ExplorationReport.Path

    /// Why a text is not a valid token for a file.
    public enum Refusal: Error, Hashable, Sendable {
        /// It is not a token, or was not copied completely.
        case unreadable
        /// It was made by another version.
        case otherVersion(Int)
        /// It belongs to another file, or to an earlier state of this one.
        case otherFile
    }

    /// The token of a path.
    public init(fingerprint: UInt32, path: ExplorationReport.Path) {
        self.fingerprint = fingerprint & 0xFF_FFFF
        self.path = path
    }

    /// Reads a token, which must belong to the file with this fingerprint.
    public init(_ text: String, for fingerprint: UInt32) throws(Refusal) {
        guard var bytes = Self.bytes(text), bytes.count >= 5, let sum = bytes.popLast(), sum == Self.sum(bytes) else { throw .unreadable }
        let version = bytes[0] & ~Self.hasMachine
        guard version == Self.version else { throw .otherVersion(Int(version)) }
        self.fingerprint = UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
        guard self.fingerprint == fingerprint & 0xFF_FFFF else { throw .otherFile }
        guard var numbers = Self.numbers(bytes[4...]) else { throw .unreadable }
        var machine = (pool: 0, flags: 0), randomSeed: UInt64 = 1
        if bytes[0] & Self.hasMachine != 0 {
            guard numbers.count > 2 else { throw .unreadable }
            machine = (numbers[0], numbers[1])
            numbers.removeFirst(2)
            if machine.flags & Self.hasRandomSeed != 0 { randomSeed = UInt64(numbers.removeFirst()) }
        }
        guard let count = numbers.first, count <= numbers.count - 1,
            (numbers.count - 1 - count) % 2 == 0
        else { throw .unreadable }
        path = ExplorationReport.Path(steps: [], tasks: [], places: numbers[1..<1 + count].map { UInt($0) })
        path.poolWidth = machine.pool > 0 ? machine.pool : nil
        path.wakesSpuriously = machine.flags & 1 != 0
        path.suspendsAtEveryAwait = machine.flags & 2 != 0
        path.ordersResumptions = machine.flags & Self.ordersResumptions != 0
        path.hasStrictPriorities = machine.flags & Self.hasStrictPriorities != 0
        path.randomSeed = randomSeed
        var step = 0
        for index in stride(from: 1 + count, to: numbers.count, by: 2) {
            step += numbers[index]
            path.steps.append(step)
            path.tasks.append(numbers[index + 1])
        }
    }

    /// Numbers of seven bits to a byte, the lowest first; nil if the last one is incomplete.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        var numbers: [Int] = [], number = 0, shift = 0
        for byte in bytes {
            guard shift < 56 else { return nil }
            number |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 {
                numbers.append(number)
                number = 0
                shift = 0
            }
        }
        return shift == 0 ? numbers : nil
    }

    /// The token as it is pasted.
    public var text: String {
        let hasSeed = path.randomSeed != 1
        let flags =
            (path.wakesSpuriously ? 1 : 0) | (path.suspendsAtEveryAwait ? 2 : 0) | (hasSeed ? Self.hasRandomSeed : 0)
            | (path.hasStrictPriorities ? Self.hasStrictPriorities : 0) | (path.ordersResumptions ? Self.ordersResumptions : 0)
        let hasMachine = path.poolWidth != nil || flags != 0
        var bytes: [UInt8] = [
            hasMachine ? Self.version | Self.hasMachine : Self.version, UInt8(truncatingIfNeeded: fingerprint >> 16),
            UInt8(truncatingIfNeeded: fingerprint >> 8),
            UInt8(truncatingIfNeeded: fingerprint),
        ]
        func put(_ value: Int) {
            var number = value
            while number > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
                number >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: number))
        }
        if hasMachine {
            put(path.poolWidth ?? 0)
            put(flags)
            if hasSeed { put(Int(truncatingIfNeeded: path.randomSeed)) }
        }
        put(path.places.count)
        for place in path.places { put(Int(place)) }
        var before = 0
        for (step, task) in zip(path.steps, path.tasks) {
            put(step - before)
            put(task)
            before = step
        }
        return Self.text(bytes + [Self.sum(bytes)])
    }

    // MARK: letters

    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// A cyclic redundancy check of eight bits: it detects each change of a single letter, which is
    /// one of five bits in a row.
    private static func sum(_ bytes: [UInt8]) -> UInt8 {
        bytes.reduce(0xFF) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
        }
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
