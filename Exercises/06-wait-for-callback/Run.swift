import Foundation
import Synchronization

/// 06-wait-for-callback: the checks decide when each answer comes: in time, early, late, or never.
public enum WaitForCallbackRun {
    /// The request function for the attempt, and the closure that brings the answer.
    public typealias Request = (_ photo: String, _ answered: @escaping (String) -> Void) -> Void

    /// The attempt's function.
    public typealias Caption = (_ photo: String, _ seconds: Double) -> String?

    /// The outcome of a call.
    public enum Outcome: String, Codable, Sendable {
        /// The answer to its own request.
        case own
        /// The answer to another request.
        case other
        /// No answer: nil.
        case noAnswer
        /// The call did not return.
        case stuck
    }

    /// A call during which a late answer came, or after it.
    public struct LateAnswer: Codable, Sendable {
        /// The state of the call when the late answer was there, and its own was not.
        public var call = ProbeThread.Standing.asleep
        public var result = Outcome.own
    }

    /// The observations. A call that was not made has no result.
    public struct Observations: Codable, Sendable {
        /// Whether the request was ever sent.
        public var isSent = false
        /// The state of a call without an answer yet.
        public var waiting = ProbeThread.Standing.returned
        /// Its result after the answer.
        public var answered: Outcome?
        /// The result of a call that gets no answer, with a short timeout.
        public var unanswered: Outcome?
        /// The time after which a call returned that got no answer, in seconds.
        public var timeWithoutAnswer: Double?
        /// The result of a call whose answer came before `request` had returned.
        public var early: Outcome?
        /// The next call, when a late answer came before it, and during it.
        public var afterLate: LateAnswer?
        public var duringLate: LateAnswer?
        /// Requests that were sent while no call had an answer, of two calls; their results.
        public var sentTogether = 0
        public var together: [Outcome] = []
        /// The results of two calls at the same time that ask for the same photo.
        public var forOnePhoto: [Outcome] = []
    }

    /// The marks around each call.
    public static let asks = "asks", hasItsAnswer = "has its answer"
    /// The marks before a step of the checks.
    public static let steps = [
        "in time": "When the answer came in time:", "never": "When the server did not answer:",
        "early": "When the answer came before `request` had returned:", "late": "When an answer came after its call had returned:",
        "two": "When two threads called at the same time:", "same": "When two threads asked for the same photo at the same time:",
    ]

    /// Timeouts, in seconds. The long one is never over. A call without an answer must not return
    /// before the timed one is over. That one has a fraction, so an attempt that waits only whole seconds
    /// returns too early.
    fileprivate static let long = 3600.0, short = 0.02
    public static let timed = 1.4

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: creates a new service with this request function.
    public static func run(_ make: (_ request: @escaping Request) -> Caption) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        TraceMark.put("in time")
        inTime(Server(make), &seen)
        // If a simple call does not work, the other ones show nothing else.
        guard seen.isSent, seen.answered != .stuck else { AttemptRun.end(seen) }
        TraceMark.put("early")
        seen.early = early(make)
        TraceMark.put("never")
        if let server = Server.withLateAnswer(make, timed, &seen) {
            TraceMark.put("late")
            server.answer(0)
            seen.afterLate = nextCall(server)
        }
        if seen.unanswered == .noAnswer, seen.afterLate?.result != .stuck, let server = Server.withLateAnswer(make, short, &seen) {
            TraceMark.put("late")
            seen.duringLate = nextCall(server) { server.answer(0) }
        }
        TraceMark.put("two")
        (seen.sentTogether, seen.together) = twoCalls(["dawn", "noon"], Server(make))
        if seen.together.allSatisfy({ $0 == .own }) {
            TraceMark.put("same")
            seen.forOnePhoto = twoCalls(["dawn", "dawn"], Server(make)).results
        }
        AttemptRun.end(seen)
    }

    private static func inTime(_ server: Server, _ seen: inout Observations) {
        let call = Call("dawn", long, server)
        seen.isSent = server.sent.wait(patience: ProbeThread.patience)
        guard seen.isSent else { return }
        seen.waiting = call.thread.settle()
        server.answer(0)
        seen.answered = call.result()
    }

    private static func early(_ make: (_ request: @escaping Request) -> Caption) -> Outcome {
        let server = Server(make, answersImmediately: true)
        return Call("dawn", long, server).result()
    }

    /// A call of "noon" that gets its answer after `event`.
    private static func nextCall(_ server: Server, event: () -> Void = {}) -> LateAnswer {
        var late = LateAnswer()
        let call = Call("noon", long, server)
        server.sent.wait(times: 2, patience: ProbeThread.patience)
        _ = call.thread.settle()
        event()
        late.call = call.thread.settle()
        server.answer(1)
        late.result = call.result()
        return late
    }

    private static func twoCalls(_ photos: [String], _ server: Server) -> (sentTogether: Int, results: [Outcome]) {
        let calls = photos.map { photo in
            let call = Call(photo, long, server)
            _ = call.thread.settle()
            return call
        }
        server.sent.wait(times: 2, patience: ProbeThread.patience)
        let sentTogether = server.sent.times
        // The answers come in the other order. A request that is sent only now gets its answer too.
        for number in [1, 0, 1] where server.sent.times > number {
            server.answer(number)
            _ = ThreadStates.comeToRest()
        }
        return (sentTogether, calls.map { $0.result() })
    }
}

