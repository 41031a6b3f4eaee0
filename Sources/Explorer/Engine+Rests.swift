import CInterposition

/// What goes on for ever by itself: loops that sleep between two rounds, blocks and tasks that submit themselves again, loops that look at the clock.
///
/// A program ends while such a heartbeat goes on, so an execution must end too. A place where one task has slept very often, or where a block has
/// submitted itself again very often, is remembered, and the search begins anew (as where accesses race: the place becomes a step, and a token names it).
/// From then on the first rounds there are free. A later round is a *rest*: it comes only when all others wait and nothing else can let them go on.
/// What a rest holds back is not explored: where the rounds do anything that others can notice, the exploration is not called complete.
struct Rests {
    /// A task that sleeps at a place. (A Swift task is counted by its own number, from `swiftTasks` on.)
    struct Sleeper: Hashable {
        static let swiftTasks = TaskSet.capacity
        var place: UInt
        var task: Int
    }

    /// Who handed an item over, and where; -1: nobody.
    private struct Origin: BitwiseCopyable {
        var place: UInt = 0
        var parent: Int32 = -1
    }

    /// How often a task has slept at a place, and what it had changed when it did so last.
    private(set) var sleeps: [Sleeper: (count: Int, effects: Int)] = [:]
    private var origins = Storage<Origin>()
    /// How often each task has asked for the time in a row, and where; and what it was told.
    private var asks: [Int: (place: UInt, count: Int, time: UInt64)] = [:]

    func deallocate() { origins.deallocate() }

    mutating func removeAll() {
        if !sleeps.isEmpty { sleeps = [:] }
        if !asks.isEmpty { asks = [:] }
        origins.removeAll()
    }

    mutating func sleep(_ sleeper: Sleeper, effects: Int) -> (count: Int, wasActive: Bool) {
        let before = sleeps[sleeper] ?? (0, effects)
        sleeps[sleeper] = (before.count + 1, effects)
        return (before.count + 1, before.effects != effects)
    }

    mutating func note(_ task: Int, from place: UInt, by parent: Int) {
        while origins.count <= task { origins.append(Origin()) }
        origins[task] = Origin(place: place, parent: Int32(truncatingIfNeeded: parent))
    }

    /// A Swift task goes on in another stretch.
    mutating func note(_ task: Int, as earlier: Int) {
        if earlier < origins.count { note(task, from: origins[earlier].place, by: Int(origins[earlier].parent)) }
    }

    /// How many of an item's makers, and of theirs, were handed over at a place, the item itself included.
    func generations(of task: Int, at place: UInt) -> Int {
        var count = 0, cursor = Int32(truncatingIfNeeded: task)
        while cursor >= 0 && Int(cursor) < origins.count {
            let origin = origins[Int(cursor)]
            if origin.place == place { count += 1 }
            cursor = origin.parent
        }
        return count
    }

    func origin(of task: Int) -> UInt { task < origins.count ? origins[task].place : 0 }

    /// A task asks for the time.
    /// - Returns: how often it has asked at this place in a row, without having slept or waited in between.
    mutating func ask(_ task: Int, at place: UInt, time: UInt64) -> Int {
        let before = asks[task], isAgain = before?.place == place && before?.time == time
        let count = isAgain ? (before?.count ?? 0) + 1 : 1
        asks[task] = (place, count, time)
        return count
    }

    mutating func tell(_ task: Int, time: UInt64) { asks[task]?.time = time }

    /// A task waits for a limited time: it has asked for the time for that.
    mutating func wait(_ task: Int) {
        if !asks.isEmpty { asks[task] = nil }
    }
}

extension Engine {
    /// After how many rounds a heartbeat is known as one; how many of its rounds are free; and how many come altogether once the program has ended.
    private static let telling = 100, tellingGenerations = 60, freeRounds = 2, mostRests = 100

    // MARK: sleeps

    /// A task is about to sleep: where that is a heartbeat's, it may have to rest first.
    func restBeforeSleep(as sleeper: Int, place: UInt) {
        if place == 0 { return }
        let (count, wasActive) = rests.sleep(.init(place: place, task: sleeper), effects: effects[current])
        guard isStep(place) else {
            if count > Self.telling { discover(place) }
            return
        }
        if count <= Self.freeRounds || isAlone { return }
        if wasActive && othersCanGo(but: current) { hasCutRests = true }
        if count > Self.mostRests { rested.insert(current) }
        let rest = arrive(at: Operation(kind: .begin, rests: true, place: place))
        // (It does nothing, and so is no part of what a loop does in its rounds.)
        if isSearching { search.commit(rest, by: current, pending: pending) } else if isLogging { logStep(rest) }
    }

    /// A heartbeat that was not known: the search begins anew.
    private func discover(_ place: UInt) {
        newPlaces.insert(place)
        mustStop = true
        abandon()
    }

    // MARK: blocks and tasks that submit themselves again

    /// An item is handed over: how it will begin.
    func noteOrigin(of task: Int, place: UInt) {
        if place == 0 { return }
        rests.note(task, from: place, by: current)
        let generations = rests.generations(of: task, at: place)
        guard isStep(place) else {
            if generations > Self.tellingGenerations { discover(place) }
            return
        }
        if generations <= Self.freeRounds { return }
        pending[task].rests = true
        if generations > Self.mostRests { rested.insert(task) }
    }

    // MARK: who may go on

    /// Whether a rest may be over: the others wait, and cannot go on without it.
    func allowsRest(_ task: Int) -> Bool {
        if jobs[task].hasBegun && isCancelled(task) { return true }
        if programHasEnded && (rested.contains(task) || waitForOrders) { return false }
        var isNeeded = !programHasEnded
        for other in 0..<taskCount where other != task && states[other] == .alive && !pending[other].rests {
            let isTick = jobs[other].tick >= 0 && pending[other].isFire
            if !isTick && allows(other) {
                if !jobs[task].hasBegun && !programHasEnded { hasCutRests = true }
                return false
            }
            if !neverBegins(other) { isNeeded = true }
        }
        return isNeeded
    }

    private func othersCanGo(but task: Int) -> Bool {
        (0..<taskCount).contains { $0 != task && states[$0] == .alive && !pending[$0].rests && allows($0) }
    }

    // MARK: the clock

    /// A task asks for the time. Who asks again and again at one place, without waiting, waits for the time to pass: it then does.
    func now(place: UInt) -> UInt64 {

        if place == 0 { return localTime[current] }
        let count = rests.ask(current, at: place, time: localTime[current])
        if count > Self.freeAsks {
            localTime[current] &+= Self.shortestLapse << UInt64(min(count - Self.freeAsks - 1, Self.mostDoublings))
            rests.tell(current, time: localTime[current])
        }
        return localTime[current]
    }

    private static let freeAsks = 2, shortestLapse: UInt64 = 1_000_000, mostDoublings = 16

    // MARK: the end of an execution

    /// What is known of the present execution only.
    func forgetParticulars() {
        interleave_renew_pipes()
        rests.removeAll()
        rested = TaskSet()
        leaving = TaskSet()
        onOwnExecutors = TaskSet()
        exitCode = nil
        fences.removeAll()
        if !barriers.isEmpty { barriers = [:] }
        if !readHolds.isEmpty { readHolds = [:] }
    }
}
