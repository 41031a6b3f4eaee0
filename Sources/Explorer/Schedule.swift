/// A way through a program: who goes next at each step. It leads to the same end each time it is replayed.
///
/// Whoever runs goes on as long as it can, then the one that was created first; a schedule says where it is otherwise.
public struct Schedule: Hashable, Sendable {
    /// A step at which another task goes on than would by itself.
    public struct Departure: Hashable, Sendable {
        /// How many steps have been made before.
        public var step: Int
        /// The task's number, in the order of creation.
        public var task: Int

        /// Made of its parts.
        public init(step: Int, task: Int) {
            self.step = step
            self.task = task
        }
    }

    /// In the order of their steps.
    public var departures: [Departure]
    /// The addresses of the accesses to memory that count as steps, because they take part in a race.
    public var places: [UInt]
    /// Of the departures, those at which the task that ran could have gone on.
    public internal(set) var preemptions = 0
    public internal(set) var steps = 0
    /// The task of every step, where the departures are not known yet.
    var choices: [UInt8] = []

    /// Made of its parts, as a token tells them.
    public init(departures: [Departure], places: [UInt]) {
        self.departures = departures
        self.places = places
    }

    init(choices: [UInt8], places: [UInt]) {
        departures = []
        self.choices = choices
        self.places = places
    }
}

extension Schedule {
    /// Why a token cannot be replayed.
    public enum TokenError: Error, Hashable, Sendable {
        case notAToken
        /// It belongs to another program, or to another version of this one.
        case otherProgram
    }

    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The schedule in few characters, to be pasted: "x" and Crockford's 32 letters and digits.
    /// - Parameter fingerprint: what the program is known by.
    public func token(fingerprint: UInt64) -> String {
        var bytes: [UInt8] = []
        func put(_ number: Int) {
            var left = UInt64(number)
            while left > 127 {
                bytes.append(UInt8(left & 127 | 128))
                left >>= 7
            }
            bytes.append(UInt8(left))
        }
        bytes.append(UInt8(fingerprint & 255))
        bytes.append(UInt8(fingerprint >> 8 & 255))
        let modules = LoadedModule.all
        put(places.count)
        for place in places {
            let module = modules.firstIndex { place >= $0.first && place - $0.first < $0.size } ?? 0
            put(module == 0 ? 0 : modules.count - module)
            put(Int(place - (modules.isEmpty ? 0 : modules[module].first)))
        }
        var last = 0
        for departure in departures {
            put(departure.step - last)
            put(departure.task)
            last = departure.step
        }
        bytes.append(bytes.reduce(7) { ($0 &* 31) &+ $1 })
        var text: [UInt8] = [], bits = 0, count = 0
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(Self.letters[bits >> count & 31])
            }
        }
        if count > 0 { text.append(Self.letters[bits << (5 - count) & 31]) }
        return "x" + String(decoding: text, as: UTF8.self)
    }

    /// Reads a token, in capital letters or small ones.
    public init(token: String, fingerprint: UInt64) throws(TokenError) {
        guard token.hasPrefix("x") || token.hasPrefix("X") else { throw .notAToken }
        var bytes: [UInt8] = [], bits = 0, count = 0
        for letter in token.dropFirst().uppercased().utf8 {
            guard let value = Self.letters.firstIndex(of: letter) else { throw .notAToken }
            bits = (bits << 5 | value) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        guard bytes.count >= 4, let check = bytes.popLast(), check == bytes.reduce(7, { ($0 &* 31) &+ $1 }) else { throw .notAToken }
        guard UInt64(bytes[0]) | UInt64(bytes[1]) << 8 == fingerprint & 0xFFFF else { throw .otherProgram }
        var numbers: [Int] = [], value: UInt64 = 0, shift: UInt64 = 0
        for byte in bytes.dropFirst(2) {
            guard shift < 56 else { throw .notAToken }
            value |= UInt64(byte & 127) << shift
            shift += 7
            if byte < 128 {
                numbers.append(Int(value))
                value = 0
                shift = 0
            }
        }
        let modules = LoadedModule.all
        guard let placeCount = numbers.first, placeCount <= numbers.count / 2, (numbers.count - 1) % 2 == 0 else { throw .notAToken }
        places = []
        for index in 0..<placeCount {
            let fromEnd = numbers[1 + 2 * index], module = fromEnd == 0 ? 0 : modules.count - fromEnd
            guard modules.indices.contains(module) else { throw .otherProgram }
            places.append(modules[module].first + UInt(numbers[2 + 2 * index]))
        }
        departures = []
        var step = 0
        for index in stride(from: 1 + 2 * placeCount, to: numbers.count - 1, by: 2) {
            step += numbers[index]
            departures.append(Departure(step: step, task: numbers[index + 1]))
        }
    }
}