/// The server of the checks, and the attempt that uses it.
private final class Server: Sendable {
    private struct State {
        var answers: [(photo: String, answered: Attempt<(String) -> Void>)] = []
        var isAnswered: Set<Int> = []
    }

    private let state = Mutex(State())
    let sent = CountingEvent()
    private let caption = Mutex<Attempt<WaitForCallbackRun.Caption>?>(nil)

    init(_ make: (_ request: @escaping WaitForCallbackRun.Request) -> WaitForCallbackRun.Caption, answersImmediately: Bool = false) {
        let code = Attempt(
            make { [self] photo, answered in
                let answered = Attempt(answered)
                state.withLock { $0.answers.append((photo, answered)) }
                sent.happen()
                if answersImmediately { answered.code(Server.caption(of: photo)) }
            })
        caption.withLock { $0 = code }
    }

    /// A server with one call that got no answer and has returned; nil if the call returned
    /// something else, or never.
    static func withLateAnswer(
        _ make: (_ request: @escaping WaitForCallbackRun.Request) -> WaitForCallbackRun.Caption, _ timeout: Double,
        _ seen: inout WaitForCallbackRun.Observations
    ) -> Server? {
        let server = Server(make)
        let call = Call("dawn", timeout, server)
        seen.unanswered = call.result()
        seen.timeWithoutAnswer = seen.timeWithoutAnswer ?? call.seconds
        // A request that another thread sends can come after a short timeout.
        if seen.unanswered == .noAnswer { server.sent.wait(patience: ProbeThread.patience) }
        return seen.unanswered == .noAnswer ? server : nil
    }

    static func caption(of photo: String) -> String { "caption of \(photo)" }

    func call(_ photo: String, _ seconds: Double) -> String? { caption.withLock { $0 }?.code(photo, seconds) }

    /// Answers a request, once.
    func answer(_ number: Int) {
        let request = state.withLock { state -> (photo: String, answered: Attempt<(String) -> Void>)? in
            guard state.answers.indices.contains(number), state.isAnswered.insert(number).inserted else { return nil }
            return state.answers[number]
        }
        if let request { request.answered.code(Self.caption(of: request.photo)) }
    }
}

/// A call of the attempt, on a thread of its own.
private final class Call: Sendable {
    private let photo: String
    private let found: Found
    let thread: ProbeThread

    private final class Found: Sendable {
        let caption = Mutex<String?>(nil)
        let duration = Mutex<Duration?>(nil)
    }

    init(_ photo: String, _ seconds: Double, _ server: Server) {
        let found = Found()
        thread = ProbeThread("caller for \(photo)") { _ in
            TraceMark.put(WaitForCallbackRun.asks)
            let start = ContinuousClock.now
            let caption = server.call(photo, seconds)
            let duration = ContinuousClock.now - start
            TraceMark.put(WaitForCallbackRun.hasItsAnswer)
            found.caption.withLock { $0 = caption }
            found.duration.withLock { $0 = duration }
        }
        self.photo = photo
        self.found = found
    }

    /// The time of the call in seconds; nil if it has not returned.
    var seconds: Double? { found.duration.withLock { $0.map { $0 / .seconds(1) } } }

    /// Waits until the call has returned.
    func result() -> WaitForCallbackRun.Outcome {
        guard ProbeThread.stuck([thread]) == 0 else { return .stuck }
        guard let caption = found.caption.withLock({ $0 }) else { return .noAnswer }
        return caption == Server.caption(of: photo) ? .own : .other
    }
}
