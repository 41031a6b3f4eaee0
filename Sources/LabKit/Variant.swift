/// One way to do what the lab is about: the documented mistake, a fix, another fix.
public struct Variant<Parameters: Sendable>: Sendable {
    /// How the process that runs it is expected to end.
    public enum Expected: Sendable {
        /// By itself, with its observations.
        case completion
        /// By itself or by a signal: a mistake that may corrupt memory. The lesson is shown when the process died.
        case completionOrDeath(lesson: String)
        /// By a signal, as when libdispatch or Swift traps.
        case death(lesson: String)
        /// Not at all, until it is killed when its time is over.
        case hanging(lesson: String)
    }

    /// What the lanes of its timeline stand for.
    public enum Lanes: Sendable { case queues, threads }

    /// What its timeline does with long stretches in which nothing happens: leave them out, or show them, where they are the lesson.
    public enum IdleTime: Sendable { case folded, shown }

    public let name: String
    /// One line: what this variant does.
    public let summary: String
    let expected: Expected
    /// The names of the variants whose mistakes this one mends: it is compared with them, with the first before the others.
    let fixes: [String]
    let lanes: Lanes
    let idleTime: IdleTime
    let timeLimit: Duration
    let work: Work
    let judge: @Sendable (Evidence<Parameters>) throws -> [Claim]

    /// What the child process does; the data are its observations as JSON.
    enum Work: Sendable {
        case synchronous(@Sendable (Setting<Parameters>) throws -> [UInt8])
        case asynchronous(@Sendable (Setting<Parameters>) async throws -> [UInt8])
    }

    /// A variant that runs on the main thread of a process of its own.
    ///
    /// - Parameter fixes: the names of the variants whose mistakes this one mends.
    /// - Parameter timeLimit: when it has not ended by then, it is killed, and that is said.
    /// - Parameter run: the scenario; what it returns is what `claims` judges, beside the trace.
    public init<Observations: Codable & Sendable>(
        _ name: String, _ summary: String, expected: Expected = .completion, fixes: [String] = [], lanes: Lanes = .queues,
        idleTime: IdleTime = .folded,
        timeLimit: Duration = .seconds(10),
        run: @escaping @Sendable (Setting<Parameters>) throws -> Observations,
        claims: @escaping @Sendable (Run<Parameters, Observations>) -> [Claim]
    ) {
        self.init(
            name, summary, expected, fixes, lanes, idleTime, timeLimit, .synchronous { try JSONText.encode(run($0)) },
            judge: { evidence in claims(try Run(evidence)) })
    }

    /// A variant whose scenario is asynchronous: it runs in a task of a process of its own, while the main thread serves the main queue.
    public init<Observations: Codable & Sendable>(
        _ name: String, _ summary: String, expected: Expected = .completion, fixes: [String] = [], lanes: Lanes = .queues,
        idleTime: IdleTime = .folded,
        timeLimit: Duration = .seconds(10),
        runAsynchronously run: @escaping @Sendable (Setting<Parameters>) async throws -> Observations,
        claims: @escaping @Sendable (Run<Parameters, Observations>) -> [Claim]
    ) {
        self.init(
            name, summary, expected, fixes, lanes, idleTime, timeLimit, .asynchronous { try JSONText.encode(await run($0)) },
            judge: { evidence in claims(try Run(evidence)) })
    }

    /// A variant that traps or hangs: it brings nothing back, so its claims rest on the trace alone.
    public init(
        _ name: String, _ summary: String, expected: Expected, fixes: [String] = [], lanes: Lanes = .queues, idleTime: IdleTime = .folded,
        timeLimit: Duration = .seconds(1),
        run: @escaping @Sendable (Setting<Parameters>) throws -> Void,
        traceClaims: @escaping @Sendable (Trace) -> [Claim] = { _ in [] }
    ) {
        self.init(
            name, summary, expected, fixes, lanes, idleTime, timeLimit,
            .synchronous {
                try run($0)
                return []
            },
            judge: { traceClaims($0.trace) })
    }

    private init(
        _ name: String, _ summary: String, _ expected: Expected, _ fixes: [String], _ lanes: Lanes, _ idleTime: IdleTime,
        _ timeLimit: Duration, _ work: Work,
        judge: @escaping @Sendable (Evidence<Parameters>) throws -> [Claim]
    ) {
        self.name = name
        self.summary = summary
        self.expected = expected
        self.fixes = fixes
        self.lanes = lanes
        self.idleTime = idleTime
        self.timeLimit = timeLimit
        self.work = work
        self.judge = judge
    }
}

/// What a run left behind for its claims to be judged by.
public struct Run<Parameters: Sendable, Observations: Codable & Sendable>: Sendable {
    public let setting: Setting<Parameters>
    /// What the scenario returned.
    public let observations: Observations
    /// What the recorder saw.
    public let trace: Trace

    init(_ evidence: Evidence<Parameters>) throws {
        setting = evidence.setting
        observations = try JSONText.decode(Observations.self, from: evidence.observations)
        trace = evidence.trace
    }
}

/// The same before its observations are given their type.
struct Evidence<Parameters: Sendable>: Sendable {
    var setting: Setting<Parameters>
    var observations: [UInt8]
    var trace: Trace
}
