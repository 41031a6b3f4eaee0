import enum Trace.Verdict

// The Swift files of the example.

extension ExerciseSkeleton {
    static let starter = """
        /// Counts the downloads of the app. Any thread can call it.
        final class Counter {
            private var count = 0

            init() {}

            /// Counts one download. When this has returned, the download is part of `total`.
            func add() {
                count += 1
            }

            /// The downloads that were counted so far.
            var total: Int { count }
        }

        """

    static let checks = #"""
        import ExerciseChecks

        /// One thread adds, and reads the total after each addition.
        func nothingIsLate() -> Mistake? {
            let counter = Counter()
            for number in 1...100 {
                counter.add()
                // The type is written here, so that an attempt cannot answer with a type of its own.
                let total: Int = counter.total
                if total != number {
                    return Mistake("One thread called `add()` and then read `total`: it was \(total) instead of \(number).")
                }
            }
            return nil
        }

        """#

    static let explored = #"""
        import Dispatch

        /// Two threads add at the same time.
        func twoAdd() -> String {
            let counter = Counter(), other = DispatchGroup()
            DispatchQueue.global().async(group: other) { counter.add() }
            counter.add()
            other.wait()
            return "\(counter.total) of 2 additions"
        }

        func allowed(_ outcome: String) -> Bool { outcome == "2 of 2 additions" }

        """#

    static let solution = """
        import Synchronization

        /// Counts the downloads of the app. Any thread can call it.
        final class Counter: Sendable {
            private let count = Mutex(0)

            init() {}

            /// Counts one download. When this has returned, the download is part of `total`.
            func add() {
                count.withLock { $0 += 1 }
            }

            /// The downloads that were counted so far.
            var total: Int { count.withLock { $0 } }
        }

        """

    static let withAQueue = """
        import Dispatch

        final class Counter {
            private let queue = DispatchQueue(label: "counter")
            private var count = 0

            init() {}

            func add() { queue.sync { count += 1 } }

            var total: Int { queue.sync { count } }
        }

        """

    static let addsLater = """
        // Refused by: an addition is there when add() has returned
        // Verdict: tooEarly
        // Because: The queue protects the count, but `async` returns before the block has run, and `total` does not ask the queue.
        import Foundation

        final class Counter {
            private let queue = DispatchQueue(label: "counter")
            private var count = 0

            init() {}

            func add() {
                queue.async {
                    Thread.sleep(forTimeInterval: 0.001)
                    self.count += 1
                }
            }

            var total: Int { count }
        }

        """

    static let locksOnlyTheWrite = """
        // From: the starter, without its comments
        // Refused by: right in every interleaving
        // Verdict: race
        // Points: at most 4
        // Says: 1 of 2 additions
        // Because: The lock protects the write, but the read comes before it. Two threads can read the same number.
        @@
        +import Foundation
        +
         final class Counter {
        +    private let lock = NSLock()
        @@
        -        count += 1
        +        let next = total + 1
        +        lock.withLock { count = next }
        @@
        -    var total: Int { count }
        +    var total: Int { lock.withLock { count } }

        """

    static let neverUnlocks = """
        // From: the starter, without its comments
        // Refused by: an addition is there when add() has returned
        // Verdict: deadlock
        // Says: asks for the same lock again
        // Because: The lock is acquired and never released, so the second call waits for ever.
        @@
        +import Foundation
        +
         final class Counter {
        +    private let lock = NSLock()
        @@
             func add() {
        +        lock.lock()

        """
}
