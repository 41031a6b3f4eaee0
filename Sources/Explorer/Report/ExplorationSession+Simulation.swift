extension ExplorationSession {
    /// Runs the program once, on one processor with strict priorities and simulated time, and reports
    /// it with a log. The options must name that strategy.
    public func simulate() -> ExplorationReport {
        runner.begin()
        defer { runner.end() }
        runner.exploration.stacks.areShared = true
        runner.exploration.places.adopt([])
        var report = ExplorationReport()
        rehearse()
        report.refusal = refusal(runner.execution.failures)
        if report.refusal != nil { return report }
        runner.log = .init(program: span)
        let processor = StrictPriorityStrategy(runner)
        runner.guide = processor
        runner.exploration.forgetRaces()
        beginCapture()
        let result = execute()
        processor.endThreads(runner.execution)
        let output = endCapture()
        runner.guide = nil
        let log =
            runner.execution.log?.record(without: runner.execution.hasLastWork ? runner.execution.tasks.count - 1 : nil)
            ?? ExecutionRecord()
        runner.log = nil
        report.refusal = refusal(result.failures)
        report.wasTooLong = result.isEndless
        guard report.refusal == nil else { return report }
        var path = ExplorationReport.Path(steps: [], tasks: [], places: [])
        path.hasStrictPriorities = true
        path.poolWidth = options.poolWidth
        path.wakesSpuriously = options.wakesSpuriously
        path.randomSeed = options.randomSeed
        path.suspendsAtEveryAwait = options.suspendsAtEveryAwait
        path.length = runner.execution.choices.count
        report.executions = 1
        report.coverage.strategy = .strictPriorities
        report.coverage.randomSeeds = [options.randomSeed]
        report.coverage.tasks = runner.execution.tasks.count
        report.coverage.steps = runner.execution.choices.count
        report.coverage.simulatedTime = processor.now
        if let outcome = result.outcome {
            report.outcomes = [.init(text: outcome.text, isAllowed: outcome.isAllowed, executions: 1, path: path)]
        }
        for behavior in ObservedBehavior.all(in: result) {
            if let finding = Self.finding(behavior, result, log, path, output, offset: span.offset) { report.findings.append(finding) }
        }
        sort(&report)
        report.log = log
        report.output = TrapOutputMarker.separated(output).text
        return report
    }
}
