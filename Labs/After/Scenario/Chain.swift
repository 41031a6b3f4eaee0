import Dispatch
import Synchronization

/// The fix: each block submits the next one. So the next one cannot begin before this one has begun,
/// however late the machine is.
public func orderByChain(_ blocks: Int, step: DispatchTimeInterval) -> OrderReport {
    let queue = DispatchQueue(label: "reminders")
    let ran = Mutex<[Int]>([])
    let everything = DispatchGroup()

    @Sendable func remind(_ number: Int) {
        queue.asyncAfter(deadline: .now() + step) {
            ran.withLock { $0.append(number) }
            if number < blocks { remind(number + 1) } else { everything.leave() }
        }
    }

    everything.enter()
    remind(1)
    everything.wait()
    return OrderReport(ran: ran.withLock { $0 })
}
