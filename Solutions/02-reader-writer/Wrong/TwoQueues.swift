// Refused by: no reader runs during a write
// Verdict: race
// Says: so they do not wait for the write
// Says not: `async` alone
// Because: writers exclude each other on their serial queue, but readers use another queue.
import Dispatch

final class Guarded<Value> {
    private var value: Value
    private let readers = DispatchQueue(label: "readers", attributes: .concurrent)
    private let writers = DispatchQueue(label: "writers")

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        readers.sync { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        writers.async { body(&self.value) }
    }
}
