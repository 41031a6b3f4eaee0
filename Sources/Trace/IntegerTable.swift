/// A hash table from numbers to small positive numbers: open addressing, no allocation but when it grows.
///
/// Addresses and ids of a trace are looked up once or more for every event, where a general
/// dictionary would take most of the time. A file can be made to collide, so the hash multiplies
/// with an odd number that is random in every process (multiply-shift hashing, Dietzfelbinger and
/// others, 1997). Nothing ever walks the table, so that number cannot show in a result.
struct IntegerTable {
    private var keys: [UInt64]
    /// 0 for an empty slot.
    private var values: [UInt64]
    private var shift: UInt64
    private(set) var count = 0

    private static let multiplier = UInt64.random(in: .min ... .max) | 1

    private let multiplier = Self.multiplier

    init() {
        keys = [UInt64](repeating: 0, count: 16)
        values = [UInt64](repeating: 0, count: 16)
        shift = 60
    }

    @inline(__always) private func slot(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* multiplier) >> shift) }

    /// Where the key is, or the free slot where it would be.
    @inline(__always) private func find(_ key: UInt64) -> Int {
        let mask = values.count - 1
        var index = slot(key)
        while values[index] != 0, keys[index] != key { index = (index + 1) & mask }
        return index
    }

    /// The value of a key, 0 when it has none; setting 0 removes it. Constant time on average.
    subscript(key: UInt64) -> UInt64 {
        get { values[find(key)] }
        set {
            let index = find(key)
            if newValue == 0 {
                if values[index] != 0 { remove(at: index) }
                return
            }
            if values[index] == 0 {
                count += 1
                keys[index] = key
                values[index] = newValue
                if count * 2 > values.count { grow() }
            } else {
                values[index] = newValue
            }
        }
    }

    /// Removes an entry and moves back the entries after it that it had displaced.
    private mutating func remove(at removed: Int) {
        let mask = values.count - 1
        var hole = removed
        var index = (hole + 1) & mask
        while values[index] != 0 {
            let home = slot(keys[index])
            if (index - home) & mask >= (index - hole) & mask {
                keys[hole] = keys[index]
                values[hole] = values[index]
                hole = index
            }
            index = (index + 1) & mask
        }
        values[hole] = 0
        count -= 1
    }

    private mutating func grow() {
        let oldKeys = keys, oldValues = values
        shift -= 1
        keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
        values = [UInt64](repeating: 0, count: oldKeys.count * 2)
        for index in oldKeys.indices where oldValues[index] != 0 {
            let target = find(oldKeys[index])
            keys[target] = oldKeys[index]
            values[target] = oldValues[index]
        }
    }
}
