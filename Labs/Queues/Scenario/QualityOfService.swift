import Foundation
import Synchronization

/// The classes of QoS, from background work to work that the user waits for.
let classes: [DispatchQoS] = [.background, .utility, .default, .userInitiated, .userInteractive]

/// Asks the global queue of each class for its label, and its thread for its nice value.
public func askGlobalQueues() -> [QueueOfClass] {
    classes.map { qos in
        let queue = DispatchQueue.global(qos: qos.qosClass)
        let niceValue = Mutex(0)
        let everything = DispatchGroup()
        queue.async(group: everything) { niceValue.withLock { $0 = niceValueOfThisThread() } }
        everything.wait()
        return QueueOfClass(label: queue.label, niceValue: niceValue.withLock { $0 })
    }
}

/// One serial queue gets a block of each class, the least urgent one first.
public func submitToOneSerialQueue() -> [BlockOfClass] {
    let queue = DispatchQueue(label: "one queue")
    let everything = DispatchGroup()
    let blocks = Mutex<[BlockOfClass]>([])
    for (number, qos) in classes.enumerated() {
        queue.async(group: everything, qos: qos) {
            calculate()
            blocks.withLock { $0.append(BlockOfClass(number: number, niceValue: niceValueOfThisThread())) }
        }
    }
    everything.wait()
    return blocks.withLock { $0 }
}

public struct QueueOfClass: Codable, Sendable {
    public var label: String
    public var niceValue: Int
}

public struct BlockOfClass: Codable, Sendable {
    /// Its place in the order of submission, from 0.
    public var number: Int
    public var niceValue: Int
}

public struct QoSReport: Codable, Sendable {
    public var queues: [QueueOfClass]
    public var blocks: [BlockOfClass]

    public init() {
        queues = askGlobalQueues()
        blocks = submitToOneSerialQueue()
    }
}

/// On Linux each thread has a nice value. A thread with a high value gets less of a busy processor.
private func niceValueOfThisThread() -> Int { Int(getpriority(__priority_which_t(0), 0)) }
