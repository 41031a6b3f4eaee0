/// Answers the questions of a player.
///
/// Each answer is an execution from the program's start, made with the player's choices. So there is no state between two questions:
/// taking a step back is a question with fewer choices.
extension ExplorationSession {
    /// - Parameters:
    ///   - places: the accesses to memory that count as steps, as paths have them.
    ///   - ordersResumptions: whether places where the runtime needs the lock of a Swift task are steps.
    public func answer(_ question: SeatQuestion, places: [UInt], ordersResumptions: Bool) -> SeatAnswer {
        runner.begin()
        defer { runner.end() }
        runner.exploration.stacks.areShared = true
        var schedule = Schedule(departures: [], places: places.map(span.address))
        schedule.ordersResumptions = ordersResumptions
        runner.exploration.places.adopt(schedule.places)
        rehearse()
        switch question {
        case .position(let choices, let running):
            return .position(position(schedule, by: SeatStrategy(choices: choices, running: running)))
        case .end(let path):
            let whole = self.schedule(path)
            return .position(position(whole, by: SeatStrategy(whole)))
        case .canReach(let goal, let choices, let steps):
            return .reach(reach(goal, from: choices, schedule, most: steps))
        }
    }

    /// The entries of accesses and locks that a moment has. A screen has room for fewer, and an answer must not take long.
    private static let shownEntries = 150

    private func position(_ schedule: Schedule, by seat: SeatStrategy) -> SeatPosition {
        runner.log = .init(program: span)
        beginCapture()
        let result = execute(schedule, by: seat)
        let output = endCapture()
        let execution = runner.execution
        runner.log = nil
        var position = SeatPosition()
        position.choices = (0..<execution.choices.count).map { Int(execution.choices[$0]) }
        position.open = seat.open
        position.path = path(execution.schedule)
        position.path.ordersResumptions = schedule.ordersResumptions
        position.log = execution.log?.record(without: execution.hasLastWork ? execution.tasks.count - 1 : nil) ?? ExecutionRecord()
        if !seat.isPaused { position.end = end(result, position.log, output, position.path) }
        // (A failure is told with all of its steps.)
        if position.end?.findings.isEmpty ?? true { position.omitted = position.log.keepLatest(Self.shownEntries) }
        if seat.isPaused {
            position.current = seat.current
            position.next = seat.next
        }
        return position
    }

    /// The report of one execution, without its logs.
    private func end(_ result: Result, _ log: ExecutionRecord, _ output: String, _ path: ExplorationReport.Path) -> ExplorationReport {
        var report = ExplorationReport()
        report.refusal = refusal(result.failures)
        report.wasTooLong = result.isEndless
        if report.refusal != nil { return report }
        report.executions = 1
        if let outcome = result.outcome {
            report.outcomes = [.init(text: outcome.text, isAllowed: outcome.isAllowed, executions: 1, path: path)]
        }
        for behavior in ObservedBehavior.all(in: result) {
            if let finding = Self.finding(behavior, result, log, path, output, offset: span.offset) { report.findings.append(finding) }
        }
        sort(&report)
        for index in report.findings.indices { report.findings[index].log = ExecutionRecord() }
        report.output = TrapOutputMarker.separated(output).text
        return report
    }

    /// Searches all executions that begin with some choices: the reduced search, in which the first choices are fixed.
    private func reach(_ goal: SeatGoal, from choices: [Int], _ schedule: Schedule, most: Int) -> SeatReach {
        runner.exploration.places.use(schedule.places)
        runner.exploration.forgetRaces()
        let before = runner.exploration.statusLocks.ordersResumptions
        runner.exploration.statusLocks.ordersResumptions = schedule.ordersResumptions
        runner.exploration.search.begin(with: choices)
        runner.exploration.cuts = .init()
        runner.exploration.exceededSteps = false
        defer {
            runner.exploration.search.begin(with: [])
            runner.exploration.statusLocks.ordersResumptions = before
        }
        var steps = 0
        while steps < most {
            let result = execute()
            steps += runner.execution.choices.count
            if refusal(result.failures) != nil || result.isEndless { return .unknown }
            if !runner.exploration.search.isBlocked {
                let verdicts = ObservedBehavior.all(in: result).map(\.verdict)
                if goal.isReached(verdicts, outcome: result.outcome?.text) {
                    return .reached((0..<runner.execution.choices.count).map { Int(runner.execution.choices[$0]) })
                }
            }
            let hasRestarted = runner.exploration.search.restartedWithoutWakeupTree
            // (New steps give the choices another meaning.)
            if runner.exploration.places.adoptNew() || runner.adoptStacks() || runner.exploration.adoptFinalReleases()
                || runner.exploration.statusLocks.adopt()
            {
                return .unknown
            }
            if hasRestarted {
                runner.exploration.search.restartedWithoutWakeupTree = false
            } else if !runner.exploration.search.backtrack() {
                let isWhole =
                    !runner.exploration.exceededSteps && runner.exploration.cuts == .init() && !runner.exploration.hasMetForeignThread
                return isWhole ? .impossible : .unknown
            }
        }
        return .unknown
    }
}
