import FoundationEssentials

/// The addresses of the photo server. Each address says how the server behaves.
public struct PhotoAddresses: Equatable, Sendable {
    /// The port on 127.0.0.1, the address of this machine itself.
    public let port: Int

    /// The environment variable with the port, for a scenario's process. It is computed, because
    /// the recorder would see the initialization of a stored one.
    static var variable: String { "INTERLEAVE_PHOTO_SERVER" }

    /// The names of all photos, as a JSON array.
    public var list: URL { address("photos") }

    /// A photo, sent after `delay`; 404 ("not found") if there is no photo of that name.
    public func photo(_ name: String, after delay: Duration = .zero) -> URL {
        address("photos/\(name)", delay)
    }

    /// An HTTP status and no photo: 500 ("internal server error"), 503, 404 …
    public func failure(_ status: Int, after delay: Duration = .zero) -> URL {
        address("failing/\(status)", delay)
    }

    /// Half of a photo; then the server closes the connection.
    public func cutPhoto(_ name: String, after delay: Duration = .zero) -> URL {
        address("cut/\(name)", delay)
    }

    /// Half of a photo, as a complete answer.
    public func truncatedPhoto(_ name: String, after delay: Duration = .zero) -> URL {
        address("truncated/\(name)", delay)
    }

    /// A photo, but the header of the answer promises more bytes; then the server closes the connection.
    public func photoOfWrongLength(_ name: String, after delay: Duration = .zero) -> URL {
        address("wrong-length/\(name)", delay)
    }

    /// Random bytes that claim to be a photo.
    public func garbage(after delay: Duration = .zero) -> URL { address("garbage", delay) }

    /// Accepts the request and never answers.
    public var silence: URL { address("silent") }

    /// A table of photos, for an app that scrolls through them: a JSON array of names and addresses.
    ///
    /// Every seventh address is misspelled. With a fault ("cut", "garbage" …), every fifth one has it.
    public func table(rows: Int, delay: Duration = .zero, fault: String? = nil) -> URL {
        let query = [URLQueryItem(name: "rows", value: String(rows))] + (fault.map { [URLQueryItem(name: "fault", value: $0)] } ?? [])
        return address("table", delay, query)
    }

    init(port: Int) { self.port = port }

    /// Parses the line that the server prints when it listens; nil if it is another line.
    init?(announcement: String) {
        let match = announcement.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\//)
        guard let port = match.flatMap({ Int($0.output.1) }) else { return nil }
        self.port = port
    }

    private func address(_ path: String, _ delay: Duration = .zero, _ query: [URLQueryItem] = []) -> URL {
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = "127.0.0.1"
        parts.port = port
        parts.path = "/" + path
        let wait = delay > .zero ? [URLQueryItem(name: "delay", value: String(Int(delay / .milliseconds(1))))] : []
        if !(query + wait).isEmpty { parts.queryItems = query + wait }
        guard let url = parts.url else { preconditionFailure("A path that begins with a slash makes an address: /\(path)") }
        return url
    }
}
