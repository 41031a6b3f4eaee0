import Foundation

/// Nothing is cooked before everybody has ordered; then somebody has to say so.
func scenario() -> String {
    var meal = ""
    let queue = OperationQueue()
    queue.name = "kitchen"
    queue.isSuspended = true
    queue.addOperation { meal = "soup" }
    // served
    queue.waitUntilAllOperationsAreFinished()
    return meal
}
