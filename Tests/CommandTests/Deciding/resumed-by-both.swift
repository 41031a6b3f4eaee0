// assertion: 15, 17
// Says: came between
// Advises: take the continuation out of an optional
import Foundation

/// The answer of a server, or nil if it takes too long.
final class Request: @unchecked Sendable {
    private let queue = DispatchQueue(label: "request")
    private var isDone = false
    private let continuation: CheckedContinuation<Int?, Never>

    init(_ continuation: CheckedContinuation<Int?, Never>) { self.continuation = continuation }

    func end(_ result: Int?) {
        let wasDone = queue.sync { isDone }
        guard !wasDone else { return }
        queue.sync { isDone = true }
        continuation.resume(returning: result)
    }
}

func scenario() async -> Int? {
    await withCheckedContinuation { continuation in
        let request = Request(continuation)
        DispatchQueue.global().async { request.end(1) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { request.end(nil) }
    }
}
