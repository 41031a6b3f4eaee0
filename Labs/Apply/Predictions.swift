import LabKit

/// The question before each variant.
extension Prediction {
    static let loop = Prediction(
        "A plain loop adds up the pixels on a machine with several cores. How many cores work on the loop at the same time?",
        choices: ["one", "all of them: the system divides the loop"], answer: 0,
        because: """
            A loop runs on one thread, and a thread runs on one core at a time. The system does not divide the loop for you.
            """, at: .begin(1) { $0.items(onQueue: "loop") })

    static let eachPixel = Prediction(
        "The loop becomes a `concurrentPerform` with one iteration per pixel, on a machine with two cores. How fast is it?",
        choices: ["nearly twice as fast as the loop", "about as fast as the loop", "slower than the loop"], answer: 2,
        because: """
            A thread fetches the number of each iteration from a shared counter and calls the block. That costs more than the work on one
            pixel. A run of all variants ends with a chart: its bar "stride of 1" shows the figure for this machine.
            """, at: Moment { trace in trace.iterations.compactMap(\.ended).sorted().dropFirst(2).first })

    static let strides = Prediction(
        "Each iteration adds up a stride of many pixels. How are the strides divided among the threads?",
        choices: ["each thread gets the same number in advance", "a thread that has finished a stride takes the next one"], answer: 1,
        because: """
            A thread fetches the number of the next stride when it needs one. A slow thread does fewer strides. And now the cost of
            fetching occurs once for thousands of pixels.
            """, at: .secondIterationOfAThread)

    static let sharedAccumulator = Prediction(
        """
        All strides add their sum to one variable. Two of them read the same total. Then each adds its own sum and writes. What happens
        to the two sums?
        """,
        choices: ["both are in the total", "one of them is lost", "the program crashes"], answer: 1,
        because: """
            `total += sum` is three steps: read, add, write. The last write is based on the old total and replaces the other write: a lost
            update. There is no crash and no warning, but the sum is wrong.
            """, at: .firstOverlap)

    static let lock = Prediction(
        "A lock protects the same variable. How often should an iteration acquire the lock?",
        choices: ["for each pixel", "once, around the addition of its sum", "once, around all of its work"], answer: 1,
        because: """
            Only the addition uses a shared variable, so only the addition is a critical section. Acquiring the lock for each pixel costs
            more than the pixel. A lock around all the work lets only one thread work at a time, like the plain loop.
            """, at: Moment { trace in trace.events.first { $0.kind == .lockReleased }?.time })

    static let threeItems = Prediction(
        "Three photos of the same size, one iteration each, run on two cores. How many times as fast as the loop is this, at best?",
        choices: ["three times", "twice", "one and a half times"], answer: 2,
        because: """
            An iteration is not divided. Two photos run at the same time. Then one core does the third while the other is idle. That is two
            rounds; the loop needs three. With three or more cores it would be one round, and three times as fast.
            """, at: .begin(3) { $0.iterations })
}

extension Trace {
    /// The iterations of `concurrentPerform`.
    fileprivate var iterations: [Item] { items.filter { $0.how == .applyIteration && $0.began != nil } }
}

extension Moment {
    /// A thread that has finished an iteration begins another one.
    fileprivate static let secondIterationOfAThread = Moment { trace in
        trace.iterations.lazy.filter { next in
            trace.iterations.contains { $0.lane == next.lane && $0.ended ?? .max <= next.began ?? .min }
        }.compactMap(\.began).min()
    }
}
