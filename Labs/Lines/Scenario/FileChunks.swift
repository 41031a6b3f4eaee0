import Foundation

/// The bytes of a file, one chunk at a time. All chunks use the same memory.
final class FileChunks {
    private let stream: InputStream
    private let buffer: UnsafeMutableRawBufferPointer
    private let name: String

    init(of file: TextFile) throws {
        guard let stream = InputStream(fileAtPath: file.path) else { throw FileFailure("\(file.name) cannot be opened.") }
        self.stream = stream
        name = file.name
        buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: file.chunkSize, alignment: 16)
        stream.open()
        if stream.streamStatus == .error { throw FileFailure(name, "cannot be opened", error) }
    }

    deinit {
        stream.close()
        buffer.deallocate()
    }

    /// The next chunk; nil at the end of the file. It is valid until the next call.
    func next() throws -> UnsafeRawBufferPointer? {
        let bytes = buffer.bindMemory(to: UInt8.self)
        guard let start = bytes.baseAddress else { return nil }
        let count = stream.read(start, maxLength: bytes.count)
        if count < 0 { throw FileFailure(name, "cannot be read", error) }
        return count == 0 ? nil : UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    /// On Linux, `streamError` ends the program if there is no error.
    private var error: (any Error)? { stream.streamStatus == .error ? stream.streamError : nil }
}
