import Testing

@testable import Trace

/// The trace of records that are written one by one, read as from a file; it has no contradictions and no damage.
func readTrace(_ header: TraceEncoder.Header = TraceEncoder.Header(), _ build: (inout TraceEncoder) -> Void) throws -> Trace {
    var header = header
    header.processID = 9
    var encoder = TraceEncoder(header)
    build(&encoder)
    let trace = try TraceReader.read(bytes: encoder.encoded())
    #expect(trace.inconsistencies == [])
    #expect(trace.damage == [])
    return trace
}
