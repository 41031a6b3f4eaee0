import FoundationEssentials

/// What the photo server can be asked for; each address says how the server is to behave.
public struct PhotoAddresses: Equatable, Sendable {
    /// Of 127.0.0.1, this machine as it sees itself.
    public let port: Int

    /// Where a scenario's process finds the port. Calculated, since a stored one would be initialised while the recorder looks on.
    static var variable: String { "INTERLEAVE_PHOTO_SERVER" }

    /// The names of all photos, as a JSON array.
    public var list: URL { address("photos") }

    /// A photo, sent when `delay` has passed; 404 ("not found") when there is none of that name.
    public func photo(_ name: String, after delay: Duration = .zero) -> URL {
        address("photos/\(name)", delay)
    }

    /// No photo, but an HTTP status that says why: 500 ("internal server error"), 503, 404 …
    public func failure(_ status: Int, after delay: Duration = .zero) -> URL {
        address("failing/\(status)", delay)
    }

    /// Half of a photo; then the server closes the connection.
    public func cutPhoto(_ name: String, after delay: Duration = .zero) -> URL {
        address("cut/\(name)", delay)
    }

    /// Takes the request and never answers.
    public var silence: URL { address("silent") }

    init(port: Int) { self.port = port }

    /// Reads what the server says when it begins to listen; nil: that was something else.
    init?(announcement: String) {
        let match = announcement.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\//)
        guard let port = match.flatMap({ Int($0.output.1) }) else { return nil }
        self.port = port
    }

    private func address(_ path: String, _ delay: Duration = .zero) -> URL {
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = "127.0.0.1"
        parts.port = port
        parts.path = "/" + path
        if delay > .zero { parts.queryItems = [URLQueryItem(name: "delay", value: String(Int(delay / .milliseconds(1))))] }
        guard let url = parts.url else { preconditionFailure("A path that begins with a slash makes an address: /\(path)") }
        return url
    }
}
