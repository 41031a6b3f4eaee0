import Foundation

/// Two operations add their price to one total.
func scenario() -> Int {
    let queue = OperationQueue()
    // One at a time:
    var total = 0
    let paper = BlockOperation { total += 5 }
    let ink = BlockOperation { total += 20 }
    paper.name = "paper"
    ink.name = "ink"
    queue.addOperations([paper, ink], waitUntilFinished: true)
    return total
}
