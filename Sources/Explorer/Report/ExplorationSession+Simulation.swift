extension ExplorationSession {
    /// Runs the program once, on one processor with strict priorities and simulated time, and reports
    /// it with a log. The options must name that strategy.
    public func simulate() -> ExplorationReport {
        engine.begin()
        defer { engine.end() }
        engine.stacksAreShared = true
        engine.adopt(places: [])
        var report = ExplorationReport()
        rehearse()
        report.refusal = refusal(engine.failures)
        if report.refusal != nil { return report }
        engine.log = ExecutionRecorder(span)
        let processor = StrictPriorityStrategy(engine)
        engine.guide = processor
        engine.forgetRaces()
        beginCapture()
        let result = execute()
        processor.endThreads(engine)
        let output = endCapture()
        engine.guide = nil
        let log = engine.log?.chronicle(without: engine.hasLastWork ? engine.taskCount - 1 : nil) ?? ExecutionRecord()
        engine.log = nil
        report.refusal = refusal(result.failures)
        report.wasTooLong = result.isEndless
        guard report.refusal == nil else { return report }
        var path = ExplorationReport.Path(steps: [], tasks: [], places: [])
        path.hasStrictPriorities = true
        path.poolWidth = options.poolWidth
        path.wakesSpuriously = options.wakesSpuriously
        path.randomSeed = options.randomSeed
        path.suspendsAtEveryAwait = options.suspendsAtEveryAwait
        path.length = engine.choices.count
        report.executions = 1
        report.coverage.strategy = .strictPriorities
        report.coverage.randomSeeds = [options.randomSeed]
        report.coverage.tasks = engine.taskCount
        report.coverage.steps = engine.choices.count
        report.coverage.simulatedTime = processor.now
        if let outcome = result.outcome {
            report.outcomes = [.init(text: outcome.text, isAllowed: outcome.isAllowed, executions: 1, path: path)]
        }
        for sight in ObservedBehavior.all(in: result) {
            if let finding = Self.finding(sight, result, log, path, output, offset: span.offset) { report.findings.append(finding) }
        }
        sort(&report)
        report.log = log
        report.output = TrapOutputMarker.separated(output).text
        return report
    }
}
