import Foundation
import Synchronization

/// A small random program of operations on two queues, of which one or both run one operation at a time.
///
/// Two or three threads add the operations. Some operations depend on others, on either queue, and some have a priority. So it depends on
/// the order of these steps which operation is ready when a queue chooses the next one.
public final class RandomOperations: CustomStringConvertible, @unchecked Sendable {
    /// What a thread does; numbers are those of operations.
    enum Step {
        case add(Int)
        case mark(Int)
        case setPriority(Int, Operation.QueuePriority)
        case depend(Int, on: Int)
    }

    /// For each operation: its queue, the earlier operations that it depends on, and its priority.
    private struct Plan {
        var queue: Int
        var after: [Int]
        var priority: Operation.QueuePriority
    }

    private let plans: [Plan]
    private let threads: [[Step]]
    private let widths: [Int]
    private let marks = UnsafeMutablePointer<Int>.allocate(capacity: 64), ticket = Atomic(0)

    public var description: String { "\(widths) \(plans.map { "\($0.queue)\($0.after)\($0.priority.rawValue)" }) \(threads)" }

    /// The same program for the same number.
    public init(seed: Int) {
        var dice = Dice(state: UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D &+ 77)
        widths = [1, dice.roll(2) == 0 ? 1 : OperationQueue.defaultMaxConcurrentOperationCount]
        let count = 2 + dice.roll(3)
        plans = (0..<count).map { number in
            Plan(
                queue: dice.roll(3) == 0 ? 1 : 0, after: (0..<number).filter { _ in dice.roll(3) == 0 },
                priority: dice.pick([.normal, .normal, .high, .low]))
        }
        var threads = [[Step]](repeating: [], count: count > 3 ? 2 : 2 + dice.roll(2))
        var order = Array(0..<count)
        while !order.isEmpty {
            let operation = order.remove(at: dice.roll(order.count)), thread = dice.roll(threads.count)
            if dice.roll(8) == 0 { threads[thread].append(.setPriority(dice.roll(count), dice.pick([.high, .low]))) }
            if operation > 0 && dice.roll(8) == 0 { threads[thread].append(.depend(operation, on: dice.roll(operation))) }
            threads[thread].append(.add(operation))
        }
        if dice.roll(3) == 0 { threads[dice.roll(threads.count)].append(.mark(90)) }
        self.threads = threads
    }

    deinit { marks.deallocate() }

    /// The objects of one execution. (They are not released: an execution can end in the middle.)
    private final class Things: @unchecked Sendable {
        var queues: [OperationQueue] = [], operations: [Operation] = []
    }

    /// Starts the threads, and waits for none of them.
    public func start() {
        ticket.store(0, ordering: .relaxed)
        let things = Things(), unmanaged = Unmanaged.passUnretained(self)
        let mark: @Sendable (Int) -> Void = { number in unmanaged._withUnsafeGuaranteedRef { $0.mark(number) } }
        things.queues = widths.map { width in
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = width
            return queue
        }
        things.operations = plans.indices.map { number in BlockOperation { mark(number) } }
        for (number, plan) in plans.enumerated() {
            for other in plan.after { things.operations[number].addDependency(things.operations[other]) }
            if plan.priority != .normal { things.operations[number].queuePriority = plan.priority }
        }
        let kept = Unmanaged.passRetained(things)
        for thread in threads.indices {
            DispatchQueue.global().async {
                unmanaged._withUnsafeGuaranteedRef { me in kept._withUnsafeGuaranteedRef { me.run(thread, $0) } }
            }
        }
    }

    private func run(_ thread: Int, _ things: Things) {
        for step in threads[thread] {
            switch step {
            case .add(let number): things.queues[plans[number].queue].addOperation(things.operations[number])
            case .mark(let number): mark(number)
            case .setPriority(let number, let priority): things.operations[number].queuePriority = priority
            case .depend(let number, let other): things.operations[number].addDependency(things.operations[other])
            }
        }
    }

    private func mark(_ number: Int) { marks[ticket.wrappingAdd(1, ordering: .relaxed).oldValue] = number }

    /// The order in which the operations ran.
    public var outcome: String { (0..<ticket.load(ordering: .relaxed)).map { "\(marks[$0])" }.joined(separator: " ") }
}
