import ExerciseChecks
import Synchronization

/// Two subscribers from the beginning, and one that comes later.
func eachGetsAll() -> Mistake? {
    let broadcast = Broadcast(keeping: 100)
    call { await broadcast.send(-1) }
    var readers = [Reader(broadcast), Reader(broadcast)]
    defer { end(readers, broadcast) }
    for price in 1...3 { call { await broadcast.send(price) } }
    readers.append(Reader(broadcast))
    for price in 4...5 { call { await broadcast.send(price) } }
    guard ProbeThread.allComeToRest() else {
        return Mistake(
            "All prices were sent. A task looked again and again for more.", verdict: "spins", at: "while ",
            try: "a `for await` loop waits for the next element without looking.")
    }
    let found = readers.map(\.prices)
    for reader in found[0...1] where reader != [1, 2, 3, 4, 5] {
        let isFewer = reader.count < 5
        if reader.contains(-1) {
            return Mistake(
                "The price -1 was sent, then two loops subscribed, and then the prices 1 to 5 were sent. They got \(found[0]) and \(found[1]).",
                verdict: "tooEarly", try: "-1 was sent before they subscribed: a new subscriber gets no earlier price.")
        }
        return Mistake(
            "Two loops subscribed, and then the prices 1 to 5 were sent. They got \(found[0]) and \(found[1]).",
            verdict: isFewer ? "missing" : "wrongResult")
    }
    guard found[2] == [4, 5] else {
        return Mistake(
            "A loop subscribed after the first prices were sent, and before the prices 4 and 5. It got \(found[2]).",
            verdict: found[2].count > 2 ? "tooEarly" : "missing")
    }
    return nil
}

/// One subscriber does not read, and another one does.
func slowSubscriber() -> Mistake? {
    let broadcast = Broadcast(keeping: 3)
    guard let slow = Reader.stream(of: broadcast) else { return doesNotReturn("subscribe()") }
    let fast = Reader(broadcast)
    defer { end([fast], broadcast) }
    for price in 1...10 {
        guard call({ await broadcast.send(price) }) else {
            return Mistake(
                "A subscriber did not read. The call of `send` with the price \(price) did not return.", verdict: "waits", at: "func send")
        }
        guard ProbeThread.allComeToRest() else {
            return Mistake("A subscriber did not read. A task looked again and again whether it does.", verdict: "spins", at: "while ")
        }
    }
    guard fast.prices == Array(1...10) else {
        return Mistake(
            "One of two subscribers did not read. The prices 1 to 10 were sent. The other one got \(fast.prices).", verdict: "missing")
    }
    let late = Reader(reading: slow)
    defer { end([late], broadcast) }
    _ = ProbeThread.allComeToRest()
    guard late.prices == [8, 9, 10] else {
        return Mistake(
            "With a limit of 3, a subscriber read nothing while the prices 1 to 10 were sent. After that it got \(late.prices).",
            verdict: late.prices.count > 3 ? "tooMuchMemory" : "wrongResult")
    }
    return nil
}

/// The end of the prices: for a loop that reads, and for a late subscriber.
func endsAllLoops() -> Mistake? {
    let broadcast = Broadcast(keeping: 10)
    let reader = Reader(broadcast)
    defer { end([reader], broadcast) }
    call { await broadcast.send(1) }
    _ = ProbeThread.allComeToRest()
    guard call({ await broadcast.finish() }) else { return doesNotReturn("finish()") }
    guard reader.hasEnded else { return Mistake("After `finish()`, a `for await` loop did not end.") }
    guard reader.prices == [1] else { return Mistake("One price was sent, and then `finish()` was called. The loop got \(reader.prices).") }
    let late = Reader(broadcast)
    defer { end([late], broadcast) }
    _ = ProbeThread.allComeToRest()
    guard late.hasEnded else {
        return Mistake(
            "A loop subscribed after `finish()`, and did not end.", at: "func subscribe", try: "finish a stream that comes too late.")
    }
    call { await broadcast.send(2) }
    guard call({ await broadcast.finish() }) else { return doesNotReturn("finish()") }
    return late.prices.isEmpty && reader.prices == [1]
        ? nil : Mistake("A price was sent after `finish()`. A loop got it.", verdict: "wrongResult", at: "func send")
}

