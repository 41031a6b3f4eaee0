import LabKit

/// The question before each variant.
extension Prediction {
    static let mainThread = Prediction(
        """
        The main thread calls `viewDidLoad()`, and the search takes long. Meanwhile the user touches the screen five times. When
        does the app handle the touches?
        """,
        about: "MainThreadPage.viewDidLoad",
        choices: ["during the search", "after the search", "never"], answer: 1,
        because: """
            The main thread handles one thing at a time. It is inside `viewDidLoad()` until the number is found. The touches are queued on
            the main queue, and nothing on the screen moves. The user sees an app that is frozen.
            """, at: Moment(\.firstTouch),
        beside: ["let prime": "{touches that the main queue runs during the work} handled meanwhile"])

    static let background = Prediction(
        """
        The main thread calls `viewDidLoad()`. Then the user touches the screen five times. What does the main queue run during
        `search.largestPrime()`?
        """,
        about: "BackgroundPage.viewDidLoad",
        choices: ["nothing: it waits for the number", "the touches", "the search"], answer: 1,
        because: """
            `async` returns immediately, so the main thread is free and handles each touch. When the number is found, one short block on
            the main queue changes the label. A view must be changed only on the main thread.
            """, at: Moment(\.firstTouch),
        beside: ["let prime": "{touches that the main queue runs during the work} handled meanwhile"])

    static let wrongThread = Prediction(
        "In this run, the right text is on the screen. Is it right to change `label.text` in this block?",
        about: "WrongThreadPage.viewDidLoad",
        choices: ["yes, the text is right", "no, two threads can use the label at the same time", "yes, because a label has a lock"],
        answer: 1,
        because: """
            The main thread reads the label whenever it draws. Nothing orders its read and this write, so they are a data race. One run
            says little: `--explore` shows an interleaving in which they meet. On an iPhone, such a change can end the app.
            """, at: .opening(.end),
        beside: ["label.text": "{results that another thread shows} on another thread than the main thread"])

    static let drawMain = Prediction(
        """
        The main thread calls `viewDidLoad()`. Meanwhile the user touches the screen. How many touches does the app handle before
        `fractal.draw()` has returned?
        """,
        about: ["MainThreadDrawing.viewDidLoad", .part(of: "Fractal.draw", from: "for row", through: "return")],
        choices: ["all", "none", "one after each row of the picture"], answer: 1,
        because: """
            A drawing is work like any other. The main queue is serial: its next block begins when this one has ended. A method that draws
            does not return between two rows.
            """, at: Moment(\.firstTouch),
        beside: ["fractal.draw": "{touches that the main queue runs during the work} handled meanwhile"])

    static let drawBackground = Prediction(
        "Which of these do two threads use at the same time: `image`, or `imageView`?",
        about: "BackgroundDrawing.viewDidLoad",
        choices: ["the image", "the view", "neither of them"], answer: 2,
        because: """
            Only the operation uses the image, until it is complete. Only the main thread uses the view. The submission to the main queue
            orders the two: everything in the operation before it happens before the block on the main queue.
            """, at: .imageIsGiven,
        beside: [
            "fractal.draw": "{touches that the main queue runs during the work} handled meanwhile",
            "DispatchQueue.main.async": "{results that the main thread shows} on the main thread",
        ])

    static let strongSelf = Prediction(
        """
        The page owns `service`, and the service keeps the closure. The user leaves, and the app drops its reference to the page.
        When does `deinit` run?
        """,
        about: ["StrongSelfPage.deinit", "StrongSelfPage.viewDidLoad"],
        choices: ["when the user leaves", "when the search has ended", "never"], answer: 2,
        because: """
            The page owns the service, the service owns the closure, and the closure owns `self`, the page. Each has a strong reference to
            the next one, so none of the counts becomes zero. Each visit leaves another page in memory.
            """, at: .opening(Moment(\.firstTouch)),
        beside: ["deinit": "{pages whose deinit has run at the end} at the end"])

    static let guardSelf = Prediction(
        """
        The user leaves the page during `search.largestPrime()`. The app drops its reference to the page. When does `deinit` run?
        """,
        about: ["GuardSelfPage.deinit", "GuardSelfPage.viewDidLoad"],
        choices: ["when the user leaves", "when the block has used `self` for the last time", "never"], answer: 1,
        because: """
            `guard let self` makes a strong reference, and it lasts for the remaining block. So the page stays in memory as long as the search
            runs, and its label is changed for no user. There is no circle: the page goes at the end.
            """, at: .opening(Moment(\.firstTouch)),
        beside: ["deinit": "during the search: {pages whose deinit runs during the work, when the user leaves}"])

    static let weakSelf = Prediction(
        "The user leaves the page during the search. What happens to the result, when the service calls `onResult`?",
        about: ["WeakSelfPage.deinit", "WeakSelfPage.viewDidLoad"],
        choices: ["the program crashes", "the result is dropped", "the page is created again for it"], answer: 1,
        because: """
            A weak reference does not keep the page alive. Its `deinit` runs when the user leaves, and then the reference is nil. `self?` does
            nothing in this case. The search still runs to its end: to stop it, you need cancellation.
            """, at: .opening(Moment(\.firstTouch)),
        beside: ["deinit": "during the search: {pages whose deinit runs during the work, when the user leaves}"])

    static let task = Prediction(
        "The page is on the main actor. On which thread does `search.largestPrimeInBackground()` run?",
        about: ["TaskPage.viewDidLoad", "PrimeSearch.largestPrimeInBackground"],
        choices: ["on the main thread", "on a thread of the pool"], answer: 1,
        because: """
            While the task waits at `await`, it is suspended, and the main thread is free. An asynchronous function of no actor runs on a
            thread of the pool. After `await`, the task continues on the main actor. So the label is changed on the main thread.
            """, at: .taskOnAWorker,
        beside: ["let prime": "{pieces of work on the main thread} on the main thread"])
}

extension Moment {
    /// The main thread gets the image: the last block of its queue that is no touch.
    fileprivate static let imageIsGiven = Moment { trace in
        trace.items.last { item in
            trace.queues[item.queue].kind == .main && !(item.place.map { trace.isNamed(trace.places[$0].call, "touchScreen(_:)") } ?? false)
        }?.began
    }

    /// The task begins on another thread than the main thread.
    fileprivate static let taskOnAWorker = Moment { trace in
        trace.items.lazy.filter { $0.task != nil && trace.queues[$0.queue].kind != .main }.compactMap(\.began).min()
    }
}
