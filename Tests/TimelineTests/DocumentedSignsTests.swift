import Foundation
import Testing

@testable import Timeline

@Suite("docs/timeline.md explains the signs of a drawing") struct DocumentedSignsTests {
    @Test("Each sign of the legend is in the table, with its ASCII form")
    func signs() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/timeline.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for entry in LegendEntry.allCases {
            let sign = "`\(entry.sample(.unicode))`", ascii = "`\(entry.sample(.ascii))`"
            #expect(rows.contains { $0.hasPrefix("| \(sign) ") && $0.contains("| \(ascii) |") }, "\(entry): \(sign) \(ascii)")
        }
    }
}
