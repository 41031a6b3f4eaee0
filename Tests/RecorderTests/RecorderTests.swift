import Testing

@Suite struct RecorderTests {
}
