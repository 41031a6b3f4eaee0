import CInterposition
import Glibc

/// Ends of an execution before its tasks end.
extension Execution {
    func stop() -> Int {
        mustStop = true
        return -1
    }

    /// The most tasks that a program can have: one number is kept for the task that reads the
    /// result.
    static let mostTasks = TaskSet.capacity - 1
    static let tooManyTasks = "more than \(mostTasks) items and threads"

    /// Sets the function of a task that was added before its function was known.
    func prepare(_ task: Int, _ function: @escaping TaskFunction, _ context: UnsafeMutableRawPointer?) {
        tasks[task].function = function
        tasks[task].context = context
    }

    func diverge() -> Int {
        failures.append(.notRepeatable)
        exploration.hasRefused = true
        return stop()
    }

    /// Ends the exploration: the behavior of this call is not known.
    func refuse(_ what: String, place: UInt) { refuse(.notModelled(what, place: place)) }

    /// Ends the exploration for this reason.
    func refuse(_ failure: Failure) {
        failures.append(failure)
        exploration.hasRefused = true
        mustStop = true
    }

    /// The program ends its process. No task continues, and outstanding work is not done.
    ///
    /// All other tasks run first, as far as they can: they could have done that work before the
    /// end. If several tasks are about to end the process, each of them can be first.
    func endProcess(_ code: Int, place: UInt) {
        leaving.insert(current)
        visit(Operation(kind: .atomicUpdate, object: object(Self.processKey), place: place))
        // (If a task has trapped, the process has ended before.)
        hasFinished = !(0..<tasks.count).contains { tasks[$0].state == .trapped }
        if hasFinished { exitCode = code }
        _ = stop()
        abandon()
    }

    /// The object that stands for the process when it ends.
    private static let processKey: UInt = 5

    func report(_ failure: Failure) { failures.append(failure) }

    /// The task is over; another task goes on.
    func leave(_ me: Int, as state: ExploredTask.State) {
        tasks.end(me, as: state)
        act(me)
        let chosen = next()
        if chosen >= 0 { current = chosen }
        interleave_fiber_switch(exploration.stacks.fibers[me], chosen >= 0 ? exploration.stacks.fibers[chosen] : nil)
        fatalError("a task that has ended was chosen")
    }

    /// Leaves the fiber for good.
    func abandon() { interleave_fiber_switch(exploration.stacks.fibers[current], nil) }

    /// - Parameter library: the address of the trap if it is not in the program's code; else 0.
    func trapped(_ signal: Int, place: UInt, library: UInt) -> Int64 {
        trap(signal: signal, place: place, library: library)
        return 0
    }

    func refused(_ what: String, place: UInt) -> Int64 { refused(.notModelled(what, place: place)) }

    func refused(_ failure: Failure) -> Int64 {
        refuse(failure)
        abandon()
        return 0
    }

    func trap(signal: Int, place: UInt, library: UInt = 0) {
        if signal != Int(SIGVTALRM) {
            meetResumptions(place)
            meetEndOfProcess(place)
        }
        failures.append(.trap(signal: signal, task: current, place: place))
        if tasks[current].deinits.count != 0 { noteDeinits() }
        if isLogging {
            TrapOutputMarker.write(for: current)
            noteCallers()
            noteResumptionsBegun()
            log?.append(
                .init(
                    task: current, kind: .signalDelivered, argument: UInt64(signal), place: place, text: Self.nameOfLibrary(library),
                    callers: log?.callers[current] ?? []))
        }
        leave(current, as: .trapped)
    }

    /// Notes the calls of `resume` that other tasks have made: a checked continuation counts a call before it resumes the task, which is
    /// the call's visible step.
    private func noteResumptionsBegun() {
        for task in 0..<tasks.count where task != current && tasks[task].state == .alive {
            let operation = tasks.pending[task]
            guard operation.kind == .occurrence,
                let number = (0..<Int32(swiftTasks.count)).first(where: { swiftTasks[$0].continuation == operation.object })
            else { continue }
            log?.noteBegun(
                .init(
                    task: task, kind: .continuationResumed, object: UInt64(number + 1), place: operation.place,
                    callers: log?.callers[task] ?? []))
        }
    }

    /// The file of the library that an address lies in, without its folder.
    private static func nameOfLibrary(_ address: UInt) -> String? {
        guard address != 0, let path = interleave_file_of(address) else { return nil }
        return String(cString: path).split(separator: "/").last.map(String.init)
    }

    /// A continuation that was resumed before may be the reason of the trap. Had this task run
    /// first, the other task might have trapped.
    private func meetResumptions(_ place: UInt) {
        for number in 0..<Int32(swiftTasks.count) where objects[swiftTasks[number].continuation, Occurrence.self].hasHappened {
            visit(Operation(kind: .occurrence, object: swiftTasks[number].continuation, place: place))
        }
    }

    /// The schedule of this execution.
    var schedule: Schedule {
        var schedule =
            isSearching
            ? Schedule(choices: (0..<choices.count).map { choices[$0] }, places: exploration.places.list)
            : Schedule(departures: (0..<made.count).map { made[$0] }, places: exploration.places.list)
        schedule.ordersResumptions = exploration.statusLocks.ordersResumptions
        if isSearching { return schedule }
        schedule.preemptions = preemptions
        schedule.steps = choices.count
        return schedule
    }
}
