import Testing

@Suite struct TraceTests {
}
