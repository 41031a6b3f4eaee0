import LabKit

/// The moments at which the answers can be seen.
extension Moment {
    /// The task of this name begins.
    static func begins(_ name: String) -> Moment {
        Moment { trace in trace.items.filter { $0.label == name }.compactMap(\.began).min() }
    }

    /// The thread of the C function is in the turnstile: it has read the count, and not yet written it.
    static let callbackTurns = Moment { trace in trace.waits.filter { $0.kind == .sleep && !trace.lanes[$0.lane].isMain }.map(\.began).min()
    }
}

/// The question before each variant. It names its own numbers, because the learner can choose others for the run.
extension Prediction {
    static let shared = Prediction(
        """
        The main thread and a task use one `counter`, whose class is not `Sendable`. The lab compiles this code with `-swift-version 6`.
        In which line does the compiler find an error?
        """,
        about: ["Counter.enter", .part(of: "countWithoutProtection", from: "let counter", through: "return")],
        choices: [
            "in none: each single line is right", "in `visitors = before + group`: two threads can write there",
            "in the line with `Task.detached`: it takes `counter` to another thread",
        ], answer: 2,
        because: """
            `counter` is in the closure, and the main thread goes on using it. `Counter` is not `Sendable`, so the compiler refuses to send
            the closure to another thread. In the Swift 5 mode it compiles: here both threads read the same count, and one group is lost.
            """, at: .begins("north gate"),
        beside: ["Task.detached": "{the compiler's words}", "visitors = before": "{visitors who are not counted} are lost"])

    static let unchecked = Prediction(
        """
        The compiler accepts this class, with `-swift-version 6`, too. Two threads call `enter(3)`, and both read `visitors` before one of
        them writes. What is `visitors` at the end?
        """,
        about: [.part(of: "UncheckedCounter", from: "final class", through: "visitors"), "UncheckedCounter.enter"],
        choices: ["6: `@unchecked Sendable` makes the class safe", "3", "none: the program stops when both are in `enter`"], answer: 1,
        because: """
            `@unchecked` changes nothing in the program. It tells the compiler to believe you. Nothing protects `visitors`, so there is a
            data race, and the second write replaces the first one: a lost update.
            """, at: .begins("north gate"),
        beside: [
            "@unchecked": "in the Swift 6 mode: {errors in the Swift 6 mode}",
            "visitors = before": "{visitors who are not counted} are lost",
        ])

    static let uncheckedLock = Prediction(
        "Each access to `count` is between `lock` and `unlock`. You remove `@unchecked Sendable`. What does the compiler say?",
        about: [.part(of: "LockedCounter", from: "final class", through: "lock"), "LockedCounter.enter"],
        choices: [
            "nothing: a lock protects each access", "it refuses `var count`: it does not know that `lock` protects it",
            "it refuses `lock.lock()`: locks are not allowed any more",
        ], answer: 1,
        because: """
            For the compiler, a lock is an object like any other. A class that is `Sendable` without `@unchecked` has only constants of
            `Sendable` types. So you need `@unchecked` here, and you check each method yourself.
            """, at: .opening(.begins("north gate")),
        beside: [
            "var count": "without `@unchecked`: {the compiler's words then}", "count = before": "{visitors who are not counted} are lost",
        ])

    static let mutex = Prediction(
        "A colleague writes `count += people` in place of the line in `enter`. What happens?",
        about: [.part(of: "MutexCounter", from: "final class", through: "count"), "MutexCounter.visitors", "MutexCounter.enter"],
        choices: ["it compiles, and visitors are lost", "the compiler refuses the line", "it compiles, and waits for the mutex"], answer: 1,
        because: """
            The number is inside the `Mutex`, and only `withLock` gives it to a closure. No code can forget the lock. `Mutex` is `Sendable`,
            and `count` is a constant: the class is `Sendable` without `@unchecked`.
            """, at: .opening(.begins("north gate")),
        beside: [
            "count.withLock { $0 += people }": "without `withLock`: {the compiler's words then}",
            "final class": "in the Swift 6 mode: {errors in the Swift 6 mode}",
        ])

    static let unsafeGlobal = Prediction(
        "Two threads call `enterHall(3)`. What do the words `nonisolated(unsafe)` do?",
        about: ["hallCount", "enterHall"],
        choices: [
            "they make each access to the variable one step", "they put the variable on the main actor",
            "they switch off the check of the compiler, and nothing else",
        ], answer: 2,
        because: """
            Without these words the compiler refuses the variable. With them it compiles, and the program is the same: nothing protects the
            variable. Use them only if something else does, and say what, in a comment.
            """, at: .begins("north gate"),
        beside: [
            "hallCount = 0": "without these words: {the compiler's words then}",
            "hallCount = before": "{visitors who are not counted} are lost",
        ])

    static let atomic = Prediction(
        """
        `atomicCount` is a constant for all threads. Two threads call `enterAtomicHall(3)` at the same time. What is the number in it
        then?
        """,
        about: ["atomicCount", "enterAtomicHall"],
        choices: ["0: a constant does not change", "3: `add` reads, and then writes", "6"], answer: 2,
        because: """
            The constant is a place in memory, and `add` changes the number there in one step. The compiler accepts the constant, because
            `Atomic` is `Sendable`. For more than one number, or for a check and a change, take a `Mutex`.
            """, at: .begins("north gate"),
        beside: [
            "Atomic(0)": "in the Swift 6 mode: {errors in the Swift 6 mode}", "atomicCount.add": "{visitors who are not counted} are lost",
        ])

