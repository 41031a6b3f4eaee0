import FlyingFox
import FlyingSocks
import Foundation

/// The addresses and their answers.
struct Routes {
    /// The photos by name, read once at the start.
    private let photos: [String: Data]

    init() throws {
        let folder = Bundle.module.bundleURL.appending(path: "Photos")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        photos = try Dictionary(
            uniqueKeysWithValues: files.filter { $0.pathExtension == "png" }.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }

    func add(to server: HTTPServer) async throws {
        let names = try JSONEncoder().encode(photos.keys.sorted())
        await server.appendRoute("GET /photos") { _ in
            HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: names)
        }
        await server.appendRoute("GET /photos/:name") { (request: HTTPRequest) in
            try await request.delay()
            guard let photo = photo(for: request) else { return noSuchPhoto }
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/png"], body: photo)
        }
        await server.appendRoute("GET /failing/:status") { (request: HTTPRequest) in
            try await request.delay()
            guard let status = request.routeParameters["status"].flatMap({ Int($0) }), (400...599).contains(status) else {
                return HTTPResponse(statusCode: .badRequest, body: Data("The status is a number from 400 to 599.\n".utf8))
            }
            return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "as you asked"))
        }
        await server.appendRoute("GET /cut/:name") { (request: HTTPRequest) in
            try await request.delay()
            guard let photo = photo(for: request) else { return noSuchPhoto }
            let half = CutBody(bytes: photo.prefix(photo.count / 2))
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "image/png"], body: HTTPBodySequence(from: half, count: photo.count))
        }
        await server.appendRoute("GET /silent") { _ in
            try await Task.sleep(for: .seconds(86_400))
            return HTTPResponse(statusCode: .noContent)
        }
        await server.appendRoute("GET /table") { (request: HTTPRequest) in
            guard let table = PhotoTable(request, photos: photos.keys.sorted()) else {
                return HTTPResponse(statusCode: .badRequest, body: Data(PhotoTable.usage.utf8))
            }
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: try JSONEncoder().encode(table.rows))
        }
        await addWrongAnswers(to: server)
    }

    func photo(for request: HTTPRequest) -> Data? {
        request.routeParameters["name"]?.removingPercentEncoding.flatMap { photos[$0] }
    }

    var noSuchPhoto: HTTPResponse {
        let names = photos.keys.sorted().joined(separator: ", ")
        return HTTPResponse(statusCode: .notFound, body: Data("There is no photo of that name. The photos are: \(names).\n".utf8))
    }
}

extension HTTPRequest {
    /// Waits for the delay in the address: `?delay=200`, in milliseconds, at most a minute.
    func delay() async throws {
        guard let milliseconds = query["delay"].flatMap({ Int($0) }), milliseconds > 0 else { return }
        try await Task.sleep(for: .milliseconds(min(milliseconds, 60_000)))
    }
}

/// The first part of an answer, followed by an error. The server then closes the connection.
struct CutBody: AsyncBufferedSequence {
    typealias Element = UInt8
    let bytes: Data

    func makeAsyncIterator() -> Iterator { Iterator(left: bytes) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var left: Data

        mutating func next() async throws -> UInt8? {
            guard let byte = left.popFirst() else { throw SocketError.disconnected }
            return byte
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !left.isEmpty else { throw SocketError.disconnected }
            defer { left = left.dropFirst(count) }
            return left.prefix(count)
        }
    }
}
