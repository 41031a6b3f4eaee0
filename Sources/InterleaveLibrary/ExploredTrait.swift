import Testing

/// A test with this trait runs under every interleaving; see ``Testing/Trait/explored(budget:preemptions:poolWidth:replaying:)``.
public struct ExploredTrait: TestTrait, SuiteTrait, TestScoping {
    private let options: ExploreOptions
    private let token: String?
    /// Tells apart several traits of one test.
    private let number = UInt64.random(in: .min ... .max)
    public let isRecursive = true

    /// A trait with these limits.
    /// - Parameter token: the schedule to replay; nil: all of them are explored.
    public init(_ options: ExploreOptions, replaying token: String? = nil) {
        self.options = options
        self.token = token
    }

    /// Runs a test under every interleaving.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // If a suite and its test have this trait, that of the test counts.
        let last = test.traits.last { $0 is ExploredTrait } as? ExploredTrait
        guard testCase != nil, last == nil || last?.number == number else { return try await function() }
        let location = test.sourceLocation
        let place = CallerPlace(
            fileID: location.fileID, filePath: location.filePath, function: test.name, line: location.line,
            isTrait: true)
        try withoutActuallyEscaping(function) { function in
            defer { AbandonedReferences.release(of: function) }
            let process = try InProcess(place, options)
            let report = try token.map { try process.replay($0, function, nil) } ?? process.explore(function, nil)
            try report.record(fileID: location.fileID, filePath: location.filePath, line: location.line, column: location.column)
        }
    }
}

/// Executions that get stuck are given up in the middle of functions, which never release what they have retained.
private enum AbandonedReferences {
    @_silgen_name("swift_retainCount")
    private static func retainCount(_ object: UnsafeMutableRawPointer) -> UInt

    /// Releases all references to a function's context but the caller's.
    static func release(of function: @escaping @Sendable () async throws -> Void) {
        guard let context = context(of: function) else { return }
        while retainCount(context) > 1 { Unmanaged<AnyObject>.fromOpaque(context).release() }
    }

    /// A function as it lies in memory. (Alone, it would be converted for the cast, and have another context.)
    private struct Holder { var function: @Sendable () async throws -> Void }

    private static func context(of function: @escaping @Sendable () async throws -> Void) -> UnsafeMutableRawPointer? {
        unsafeBitCast(Holder(function: function), to: (UInt, UnsafeMutableRawPointer?).self).1
    }
}

extension Trait where Self == ExploredTrait {
    /// Runs the test, or each test of the suite, under every interleaving. A failed expectation, a trap, a data race, a deadlock or a task
    /// that waits for ever in any of them is an issue, with the table of steps.
    /// - Parameters:
    ///   - budget: the number of executions after which the search ends, at least 1; nil: all of them must have been run.
    ///   - preemptions: the most preemptions of an execution; nil: any number.
    ///   - poolWidth: the number of threads in the pool; nil: as many as are needed.
    ///   - token: of a report about this test: only this schedule is run.
    public static func explored(
        budget: Int? = nil, preemptions: Int? = nil, poolWidth: Int? = nil, replaying token: String? = nil
    ) -> Self {
        ExploredTrait(ExploreOptions(budget: budget, preemptions: preemptions, poolWidth: poolWidth), replaying: token)
    }
}
