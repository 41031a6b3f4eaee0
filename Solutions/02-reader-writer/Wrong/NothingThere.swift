// Refused by: no reader runs during a write
// Verdict: race
// Points: at most 0
// Says: nothing in your code keeps another thread out
// Says: – each write runs alone
// Because: there is no queue and no lock that protects the value.
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
