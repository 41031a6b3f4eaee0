import Dispatch

/// Whoever is interested subscribes with a closure; events reach everybody in the order in which they were sent.
final class EventBus {
    typealias Handler = (String) -> Void
    private let queue = DispatchQueue(label: "bus")
    private var handlers: [Int: Handler] = [:]
    private var lastNumber = 0

    func subscribe(_ handler: @escaping Handler) -> Int {
        queue.sync {
            lastNumber += 1
            handlers[lastNumber] = handler
            return lastNumber
        }
    }

    func unsubscribe(_ number: Int) {
        queue.sync { handlers[number] = nil }
    }

    func send(_ event: String) {
        queue.async {
            for (_, handler) in self.handlers.sorted(by: { $0.key < $1.key }) { handler(event) }
        }
    }
}

final class Journal {
    var lines: [String] = []
}

func scenario() -> [String] {
    let bus = EventBus(), journal = Journal()
    _ = bus.subscribe { journal.lines.append("first \($0)") }
    let second = bus.subscribe { journal.lines.append("second \($0)") }
    let sent = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        bus.send("login")
        sent.signal()
    }
    bus.unsubscribe(second)
    sent.wait()
    bus.unsubscribe(0)
    return journal.lines
}

func allowed(_ lines: [String]) -> Bool {
    lines == ["first login"] || lines == ["first login", "second login"]
}