    static let callback = Prediction(
        """
        `startThread` calls `pthread_create`: a new thread runs the closure. `Counter` is not `Sendable`. In which line does the compiler
        find an error, with `-swift-version 6`?
        """,
        about: .part(of: "countWithCallback", from: "let counter", through: "return"),
        choices: [
            "in the line with `startThread`: its closure runs on another thread", "in `counter.enter()` of the main thread", "in none",
        ], answer: 2,
        because: """
            The closure captures nothing: the counter comes to it as a raw pointer. The declaration of a C function does not say which
            thread calls back. So the compiler has nothing to check, as in the Swift 5 mode.
            """, at: .callbackTurns,
        beside: [
            "startThread": "in the Swift 6 mode: {errors in the Swift 6 mode}", "fromOpaque": "{visitors who are not counted} are lost",
        ])

    static let usedAfter = Prediction(
        """
        `send` has the parameter `_ roll: sending Roll`, and gives the roll to a task. `Roll` is a class that is not `Sendable`. What does
        the compiler say with `-swift-version 6`?
        """,
        about: [
            .part(of: "exposeAfterwards", from: "let roll", through: "return"),
            .part(of: "Roll.develop", from: "let found", through: "return"),
        ],
        choices: [
            "an error: a class that is not `Sendable` cannot go to a task", "nothing: `roll` is a constant of this function",
            "an error: the roll is used after it was sent",
        ], answer: 2,
        because: """
            `sending` gives the value away, with all that belongs to it. The compiler follows it through the function (region isolation),
            and refuses each later use. In this run, the laboratory empties the roll after the camera exposed a second photo. So that photo
            is lost.
            """, at: .begins("laboratory"),
        beside: ["send(roll)": "{the compiler's words}", "photos = 0": "{photos that are lost} lost"])

    static let sending = Prediction(
        """
        Now the last `roll.expose()` is before the call of `send`. `Roll` is still not `Sendable`, and it has no lock. What does the
        compiler say?
        """,
        about: ["exposeBefore", "send"],
        choices: ["nothing", "an error: `roll` goes to another thread", "an error: the closure captures `roll`"], answer: 0,
        because: """
            Nothing else refers to this roll: it is in a *region* of its own. So it can go to another thread as a whole, and only one
            thread uses it at a time. A class needs no lock and no `Sendable` for that.
            """, at: .begins("laboratory"),
        beside: ["send(roll)": "in the Swift 6 mode: {errors in the Swift 6 mode}", "roll.develop": "{photos that are lost} lost"])

    static let nonsending = Prediction(
        "`screen`, a task of the main actor, calls `developHere`. So does `robot`, a task of no actor. On which threads does it run?",
        about: ["developHere", "developWhereCalled"],
        choices: [
            "both on the main thread", "`screen` on the main thread, `robot` on a thread of the pool", "both on threads of the pool",
        ], answer: 1,
        because: """
            A `nonisolated(nonsending)` function stays on the actor of its caller. So `roll` does not leave the main actor, and need not be
            `Sendable`. With the setting `NonisolatedNonsendingByDefault`, each `nonisolated async` function is so.
            """, at: .begins("robot"),
        beside: [
            "let screen": "{thread of the screen}", "let robot": "{thread of the robot}",
            "nonisolated": "with `@concurrent` here, the compiler refuses `let screen`: {the compiler's words then}",
        ])

    static let concurrent = Prediction(
        "`screen`, a task of the main actor, calls `developAside`. So does `robot`, a task of no actor. On which threads does it run?",
        about: ["developAside", "developInPool"],
        choices: [
            "both on the main thread", "`screen` on the main thread, `robot` on a thread of the pool", "both on threads of the pool",
        ], answer: 2,
        because: """
            A `@concurrent` function leaves the actor of its caller. So the main thread is free while it calculates, and what is given to
            it must be `Sendable` or sent. Use it for work that takes long.
            """, at: .begins("screen"),
        beside: [
            "let screen": "{thread of the screen}", "let robot": "{thread of the robot}",
            "@concurrent": "in the Swift 6 mode: {errors in the Swift 6 mode}",
        ])

    static let mainActor = Prediction(
        "`screen`, a task of the main actor, calls `develop`. So does `robot`, a task of no actor. On which threads does it run?",
        about: [
            .part(of: "Gallery", from: "@MainActor", through: "@MainActor"), "Gallery.develop", "gallery",
            .part(of: "developOnMainActor", from: "let screen", through: "let robot"),
        ],
        choices: [
            "both on the main thread", "`screen` on the main thread, `robot` on a thread of the pool", "both on threads of the pool",
        ], answer: 0,
        because: """
            Each caller waits for the main thread. With the default isolation `MainActor`, the compiler reads each declaration of a module
            as if it began with `@MainActor`. Then one thread runs all of it, and work that takes long needs `@concurrent`.
            """, at: .begins("robot"),
        beside: [
            "let screen": "{thread of the screen}", "let robot": "{thread of the robot}",
            "let gallery": "without `@MainActor`: {the compiler's words then}",
        ])
}
