import Timeline

/// One version of the lab's program: with a documented bug, with a fix, or with another fix.
public struct Variant<Parameters: Sendable>: Sendable {
    /// The expected end of the process that runs the variant.
    public enum Expected: Sendable {
        /// It exits normally, and returns its observations.
        case completion
        /// It exits normally or a signal kills it: the bug can corrupt memory. The lesson is shown
        /// if the process died.
        case completionOrDeath(lesson: String)
        /// A signal kills it, for example because libdispatch or Swift traps.
        case death(lesson: String)
        /// It does not end before its time limit, and is killed then.
        case hanging(lesson: String)
    }

    /// The meaning of the lanes in its timeline.
    public typealias Lanes = LaneMode

    /// Whether its timeline folds long stretches in which nothing happens. It shows them if they
    /// are the lesson.
    public enum IdleTime: Sendable { case folded, shown }

    /// The machine that a variant runs on.
    public enum Machine: Sendable {
        /// This computer. The run is recorded.
        case real
        /// A machine of another kind, which also writes the trace. An error that it throws is an error of the lab.
        case simulated(@Sendable (SimulatedRun) throws -> Void)
    }

    public let name: String
    /// A description in one line.
    public let summary: String
    /// The question before the run; nil if there is none.
    let prediction: Prediction?
    /// The documented verdict of its small version, or the reason why it cannot be explored; nil if
    /// there is no small version.
    ///
    /// A variant that can be explored has a function of its name in `Explored.swift`, next to the
    /// lab's `main.swift`. It is compiled with the lab's scenario. A file in the folder `Explored`
    /// replaces the scenario's file of the same name, if that file uses real input and output or
    /// real time.
    let explored: Explored?
    let expected: Expected
    /// The names of the variants whose bugs this one fixes. The lab compares it with the first of
    /// them before the others.
    let fixes: [String]
    let lanes: Lanes
    let idleTime: IdleTime
    let machine: Machine
    let timeLimit: Duration
    let work: Work
    let judge: @Sendable (RawRun<Parameters>) throws -> [Claim]

    /// The work of the child process. It returns the observations as JSON.
    enum Work: Sendable {
        case synchronous(@Sendable (Setting<Parameters>) throws -> [UInt8])
        /// The bytes are made after the recording.
        case asynchronous(@Sendable (Setting<Parameters>) async throws -> () throws -> [UInt8])
    }

    /// A variant that runs on the main thread of a separate process.
    ///
    /// - Parameter prediction: the question before the run.
    /// - Parameter explored: the documented verdict of its small version.
    /// - Parameter fixes: the names of the variants whose bugs this one fixes.
    /// - Parameter machine: what the scenario runs on.
    /// - Parameter timeLimit: a process that has not ended by then is killed, and the lab says so.
    /// - Parameter run: the scenario. `claims` judges the value that it returns, and the trace.
    public init<Observations: Codable & Sendable>(
        _ name: String, _ summary: String, prediction: Prediction? = nil, explored: Explored? = nil, expected: Expected = .completion,
        fixes: [String] = [], lanes: Lanes = .queues,
        idleTime: IdleTime = .folded,
        runUnder machine: Machine = .real,
        timeLimit: Duration = .seconds(60),
        run: @escaping @Sendable (Setting<Parameters>) throws -> Observations,
        claims: @escaping @Sendable (Run<Parameters, Observations>) -> [Claim]
    ) {
        self.init(
            name, summary, prediction, explored, expected, fixes, lanes, idleTime, machine, timeLimit,
            .synchronous { try JSONText.encode(run($0)) },
            judge: { evidence in claims(try Run(evidence)) })
    }

    /// A variant whose scenario is asynchronous. It runs as a task in a separate process, while the
    /// main thread serves the main queue.
    public init<Observations: Codable & Sendable>(
        _ name: String, _ summary: String, prediction: Prediction? = nil, explored: Explored? = nil, expected: Expected = .completion,
        fixes: [String] = [], lanes: Lanes = .queues,
        idleTime: IdleTime = .folded,
        timeLimit: Duration = .seconds(60),
        runAsynchronously run: @escaping @Sendable (Setting<Parameters>) async throws -> Observations,
        claims: @escaping @Sendable (Run<Parameters, Observations>) -> [Claim]
    ) {
        self.init(
            name, summary, prediction, explored, expected, fixes, lanes, idleTime, .real, timeLimit,
            .asynchronous { setting in
                let observations = try await run(setting)
                return { try JSONText.encode(observations) }
            },
            judge: { evidence in claims(try Run(evidence)) })
    }

    /// A variant that traps or hangs. It returns nothing, so its claims use only the trace.
    public init(
        _ name: String, _ summary: String, prediction: Prediction? = nil, explored: Explored? = nil, expected: Expected,
        fixes: [String] = [], lanes: Lanes = .queues, idleTime: IdleTime = .folded,
        timeLimit: Duration = .seconds(1),
        run: @escaping @Sendable (Setting<Parameters>) throws -> Void,
        traceClaims: @escaping @Sendable (Trace) -> [Claim] = { _ in [] }
    ) {
        self.init(
            name, summary, prediction, explored, expected, fixes, lanes, idleTime, .real, timeLimit,
            .synchronous {
                try run($0)
                return []
            },
            judge: { traceClaims($0.trace) })
    }

    private init(
        _ name: String, _ summary: String, _ prediction: Prediction?, _ explored: Explored?, _ expected: Expected, _ fixes: [String],
        _ lanes: Lanes, _ idleTime: IdleTime, _ machine: Machine,
        _ timeLimit: Duration, _ work: Work,
        judge: @escaping @Sendable (RawRun<Parameters>) throws -> [Claim]
    ) {
        self.name = name
        self.summary = summary
        self.prediction = prediction
        self.explored = explored
        self.expected = expected
        self.fixes = fixes
        self.lanes = lanes
        self.idleTime = idleTime
        self.machine = machine
        self.timeLimit = timeLimit
        self.work = work
        self.judge = judge
    }
}

/// The run of a scenario on a simulated machine.
public struct SimulatedRun {
    /// The file for the trace.
    public let trace: String
    /// The lab's name.
    public let lab: String
    /// The scenario.
    public let body: () -> Void
}

/// The results of a run, which its claims judge.
public struct Run<Parameters: Sendable, Observations: Codable & Sendable>: Sendable {
    public let setting: Setting<Parameters>
    /// The value that the scenario returned.
    public let observations: Observations
    /// The events that the recorder saw.
    public let trace: Trace

    init(_ evidence: RawRun<Parameters>) throws {
        setting = evidence.setting
        observations = try JSONText.decode(Observations.self, from: evidence.observations)
        trace = evidence.trace
    }
}

/// The same before the observations are decoded.
struct RawRun<Parameters: Sendable>: Sendable {
    var setting: Setting<Parameters>
    var observations: [UInt8]
    var trace: Trace
}
