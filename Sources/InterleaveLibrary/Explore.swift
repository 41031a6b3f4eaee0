import Explorer

/// Runs a function under every interleaving of its threads, blocks and tasks (equivalent ones once), and reports what can happen.
///
/// The function is plain Swift, and makes all that it uses: each execution begins without any state. It runs in this process, on the
/// calling thread; one exploration runs at a time. Locks, queues, groups, semaphores, operations, tasks and actors are controlled in all code. Accesses to
/// memory are seen in targets that are compiled with `-sanitize=thread`.
/// - Parameters:
///   - options: the limits of the search.
///   - allowed: judges the value that the function returned; nil: each value is right.
///   - body: the function. A returned value is its outcome; a thrown error, a trap, a data race, a deadlock, and a task that waits for ever
///     are failures.
/// - Throws: ``ExploreError`` if there is no result: this target or one that it tests is not instrumented, the function does something that
///   cannot be explored, or no source is there.
public func explore<Outcome>(
    _ options: ExploreOptions = ExploreOptions(), fileID: String = #fileID, filePath: String = #filePath, function: String = #function,
    line: Int = #line, allowed: ((Outcome) -> Bool)? = nil, _ body: @escaping () throws -> Outcome
) throws -> ExploreReport {
    let place = CallerPlace(fileID: fileID, filePath: filePath, function: function, line: line)
    return try InProcess(place, options).explore(body, allowed)
}

/// Runs an asynchronous function under every interleaving; the same otherwise. The function runs as a task on the main actor.
nonisolated(nonsending) public func explore<Outcome>(
    _ options: ExploreOptions = ExploreOptions(), fileID: String = #fileID, filePath: String = #filePath, function: String = #function,
    line: Int = #line, allowed: ((Outcome) -> Bool)? = nil, _ body: @escaping () async throws -> Outcome
) async throws -> ExploreReport {
    let place = CallerPlace(fileID: fileID, filePath: filePath, function: function, line: line)
    return try InProcess(place, options).explore(body, allowed)
}

/// Runs a function once more with the schedule of a token, as a report has it.
/// - Parameter token: of a report about the same function, of the same version of its source.
/// - Throws: ``ExploreError`` if the token belongs to another function or to another version of it, or as ``explore(_:)`` does.
public func replay<Outcome>(
    _ token: String, fileID: String = #fileID, filePath: String = #filePath, function: String = #function, line: Int = #line,
    allowed: ((Outcome) -> Bool)? = nil, _ body: @escaping () throws -> Outcome
) throws -> ExploreReport {
    let place = CallerPlace(fileID: fileID, filePath: filePath, function: function, line: line)
    return try InProcess(place, ExploreOptions()).replay(token, body, allowed)
}

/// Runs an asynchronous function once more with the schedule of a token; the same otherwise.
nonisolated(nonsending) public func replay<Outcome>(
    _ token: String, fileID: String = #fileID, filePath: String = #filePath, function: String = #function, line: Int = #line,
    allowed: ((Outcome) -> Bool)? = nil, _ body: @escaping () async throws -> Outcome
) async throws -> ExploreReport {
    let place = CallerPlace(fileID: fileID, filePath: filePath, function: function, line: line)
    return try InProcess(place, ExploreOptions()).replay(token, body, allowed)
}

/// The limits of a search.
public struct ExploreOptions: Sendable {
    /// The number of executions after which the search ends, at least 1; nil: a million, or fewer if they have thirty million steps
    /// together. With a budget, a search that ends there and has found nothing counts as correct.
    public var budget: Int?
    /// The most preemptions of an execution; nil: any number.
    public var preemptions: Int?
    /// The number of threads in the pool for blocks, operations and tasks; nil: as many as are needed.
    public var poolWidth: Int?
    /// Whether a thread may once wake from waiting for a condition without a signal.
    public var wakesSpuriously = false
    /// Modules of this package that are not instrumented, and need not be: their accesses to memory are not seen.
    public var uninstrumented: Set<String> = []

    /// The usual limits, or others.
    public init(
        budget: Int? = nil, preemptions: Int? = nil, poolWidth: Int? = nil, wakesSpuriously: Bool = false,
        uninstrumented: Set<String> = []
    ) {
        self.budget = budget
        self.preemptions = preemptions
        self.poolWidth = poolWidth
        self.wakesSpuriously = wakesSpuriously
        self.uninstrumented = uninstrumented
    }

    var limits: ExplorationOptions {
        var limits = ExplorationOptions()
        if let budget { limits.executionLimit = max(budget, 1) } else { limits.stepsAltogether = 30_000_000 }
        limits.preemptionBound = preemptions
        limits.poolWidth = poolWidth
        limits.wakesSpuriously = wakesSpuriously
        return limits
    }
}

/// The place of a call in a test.
struct CallerPlace: Sendable {
    /// The module and the file: `BankTests/Transfer.swift`.
    var fileID: String
    /// The path of the file.
    var filePath: String
    /// The function around the call: `transfer()`.
    var function: String
    /// The line, from 1 on.
    var line: Int
    /// Whether it is a test with a trait: it is replayed by the trait.
    var isTrait = false

    /// The code that replays a token here.
    func replaying(_ token: String) -> String {
        isTrait ? "@Test(.explored(replaying: \"\(token)\"))" : "try replay(\"\(token)\") { … }"
    }

    var module: String { fileID.split(separator: "/").first.map(String.init) ?? fileID }
}
