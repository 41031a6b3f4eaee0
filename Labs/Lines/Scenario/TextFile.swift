import Foundation

/// A file to read, and the number of bytes to read at a time.
public struct TextFile: Sendable {
    public var path: String
    public var chunkSize: Int
    /// Its name in messages.
    public var name: String

    public init(_ path: String, chunkSize: Int = 4096, name: String? = nil) {
        self.path = path
        self.chunkSize = chunkSize
        self.name = name ?? path
    }

    /// Its size in bytes.
    public var size: Int {
        get throws {
            var found = stat()
            guard stat(path, &found) == 0 else { throw FileFailure(name, "cannot be opened", errno: errno) }
            return Int(found.st_size)
        }
    }
}

/// A file cannot be read or written.
public struct FileFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// With the system's own words for the reason.
    init(_ name: String, _ trouble: String, _ error: (any Error)?) {
        let code = (error as NSError?).map { ($0.userInfo[NSUnderlyingErrorKey] as? NSError ?? $0).code } ?? 0
        let reason = code > 0 ? String(cString: strerror(Int32(truncatingIfNeeded: code))) : "unknown error"
        description = "\(name) \(trouble): \(reason)."
    }

    init(_ name: String, _ trouble: String, errno code: Int32) {
        description = "\(name) \(trouble): \(String(cString: strerror(code)))."
    }
}
