import Foundation

/// Stands for a server: it answers after some time, on a thread of its own.
struct Server: Sendable {
    var latency = DispatchTimeInterval.milliseconds(100)

    func fetch(_ name: String, completion: @escaping @Sendable (String) -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + latency) { completion("the photo \(name)") }
    }
}
