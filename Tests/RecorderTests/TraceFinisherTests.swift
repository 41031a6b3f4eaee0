import Foundation
import Recorder
import Testing
import Trace

@Suite struct TraceFinisherTests {
    /// A trace whose only record was written a millisecond after its start, and that began a second before now.
    private func traceThatBeganASecondAgo(end: UInt64? = nil) -> TraceEncoder {
        var header = TraceEncoder.Header()
        header.startNanoseconds = nanosecondsNow() - 1_000_000_000
        header.startTicks = header.startNanoseconds
        header.endTicks = end.map { header.startTicks + $0 }
        header.endNanoseconds = header.endTicks
        header.endedInOrder = false
        var encoder = TraceEncoder(header)
        encoder.append(.itemBegan, at: header.startTicks + 1_000_000, lane: 1, object: 1, argument: 2)
        return encoder
    }

    private func nanosecondsNow() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func finished(_ encoder: TraceEncoder, _ ending: Trace.Ending) throws -> Trace {
        let file = FileManager.default.temporaryDirectory.appending(path: "TraceFinisherTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(encoder.encoded()).write(to: file)
        try TraceFinisher.finish(path: file.path, ending: ending)
        return try TraceReader.read(path: file.path)
    }

    @Test("A killed process ends when it was killed, whatever the time of its last record")
    func killed() throws {
        let trace = try finished(traceThatBeganASecondAgo(), .killed(signal: 9))
        #expect(trace.ending == .killed(signal: 9))
        #expect(trace.duration >= 1_000_000_000)
    }

    @Test("A process that wrote its end itself keeps it, and one that exited gets none")
    func notKilled() throws {
        #expect(try finished(traceThatBeganASecondAgo(end: 5_000_000), .killed(signal: 9)).duration == 5_000_000)
        #expect(try finished(traceThatBeganASecondAgo(), .exited(code: 3)).duration == 1_000_000)
    }
}
