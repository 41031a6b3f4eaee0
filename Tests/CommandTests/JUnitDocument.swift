import Foundation
import FoundationXML

/// The parts of a JUnit file that a build server reads.
final class JUnitDocument: NSObject, XMLParserDelegate {
    /// The attributes of the suite that count.
    private(set) var counts: [String: String] = [:]
    private(set) var names: [String] = []
    private(set) var failures = 0
    private(set) var errors = 0
    private(set) var skipped = 0

    /// - Throws: an error if it is not well-formed.
    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        switch element {
        case "testsuite": counts = attributes.filter { ["tests", "failures", "errors", "skipped"].contains($0.key) }
        case "testcase": names.append(attributes["name"] ?? "")
        case "failure": failures += 1
        case "error": errors += 1
        case "skipped": skipped += 1
        default: break
        }
    }
}
