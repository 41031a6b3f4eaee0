import Foundation

/// Stands in for the network, which the explorer cannot control. An answer can come at any moment,
/// as from a server, or never.
public final class PhotoClient: Sendable {
    public init() {}

    func download(_ address: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) -> Request {
        if address.lastPathComponent != "silence" {
            DispatchQueue.global().async { completion(.success(Data([1, 2, 3]))) }
        }
        return Request()
    }

    /// A request that has not ended. No code here waits for the result of a cancelled request.
    struct Request {
        func cancel() {}
    }
}
