import ExplorationRunner
import Explorer
import FoundationEssentials
import Glibc

/// Explores a function in this process, and puts what was found into words.
struct InProcess {
    private let place: CallerPlace
    private let options: ExploreOptions
    private let scope: TestedSources

    /// - Throws: ``ExploreError`` if a module of the caller's package is not instrumented, or the caller is explored itself.
    init(_ place: CallerPlace, _ options: ExploreOptions) throws {
        guard !TaskValues.isExplored else { throw ExploreError.nested(place.function) }
        try Canary.check()
        self.place = place
        self.options = options
        scope = Self.alone { TestedSources(around: place) }
        let blind = scope.blindModules.subtracting(options.uninstrumented).sorted()
        guard blind.isEmpty else { throw ExploreError.notInstrumented(blind) }
    }

    /// Explores a function.
    func explore<Outcome>(_ body: @escaping () throws -> Outcome, _ allowed: ((Outcome) -> Bool)?) throws -> ExploreReport {
        let run = ExploredRun(allowed)
        return try report(isJudged: allowed != nil, options.limits, run.program(body)) { $0.explore() }
    }

    /// Explores an asynchronous function.
    func explore<Outcome>(_ body: @escaping () async throws -> Outcome, _ allowed: ((Outcome) -> Bool)?) throws -> ExploreReport {
        let run = ExploredRun(allowed)
        return try report(isJudged: allowed != nil, options.limits, run.program(body)) { $0.explore() }
    }

    /// Replays a schedule of a function.
    func replay<Outcome>(
        _ token: String, _ body: @escaping () throws -> Outcome, _ allowed: ((Outcome) -> Bool)?
    ) throws -> ExploreReport {
        let run = ExploredRun(allowed)
        return try replay(token, isJudged: allowed != nil, run.program(body))
    }

    /// Replays a schedule of an asynchronous function.
    func replay<Outcome>(
        _ token: String, _ body: @escaping () async throws -> Outcome, _ allowed: ((Outcome) -> Bool)?
    ) throws -> ExploreReport {
        let run = ExploredRun(allowed)
        return try replay(token, isJudged: allowed != nil, run.program(body))
    }

    private func replay(_ token: String, isJudged: Bool, _ program: ExploredProgram) throws -> ExploreReport {
        let source = try source(), wanted: ExplorationReport.Path
        do { wanted = try source.path(of: token, entry: entry, command: "swift test") } catch { throw ExploreError(error) }
        var limits = options.limits
        limits.poolWidth = wanted.poolWidth
        limits.wakesSpuriously = wanted.wakesSpuriously
        limits.randomSeed = wanted.randomSeed
        // The token is written into a test, which is then compiled again: so the places of accesses in it are those of an earlier program.
        // The search finds the same accesses at their new places.
        var path = wanted
        if !wanted.places.isEmpty {
            let known = try search(limits, program) { $0.explore() }
            path.places =
                (known.findings.map(\.path) + known.outcomes.map(\.path)).first { $0.places.count == wanted.places.count }?.places ?? []
            guard !path.places.isEmpty else { throw ExploreError.otherProgram(place.function) }
        }
        return try report(isJudged: isJudged, limits, program) { $0.replay(path) }
    }

    private func search(
        _ limits: ExplorationOptions, _ program: ExploredProgram, _ work: (ExplorationSession) -> ExplorationReport
    ) throws -> ExplorationReport {
        let session = ExplorationSession(program, options: limits)
        session.beginCapture = { CapturedOutput.begin() }
        session.endCapture = { CapturedOutput.end() }
        return Self.alone {
            CapturedOutput.hold(true)
            Watchdog.stopTasksOfThisThread(after: 5)
            defer {
                Watchdog.endWatch()
                CapturedOutput.hold(false)
            }
            return work(session)
        }
    }

    private func report(
        isJudged: Bool, _ limits: ExplorationOptions, _ program: ExploredProgram, _ work: (ExplorationSession) -> ExplorationReport
    ) throws -> ExploreReport {
        let source = try source(), start = ContinuousClock.now
        let found = try search(limits, program, work)
        let result = ExplorationResult(
            found, of: source, entry: entry, isJudged: isJudged, program: TestedSources.program,
            seconds: (ContinuousClock.now - start) / .seconds(1))
        // Results from before the search had to stop count.
        if let refusal = found.refusal, found.findings.isEmpty { throw ExploreError(result.error(refusal)) }
        return ExploreReport(result, of: place, budget: options.budget, unseen: scope.unseenModules)
    }

    /// One exploration after another: tests run at the same time.
    private static func alone<Result>(_ work: () -> Result) -> Result {
        pthread_mutex_lock(turn)
        defer { pthread_mutex_unlock(turn) }
        return work()
    }

    nonisolated(unsafe) private static let turn: UnsafeMutablePointer<pthread_mutex_t> = {
        let turn = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(turn, nil)
        return turn
    }()

    /// That of each token of the library: a token of a file is refused.
    private static let fingerprint: UInt32 = 0x5E57ED

    /// The function's name without its parameters.
    private var entry: String { String(place.function.prefix { $0 != "(" }) }

    private func source() throws -> ExploredSource {
        do {
            var source = try ExploredSource(place.filePath, called: place.function, entries: [entry])
            source.furtherFiles = scope.furtherFiles
            source.ownFingerprint = Self.fingerprint
            return source
        } catch {
            throw ExploreError(error)
        }
    }
}
