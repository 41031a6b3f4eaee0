import Foundation
import TestSupport
import Testing
import Trace

/// Locks that libraries acquire for themselves are not the program's, even if a library function
/// ends with the call and so returns to the program.
@Suite(.startsProcesses, .takesTurns) struct LibraryLocksTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test(
        "A trace has the program's own locks and none of those by which Foundation guards its coders", arguments: ["coders", "optimised"])
    func traced(which: String) throws {
        let programs = try Programs.all()
        let (outcome, trace) = try Commands.trace(which == "coders" ? programs.coders : programs.optimisedCoders, in: folder)
        #expect(outcome.code == 0)
        func count(_ kind: Event.Kind) -> Int { trace.events.count { $0.kind == kind } }
        #expect(count(.lockAcquired) == 2 && count(.lockReleased) == 2)
        #expect(count(.semaphoreSignalled) == 0)
    }

    private static let setters = [
        ("JSONEncoder()", "outputFormatting", ".sortedKeys"), ("JSONEncoder()", "dateEncodingStrategy", ".iso8601"),
        ("JSONEncoder()", "nonConformingFloatEncodingStrategy", ".throw"), ("JSONEncoder()", "userInfo", "[:]"),
        ("JSONDecoder()", "nonConformingFloatDecodingStrategy", ".throw"), ("JSONDecoder()", "userInfo", "[:]"),
        ("PropertyListEncoder()", "outputFormat", ".xml"), ("PropertyListDecoder()", "userInfo", "[:]"),
        ("DateIntervalFormatter()", "dateStyle", ".short"), ("DateIntervalFormatter()", "timeZone", "TimeZone(secondsFromGMT: 0)!"),
        ("DateFormatter()", "dateFormat", "\"yyyy\""), ("NumberFormatter()", "numberStyle", ".percent"),
    ]

    @Test("One thread can set a value that Foundation protects with a lock, and so can two")
    func explored() throws {
        func text(_ uses: (String) -> String) -> String {
            let changes = Self.setters.enumerated().map { index, setter in
                "    let object\(index) = \(setter.0)\n    " + uses("object\(index).\(setter.1) = \(setter.2)")
            }
            return "import Foundation\n\nfunc scenario() {\n\(changes.joined(separator: "\n"))\n}\n"
        }
        let alone: ExplanationTests.Report = try Commands.report(text { $0 }, in: folder)
        #expect(alone.verdict == "none" && alone.complete, "\(alone.findings)")
        for setter in Self.setters {
            let change = "object.\(setter.1) = \(setter.2)"
            let shared: ExplanationTests.Report = try Commands.report(
                """
                import Foundation

                func scenario() {
                    let object = \(setter.0)
                    DispatchQueue.concurrentPerform(iterations: 2) { _ in \(change) }
                }

                """, in: folder)
            #expect(shared.verdict == "none" && shared.complete, "\(setter) \(shared.findings)")
        }
    }

    @Test("A value that one thread sets while another encodes comes before or after it")
    func beforeOrAfter() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation

            func scenario() -> String {
                let encoder = JSONEncoder(), group = DispatchGroup()
                nonisolated(unsafe) var text = ""
                DispatchQueue.global().async(group: group) { encoder.dateEncodingStrategy = .secondsSince1970 }
                DispatchQueue.global().async(group: group) {
                    text = String(decoding: try! encoder.encode([Date(timeIntervalSinceReferenceDate: 0)]), as: UTF8.self)
                }
                group.wait()
                return text
            }

            """, in: folder)
        #expect(report.verdict == "none" && report.complete, "\(report.findings)")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["[0]", "[978307200]"])
    }
}
