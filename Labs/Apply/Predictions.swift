import LabKit

/// What the learner is asked before each variant runs.
let predictions: [String: Prediction] = [
    "loop": Prediction(
        "a plain loop adds up the pixels, on a machine with several cores. How many of them work on it?",
        choices: ["one", "all of them: the system shares a loop out"], answer: 0,
        because: """
            A loop is one piece of work on one thread, and a thread is on one core at a time. Nobody shares it out unless you do.
            """),
    "each-pixel": Prediction(
        "the loop becomes a `concurrentPerform` with one iteration a pixel, on a machine with two cores. It is …",
        choices: ["nearly twice as fast", "about as fast, two cores share the work", "slower than the loop"], answer: 2,
        because: """
            To fetch the number of the next iteration and to call its block costs more than the work on one pixel, and the threads fetch the
            numbers from one place. The bar "stride of 1", in the chart behind a run of all variants, has the figure of this
            machine.
            """),
    "strides": Prediction(
        "each iteration adds up a stride of many pixels. Who decides which thread does which stride?",
        choices: ["each thread gets the same number beforehand", "whoever has ended one takes the next"], answer: 1,
        because: """
            The threads fetch the next stride's number when they need one. A thread that was held up does fewer. And now the cost of
            fetching is paid once for thousands of pixels.
            """),
    "shared-accumulator": Prediction(
        """
        all strides add their sum to one variable. Two have read the same total when each adds its own and writes. What becomes of
        the two sums?
        """,
        choices: ["both are in the total", "one of them is lost", "the program stops"], answer: 1,
        because: """
            `total += sum` is three steps: read, add, write. Whoever writes last writes what it made of the old total; what the
            other added is not in it. Nothing crashes, nothing warns; the sum is wrong.
            """),
    "lock": Prediction(
        "the same variable, under a lock. How often should an iteration take the lock?",
        choices: ["for each pixel", "once, around the addition of its sum", "once, around all of its work"], answer: 1,
        because: """
            Only the addition touches what the others touch, too. A lock for each pixel costs more than the pixel; a lock around all of
            the work makes the threads take turns, and it is a loop again.
            """),
    "three-items": Prediction(
        "three photos of the same size, an iteration each, on two cores. How much faster than one after the other is it, at best?",
        choices: ["three times", "twice", "one and a half times"], answer: 2,
        because: """
            An iteration is not divided. Two photos are done side by side, then one core does the third while the other has nothing to do:
            two rounds where the loop needs three. With four cores it would be one round, and three times as fast.
            """),
]
