/// The bug: cancellation ends the loop without an error. So a part of the orders looks like all of them.
func total(of orders: AsyncStream<Int>) async throws -> Int {
    var sum = 0
    for await order in orders { sum += order }
    return sum
}

/// The fix: the task looks after the loop, because the end of the loop has two meanings.
func checkedTotal(of orders: AsyncStream<Int>) async throws -> Int {
    var sum = 0
    for await order in orders { sum += order }
    try Task.checkCancellation()
    return sum
}
