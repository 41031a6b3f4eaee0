import Foundation

/// A page that counts its results. It belongs to the main thread.
public final class Page: @unchecked Sendable {  // Its variable is used on the main thread only.
    public let addresses: [URL]
    private(set) var results = 0

    public init(_ addresses: [URL]) { self.addresses = addresses }

    func show(_ result: Result<Photo, RequestFailure>, from address: URL) { results += 1 }
}
