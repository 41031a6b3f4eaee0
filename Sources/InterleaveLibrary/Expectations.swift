import Testing

/// Explores a function, and records an issue of the running test for each failure.
///
/// The issue is at the line of the first access or wait that the failure is about, and has the table of steps and the token. A search that
/// ends before all interleavings were run is an issue too, unless `options` has a budget.
/// - Throws: ``ExploreError`` if there is no result, or, outside of a test of Swift Testing, ``IncorrectCode`` if something fails.
public func expectCorrect<Outcome>(
    _ options: ExploreOptions = ExploreOptions(), fileID: String = #fileID, filePath: String = #filePath, function: String = #function,
    line: Int = #line, column: Int = #column, allowed: ((Outcome) -> Bool)? = nil, _ body: @escaping () throws -> Outcome
) throws {
    let report = try explore(options, fileID: fileID, filePath: filePath, function: function, line: line, allowed: allowed, body)
    try report.record(fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Explores an asynchronous function, and records an issue of the running test for each failure; the same otherwise.
nonisolated(nonsending) public func expectCorrect<Outcome>(
    _ options: ExploreOptions = ExploreOptions(), fileID: String = #fileID, filePath: String = #filePath, function: String = #function,
    line: Int = #line, column: Int = #column, allowed: ((Outcome) -> Bool)? = nil, _ body: @escaping () async throws -> Outcome
) async throws {
    let report = try await explore(options, fileID: fileID, filePath: filePath, function: function, line: line, allowed: allowed, body)
    try report.record(fileID: fileID, filePath: filePath, line: line, column: column)
}

/// A function fails in an interleaving.
public struct IncorrectCode: Error, Sendable, CustomStringConvertible {
    /// The results.
    public let report: ExploreReport
    public var description: String { report.description }
}

extension ExploreReport {
    /// Records an issue of the running test if the report is not one of correct code.
    /// - Throws: ``IncorrectCode`` if no test of Swift Testing is running.
    public func record(fileID: String, filePath: String, line: Int, column: Int) throws {
        if isCorrect { return }
        guard Test.current != nil else { throw IncorrectCode(report: self) }
        var location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        if let failure = failures.first, let file = failure.file, let number = failure.line, filePath.hasSuffix(file) {
            location.line = number
        }
        Issue.record(Comment(rawValue: description), sourceLocation: location)
    }
}
