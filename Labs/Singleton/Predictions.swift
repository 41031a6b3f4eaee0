import LabKit

/// What the learner is asked before each variant runs.
let predictions: [String: Prediction] = [
    "racing": Prediction(
        "two callers look for the manager at the same time, and each makes one if it finds none. How many are made?",
        choices: ["one: who comes second finds the first one's", "two", "none: they stop each other"], answer: 1,
        because: """
            Both looked before either had made one, so both found none. An `if` tells what was true when it looked. The second to finish
            leaves its manager where the first had left the other: that one is lost, and the photos in it with it.
            """),
    "racing-without-sleep": Prediction(
        "the same two callers, but nobody arranges that they meet, and making a manager takes no time. Which of these is certain?",
        choices: ["one manager is made", "two are made", "neither: chance decides in each run"], answer: 2,
        because: """
            Between the look and the making lie a few instructions. Only if the second caller looks within them are there two managers.
            It may take thousands of runs to see that once: what you saw in this run says nothing about the next one.
            """),
    "once": Prediction(
        "a `static let` is being made by one thread when another thread asks for it. What happens to the other?",
        choices: ["it is given what is half made", "it makes another one", "it stands still until the first one is done"], answer: 2,
        because: """
            The first to ask makes it; whoever asks meanwhile waits, and is given the same one. When it is there, asking costs one look and
            no waiting. That holds for every `static let` and every global. It says nothing about what is *inside* the one that all share.
            """),
    "lock": Prediction(
        "look and make, both while holding a lock. What does a caller do that asks again, long after the manager has been made?",
        choices: ["it takes the lock, only to look", "it looks without the lock", "it makes another manager"], answer: 0,
        because: """
            The look stands behind the lock, and has to: a look outside of it might find what is half made. So each call takes the lock, as
            long as the program runs, for something that happens once. A `static let` needs no lock any more when it is made.
            """),
    "contents": Prediction(
        """
        all writers have the same album, made once by `static let`. All look at its photos at once, then each puts them back with
        one more. How many photos are in it afterwards?
        """,
        choices: ["one of each writer", "one", "none: the album is broken"], answer: 1,
        because: """
            All found the same photos and added theirs to that; each putting back writes over the one before, and only the last one's
            photo is left. `static let` guards the making of the album, not what is done with it later.
            """),
    "actor": Prediction(
        "the album is an actor now, and the body of `add` is the same as before. Two tasks call it at the same time. What happens?",
        choices: ["one is inside, the other has to wait for its turn", "both are inside", "the second one's call fails"], answer: 0,
        because: """
            An actor lets in one at a time. The second task waits, without holding a thread, until the first has put back what it
            found and more. There is no `await` inside of `add`, so nobody can come in between.
            """),
]
