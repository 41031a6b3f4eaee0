import Testing

@Suite struct TimelineTests {
}
