import Foundation

/// A photo that arrived undamaged.
public struct Photo: Sendable {
    public let name: String
    public let width: Int
    public let height: Int

    /// Decodes a PNG file and checks that no piece of it is damaged.
    init(name: String, file: Data) throws {
        let bytes = [UInt8](file)
        var pieces = PNGPieces(bytes)
        guard let header = try pieces.next(), header.type == "IHDR", header.contents.count >= 8 else { throw DownloadFailure.damaged }
        while try pieces.next() != nil {}
        self.name = name
        width = bigEndian(header.contents.prefix(4))
        height = bigEndian(header.contents.dropFirst(4).prefix(4))
    }
}

/// The reason why there is no photo.
public enum DownloadFailure: Error, Equatable {
    /// The server answered, with a status that is not 200 ("OK"); 404 says that there is no such photo.
    case refused(status: Int)
    /// No answer, or an incomplete one.
    case connectionLost
    /// An answer that is not a PNG file, or a damaged one.
    case damaged
}

/// The pieces of a PNG file: each has a length, a type, contents, and a checksum of type and
/// contents.
private struct PNGPieces {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes.dropFirst(8) }

    mutating func next() throws -> (type: String, contents: ArraySlice<UInt8>)? {
        guard !rest.isEmpty else { return nil }
        let length = bigEndian(rest.prefix(4))
        guard rest.count >= length + 12 else { throw DownloadFailure.damaged }
        let checked = rest.dropFirst(4).prefix(length + 4)
        let sum = bigEndian(rest.dropFirst(length + 8).prefix(4))
        guard Int(checkSum(checked)) == sum else { throw DownloadFailure.damaged }
        rest = rest.dropFirst(length + 12)
        return (String(decoding: checked.prefix(4), as: UTF8.self), checked.dropFirst(4))
    }
}

private func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
}

/// The CRC-32 of ISO 3309, calculated bit by bit. It is slow enough to be visible on a timeline.
private func checkSum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
