import FlyingFox
import FlyingSocks
import Foundation

extension Routes {
    /// Answers that a client must survive.
    func addWrongAnswers(to server: HTTPServer) async {
        await server.appendRoute("GET /truncated/:name") { (request: HTTPRequest) in
            try await request.delay()
            guard let photo = photo(for: request) else { return noSuchPhoto }
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/png"], body: photo.prefix(photo.count / 2))
        }
        await server.appendRoute("GET /wrong-length/:name") { (request: HTTPRequest) in
            try await request.delay()
            guard let photo = photo(for: request) else { return noSuchPhoto }
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "image/png"],
                body: HTTPBodySequence(from: CutBody(bytes: photo), count: photo.count + 1000))
        }
        await server.appendRoute("GET /garbage") { (request: HTTPRequest) in
            try await request.delay()
            let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3) }
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/png"], body: Data(bytes))
        }
        await server.appendRoute("GET /absurd") { (request: HTTPRequest) in
            try await request.delay()
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/png"], body: absurdPhoto)
        }
        await server.appendRoute("GET /huge") { (request: HTTPRequest) in
            try await request.delay()
            let size = 50 << 20
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "image/png"], body: HTTPBodySequence(from: ZeroBody(left: size), count: size))
        }
        await server.appendRoute("GET /redirect") { (request: HTTPRequest) in
            try await request.delay()
            return HTTPResponse(statusCode: .found, headers: HTTPHeaders([.location: "/redirect"]))
        }
    }

    /// A signature and a header with a right checksum, and no pixel: 30,000 by 30,000 pixels.
    private var absurdPhoto: Data {
        let header: [UInt8] = Array("IHDR".utf8) + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0]
        var sum: UInt32 = .max
        for byte in header {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let check = withUnsafeBytes(of: (~sum).bigEndian) { Array($0) }
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + header + check + [0, 0, 0, 9] + Array("IDAT".utf8))
    }
}

/// Zeros, made as they are sent.
private struct ZeroBody: AsyncBufferedSequence {
    typealias Element = UInt8
    let left: Int

    func makeAsyncIterator() -> Iterator { Iterator(left: left) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var left: Int

        mutating func next() async throws -> UInt8? {
            guard left > 0 else { return nil }
            left -= 1
            return 0
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            let next = Swift.min(left, 1 << 16)
            left -= next
            return next > 0 ? Data(count: next) : nil
        }
    }
}
