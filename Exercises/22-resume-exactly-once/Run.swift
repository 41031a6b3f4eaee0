import Synchronization

/// 22-resume-exactly-once: the checks play the library, and decide which callbacks come, and when.
public enum ResumeOnceRun {
    /// The bytes of a photo.
    public typealias Photo = [UInt8]

    /// The result of a call.
    public enum Ending: String, Codable, Sendable {
        case photo, otherPhoto, error, cancellation, otherError
        /// It has not returned.
        case none
    }

    /// The observations of one part.
    public struct Part: Codable, Sendable {
        public var ending = Ending.none
        /// Whether the request was started, and how often it was cancelled after that.
        public var isStarted = false
        public var cancels = 0
        /// Whether a callback, or a cancellation, did not return.
        public var isStuck = false
    }

    /// The observations, by the names of the parts.
    public typealias Observations = [String: Part]

    public static let success = "onSuccess", failure = "onFailure", cancel = "onCancel", inside = "onSuccess inside start"
    public static let successTwice = "onSuccess twice", failureThenSuccess = "onFailure, then onSuccess"
    public static let cancelled = "the task is cancelled", cancelledLate = "the task is cancelled, then onSuccess"
    public static let cancelledBefore = "the task was cancelled before"

    /// The parts of the checks, in their order.
    public static let parts = [
        success, failure, cancel, inside, successTwice, failureThenSuccess, cancelled, cancelledLate, cancelledBefore,
    ]

    struct NotFound: Error {}

    /// A request whose callbacks the checks call.
    public final class Request: Sendable {
        private struct State {
            var callbacks: Callbacks?
            var cancels = 0
            /// Whether a callback was called: then `cancel` does nothing.
            var hasEnded = false
        }

        struct Callbacks: Sendable {
            let onSuccess: @Sendable (Photo) -> Void
            let onFailure: @Sendable (any Error) -> Void
            let onCancel: @Sendable () -> Void
        }

        private let state = Mutex(State())
        private let succeedsInside: Bool

        init(succeedsInside: Bool = false) { self.succeedsInside = succeedsInside }

        public func start(
            onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
            onCancel: @escaping @Sendable () -> Void
        ) {
            let callbacks = Callbacks(onSuccess: onSuccess, onFailure: onFailure, onCancel: onCancel)
            state.withLock {
                $0.callbacks = callbacks
                $0.hasEnded = succeedsInside
            }
            if succeedsInside { onSuccess(photo) }
        }

        public func cancel() {
            let callbacks = state.withLock { state -> Callbacks? in
                guard state.callbacks != nil else { return nil }
                state.cancels += 1
                defer { state.hasEnded = true }
                return state.hasEnded ? nil : state.callbacks
            }
            callbacks?.onCancel()
        }

        /// The callbacks; nil before the start.
        var callbacks: Callbacks? { state.withLock { $0.callbacks } }
        var cancels: Int { state.withLock { $0.cancels } }

        func end() -> Callbacks? {
            state.withLock { state in
                state.hasEnded = true
                return state.callbacks
            }
        }
    }

    private static let photo: Photo = [1]

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ ask: @escaping @Sendable (_ request: Request) async throws -> Photo) -> Never {
        AttemptRun.direct {
            var seen = Observations()
            let leftOut = AttemptRun.leftOutParts
            // After a call that is stuck, threads and locks are in an unknown state.
            for part in parts where !leftOut.contains(name(inList: part)) && !seen.values.contains(where: \.isStuck) {
                TraceMark.put(part)
                seen[part] = observe(part, ask)
            }
            return seen
        }
    }

    /// The name of a part in the list of parts to leave out, where commas separate the names.
    public static func name(inList part: String) -> String { part.replacing(",", with: "") }

    private static func observe(_ part: String, _ ask: @escaping @Sendable (_ request: Request) async throws -> Photo) -> Part {
        let request = Request(succeedsInside: part == inside)
        let call = ProbeTask {
            if part == cancelledBefore { withUnsafeCurrentTask { $0?.cancel() } }
            return try await ask(request)
        }
        _ = ThreadStates.comeToRest()
        var seen = Part()
        /// Each callback comes on a thread of its own, which can get stuck.
        func come(_ body: @escaping @Sendable () -> Void) {
            let network = ProbeThread("network") { _ in body() }
            if ProbeThread.stuck([network]) > 0 { seen.isStuck = true }
            // It can go on in a task, and the next callback must not overtake it.
            _ = ThreadStates.comeToRest()
        }
        let callbacks = request.callbacks
        if [success, successTwice].contains(part) { come { request.end()?.onSuccess(photo) } }
        if [failure, failureThenSuccess].contains(part) { come { request.end()?.onFailure(NotFound()) } }
        if part == cancel { come { request.end()?.onCancel() } }
        if [cancelled, cancelledLate].contains(part) { come { call.cancel() } }
        if [successTwice, failureThenSuccess, cancelledLate].contains(part) { come { callbacks?.onSuccess([2]) } }
        // If no thread is active, nothing ends the call.
        _ = ThreadStates.comeToRest()
        seen.ending = ending(of: call)
        seen.isStarted = callbacks != nil
        seen.cancels = request.cancels
        // Let it end, so that it does not disturb the next part.
        if seen.ending == .none, !seen.isStuck, part == cancelledBefore || part == cancelled || part == cancelledLate {
            come { request.end()?.onSuccess(photo) }
        }
        return seen
    }

    private static func ending(of call: ProbeTask<Photo>) -> Ending {
        switch call.result {
        case nil: .none
        case .success(photo)?: .photo
        case .success?: .otherPhoto
        case .failure(is NotFound)?: .error
        case .failure(is CancellationError)?: .cancellation
        case .failure?: .otherError
        }
    }
}
