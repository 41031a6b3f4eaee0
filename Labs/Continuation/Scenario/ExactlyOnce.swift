import Synchronization

/// The fix for a scanner that calls back more than once: only the first callback finds the continuation.
func firstPage(from scanner: Scanner) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
        let answer = FirstAnswer(continuation)
        scanner.scan(
            onPage: { page in answer.come(.success(page)) },
            onFailure: { answer.come(.failure(ScanFailure())) })
    }
}

/// Gives the continuation to the first answer. `Mutex` makes looking and taking one step.
final class FirstAnswer: Sendable {
    typealias Continuation = CheckedContinuation<String, any Error>
    private let open: Mutex<Continuation?>

    init(_ continuation: Continuation) { open = Mutex(continuation) }

    func come(_ result: Result<String, any Error>) {
        let continuation = open.withLock { open in
            defer { open = nil }
            return open
        }
        continuation?.resume(with: result)
    }
}
