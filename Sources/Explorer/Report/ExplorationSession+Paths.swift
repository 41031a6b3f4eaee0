/// Schedules, and the paths that stand for them in reports and tokens.
extension ExplorationSession {
    /// Replays a schedule; or runs the same steps in the order that a strategy chooses.
    func execute(_ schedule: Schedule, by strategy: SchedulingStrategy? = nil) -> Result {
        runner.guide = strategy ?? ReplayStrategy(schedule)
        runner.exploration.places.use(schedule.places)
        runner.exploration.forgetRaces()
        let before = runner.exploration.statusLocks.ordersResumptions
        runner.exploration.statusLocks.ordersResumptions = schedule.ordersResumptions
        defer {
            runner.guide = nil
            runner.exploration.statusLocks.ordersResumptions = before
        }
        return execute()
    }

    /// A schedule as it is reported.
    func path(_ schedule: Schedule) -> ExplorationReport.Path {
        var path = ExplorationReport.Path(
            steps: schedule.departures.map(\.step), tasks: schedule.departures.map(\.task), places: schedule.places.map(span.offset))
        path.poolWidth = options.poolWidth
        path.wakesSpuriously = options.wakesSpuriously
        path.randomSeed = options.randomSeed
        path.suspendsAtEveryAwait = options.suspendsAtEveryAwait
        path.ordersResumptions = schedule.ordersResumptions
        path.preemptions = schedule.preemptions
        path.length = schedule.steps
        return path
    }

    func schedule(_ path: ExplorationReport.Path) -> Schedule {
        var schedule = Schedule(
            departures: zip(path.steps, path.tasks).map { Schedule.Departure(step: $0, task: $1) }, places: path.places.map(span.address))
        schedule.ordersResumptions = path.ordersResumptions
        return schedule
    }
}
