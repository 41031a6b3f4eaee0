/// Stands in for a file: two chunks. The first one ends inside a line, and inside a character.
final class FileChunks {
    private static var chunks: [[UInt8]] { [Array("ä\n".utf8) + [0xC3], [0xB6] + Array("\nü".utf8)] }  // "ö" is C3 B6.

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 16)
    private var count = 0

    init(of file: TextFile) throws {}
    deinit { buffer.deallocate() }

    func next() throws -> UnsafeRawBufferPointer? {
        guard count < Self.chunks.count else { return nil }
        let chunk = Self.chunks[count]
        count += 1
        buffer.copyBytes(from: chunk)
        return UnsafeRawBufferPointer(rebasing: buffer[..<chunk.count])
    }
}
