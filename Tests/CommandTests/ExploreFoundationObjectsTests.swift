import Foundation
import TestSupport
import Testing

/// Foundation's mutable objects: each counts as one variable, which getters read and setters and
/// other methods write.
@Suite(.startsProcesses) struct ExploreFoundationObjectsTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    struct Sample: CustomTestStringConvertible, Sendable {
        var type: String
        var make: String
        var change: String
        var look: String
        var testDescription: String { "\(type): \(change)" }

        init(_ type: String, _ make: String, _ change: String, _ look: String) {
            (self.type, self.make, self.change, self.look) = (type, make, change, look)
        }

        init(_ type: String, _ change: String, _ look: String) { self.init(type, "\(type)()", change, look) }
    }

    private static let samples = [
        Sample("NSMutableIndexSet", "$.add(1)", "$.count"),
        Sample("NSMutableURLRequest", "NSMutableURLRequest(url: URL(string: \"http://a\")!)", "$.httpMethod = \"POST\"", "$.httpMethod"),
        Sample("NSURLComponents", "$.host = \"a\"", "$.host"), Sample("NSDateComponents", "$.day = 3", "$.day"),
        Sample("NSPersonNameComponents", "$.givenName = \"A\"", "$.givenName"),
        Sample("XMLElement", "XMLElement(name: \"a\")", "$.addChild(XMLElement(name: \"b\"))", "$.childCount"),
        Sample("XMLElement", "XMLElement(name: \"a\")", "$.name = \"b\"", "$.name"),
        Sample("Scanner", "Scanner(string: \"1 2 3\")", "_ = $.scanInt()", "$.isAtEnd"),
        Sample("Scanner", "Scanner(string: \"1 2 3\")", "$.charactersToBeSkipped = nil", "$.string"),
        Sample("NSGeneratorEnumerator", "NSArray(array: [1, 2]).objectEnumerator()", "_ = $.nextObject()", "1"),
        Sample("InputStream", "InputStream(data: Data([1, 2]))", "$.open()", "$.hasBytesAvailable"),
        Sample("OutputStream", "OutputStream.toMemory()", "_ = $.write([1], maxLength: 1)", "$.hasSpaceAvailable"),
        Sample(
            "URLSessionConfiguration", "URLSessionConfiguration.ephemeral", "$.timeoutIntervalForRequest = 3", "$.timeoutIntervalForRequest"
        ),
        Sample("URLCache", "URLCache(memoryCapacity: 1, diskCapacity: 0, diskPath: nil)", "$.memoryCapacity = 3", "$.memoryCapacity"),
        Sample(
            "NSMutableAttributedString", "NSMutableAttributedString(string: \"a\")", "$.append(NSAttributedString(string: \"b\"))",
            "$.length"),
        Sample("NSMutableOrderedSet", "$.add(1)", "$.count"), Sample("NSCountedSet", "$.add(1)", "$.count(for: 1)"),
        Sample("ByteCountFormatter", "$.countStyle = .file", "$.string(fromByteCount: 100)"),
        Sample("ISO8601DateFormatter", "$.formatOptions = [.withYear]", "$.string(from: Date(timeIntervalSince1970: 0))"),
        Sample("NSAffineTransform", "$.rotate(byDegrees: 1)", "$.transformStruct.m11"),
        Sample("NSCalendar", "NSCalendar(calendarIdentifier: .gregorian)!", "$.firstWeekday = 2", "$.firstWeekday"),
        Sample("NSKeyedArchiver", "NSKeyedArchiver(requiringSecureCoding: false)", "$.encode(1, forKey: \"a\")", "$.requiresSecureCoding"),
    ]

    private func report(_ sample: Sample, _ body: String) throws -> ExplanationTests.Report {
        try Commands.report(
            """
            import Foundation
            import FoundationNetworking
            import FoundationXML

            func scenario() -> String {
                let shared = \(sample.make)
                func change() { \(sample.change.replacing("$", with: "shared")) }
                func look() { _ = \(sample.look.replacing("$", with: "shared")) }
                \(body)
                return "\\(\(sample.look.replacing("$", with: "shared")))"
            }

            """, in: folder)
    }

    @Test("Two threads that change an object race, and so do one that changes it and one that reads it", arguments: Corpus.part(samples))
    func shared(_ sample: Sample) throws {
        let changing = try report(sample, "DispatchQueue.concurrentPerform(iterations: 2) { _ in change() }")
        #expect(changing.verdict == "race" && changing.complete, "\(changing.findings)")
        #expect(changing.findings.first?.summary.contains(sample.type) == true, "\(changing.findings)")
        #expect(changing.findings.first?.lines == [7])
        if !sample.look.contains("$") { return }
        let looking = try report(sample, "DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? change() : look() }")
        #expect(looking.verdict == "race" && looking.complete, "\(looking.findings)")
    }

    @Test("One thread can change an object, several can read it, and a lock orders the changes", arguments: Corpus.part(samples))
    func ordered(_ sample: Sample) throws {
        let report = try report(
            sample,
            """
            change(); look(); change()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in look() }
                let lock = NSLock()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in lock.withLock { change(); look() } }
            """)
        #expect(report.verdict == "none" && report.complete, "\(report.findings)")
    }
}
