import Dispatch
import Foundation

/// What came through a pipe.
public struct DescriptorSeen: Codable, Sendable {
    /// Writes before the source was activated, and the bytes that its first call then spoke of.
    public var writesBefore: Int
    public var bytesBefore: Int
    public var bytesInFirstCall: Int
    public var bytesWritten: Int
    public var bytesRead: Int
    /// Calls that had something to read, and calls that were told of the end.
    public var calls: Int
    public var callsAtEnd: Int
    /// Whether the cancel handler closed the descriptor.
    public var isClosed: Bool
}

/// A read source waits for a descriptor so that no thread has to: nobody stands in `read` until something comes.
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
        // How much is there, as far as the kernel knows. Nothing: the writer has closed its end.
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
    // Only here is it certain that nobody uses the descriptor any more, the source included.
    source.setCancelHandler {
        if close(pipe.reading) == 0 { closed.add() }
    }

    // Five writes before anybody listens are one event: there is something to read.
    let writesBefore = 5
    for _ in 1...writesBefore { write(pipe.writing, line, line.count) }
    source.activate()
    try arrived.wait(for: writesBefore * line.count, "what was written before")
    // One at a time: each is an event of its own.
    let writesAfterwards = 4
    for number in 1...writesAfterwards {
        Thread.sleep(forTimeInterval: 0.01)
        write(pipe.writing, line, line.count)
        try arrived.wait(for: (writesBefore + number) * line.count, "line \(number)")
    }
    Thread.sleep(forTimeInterval: 0.01)
    close(pipe.writing)
    try closed.wait(for: 1, "the descriptor to be closed")
    queue.sync {}  // The cancel handler has ended.

    return DescriptorSeen(
        writesBefore: writesBefore, bytesBefore: writesBefore * line.count, bytesInFirstCall: sizes.first ?? 0,
        bytesWritten: (writesBefore + writesAfterwards) * line.count, bytesRead: sizes.reduce(0, +), calls: sizes.count,
        callsAtEnd: callsAtEnd, isClosed: closed.total == 1)
}
