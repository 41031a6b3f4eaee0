// Refused by: no reader beside a writer
// Verdict: race
// Points: at most 0
// Says: nothing in your code keeps anybody out
// Says: – each write is a wall
// Because: there is nothing that keeps anybody out.
import Foundation

final class Guarded<Value> {
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        body(value)
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        body(&value)
    }
}
