import Glibc

/// Counts lines, and remembers enough of them to compare them with other lines.
///
/// Two tallies of one process are equal if their lines were equal. It also looks at the heap, at
/// each 64 KB of lines.
struct LineTally {
    private(set) var lines = 0
    private(set) var replacements = 0
    private(set) var mostHeap = 0
    private var bytesUntilLook = 0
    private var hasher = Hasher()

    var hash: Int { hasher.finalize() }

    mutating func add(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
            hasher.combine(bytes.count)
            replacements += countReplacements(UnsafeRawBufferPointer(bytes))
        }
        lines += 1
        bytesUntilLook -= line.utf8.count
        if bytesUntilLook <= 0 { lookAtHeap() }
    }

    mutating func lookAtHeap() {
        mostHeap = max(mostHeap, Heap.liveBytes)
        bytesUntilLook = 64 << 10
    }
}

/// How often the character U+FFFD is there: the bytes EF BF BD.
private func countReplacements(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = bytes
    while let start = rest.baseAddress, let found = memchr(start, 0xEF, rest.count) {
        let index = UnsafeRawPointer(found) - start
        if index + 2 < rest.count, rest[index + 1] == 0xBF, rest[index + 2] == 0xBD { count += 1 }
        rest = rest[after: index]
    }
    return count
}
