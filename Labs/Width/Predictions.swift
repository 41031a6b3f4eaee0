import LabKit

/// The question before each variant.
extension Prediction {
    static let defaultWidth = Prediction(
        """
        Twelve downloads are added with `addOperation`, to a queue of the default width. A download uses no thread while it waits
        for its answer. How many run at the same time?
        """,
        about: [
            .part(of: "Downloads.runAll", from: "let queue", through: "queue.max"),
            .part(of: "Downloads.run", from: "for photo", through: "queue.addOperation"),
        ],
        choices: ["one", "as many as the machine has cores", "all of them"], answer: 2,
        because: """
            The default is no bound. The queue starts each operation that is ready, and the operations need no thread while they wait. The
            server accepts three connections, so it refuses all other downloads.
            """, at: .lastBegin,
        beside: ["queue.addOperation": "{most operations at the same time} at the same time; {requests that the server refuses} refused"])

    static let width3 = Prediction(
        """
        Now `width` is 3, and the server accepts three connections. Twelve downloads take 20 ms each. How long do all of them take
        together, at least?
        """,
        about: [
            .part(of: "Downloads.run", from: "public func run(width"),
            .part(of: "Downloads.run", from: "for photo", through: "queue.addOperation"),
        ],
        choices: ["20 ms", "80 ms", "240 ms"], answer: 1,
        because: """
            Three run at the same time, so twelve downloads need four rounds of 20 ms. When one ends, the queue starts the next one. The
            server refuses no request.
            """, at: .thirdBegin,
        beside: ["queue.addOperation": "{most operations at the same time} at the same time"])

    static let width2 = Prediction(
        "Now `width` is 2: two downloads run, and ten are queued. When does the third download start?",
        about: [
            .part(of: "Downloads.run", from: "public func run(width"),
            .part(of: "Downloads.run", from: "for photo", through: "queue.addOperation"),
        ],
        choices: ["when the first two have both ended", "when one of the first two has ended", "after a time that the system decides"],
        answer: 1,
        because: """
            The width is a bound for each moment, not for a round. As soon as fewer operations run than the width allows, the queue starts
            the next one that is ready.
            """, at: .thirdBegin,
        beside: ["queue.addOperation": "{most operations at the same time} at the same time"])

    static let width1 = Prediction(
        "Now `width` is 1. Twelve downloads of equal priority are added. In which order do the photos arrive?",
        about: [
            .part(of: "Downloads.run", from: "public func run(width"),
            .part(of: "Downloads.run", from: "for photo", through: "queue.addOperation"),
        ],
        choices: ["in any order", "in the order in which the operations were added"], answer: 1,
        because: """
            A queue of width 1 is a serial queue: it starts an operation when the one before it has finished. Equal operations start in the
            order in which they were added. A dependency or another priority would change that.
            """, at: .thirdBegin,
        beside: ["queue.addOperation": "{photos that arrive in the order of their operations} in this order"])

    static let changed = Prediction(
        """
        Three operations run when the app sets `maxConcurrentOperationCount` to 1 again, in the last line. What happens to the
        three?
        """,
        about: .part(of: "Downloads.runChangingTheWidth", from: "for photo", through: "Count = 1"),
        choices: ["two of them are paused", "two of them are cancelled", "all three run to their end"], answer: 2,
        because: """
            The width decides only whether an operation can start. It does not touch those that run. The next one starts when none is
            left. A larger width has an effect immediately: the queue starts more operations.
            """, at: .ninthBegin)

    static let blocking = Prediction(
        """
        The width is the default one. Each operation blocks its thread for 20 ms, in `usleep`. The thread pool starts with about
        one thread for each core. Which limit decides how many run at the same time?
        """,
        about: .part(of: "Downloads.runBlocking", from: "for name", through: "queue.addOperation"),
        choices: ["the width of the queue", "the number of threads in the pool"], answer: 1,
        because: """
            The queue has no bound, but each operation needs a thread. The pool has about one for each core, and adds others slowly. So
            the number depends on the machine and on its other work. Set a width if the number matters.
            """, at: .thirdBegin)

    static let counter2 = Prediction(
        """
        The width is 2. Two operations run `let found = counter.photos` before either of them changes `counter.photos`. By how
        much do the two change it?
        """,
        about: .part(of: "countPhotos", from: "let operation", through: "}"),
        choices: ["by 2", "by 1", "by 0"], answer: 1,
        because: """
            Both read the same number, and both write that number plus 1. The second write replaces the first one: a lost update. It is
            also a data race, because nothing orders the two accesses.
            """, at: .firstOverlap,
        beside: ["= found + 1": "{photos that the counter lost} lost"])

    static let counter1 = Prediction(
        """
        The same operations, on a queue of width 1. They can run on different threads. Does `counter.photos` need a lock?
        """,
        about: .part(of: "countPhotos", from: "let operation", through: "}"),
        choices: ["no", "yes, because the threads differ"], answer: 0,
        because: """
            Each operation starts after the one before it has finished, and sees everything that it wrote. The end of one *happens before*
            the begin of the next one, on any thread. But it must be the only queue that uses the counter.
            """, at: .thirdBegin,
        beside: ["= found + 1": "{photos that the counter lost} lost"])
}

extension Moment {
    private static func begin(_ number: Int) -> Moment {
        Moment { trace in
            let begins = trace.items.filter { $0.how == .operation }.compactMap(\.began).sorted()
            return begins.dropFirst(number - 1).first ?? begins.last
        }
    }

    /// The third operation begins.
    fileprivate static let thirdBegin = begin(3)
    /// The first operation after the width has become 1 begins.
    fileprivate static let ninthBegin = begin(9)
    /// The last operation begins.
    fileprivate static let lastBegin = begin(.max)
}
