import Testing

/// A suite, or a test, that takes long and whose subject is narrow: a run takes a fifth of its tests, as of the other large collections.
package struct TakesTurns: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        #if compiler(>=6.3)
            if !test.isSuite, !Corpus.takes("\(test.id)") { try Test.cancel(Corpus.notItsTurn) }
        #endif
        try await function()
    }
}

extension Trait where Self == TakesTurns {
    /// A fifth of the tests runs each time (see `Corpus`).
    package static var takesTurns: Self { Self() }
}
