import LabKit

/// The question before each variant.
extension Prediction {
    static let loop = Prediction(
        "The machine has several cores. How many of them run the loop `for index in range` at the same time?",
        about: ["Photo.brightnessInALoop", .part(of: "Photo.brightness", from: "pixels.with")],
        choices: ["one", "all of them: the system divides the loop"], answer: 0,
        because: """
            A loop runs on one thread, and a thread runs on one core at a time. The system does not divide the loop for you.
            """, at: .begin(1) { $0.items(onQueue: "loop") },
        beside: [".sync {": "{work items on the calling thread} on the calling thread"])

    static let eachPixel = Prediction(
        """
        The machine has two cores, and `concurrentPerform` has one iteration for each pixel. How fast is this, compared with a
        plain loop?
        """,
        about: .part(of: "Photo.brightnessPixelByPixel", from: "var brightness"),
        choices: ["nearly twice as fast", "about as fast", "slower"], answer: 2,
        because: """
            A thread fetches the number of each iteration from a shared counter and calls the block. That costs more than the work on one
            pixel. A run of all variants ends with a chart: its bar "stride of 1" shows the figure for this machine.
            """, at: Moment { trace in trace.iterations.compactMap(\.ended).sorted().dropFirst(2).first },
        beside: ["self.brightness(of": "{iterations that ran}, on {threads that ran iterations}"])

    static let strides = Prediction(
        "How does `concurrentPerform` divide the strides among its threads?",
        about: .part(of: "Photo.brightness", from: "var sums"),
        choices: ["each thread gets the same number in advance", "a thread that has finished a stride takes the next one"], answer: 1,
        because: """
            A thread fetches the number of the next stride when it needs one. A slow thread does fewer strides. And now the cost of
            fetching occurs once for thousands of pixels.
            """, at: .secondIterationOfAThread,
        beside: ["sums[stride]": "{iterations that ran}, on {threads that ran iterations}"])

    static let sharedAccumulator = Prediction(
        "Two iterations run `let found = total` before either of them changes `total`. What happens to their two sums?",
        about: .part(of: "Photo.brightnessInOneVariable", from: "var total", through: "}"),
        choices: ["both are in `total`", "one of them is lost", "the program crashes"], answer: 1,
        because: """
            `total += sum` is three steps: read, add, write. The last write is based on the old total and replaces the other write: a lost
            update. There is no crash and no warning, but the sum is wrong.
            """, at: .firstOverlap,
        beside: ["total = found": "{strides lost from the sum} lost"])

    static let lock = Prediction(
        "Say that `lock.lock()` stood before `let sum`, at the begin of the iteration. What is the result?",
        about: .part(of: "Photo.brightnessWithALock", from: "let lock", through: "}"),
        choices: ["the total is right, and as fast", "only one thread can work at a time", "the total can be wrong"],
        answer: 1,
        because: """
            Only the addition uses a shared variable, so only the addition is a critical section. With the lock around all of its
            work, an iteration would wait for the others, and only one thread would work at a time, as in the plain loop. The
            total would still be right.
            """, at: Moment { trace in trace.events.first { $0.kind == .lockReleased }?.time },
        beside: [
            "lock.lock": "{times the lock was acquired, once per stride}", "total = total": "{brightness missing from the sum} missing",
        ])

    static let threeItems = Prediction(
        """
        There are three photos of the same size, and the machine has two cores. How many times as fast as a plain loop is
        `concurrentPerform`, at best?
        """,
        about: .part(of: "brightnessAtOnce", from: "var brightness", through: "return"),
        choices: ["three times", "twice", "one and a half times"], answer: 2,
        because: """
            An iteration is not divided. Two photos run at the same time. Then one core does the third while the other is idle. That is two
            rounds; the loop needs three. With three or more cores it would be one round, and three times as fast.
            """, at: .begin(3) { $0.iterations },
        beside: ["brightness[index]": "{iterations that ran}, on {threads that ran iterations}"])
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