/// Subscribers that are cancelled, that leave their loop, and that never read.
func forgetsSubscribers() -> Mistake? {
    let broadcast = Broadcast(keeping: 10)
    let readers = [Reader(broadcast), Reader(broadcast, untilPrice: 7), Reader(broadcast)]
    defer { end(readers, broadcast) }
    if let mistake = counts(3, broadcast, "Three loops had subscribed") { return mistake }
    readers[0].cancel()
    if let mistake = counts(2, broadcast, "Three loops had subscribed, and the task of one was cancelled") { return mistake }
    call { await broadcast.send(7) }
    if let mistake = counts(1, broadcast, "Two loops had subscribed, and one of them ended with `return`") { return mistake }
    guard Reader.stream(of: broadcast) != nil else { return doesNotReturn("subscribe()") }
    if let mistake = counts(1, broadcast, "One loop had subscribed. Another stream was released without a loop") { return mistake }
    guard readers[2].prices == [7] else {
        return Mistake(
            "Two of three subscribers had gone. The third one got \(readers[2].prices) instead of [7].", verdict: "missing",
            at: "onTermination")
    }
    guard call({ await broadcast.finish() }) else { return doesNotReturn("finish()") }
    return counts(0, broadcast, "`finish()` was called")
}

private func counts(_ right: Int, _ broadcast: Broadcast, _ situation: String) -> Mistake? {
    _ = ProbeThread.allComeToRest()
    let task = ProbeTask { () -> Int in await broadcast.subscribers }
    _ = ProbeThread.allComeToRest()
    guard let count = task.value else { return doesNotReturn("subscribers") }
    if count == right { return nil }
    return Mistake("\(situation). `subscribers` was \(count) instead of \(right).", verdict: count > right ? "tooMany" : "wrongResult")
}

private func doesNotReturn(_ name: String) -> Mistake {
    Mistake(
        "The call of `\(name)` did not return.", verdict: "deadlock", at: name == "finish()" ? "func finish" : "func subscribe",
        try: "`finish()` of a continuation calls its `onTermination` before it returns. Hold no lock meanwhile that this closure wants.")
}

/// Calls the attempt in a task, and lets everything happen that follows. Returns whether the call has returned.
@discardableResult private func call(_ body: @escaping @Sendable () async -> Void) -> Bool {
    let task = ProbeTask { await body() }
    if task.wait(patience: .milliseconds(1)) { return true }
    _ = ProbeThread.allComeToRest()
    return task.hasEnded
}

private func end(_ readers: [Reader], _ broadcast: Broadcast) {
    for reader in readers { reader.cancel() }
    call { await broadcast.finish() }
}

/// A task with a `for await` loop.
private final class Reader: Sendable {
    private let found = Prices()
    private let task: ProbeTask<Void>

    /// - Parameter last: the price after which the loop returns; nil: it goes on.
    convenience init(_ broadcast: Broadcast, untilPrice last: Int? = nil) {
        self.init(reading: Reader.stream(of: broadcast) ?? AsyncStream { $0.finish() }, untilPrice: last)
    }

    init(reading stream: AsyncStream<Int>, untilPrice last: Int? = nil) {
        let found = found
        task = ProbeTask {
            for await price in stream {
                found.add(price)
                if price == last { return }
            }
        }
        _ = ProbeThread.allComeToRest()
    }

    /// A new stream; nil if the call does not return.
    static func stream(of broadcast: Broadcast) -> AsyncStream<Int>? {
        let task = ProbeTask { () -> AsyncStream<Int> in await broadcast.subscribe() }
        return task.wait() ? task.value : nil
    }

    var prices: [Int] { found.all }
    var hasEnded: Bool { task.hasEnded }
    func cancel() { task.cancel() }
}

private final class Prices: Sendable {
    private let list = Mutex<[Int]>([])
    func add(_ price: Int) { list.withLock { $0.append(price) } }
    var all: [Int] { list.withLock { $0 } }
}
