import Synchronization

/// Runs the functions of an exercise's `Checks.swift`, one after the other, each on a thread of its
/// own. The main thread runs the main queue meanwhile.
public enum DeclaredRun {
    /// The observations.
    public struct Observations: Codable, Sendable {
        /// One call of a function.
        public struct Seen: Codable, Sendable {
            public var function: String
            /// Whether the call has returned.
            public var hasReturned = false
            /// Whether the thread of a call that has not returned works without an end.
            public var spins = false
            /// Whether another thread does so, as one of the pool on which the call has put work.
            public var anotherSpins = false
            public var mistake: Mistake?
        }

        /// The calls, in their order. After a call that has not returned there are no others.
        public var seen: [Seen] = []
    }

    /// A function of `Checks.swift`.
    public struct Call: Sendable {
        let function: String
        let body: @Sendable () throws -> Mistake?

        public init(_ function: String, _ body: @escaping @Sendable () throws -> Mistake?) {
            self.function = function
            self.body = body
        }

        /// A function that is `async` runs in a task, and a thread waits for it.
        public init(_ function: String, _ body: @escaping @Sendable () async throws -> Mistake?) {
            self.function = function
            self.body = { try ProbeTask(body).waitForResult().get() }
        }
    }

    /// The remarks in the trace around a call.
    public static func begins(_ function: String) -> String { "check \(function) begins" }
    public static func ends(_ function: String) -> String { "check \(function) ends" }

    /// Runs the checks and ends the process. A function in which the attempt crashed before is left
    /// out.
    public static func run(_ calls: [Call]) -> Never {
        AttemptRun.direct {
            var seen = Observations()
            let leftOut = AttemptRun.leftOutParts
            for call in calls where !leftOut.contains(call.function) {
                let found = watch(call)
                seen.seen.append(found)
                if !found.hasReturned { break }
            }
            return seen
        }
    }

    private static func watch(_ call: Call) -> Observations.Seen {
        var seen = Observations.Seen(function: call.function)
        let result = Result()
        TraceMark.put(begins(call.function))
        let thread = ProbeThread(call.function) { _ in
            do {
                let mistake = try call.body()
                result.mistake.withLock { $0 = mistake }
            } catch {
                result.mistake.withLock { $0 = Mistake("The check called your code, and it threw an error: \(error).") }
            }
        }
        seen.hasReturned = thread.waitWithOwnWaits()
        if seen.hasReturned {
            seen.mistake = result.mistake.withLock { $0 }
            TraceMark.put(ends(call.function))
        } else {
            seen.spins = thread.spins
            seen.anotherSpins = !seen.spins && ThreadStates.oneWorksOn()
            _ = ProbeThread.stuck([thread], patience: .zero)
        }
        return seen
    }

    /// A `Mutex` cannot be captured by a closure.
    private final class Result: Sendable {
        let mistake = Mutex<Mistake?>(nil)
    }
}
