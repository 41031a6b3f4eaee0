// Refused by: no reader beside a writer
// Verdict: race
// Says: nobody ever comes by this wall
// Says not: `async` alone
// Because: writers exclude each other on their serial queue and readers share theirs, but the two queues know nothing of each other.
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
