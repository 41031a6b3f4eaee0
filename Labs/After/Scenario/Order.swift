import Dispatch
import Synchronization

/// The bug: deadlines shall put blocks in order. The block with the latest deadline is submitted first.
///
/// If the machine is late, several deadlines are over when the system looks at the clock. Nothing then
/// says which of these blocks comes first.
public func orderByDeadlines(_ blocks: Int, step: DispatchTimeInterval) -> OrderReport {
    let queue = DispatchQueue(label: "reminders")
    let ran = Mutex<[Int]>([])
    let everything = DispatchGroup()
    var due = [DispatchTime.now()]
    for number in 1...blocks { due.append(due[number - 1] + step) }

    for number in (1...blocks).reversed() {
        everything.enter()
        queue.asyncAfter(deadline: due[number]) {
            ran.withLock { $0.append(number) }
            everything.leave()
        }
    }
    everything.wait()
    return OrderReport(ran: ran.withLock { $0 })
}

public struct OrderReport: Codable, Sendable {
    /// The blocks in the order in which they ran. Block 1 is due first.
    public var ran: [Int]
    public var inPlace: Int { zip(1..., ran).count { $0 == $1 } }
}
