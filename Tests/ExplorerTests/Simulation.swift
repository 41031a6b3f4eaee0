@testable import Explorer

/// A small simulated program of a few tasks: the test feeds its steps to the search directly, so
/// that reduction is tested without fibers.
struct SmallProgram {
    enum Step {
        case read(Int)
        case write(Int, Int)
        /// A compare-exchange: it writes only if it finds the expected value.
        case exchange(Int, from: Int, to: Int)
        case lock(Int)
        case tryLock(Int)
        case unlock(Int)
        case sleep(condition: Int, lock: Int)
        case wake(condition: Int, lock: Int, mayTimeOut: Bool)
        case signal(Int)
        case broadcast(Int)
    }

    var tasks: [[Step]]

    /// Everything observable in an execution: the values that each task read, the final values, and
    /// whether all tasks finished.
    struct Outcome: Hashable {
        var seen: [[Int]]
        var memory: [Int]
        var hasFinished: Bool
    }

    struct Result {
        var outcomes: Set<Outcome> = []
        var executions = 0
        var blocked = 0
    }

    private static let variables = 3, locks = 3, conditions = 2

    private func operation(_ step: Step) -> Operation {
        let lock = Self.variables, condition = Self.variables + Self.locks
        switch step {
        case .read(let variable): return Operation(kind: .read, object: Int32(variable))
        case .write(let variable, _): return Operation(kind: .write, object: Int32(variable))
        case .exchange(let variable, _, _): return Operation(kind: .atomicUpdate, object: Int32(variable))
        case .lock(let which): return Operation(kind: .lock, object: Int32(lock + which))
        case .tryLock(let which): return Operation(kind: .tryLock, object: Int32(lock + which))
        case .unlock(let which): return Operation(kind: .unlock, object: Int32(lock + which))
        case .sleep(let which, let held):
            return Operation(kind: .conditionSleep, object: Int32(condition + which), other: Int32(lock + held))
        case .wake(let which, let held, let mayTimeOut):
            return Operation(kind: .conditionWake, mayTimeOut: mayTimeOut, object: Int32(condition + which), other: Int32(lock + held))
        case .signal(let which): return Operation(kind: .conditionSignal, object: Int32(condition + which))
        case .broadcast(let which): return Operation(kind: .conditionBroadcast, object: Int32(condition + which))
        }
    }

    func run(_ reduction: Search.Reduction) -> Result {
        var search = Search(reduction: reduction), objects = SharedObjects(), result = Result()
        let pending = UnsafeMutablePointer<Operation>.allocate(capacity: TaskSet.capacity)
        defer {
            search.deallocate()
            objects.deallocate()
            pending.deallocate()
        }
        repeat {
            if search.restartedWithoutWakeupTree {
                search.restartedWithoutWakeupTree = false
                result = Result()
            }
            let outcome = execute(&search, &objects, pending, guide: nil)
            if search.isBlocked {
                result.blocked += 1
            } else {
                result.executions += 1
                result.outcomes.insert(outcome)
            }
        } while search.backtrack()
        return result
    }

    /// The outcome of each execution when a strategy chooses, for at most this many executions.
    func run(_ guide: SchedulingStrategy, executions: Int = .max) -> [Outcome] {
        var search = Search(reduction: .none), objects = SharedObjects(), outcomes: [Outcome] = []
        let pending = UnsafeMutablePointer<Operation>.allocate(capacity: TaskSet.capacity)
        defer {
            search.deallocate()
            objects.deallocate()
            pending.deallocate()
        }
        repeat {
            outcomes.append(execute(&search, &objects, pending, guide: guide))
            search.reset()
        } while outcomes.count < executions && guide.advance()
        return outcomes
    }

