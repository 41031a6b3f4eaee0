import Foundation
import Synchronization

/// Stands in for the network, which the explorer cannot control. An answer comes at any moment, or
/// the download is cancelled before.
public final class PhotoService: Sendable {
    func download(_ address: URL, limit: Int = 0) -> Download { Download() }

    func picture(in file: Result<Data, PhotoFailure>) -> Result<Picture, PhotoFailure> { file.map { _ in Picture() } }

    func close() {}
}

/// A download that can be cancelled at any time.
final class Download: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .releasing) }

    func contents() -> Result<Data, PhotoFailure> {
        isCancelled.load(ordering: .acquiring) ? .failure(.cancelled) : .success(Data())
    }

    func start(completion: @escaping @Sendable (Result<Data, PhotoFailure>) -> Void) {
        DispatchQueue.global().async { completion(self.contents()) }
    }

    func file() async -> Result<Data, PhotoFailure> { contents() }
}
