import CInterposition
import Glibc

/// How an execution ends before its tasks do.
extension Engine {
    func stop() -> Int {
        mustStop = true
        return -1
    }

    /// How many tasks a program may have: one is kept for the look at its result.
    static let mostTasks = TaskSet.capacity - 1
    static let tooManyTasks = "more than \(mostTasks) items and threads"

    /// What a task will do that was added before this was known.
    func prepare(_ task: Int, _ function: @escaping TaskFunction, _ context: UnsafeMutableRawPointer?) {
        functions[task] = function
        contexts[task] = context
    }

    func diverge() -> Int {
        failures.append(.notRepeatable)
        hasRefused = true
        return stop()
    }

    /// Ends the exploration: here is something whose behaviour is not known.
    func refuse(_ what: String, place: UInt) {
        failures.append(.notModelled(what, place: place))
        hasRefused = true
        mustStop = true
    }

    /// The program ends its process: nobody goes on, and what was left to do is not done.
    ///
    /// All others go on first, as far as they can: what they have done then they may have done before the end. Of several who would end it, each may
    /// come first.
    func endProcess(_ code: Int, place: UInt) {
        leaving.insert(current)
        visit(Operation(kind: .atomicUpdate, object: object(Self.processKey), place: place))
        // (Where one has trapped, the process has ended before.)
        hasFinished = !(0..<taskCount).contains { states[$0] == .trapped }
        if hasFinished { exitCode = code }
        _ = stop()
        abandon()
    }

    /// Stands for the process, as what ends.
    private static let processKey: UInt = 5

    func report(_ failure: Failure) { failures.append(failure) }

    /// The task is over; somebody else goes on.
    func leave(_ me: Int, as state: State) {
        states[me] = state
        alive.remove(me)
        act(me)
        let chosen = next()
        if chosen >= 0 { current = chosen }
        interleave_fiber_switch(fibers[me], chosen >= 0 ? fibers[chosen] : nil)
        fatalError("a task that has ended was chosen")
    }

    /// Gives the processor back for good.
    func abandon() { interleave_fiber_switch(fibers[current], nil) }

    func trap(signal: Int, place: UInt, library: UInt = 0) {
        if signal != Int(SIGVTALRM) {
            meetResumptions(place)
            meetEndOfProcess(place)
        }
        failures.append(.trap(signal: signal, task: current, place: place))
        if endings[current].count != 0 { noteEndings() }
        if isLogging {
            TrapMark.write(for: current)
            noteCallers()
            log?.append(
                .init(
                    task: current, kind: .signalDelivered, argument: UInt64(signal), place: place, text: Self.nameOfLibrary(library),
                    callers: log?.callers[current] ?? []))
        }
        leave(current, as: .trapped)
    }

    /// The file of the library that an address lies in, without its folder.
    private static func nameOfLibrary(_ address: UInt) -> String? {
        guard address != 0, let path = interleave_file_of(address) else { return nil }
        return String(cString: path).split(separator: "/").last.map(String.init)
    }

    /// Where a continuation was resumed before, that may be why: had this task come first, the other might have trapped.
    private func meetResumptions(_ place: UInt) {
        for number in 0..<Int32(swiftTasks.count) where objects[swiftTasks[number].continuation].isDone {
            visit(Operation(kind: .occurrence, object: swiftTasks[number].continuation, place: place))
        }
    }

    /// The way that the execution has gone.
    var schedule: Schedule {
        if isSearching { return Schedule(choices: (0..<choices.count).map { choices[$0] }, places: placeList) }
        var schedule = Schedule(departures: (0..<made.count).map { made[$0] }, places: placeList)
        schedule.preemptions = preemptions
        schedule.steps = choices.count
        return schedule
    }
}