    private func execute(
        _ search: inout Search, _ objects: inout SharedObjects, _ pending: UnsafeMutablePointer<Operation>, guide: SchedulingStrategy?
    ) -> Outcome {
        search.beginExecution()
        objects = SharedObjects(reusing: objects)
        for index in 0..<Self.variables + Self.locks + Self.conditions {
            _ = objects.index(of: UInt(index))
            search.addObject()
        }
        var next = tasks.map { _ in 0 }, seen = tasks.map { _ in [Int]() }, memory = Array(repeating: 0, count: Self.variables)
        var current = 0
        for _ in tasks { search.addTask(parent: nil) }
        while true {
            var enabled = TaskSet(), held = TaskSet()
            for task in tasks.indices where next[task] < tasks[task].count {
                pending[task] = operation(tasks[task][next[task]])
                if objects.allows(pending[task], to: task) { enabled.insert(task) } else { held.insert(task) }
            }
            if enabled.isEmpty { break }
            var task = search.repeated ?? search.choose(enabled: enabled, held: held, current: current, pending: pending)
            if let guide { task = guide.choose(enabled: enabled, current: current, pending: pending) }
            precondition(enabled.contains(task))
            var made = pending[task]
            if made.kind == .tryLock && !objects[made.object, Lock.self].tryAcquire(by: task) { made.kind = .lockRefused }
            if case .exchange(let variable, let old, _) = tasks[task][next[task]], memory[variable] != old { made.kind = .atomicLoad }
            search.commit(made, by: task, pending: pending)
            current = task
            switch tasks[task][next[task]] {
            case .read(let variable): seen[task].append(memory[variable])
            case .write(let variable, let value): memory[variable] = value
            case .exchange(let variable, let old, let new):
                seen[task].append(memory[variable])
                if memory[variable] == old { memory[variable] = new }
            case .lock:
                objects[made.object, Lock.self].owner = Int32(task)
            case .tryLock:
                seen[task].append(made.kind == .tryLock ? 1 : 0)
            case .unlock: objects[made.object, Lock.self].release()
            case .sleep:
                objects.sleep(task, on: made.object)
                objects[made.other, Lock.self].release()
            case .wake:
                seen[task].append(objects.wake(task, on: made.object) ? 1 : 0)
                objects[made.other, Lock.self].owner = Int32(task)
            case .signal: objects.signal(made.object)
            case .broadcast: objects.broadcast(made.object)
            }
            next[task] += 1
            // A lock that was not acquired is not released.
            while next[task] < tasks[task].count, case .unlock(let which) = tasks[task][next[task]],
                objects[Int32(Self.variables + which), Lock.self].owner != Int32(task)
            {
                next[task] += 1
            }
        }
        for task in tasks.indices where next[task] < tasks[task].count { search.analysePending(pending[task], of: task) }
        return Outcome(seen: seen, memory: memory, hasFinished: zip(next, tasks).allSatisfy { $0 == $1.count })
    }
}

extension SmallProgram {
    /// A program of two or three tasks with a few steps each, of all kinds; each lock is released
    /// by the task that acquired it.
    static func random(_ dice: inout Dice) -> SmallProgram {
        let count = Int.random(in: 2...3, using: &dice)
        return SmallProgram(
            tasks: (0..<count).map { _ in
                var steps: [Step] = []
                while steps.count < (count == 2 ? 5 : 3) { steps += block(&dice, depth: 0) }
                return steps
            })
    }

    /// A program of two to four tasks with a few atomic steps each. Most of these succeed or fail as the order decides.
    static func randomExchanges(_ dice: inout Dice) -> SmallProgram {
        let count = Int.random(in: 2...4, using: &dice), most = count == 2 ? 4 : count == 3 ? 3 : 2
        return SmallProgram(
            tasks: (0..<count).map { _ in
                (0..<Int.random(in: 1...most, using: &dice)).map { _ in
                    let variable = Int.random(in: 0..<3, using: &dice) == 0 ? 1 : 0, value = Int.random(in: 0..<3, using: &dice)
                    switch Int.random(in: 0..<6, using: &dice) {
                    case 0: return .read(variable)
                    case 1: return .write(variable, value)
                    default: return .exchange(variable, from: Int.random(in: 0..<3, using: &dice), to: value)
                    }
                }
            })
    }

    private static func block(_ dice: inout Dice, depth: Int) -> [Step] {
        let variable = Int.random(in: 0..<2, using: &dice), which = Int.random(in: 0..<2, using: &dice)
        switch Int.random(in: 0..<(depth > 1 ? 5 : 9), using: &dice) {
        case 0, 1: return [.read(variable)]
        case 2, 3: return [.write(variable, Int.random(in: 1...9, using: &dice))]
        case 4: return [Bool.random(using: &dice) ? .signal(0) : .broadcast(0)]
        case 5, 6: return [.lock(which)] + block(&dice, depth: depth + 1) + [.unlock(which)]
        case 7: return [.tryLock(which)] + block(&dice, depth: depth + 1) + [.unlock(which)]
        default:
            return [
                .lock(2), .sleep(condition: 0, lock: 2), .wake(condition: 0, lock: 2, mayTimeOut: Bool.random(using: &dice)), .unlock(2),
            ]
        }
    }
}
