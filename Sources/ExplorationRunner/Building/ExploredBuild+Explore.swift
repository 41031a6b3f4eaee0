import Words
import Explorer
import FoundationEssentials
import System

extension ExploredBuild {
    /// Explores a function in a process of its own, with limits on its memory and its time.
    ///
    /// Ctrl-C (also SIGTERM and SIGHUP) asks for the results so far; a second one ends it.
    /// - Parameters:
    ///   - entry: one of the source's.
    ///   - budget: the number of executions after which it stops; nil: a million, or fewer if they
    ///     have thirty million steps together.
    ///   - steps: the total number of steps after which it stops; nil: no limit if there is a
    ///     budget.
    ///   - patience: the time after which it is asked for the results so far; nil: no limit.
    ///   - options: how executions are chosen.
    ///   - randomSeeds: the number of random seeds to explore with, one after the other; each has
    ///     the whole budget.
    ///   - progress: called a few times a second.
    /// - Throws: `ExplainedError` if there is no result: the program does something that cannot
    ///   be explored, or ends itself.
    public func explore(
        _ entry: String, budget: Int? = nil, steps: Int? = nil, patience: Duration? = nil,
        options: ExplorationOptions = ExplorationOptions(), randomSeeds: Int = 1,
        progress: (ExplorationSession.Progress) -> Void = { _ in }
    ) throws -> ExplorationResult {
        var order = ExplorationRequest()
        order.options = options
        order.options.suspendsAtEveryAwait = source.suspendsAtEveryAwait
        if let budget { order.options.executionLimit = budget } else { order.options.stepsAltogether = 30_000_000 }
        if let steps { order.options.stepsAltogether = steps }
        return try run(entry, order, patience, randomSeeds: randomSeeds, progress)
    }

    /// Replays the execution of a token, with the token's number of pool threads. The source must
    /// be compiled as for the token.
    /// - Parameters:
    ///   - command: the command that prints valid tokens, named in the error if this token is not
    ///     valid.
    /// - Throws: `ExplainedError` if the token is not valid, or not for the current version of
    ///   this source and function.
    public func replay(_ token: String, of entry: String, command: String) throws -> ExplorationResult {
        var order = ExplorationRequest()
        let path = try source.path(of: token, entry: entry, command: command)
        guard path.suspendsAtEveryAwait == source.suspendsAtEveryAwait else {
            throw ExplainedError(
                .wrongToken,
                path.suspendsAtEveryAwait
                    ? "The token was made with --every-suspension, and the program was compiled without it."
                    : "The token was made without --every-suspension, and the program was compiled with it.",
                cure: "Get a new one: \(command)")
        }
        order.path = path
        order.options.poolWidth = path.poolWidth
        order.options.wakesSpuriously = path.wakesSpuriously
        order.options.randomSeed = path.randomSeed
        order.options.suspendsAtEveryAwait = path.suspendsAtEveryAwait
        if path.hasStrictPriorities { order.options.strategy = .strictPriorities }
        return try run(entry, order, nil) { _ in }
    }

    /// An order with these options that says nothing about what is to be done.
    func request(_ options: ExplorationOptions) throws -> ExplorationRequest {
        var order = ExplorationRequest()
        order.options = options
        order.options.suspendsAtEveryAwait = source.suspendsAtEveryAwait
        return try completed(order)
    }

    /// Adds what the source says about its processes.
    private func completed(_ order: ExplorationRequest) throws -> ExplorationRequest {
        var order = order
        order.input = source.input?.path
        order.options.keepsFreedMemory = source.canUseFreedMemory
        if source.isConfined {
            try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
            order.folder = files
        }
        return order
    }

    private func run(
        _ entry: String, _ order: ExplorationRequest, _ patience: Duration?, randomSeeds: Int = 1,
        _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationResult {
        let start = ContinuousClock.now
        let order = try completed(order)
        let report = try self.report(entry, order, patience, randomSeeds: randomSeeds, progress)
        let result = ExplorationResult(
            report, of: source, entry: entry, entries: entries, program: program, seconds: (ContinuousClock.now - start) / .seconds(1))
        // Results from before the search had to stop count.
        if let refusal = report.refusal, result.report.findings.isEmpty { throw result.error(refusal) }
        return result
    }
}

extension ExploredBuild {
    /// The results of all random seeds, in one report.
    private func report(
        _ entry: String, _ order: ExplorationRequest, _ patience: Duration?, randomSeeds: Int,
        _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationReport {
        var order = order
        var report = try self.report(entry, order, patience, progress).ofRandomSeed(order.options.randomSeed)
        for _ in 1..<max(randomSeeds, 1) where report.refusal == nil && !report.wasStopped {
            order.options.randomSeed += 1
            do {
                report.add(try self.report(entry, order, patience, progress).ofRandomSeed(order.options.randomSeed))
            } catch let error as ExplainedError where error.code == .interrupted {
                report.wasStopped = true
            } catch let error as ExplainedError where !report.findings.isEmpty {
                report.refusal = .lost("With random seed \(order.options.randomSeed): \(error.message)")
            }
        }
        return report
    }

    /// After a data race, the program can have damaged its memory and so its process. It is then
    /// explored once more, up to the race.
    private func report(
        _ entry: String, _ order: ExplorationRequest, _ patience: Duration?, _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationReport {
        let number = source.entries.firstIndex(of: entry) ?? 0
        var races = 0
        do {
            return try ExploringProcess.run(program, number, order, patience: patience) {
                races = $0.races
                progress($0)
            }
        } catch let error as ExplainedError where races > 0 && order.path == nil {
            var shorter = order
            shorter.options.stopsAtFailure = true
            guard var report = try? ExploringProcess.run(program, number, shorter, patience: patience, progress: progress),
                !report.findings.isEmpty
            else { throw error }
            report.refusal = .lost(
                "\(error.message) Perhaps the data race is the cause, because it can damage the program's memory. Fix the race, then try again."
            )
            return report
        }
    }
}

extension ExploredSource {
    /// Reads a token; it must be for the current version of this source.
    /// - Throws: `ExplainedError` if it is not.
    public func path(of token: String, entry: String, command: String) throws(ExplainedError) -> ExplorationReport.Path {
        do {
            return try ScheduleToken(token, for: fingerprint(entry)).path
        } catch {
            throw ExplainedError(error, token, of: entries.count > 1 ? "\(entry)() in \(name)" : name, command: command)
        }
    }

    /// The function that a token is for.
    /// - Throws: `ExplainedError` if it is for none of the current versions of them.
    public func entry(of token: String, command: String) throws(ExplainedError) -> String {
        for entry in entries.dropLast() where (try? path(of: token, entry: entry, command: command)) != nil { return entry }
        let last = entries[entries.count - 1]
        _ = try path(of: token, entry: last, command: command)
        return last
    }
}

extension ExploredSource {
    /// The declarations of the files, as far as they are needed. Files that cannot contain the
    /// searched words give an empty result.
    /// - Throws: `ExplainedError` if a file is not valid Swift, or if there is
    ///   no compiler.
    func outlines(in folder: String, _ interruption: InterruptCounter) throws -> [SourceOutline] {
        let words = entries + ["outcome", "allowed", "main"]
        return try files.indices.map { index in
            let isAsked =
                index == 0 || isProgram && (files[index].path.hasSuffix("/main.swift") || words.contains { files[index].text.contains($0) })
            return isAsked ? try SourceOutline.read(files[index], in: folder, interruption) : SourceOutline()
        }
    }
}
