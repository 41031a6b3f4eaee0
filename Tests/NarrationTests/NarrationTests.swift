import Testing

@Suite struct NarrationTests {
}
