import Foundation

/// Calls `start()` on operations. No queue is involved.
///
/// `start()` is a method like any other: it runs the operation here and now, on the thread that
/// calls it. It returns when the operation has ended.
public func startByHand(upTo limit: Int) -> Observations {
    let console = Console()

    let simpleOperation = BlockOperation {
        console.print("Parameter = 123", from: "simple")
        console.printThreads(from: "simple")
    }
    simpleOperation.name = "simple"
    simpleOperation.start()

    let countingOperation = CountingOperation("counting", 0..<limit, console)
    countingOperation.start()
    console.print("Main thread is here")

    countingOperation.start()  // It has finished. A finished operation does not run again.
    return Observations(console)
}
