import ArgumentParser

/// A number of bytes as people write it: 64M, 1G, 1048576.
struct MemorySize: CustomStringConvertible {
    /// From 1 MiB to 64 GiB.
    let bytes: Int

    static let smallest = 1 << 20
    static let largest = 64 << 30

    init(bytes: Int) { self.bytes = bytes }

    /// The size for a word of the command line.
    static func read(_ word: String) throws -> MemorySize {
        guard let size = MemorySize(word) else { throw ValidationError("It must be a size from 1M to 64G, such as 64M.") }
        return size
    }

    private init?(_ argument: String) {
        let scales: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        var digits = Substring(argument.uppercased())
        if digits.hasSuffix("B") { digits.removeLast() }
        if digits.hasSuffix("I") { digits.removeLast() }
        let scale = digits.last.flatMap { scales[$0] }
        if scale != nil { digits.removeLast() }
        guard let count = Int(digits), count > 0 else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: scale ?? 1)
        guard !overflow, Self.smallest...Self.largest ~= bytes else { return nil }
        self.bytes = bytes
    }

    var description: String { bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : String(bytes) }
}
