import Dispatch

final class DiagnosticEngine: @unchecked Sendable {
    private let queue: DispatchQueue
    private var consumers: [String] = []

    init(queue: DispatchQueue) { self.queue = queue }

    func add(_ consumer: String) {
        queue.async { self.consumers.append(consumer) }
    }
    deinit {
        queue.sync { consumers.removeAll() }
    }
}

func scenario() {
    let queue = DispatchQueue(label: "consumers")
    var engine: DiagnosticEngine? = DiagnosticEngine(queue: queue)
    engine?.add("printer")
    engine = nil
    queue.sync {}
}
