import Dispatch

/// May be called from anywhere, from its own queue too: it knows where it is by a mark on the queue.
final class Ledger {
    private static let mark = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "ledger")
    private var entries: [Int] = []

    init() { queue.setSpecific(key: Self.mark, value: true) }

    private func onQueue<Result>(_ body: () -> Result) -> Result {
        if DispatchQueue.getSpecific(key: Self.mark) == true { return body() }
        return queue.sync(execute: body)
    }

    func add(_ entry: Int) { onQueue { entries.append(entry) } }

    func addPair(_ entry: Int) {
        onQueue {
            add(entry)
            add(-entry)
        }
    }

    var balance: Int { onQueue { entries.reduce(0, +) } }
}

func scenario() -> Int {
    let ledger = Ledger()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        ledger.addPair(3)
        done.signal()
    }
    ledger.addPair(4)
    done.wait()
    return ledger.balance
}

func allowed(_ balance: Int) -> Bool { balance == 0 }
