import LabKit

/// What the learner is asked before each variant runs.
let predictions: [String: Prediction] = [
    "unprotected": Prediction(
        """
        readers and writers put their blocks on one concurrent queue. Two writers add a photo each at the same time. How many photos
        come in?
        """,
        choices: ["two: they are on a queue", "one", "none"], answer: 1,
        because: """
            A concurrent queue starts each block as soon as there is a thread for it, beside all others. Both writers found the same
            album and put it back with their own photo: the second wrote over the first. A reader in between saw a cover that did not fit.
            """),
    "barrier": Prediction(
        "a barrier block is on a concurrent queue. How many other blocks of that queue run while it runs?",
        choices: ["none", "those that had begun before it", "as many as the machine has processor cores"], answer: 0,
        because: """
            A barrier waits until every block that was put on the queue before it has ended, then runs alone; what was put there after it
            begins when it has ended. That is why readers can share the album and a writer still has it to itself. It is true of
            concurrent queues that you make yourself; on a global queue a barrier is a block like any other.
            """),
    "serial": Prediction(
        "the same on a serial queue. How many readers are at the album together?",
        choices: ["all of them: they disturb nobody", "one", "as many as the machine has processor cores"], answer: 1,
        because: """
            A serial queue does not know who reads and who writes: it runs one block at a time, in the order in which they came. That is
            safe. Its price is that readers wait for readers.
            """),
    "lock": Prediction(
        "no queue but a lock around each visit. What does a thread do that comes while another one is inside?",
        choices: ["it goes on, and its visit is made later", "it stands still until the lock is free", "it comes in if it only reads"],
        answer: 1,
        because: """
            Nobody else can do its work for it: a thread that asks for a lock stands still until it has it, readers and writers alike. With
            `async` a writer could have gone on.
            """),
    "actor": Prediction(
        "the album belongs to an actor. What does a thread do while a task waits for its turn at the actor?",
        choices: ["it stands still", "it runs other tasks, if there are any"], answer: 1,
        because: """
            `await` gives the thread away: the task waits, the thread does not. At the actor it is as with the serial queue: one at a
            time, readers too.
            """),
    "global-barrier": Prediction(
        "the code of `barrier`, but on a global queue. How many other blocks run beside a barrier?",
        choices: ["none, as before", "those of other programs' parts only", "any: it is no barrier there"], answer: 2,
        because: """
            The global queues belong to everybody in the process. If one part of the program could close such a queue for all others, it
            could stop what it knows nothing of. So libdispatch ignores the flag there, and says nothing.
            """),
]
