import Foundation

/// `start()` runs the operation on the thread that calls it, whichever that is.
public func startInBackground() -> Observations {
    let console = Console()
    let everything = DispatchGroup()
    DispatchQueue.global().async(group: everything) {
        let operation = BlockOperation { console.printThreads(from: "simple") }
        operation.name = "simple"
        operation.start()
        console.printThreads(from: "block")
    }
    everything.wait()
    return Observations(console)
}
