import Dispatch

public struct SumSeen: Codable, Sendable {
    /// The source's data, in each call of the handler.
    public var sums: [Int]
}

/// Three additions while the queue of the handler is suspended.
public func addThreeTimes() throws -> SumSeen {
    let screen = DispatchQueue(label: "screen")
    let calls = Tally()
    var sums: [Int] = []
    let progress = DispatchSource.makeUserDataAddSource(queue: screen)
    progress.setEventHandler {
        sums.append(Int(progress.data))
        calls.add()
    }
    try progress.register()
    screen.sync {}  // The registration has ended, too.

    screen.suspend()
    for photos in 1...3 { progress.add(data: UInt(photos)) }
    screen.resume()
    try calls.wait(for: 1, "the sum")
    return screen.sync { SumSeen(sums: sums) }
}
