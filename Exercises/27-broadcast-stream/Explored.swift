// The explorer calls these functions under every interleaving.

/// One task sends two prices.
func oneSends() async -> String {
    let broadcast = Broadcast(keeping: 10)
    let stream = await broadcast.subscribe()
    await broadcast.send(1)
    await broadcast.send(2)
    await broadcast.finish()
    let found = await prices(of: stream)
    return found == [1, 2] ? right : "a task sent the prices 1 and 2, then the end, and a subscriber got \(found)"
}

/// Two tasks send at the same time, and two subscribers read.
func twoSend() async -> String {
    let broadcast = Broadcast(keeping: 10)
    let first = await broadcast.subscribe(), second = await broadcast.subscribe()
    async let sending: Void = broadcast.send(1)
    await broadcast.send(2)
    await sending
    await broadcast.finish()
    let found = [await prices(of: first), await prices(of: second)]
    if found[0] != found[1] { return "two tasks sent at the same time, and the subscribers got \(found[0]) and \(found[1])" }
    return found[0].sorted() == [1, 2] ? right : "two tasks sent 1 and 2 at the same time, and both subscribers got \(found[0])"
}

/// A subscriber comes while a price is sent.
func subscribesMeanwhile() async -> String {
    let broadcast = Broadcast(keeping: 10)
    let first = await broadcast.subscribe()
    async let sending: Void = broadcast.send(1)
    let second = await broadcast.subscribe()
    await sending
    await broadcast.send(2)
    await broadcast.finish()
    let found = [await prices(of: first), await prices(of: second)]
    if found[0] == [1, 2], found[1] == [1, 2] || found[1] == [2] { return right }
    return "a second subscriber came while 1 was sent, then 2 was sent, and they got \(found[0]) and \(found[1])"
}

/// A subscriber comes while the prices end.
func finishesMeanwhile() async -> String {
    let broadcast = Broadcast(keeping: 10)
    async let ending: Void = broadcast.finish()
    let stream = await broadcast.subscribe()
    let found = await prices(of: stream)
    await ending
    return found.isEmpty ? right : "no price was sent, and a subscriber got \(found)"
}

/// A subscriber is cancelled while a price is sent.
func leavesMeanwhile() async -> String {
    let broadcast = Broadcast(keeping: 10)
    let first = await broadcast.subscribe(), second = await broadcast.subscribe()
    let reader = Task { await prices(of: first) }
    reader.cancel()
    await broadcast.send(1)
    await broadcast.finish()
    _ = await reader.value
    let found = await prices(of: second)
    return found == [1] ? right : "one subscriber was cancelled while 1 was sent, and the other one got \(found)"
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func prices(of stream: AsyncStream<Int>) async -> [Int] {
    var found: [Int] = []
    for await price in stream { found.append(price) }
    return found
}
