import Foundation

struct Disconnected: Error {}

final class Radio: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: CheckedContinuation<Int, any Error>?

    func readConfiguration() async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            lock.withLock { waiting = continuation }
            DispatchQueue.global().async { self.finish(.success(7)) }
            DispatchQueue.global().async { self.finish(.failure(Disconnected())) }
        }
    }
    private func finish(_ result: Result<Int, any Error>) {
        let continuation = lock.withLock { waiting }
        continuation?.resume(with: result)
        lock.withLock { waiting = nil }
    }
}

func scenario() async {
    let radio = Radio()
    _ = try? await radio.readConfiguration()
}
