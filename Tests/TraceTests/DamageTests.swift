import TestSupport
import Testing
import Words

@testable import Trace

@Suite("A reader trusts no file") struct DamageTests {
    @Test("A trace cut off after any number of bytes is read as far as it goes, or refused with the byte and a remedy")
    func truncation() throws {
        let bytes = SampleTrace.encoder().encoded()
        let whole = try TraceReader.read(bytes: bytes)
        #expect(whole.damage == [])
        #expect(whole.inconsistencies == [])
        var fewest = 0
        for count in stride(from: 0, to: bytes.count, by: 1) {
            do {
                let trace = try TraceReader.read(bytes: Array(bytes[..<count]))
                #expect(count >= TraceFormat.headerSize)
                #expect(trace.inconsistencies == [])
                #expect(trace.events.count >= fewest)
                fewest = trace.events.count
                #expect(trace.events.count == whole.events.count || !trace.damage.isEmpty || (count - 4096).isMultiple(of: 1024))
            } catch {
                #expect(count < TraceFormat.headerSize)
                #expect(error.code == (count == 0 ? .empty : .truncated))
                #expect(!error.cure.isEmpty)
            }
        }
        #expect(fewest == whole.events.count)
    }

    @Test("Random bytes anywhere after the header's first words never stop the reader", arguments: 0..<40)
    func randomBytes(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let original = SampleTrace.encoder(ticks: seed.isMultiple(of: 2)).encoded()
        for _ in 0..<60 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                let offset = Int.random(in: 20..<bytes.count, using: &generator)
                bytes[offset] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator)!
            }
            let trace = try TraceReader.read(bytes: bytes)
            #expect(trace.inconsistencies == [])
        }
    }

    @Test("Records of random kinds, objects and lanes give a trace without a wrong index", arguments: 0..<20)
    func randomRecords(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        var header = TraceEncoder.Header()
        header.chunkSize = 2048
        header.origin = seed.isMultiple(of: 2) ? .recorder : .explorer
        var encoder = TraceEncoder(header)
        let kinds = Array(0...125) as [UInt16]
        for step in 0..<4000 {
            let small = { (generator: inout SeededGenerator) in UInt64.random(in: 0...12, using: &generator) }
            encoder.append(
                Event.Kind(rawValue: kinds.randomElement(using: &generator)!), at: UInt64(step) &+ small(&generator),
                lane: UInt32.random(in: 1...5, using: &generator), object: small(&generator),
                argument: Bool.random(using: &generator) ? small(&generator) : UInt64.random(in: 0 ... .max, using: &generator),
                detail: UInt16.random(in: 0...0x3FFF, using: &generator),
                place: Bool.random(using: &generator)
                    ? .init(call: small(&generator), closure: small(&generator), extra: small(&generator)) : nil,
                sharesPlace: Bool.random(using: &generator), text: step.isMultiple(of: 7) ? "text \(step)" : nil,
                isPinned: step.isMultiple(of: 11))
        }
        let trace = try TraceReader.read(bytes: encoder.encoded())
        #expect(trace.inconsistencies == [])
        #expect(!trace.items.isEmpty && !trace.waits.isEmpty && !trace.queues.isEmpty)
    }

    @Test("A file that is not a trace is refused with its first bytes; an unknown version and impossible sizes with their position")
    func refusals() {
        func refusal(_ change: (inout [UInt8]) -> Void) -> ExplainedError? {
            var bytes = SampleTrace.encoder().encoded()
            change(&bytes)
            do {
                _ = try TraceReader.read(bytes: bytes)
                return nil
            } catch { return error }
        }
        let other = refusal { $0.replaceSubrange(0..<4, with: [0x7F, 0x45, 0x4C, 0x46]) }
        #expect(other?.code == .notATrace)
        #expect(other?.message == "This is not a trace: at byte 0 it has 7f 45 4c 46 4c 45 41 56, but a trace begins with INTRLEAV.")
        #expect(refusal { $0[8] = 2 }?.code == .unknownVersion)
        #expect(refusal { $0[8] = 2 }?.byte == 8)
        #expect(refusal { $0[12] = 1 }?.byte == 12)
        for size: UInt32 in [0, 32, 1023, 1025, 16 << 20 | 32, .max] {
            let error = refusal { bytes in
                withUnsafeBytes(of: size.littleEndian) { bytes.replaceSubrange(16..<20, with: $0) }
            }
            #expect(error?.code == .invalidHeader)
            #expect(error?.byte == 16)
        }
        #expect(refusal { $0[24] = 9 } == nil)
    }

    @Test("Labels cannot carry control characters to a terminal")
    func escapes() throws {
        var encoder = TraceEncoder()
        encoder.append(.queueCreated, at: 1, lane: 1, object: 1, text: "a\u{1B}[31mred\u{7}\u{9B}", isPinned: true)
        encoder.append(.note, at: 2, lane: 1, text: "two\nlines\t\u{1B}]0;title\u{7}")
        let trace = try TraceReader.read(bytes: encoder.encoded())
        #expect(trace.queues.map(\.label) == ["a\u{FFFD}[31mred\u{FFFD}\u{FFFD}"])
        #expect(trace.notes.map(\.text) == ["two lines \u{FFFD}]0;title\u{FFFD}"])
    }

    @Test("A file made so that everything nests or nothing fits is read in linear time")
    func hostileNesting() throws {
        var encoder = TraceEncoder()
        for step in 0..<60_000 as Range<UInt64> {
            encoder.append(.itemBegan, at: step, lane: 1, object: step, argument: 1)
            encoder.append(.waitBegan, at: step, lane: 1, object: step, argument: .max, detail: 1)
            encoder.append(.itemEnqueued, at: step, lane: 1, object: 7, argument: step)
            encoder.append(.operationAdded, at: step, lane: 1, object: 1)
            encoder.append(.operationDepends, at: step, lane: 1, object: 1, argument: step)
        }
        for step in 0..<60_000 as Range<UInt64> {
            encoder.append(.itemEnded, at: 100_000 + step, lane: 1, object: 1_000_000 + step, argument: 1)
            encoder.append(.waitEnded, at: 100_000 + step, lane: 1, object: 1_000_000 + step, detail: 1)
            encoder.append(.itemBegan, at: 100_000 + step, lane: 2, object: 7, argument: 1_000_000)
        }
        let bytes = encoder.encoded()
        var trace = Trace()
        let time = try processorTime { trace = try TraceReader.read(bytes: bytes) }
        #expect(trace.events.count == 480_000)
        #expect(time < .seconds(20), "quadratic work takes minutes here; linear work a fraction of a second")
    }
}
