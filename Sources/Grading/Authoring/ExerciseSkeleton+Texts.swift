// The files of the example: docs/add-an-exercise.md shows and explains each of them.

extension ExerciseSkeleton {
    static func task(_ name: String, isInPackage: Bool) -> String {
        let command =
            isInPackage
            ? """
            Edit `Exercise.swift`, then run, in the folder of the package: `swift run interleave grade \(name)`.
            Stuck? Add `--hint`.
            """
            : """
            Edit `Exercise.swift`, then run: `interleave grade \(name) --exercises FOLDER`. The folder is the one
            that has the folder `Exercises`. Stuck? Add `--hint`.
            """
        return """
            # Counter

            An app counts its downloads. Several downloads end at the same time, on different threads, and each
            of them calls `add()`. Sometimes the total is too small. Fix `Counter` so that no call of `add()` is
            lost. When `add()` has returned, its download is part of `total`. No thread sleeps.

            Keep these declarations. The checks use them:

                final class Counter
                init()
                func add()
                var total: Int

            \(command)

            """
    }

    static let hints = """
        # Hints

        ## A nudge

        `count += 1` looks like one step. How many accesses to memory does it make?

        ## A direction

        Reading, adding and writing back must become one step for all other threads. Reading the total needs
        protection too.

        ## Nearly the answer

        `Mutex` from `Synchronization` protects a value: `value.withLock { $0 += 1 }`.

        """

    static let explanation = """
        # Why it works

        `count += 1` reads the count, adds one, and writes the result. Two threads that read the same number
        also write the same number: one of the two additions is lost (a *lost update*). The `Mutex` makes one
        step of the three. While one thread is inside, the others are blocked. `total` uses the same lock, so
        it never reads while another thread writes. A serial queue with `sync` does the same. With `async` it
        does not: `add()` then returns before the download is counted.

        """

    static let declaration = """
        {
            "topic": "a counter that loses no addition",
            "keeps": ["final class Counter", "init()", "func add()", "var total: Int"],
            "checks": [
                {
                    "name": "an addition is there when add() has returned",
                    "points": 3,
                    "starterPasses": true,
                    "runs": "nothingIsLate",
                    "verdict": "tooEarly",
                    "at": "func add",
                    "try": "`add()` must not return before it has counted: use `sync`, or a lock."
                },
                {
                    "name": "no thread sleeps",
                    "points": 1,
                    "starterPasses": true,
                    "counts": "sleeps",
                    "during": "nothingIsLate",
                    "atMost": 0,
                    "try": "wait for the event itself, with a lock or a queue."
                },
                {
                    "name": "right in every interleaving",
                    "points": 6,
                    "explores": ["twoAdd"],
                    "verdict": "race",
                    "says": "Two threads called `add()` at the same time. In one interleaving the result is: {outcome}.",
                    "at": "func add",
                    "try": "reading the count, adding, and writing it back must be one step for all other threads."
                }
            ],
            "adviceForRaces": "Protect the count with a `Mutex`, both in `add()` and in `total`."
        }

        """
}
