import Foundation
import Recorder
import Testing

/// The recorder and the explorer change the same functions of the Swift runtime, for the whole
/// process: so each order gets a process of its own.
@Suite struct RecordedBeforeTests {
    private static func record() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "recorded-\(UUID()).trace").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Recorder.start(.init(file: file))
        Recorder.stop()
    }

    private static func ordersOnActors() -> Int {
        let report = CountTests.exploreTellers()
        return report.isComplete && report.findings.isEmpty ? report.outcomes.count : 0
    }

    @Test("A process that was recorded explores actors all the same")
    func recordedFirst() async {
        await #expect(processExitsWith: .success) {
            try Self.record()
            #expect(Self.ordersOnActors() == 840)
        }
    }

    @Test("A process that explored actors, and was recorded, explores them again")
    func exploredFirst() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.ordersOnActors() == 840)
            try Self.record()
            #expect(Self.ordersOnActors() == 840)
        }
    }
}
