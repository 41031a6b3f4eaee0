import Foundation
import Synchronization

/// The same with tasks: a photo is downloaded, and filtered while the task is not cancelled.
public struct TaskLoading: Sendable {
    let server: PhotoServer

    public init(_ server: PhotoServer) { self.server = server }

    func load(_ photo: Photo) async throws {
        try await server.download(photo)
        for row in 0..<photo.rows {
            try Task.checkCancellation()
            photo.filter(row: row)
        }
    }
}

/// A server that answers immediately, or never.
public final class PhotoServer: Sendable {
    let isSilent: Bool
    private let request = Mutex(Request.none)

    private enum Request {
        case none
        case waits(CheckedContinuation<Void, any Error>)
        case cancelled
    }

    public init(isSilent: Bool) { self.isSilent = isSilent }

    /// Ends with an error as soon as the task is cancelled, even if the server never answers.
    func download(_ photo: Photo) async throws {
        guard isSilent else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(continuation)
                photo.scrolling?.operationWaits()
            }
        } onCancel: {
            cancel()
        }
    }

    private func wait(_ continuation: CheckedContinuation<Void, any Error>) {
        let isTooLate = request.withLock { request in
            if case .cancelled = request { return true }
            request = .waits(continuation)
            return false
        }
        if isTooLate { continuation.resume(throwing: CancellationError()) }
    }

    /// Called by `Task.cancel()`, on the thread that calls it.
    private func cancel() {
        let waiting = request.withLock { request -> CheckedContinuation<Void, any Error>? in
            defer { request = .cancelled }
            if case .waits(let continuation) = request { return continuation }
            return nil
        }
        waiting?.resume(throwing: CancellationError())
    }
}
