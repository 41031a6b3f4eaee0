import Testing

@testable import Trace

/// The values of accesses, and the meanings of steps, as a trace has them.
@Suite struct VariableValueTests {
    private func encoder() -> TraceEncoder {
        var header = TraceEncoder.Header()
        header.chunkSize = 1 << 10
        header.origin = .explorer
        var encoder = TraceEncoder(header)
        func add(_ kind: EventKind, _ time: UInt64, _ found: String?, _ left: String? = nil, _ meaning: StepMeaning = []) {
            encoder.append(kind, at: time, lane: UInt32(time % 2 + 1), object: 0x10004, argument: 4, text: "Account.balance")
            encoder.append(text: found ?? "", of: 0x10000, .valueFound, at: time, lane: UInt32(time % 2 + 1))
            if kind == .memoryWritten { encoder.append(text: left ?? "", of: 0x10000, .valueLeft, at: time, lane: UInt32(time % 2 + 1)) }
            if !meaning.isEmpty { encoder.append(text: meaning.words, of: 0, .stepMeaning, at: time, lane: UInt32(time % 2 + 1)) }
        }
        add(.memoryRead, 1, "100", nil, .races)
        add(.memoryWritten, 2, "100", "20", [.decides, .races])
        encoder.append(text: "", of: 0x10000, .valueLeft, at: 2, lane: 1)
        add(.memoryWritten, 3, nil, nil, .fails)
        add(.memoryRead, 4, "\"a\tb → c\u{1B}\"")
        return encoder
    }

    @Test("Values and meanings come back from a file")
    func roundTrip() throws {
        let trace = try TraceReader.read(bytes: encoder().encoded())
        #expect(trace.damage.isEmpty)
        #expect(
            trace.values == [
                VariableValue(time: 1, variable: 0x10000, found: "100", access: .read),
                VariableValue(time: 2, variable: 0x10000, found: "100", left: "20", access: .written),
                VariableValue(time: 2, variable: 0x10000),
                VariableValue(time: 3, variable: 0x10000, access: .written),
                VariableValue(time: 4, variable: 0x10000, found: "\"a b → c\u{FFFD}\"", access: .read),
            ])
        #expect(trace.variableNames == [0x10000: "Account.balance"])
        #expect(trace.meanings == [1: .races, 2: [.decides, .races], 3: .fails])
        #expect(trace.decidingMoments == [2])
        #expect(trace.value(at: 2)?.left == "20")
        #expect(trace.value(at: 5) == nil)
        #expect(trace.variables[0x10004] == "Account.balance")
    }

    @Test("A file that is cut off anywhere gives the values before that, and no others")
    func cutOff() throws {
        let bytes = encoder().encoded(), whole = try TraceReader.read(bytes: bytes)
        for count in stride(from: 4_096 + 64, to: bytes.count, by: 32) {
            guard let trace = try? TraceReader.read(bytes: Array(bytes[..<count])) else { continue }
            for value in trace.values where value.access != nil { #expect(whole.values.contains { $0.time == value.time }) }
        }
    }

    @Test("Words of a later version are left out of a meaning")
    func words() {
        #expect(StepMeaning(words: "races begins decides") == [.races, .decides])
        #expect(StepMeaning([.fails, .decides]).words == "decides fails")
        #expect(StepMeaning(words: "") == [])
    }
}
