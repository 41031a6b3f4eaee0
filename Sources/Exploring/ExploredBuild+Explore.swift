import Explorer
import FoundationEssentials

extension ExploredBuild {
    /// Explores a function, in a process of its own, with limits on its memory and its patience.
    ///
    /// Ctrl-C (SIGTERM and SIGHUP, too) asks for what is known so far; a second one ends it.
    /// - Parameters:
    ///   - entry: one of the source's.
    ///   - budget: the executions after which it stops; nil: a million, or as many as make thirty million steps together.
    ///   - steps: the steps of all executions together after which it stops; nil: no limit where there is a budget.
    ///   - patience: the time after which it is asked for what is known so far; nil: it has all the time that it needs.
    ///   - options: how executions are chosen.
    ///   - randomSeeds: how many random seeds it is explored with, one after the other; each has the whole budget.
    ///   - progress: called some times a second.
    /// - Throws: `ExplorationError` where nothing is known in the end: the program does what cannot be explored, or ends itself.
    public func explore(
        _ entry: String, budget: Int? = nil, steps: Int? = nil, patience: Duration? = nil,
        options: ExplorationOptions = ExplorationOptions(), randomSeeds: Int = 1,
        progress: (ExplorationSession.Progress) -> Void = { _ in }
    ) throws -> ExplorationResult {
        var order = ExplorationOrder()
        order.options = options
        order.options.suspendsAtEveryAwait = source.suspendsAtEveryAwait
        if let budget { order.options.executionLimit = budget } else { order.options.stepsAltogether = 30_000_000 }
        if let steps { order.options.stepsAltogether = steps }
        return try run(entry, order, patience, randomSeeds: randomSeeds, progress)
    }

    /// Makes one execution again, as a token has it, with as many threads as it says. The source is to be compiled as the token has it.
    /// - Parameters:
    ///   - command: what prints tokens that fit: told where this one does not.
    /// - Throws: `ExplorationError` where the token is none, or not one for this source and function as they are now.
    public func replay(_ token: String, of entry: String, command: String) throws -> ExplorationResult {
        var order = ExplorationOrder()
        let path = try source.path(of: token, entry: entry, command: command)
        guard path.suspendsAtEveryAwait == source.suspendsAtEveryAwait else {
            throw ExplorationError(
                .wrongToken,
                path.suspendsAtEveryAwait
                    ? "The token was made with --every-suspension, and the program was compiled without it."
                    : "The token was made without --every-suspension, and the program was compiled with it.",
                cure: "Explore again: \(command)")
        }
        order.path = path
        order.options.poolWidth = path.poolWidth
        order.options.wakesSpuriously = path.wakesSpuriously
        order.options.randomSeed = path.randomSeed
        order.options.suspendsAtEveryAwait = path.suspendsAtEveryAwait
        return try run(entry, order, nil) { _ in }
    }

    private func run(
        _ entry: String, _ order: ExplorationOrder, _ patience: Duration?, randomSeeds: Int = 1,
        _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationResult {
        let start = ContinuousClock.now
        var order = order
        order.input = source.input?.path
        if source.isConfined {
            try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
            order.folder = files
        }
        let report = try self.report(entry, order, patience, randomSeeds: randomSeeds, progress)
        let result = ExplorationResult(
            report, of: source, entry: entry, entries: entries, program: program, seconds: (ContinuousClock.now - start) / .seconds(1))
        // What was found before it had to stop counts.
        if let refusal = report.refusal, result.report.findings.isEmpty { throw result.error(refusal) }
        return result
    }
}

extension ExploredBuild {
    /// What the exploration with each random seed has found, in one report.
    private func report(
        _ entry: String, _ order: ExplorationOrder, _ patience: Duration?, randomSeeds: Int,
        _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationReport {
        var order = order
        var report = try self.report(entry, order, patience, progress).ofRandomSeed(order.options.randomSeed)
        for _ in 1..<max(randomSeeds, 1) where report.refusal == nil && !report.wasStopped {
            order.options.randomSeed += 1
            do {
                report.add(try self.report(entry, order, patience, progress).ofRandomSeed(order.options.randomSeed))
            } catch let error as ExplorationError where !report.findings.isEmpty {
                report.refusal = .lost("With random seed \(order.options.randomSeed): \(error.message)")
            }
        }
        return report
    }

    /// Where a race has been found, the program may since have broken its memory and with it the process: then it is explored once more, up to the race.
    private func report(
        _ entry: String, _ order: ExplorationOrder, _ patience: Duration?, _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationReport {
        let number = source.entries.firstIndex(of: entry) ?? 0
        do {
            return try ExploringProcess.run(program, number, order, patience: patience, progress: progress)
        } catch let error as ExplorationError where error.races > 0 && order.path == nil {
            var shorter = order
            shorter.options.stopsAtFailure = true
            guard var report = try? ExploringProcess.run(program, number, shorter, patience: patience, progress: progress),
                !report.findings.isEmpty
            else { throw error }
            report.refusal = .lost(
                "\(error.message) That may come of the data race, which can break what the program keeps in memory: mend the race, then explore again."
            )
            return report
        }
    }
}

extension ExploredSource {
    /// Reads a token; it has to be one for this source as it is now.
    /// - Throws: `ExplorationError` where it is not.
    public func path(of token: String, entry: String, command: String) throws(ExplorationError) -> ExplorationReport.Path {
        do {
            return try ScheduleToken(token, for: fingerprint(entry)).path
        } catch {
            throw ExplorationError(error, token, of: entries.count > 1 ? "\(entry)() in \(name)" : name, command: command)
        }
    }

    /// The function that a token was made for.
    /// - Throws: `ExplorationError` where it was made for none of them as they are now.
    public func entry(of token: String, command: String) throws(ExplorationError) -> String {
        for entry in entries.dropLast() where (try? path(of: token, entry: entry, command: command)) != nil { return entry }
        let last = entries[entries.count - 1]
        _ = try path(of: token, entry: last, command: command)
        return last
    }
}

extension ExploredSource {
    /// What the files declare, as far as that has to be known: in files that cannot have what is looked for there is nothing.
    /// - Throws: `ExplorationError` where a file is no Swift; `ChildProcessError` where there is no compiler.
    func outlines(in folder: String, _ interruption: Interruption) throws -> [SourceOutline] {
        let words = entries + ["outcome", "allowed", "main"]
        return try files.indices.map { index in
            let isAsked =
                index == 0 || isProgram && (files[index].path.hasSuffix("/main.swift") || words.contains { files[index].text.contains($0) })
            return isAsked ? try SourceOutline.read(files[index], in: folder, interruption) : SourceOutline()
        }
    }
}
