import TestSupport
import Testing

@testable import Grading

/// Attempts that crash in some of their runs.
@Suite(.startsProcesses, .takesTurns) struct SometimesCrashingTests {
    /// - Parameter shared: how the catalogue is made.
    private func grade(_ shared: String, crashes: String) throws -> Grade {
        try Bench.grade(
            """
            import Foundation

            final class PhotoCatalogue {
                nonisolated(unsafe) static var readNames: () -> [String] = { [] }
                \(shared)
                let names: [String]

                private init() {
                    names = PhotoCatalogue.readNames()
                    let folder = URL(filePath: NSTemporaryDirectory()).deletingLastPathComponent().path
                    // (An explored run records no trace.)
                    guard access(folder + "/trace", F_OK) == 0 else { return }
                    // (The trace of a first run that crashed.)
                    let isAgain = access(folder + "/first-trace", F_OK) == 0
                    if \(crashes) { fatalError("It crashes.") }
                }
            }
            """, for: "01-once")
    }

    private static let right = "nonisolated(unsafe) static let shared = PhotoCatalogue()"
    private static let racing = """
        nonisolated(unsafe) private static var instance: PhotoCatalogue?
            static var shared: PhotoCatalogue {
                if instance == nil { instance = PhotoCatalogue() }
                return instance!
            }
        """

    @Test("A crash in one run does not decide which bug of a racing attempt is told")
    func racing() throws {
        let always = try grade(Self.racing, crashes: "false"), once = try grade(Self.racing, crashes: "!isAgain")
        #expect(always.status == .graded && once.status == .graded, "\(once.text())")
        #expect(once.checks.map(\.verdict) == always.checks.map(\.verdict) && once.points == always.points)
    }

    @Test("An attempt that crashes in one run has not passed, but chance takes no points from it; one that crashes in each run has none")
    func right() throws {
        let never = try grade(Self.right, crashes: "false"), once = try grade(Self.right, crashes: "!isAgain")
        #expect(never.passed && once.points == never.points && !once.passed && once.crash != nil, "\(once.text())")
        #expect(once.text().contains("not yet. It crashed in a run. 10 of 10 points.") && once.json.contains("Chance decides that"))
        let always = try grade(Self.right, crashes: "true")
        #expect(always.status == .crashed && !always.passed && always.points == 0, "\(always.text())")
    }
}
