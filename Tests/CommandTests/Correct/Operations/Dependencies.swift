import Foundation

/// Filtering waits for loading, by a dependency.
func scenario() -> [String] {
    let queue = OperationQueue()
    var steps: [String] = []
    let load = BlockOperation { steps.append("load") }
    let filter = BlockOperation { steps.append("filter") }
    filter.addDependency(load)
    queue.addOperations([filter, load], waitUntilFinished: true)
    return steps
}

func allowed(_ steps: [String]) -> Bool { steps == ["load", "filter"] }
