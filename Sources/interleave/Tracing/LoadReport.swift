import FoundationEssentials
import Narration
import Trace

/// How long items waited and ran, as JSON: what `interleave view --load --json` prints.
struct LoadReport: Encodable {
    /// Percentiles in nanoseconds (explorer: steps).
    struct Spread: Encodable {
        var count: Int
        var p50, p90, p99, max, total: Int64

        init?(_ spread: WorkLoad.Spread?) {
            guard let spread else { return nil }
            count = spread.count
            (p50, p90, p99) = (spread.median, spread.percentile90, spread.percentile99)
            (max, total) = (spread.longest, spread.total)
        }
    }

    struct Item: Encodable {
        var label: String
        var queue: String
        var thread: String?
        var enqueued, began, ended: Int64?
    }

    struct Load: Encodable {
        var name: String
        /// The kind of queue, as `export` writes it; "tasks" for a task name.
        var kind: String
        var items: Int
        var mostQueued: Int
        var waiting, running: Spread?
        var worst: [Item]
    }

    /// The kinds and queues that were recorded, if not all were.
    struct Choice: Encodable {
        var kinds: [String]
        /// Patterns; empty: all queues.
        var queues: [String]
    }

    /// A problem that cost time.
    struct Cost: Encodable {
        var kind: String
        var cost: Int64
        var text, hint: String
        var file: String?
        var line: Int?
        /// The begin of the worst instance.
        var at: Int64

        init(_ cost: Narration.Cost) {
            (kind, self.cost, text, hint, at) = (cost.kind.rawValue, cost.nanoseconds, cost.text, cost.hint, cost.moment)
            if let place = cost.place, !place.file.isEmpty { (file, line) = (place.file, place.line) }
        }
    }

    var costs: [Cost]
    var unit: String
    var recorded: Choice?
    var queues: [Load]
    var tasks: [Load]

    init(_ trace: Trace, _ loads: WorkLoads) {
        func name(_ queue: Int) -> String { trace.queues.indices.contains(queue) ? trace.queues[queue].label : "unknown queue" }
        func load(_ load: WorkLoad) -> Load {
            let (title, kind) =
                switch load.subject {
                case .queue(let queue):
                    (name(queue), trace.queues.indices.contains(queue) ? trace.queues[queue].kind.words : "unknown")
                case .tasks(let name): (name, "tasks")
                }
            let worst = load.worst.map { index in
                let item = trace.items[index]
                return Item(
                    label: item.label, queue: name(item.queue),
                    thread: item.lane.flatMap { trace.lanes.indices.contains($0) ? trace.lanes[$0].name : nil }, enqueued: item.enqueued,
                    began: item.began, ended: item.ended)
            }
            return Load(
                name: title, kind: kind, items: load.items, mostQueued: load.mostQueued, waiting: Spread(load.waiting),
                running: Spread(load.running), worst: worst)
        }
        unit = trace.origin == .explorer ? "steps" : "nanoseconds"
        let choice = trace.coverage.choice
        if !choice.isAll {
            recorded = Choice(kinds: RecordedChoice.Kind.allCases.filter(choice.kinds.contains).map(\.rawValue), queues: choice.queues)
        }
        costs = Costs(trace).all.map(Cost.init)
        queues = loads.queues.map(load)
        tasks = loads.tasks.map(load)
    }

    /// The object, with its keys in order.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
