import Dispatch
import Foundation

/// The data that arrived through a pipe.
public struct DescriptorSeen: Codable, Sendable {
    /// Writes before the source was activated, and the bytes that its first call reported.
    public var writesBefore: Int
    public var bytesBefore: Int
    public var bytesInFirstCall: Int
    public var bytesWritten: Int
    public var bytesRead: Int
    /// Calls with data to read, and calls at the end of the pipe.
    public var calls: Int
    public var callsAtEnd: Int
    /// Whether the cancel handler closed the descriptor.
    public var isClosed: Bool
}

/// A read source waits for data on a descriptor, so no thread is blocked in `read`.
public func watchDescriptor() throws -> DescriptorSeen {
    let pipe = try PipeEnds()
    let line = Array("a line of text\n".utf8)
    let queue = DispatchQueue(label: "reader")
    let arrived = Tally()
    let closed = Tally()
    var sizes: [Int] = []
    var callsAtEnd = 0

    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: queue)
    source.setEventHandler {
        // The kernel's estimate of the available bytes. 0 means that the writer has closed its end.
        let available = Int(source.data)
        guard available > 0 else {
            callsAtEnd += 1
            return source.cancel()
        }
        var bytes = [UInt8](repeating: 0, count: available)
        let count = max(0, read(pipe.reading, &bytes, available))
        sizes.append(count)
        work()
        arrived.add(count)
    }
    // Only here is it certain that the source no longer uses the descriptor.
    source.setCancelHandler {
        if close(pipe.reading) == 0 { closed.add() }
    }

    // Five writes before the source is active are one event: there is data to read.
    let writesBefore = 5
    for _ in 1...writesBefore { write(pipe.writing, line, line.count) }
    source.activate()
    try arrived.wait(for: writesBefore * line.count, "the earlier writes")
    // One write at a time: each is its own event.
    let writesAfterwards = 4
    for number in 1...writesAfterwards {
        Thread.sleep(forTimeInterval: 0.01)
        write(pipe.writing, line, line.count)
        try arrived.wait(for: (writesBefore + number) * line.count, "line \(number)")
    }
    Thread.sleep(forTimeInterval: 0.01)
    close(pipe.writing)
    try closed.wait(for: 1, "the descriptor to be closed")
    queue.sync {}  // After this, the cancel handler has ended.

    return DescriptorSeen(
        writesBefore: writesBefore, bytesBefore: writesBefore * line.count, bytesInFirstCall: sizes.first ?? 0,
        bytesWritten: (writesBefore + writesAfterwards) * line.count, bytesRead: sizes.reduce(0, +), calls: sizes.count,
        callsAtEnd: callsAtEnd, isClosed: closed.total == 1)
}
