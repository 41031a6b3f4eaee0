import Dispatch
import Glibc

/// A small random program of two or three tasks that share variables, locks, a semaphore and
/// queues.
///
/// Its outcomes are not known in advance: what partial-order reduction finds is compared with all
/// interleavings, one by one.
public struct RandomProgram: CustomStringConvertible {
    /// The steps of a task; numbers select the shared object.
    indirect enum Step {
        case read(Int)
        case write(Int, Int)
        case atomicAdd(Int, Int)
        case atomicExchange(Int, from: Int, to: Int)
        case locked(Int, Step)
        case tryLocked(Int, Step)
        case sync(Int, Step)
        case syncBarrier(Step)
        case async(Int, Step)
        case signal
        case poll
    }

    var tasks: [[Step]]
    var useThreads: Bool

    public var description: String { "\(useThreads ? "threads" : "blocks") \(tasks)" }

    /// The same program for the same number.
    public init(seed: Int) {
        var dice = Dice(state: UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D)
        let count = dice.roll(4) == 0 ? 3 : 2
        tasks = (0..<count).map { _ in (0..<(count == 2 ? 1 + dice.roll(3) : 1)).map { _ in Self.step(&dice, depth: 0) } }
        useThreads = dice.roll(2) == 0
    }

    private static func step(_ dice: inout Dice, depth: Int) -> Step {
        // Usually the first of two objects of a kind, so that tasks interact.
        let which = dice.roll(4) == 0 ? 1 : 0
        return switch dice.roll(depth > 0 ? 6 : 15) {
        case 0, 1: .read(which)
        case 2, 3: .write(which, 1 + dice.roll(9))
        case 4: .atomicAdd(which, 1 + dice.roll(9))
        case 5: .atomicExchange(which, from: 0, to: 1 + dice.roll(9))
        case 6, 7: .locked(which, step(&dice, depth: depth + 1))
        case 8: .tryLocked(which, step(&dice, depth: depth + 1))
        case 9: .sync(which, step(&dice, depth: depth + 1))
        case 10: .syncBarrier(step(&dice, depth: depth + 1))
        case 11, 12: .async(dice.roll(2), step(&dice, depth: depth + 1))
        case 13: .signal
        default: .poll
        }
    }

    /// Runs it: returns the values that each task read, and the final values of the variables.
    public func run() -> String {
        let shared = SharedThings(tasks: tasks.count)
        let bodies = tasks.indices.map { task in { for step in tasks[task] { shared.make(step, by: task) } } }
        if useThreads {
            concurrently(bodies)
        } else {
            for body in bodies { DispatchQueue.global().async(group: shared.group, execute: DispatchWorkItem(block: body)) }
        }
        shared.group.wait()
        return shared.summary
    }
}

/// The objects that the tasks of a random program share, and the values that each task read.
private final class SharedThings: @unchecked Sendable {
    let group = DispatchGroup()
    private let variables = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    private let atomics = [AtomicNumber(0), AtomicNumber(0)]
    private let locks = [Mutex(), Mutex()]
    private let queues = [DispatchQueue(label: "serial"), DispatchQueue(label: "concurrent", attributes: .concurrent)]
    private let semaphore = DispatchSemaphore(value: 0)
    private let seen: [Shared<[Int]>]

    init(tasks: Int) {
        variables.initialize(repeating: 0, count: 2)
        seen = (0..<tasks).map { _ in Shared([]) }
    }

    deinit { variables.deallocate() }

    func make(_ step: RandomProgram.Step, by task: Int) {
        if let number = result(of: step, by: task) { seen[task].value.append(number) }
    }

    private func result(of step: RandomProgram.Step, by task: Int) -> Int? {
        switch step {
        case .read(let index): return variables[index]
        case .write(let index, let value): variables[index] = value
        case .atomicAdd(let index, let value): return atomics[index].add(value)
        case .atomicExchange(let index, let old, let new): return atomics[index].exchange(old, for: new) ? 1 : 0
        case .locked(let index, let inner):
            locks[index].lock()
            make(inner, by: task)
            locks[index].unlock()
        case .tryLocked(let index, let inner):
            guard locks[index].tryLock() else { return -1 }
            make(inner, by: task)
            locks[index].unlock()
        case .sync(let index, let inner): return queues[index].sync { result(of: inner, by: task) }
        case .syncBarrier(let inner): return queues[1].sync(flags: .barrier) { result(of: inner, by: task) }
        // Submitted, and not waited for; the value it reads is not used.
        case .async(let index, let inner): queues[index].async(group: group) { _ = self.result(of: inner.plain, by: task) }
        case .signal: semaphore.signal()
        case .poll: return semaphore.wait(timeout: .now()) == .success ? 1 : 0
        }
        return nil
    }

    var summary: String { "\(seen.map(\.value)) \(variables[0]) \(variables[1]) \(atomics.map(\.value))" }
}

extension RandomProgram.Step {
    /// The step itself, without the lock around it: a block of another task must not record what it
    /// read.
    fileprivate var plain: Self {
        switch self {
        case .locked(_, let inner), .tryLocked(_, let inner), .sync(_, let inner), .syncBarrier(let inner), .async(_, let inner):
            inner.plain
        default: self
        }
    }
}

/// Random numbers that are the same each time (SplitMix64: Steele, Lea, Flood 2014).
struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ (word >> 31)) % UInt64(sides))
    }
}
