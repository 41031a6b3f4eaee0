import Foundation
import Testing

/// Compares a drawing with a file of the folder `Golden` next to the test, so that a reviewer sees
/// each change of a picture.
///
/// `INTERLEAVE_RECORD_GOLDEN=1 swift test` writes the files again; a missing file is a failure.
package func expectGolden(
    _ name: String, _ text: String, beside test: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent("Golden")
    let file = folder.appendingPathComponent(name + ".txt")
    let text = text + "\n"
    if ProcessInfo.processInfo.environment["INTERLEAVE_RECORD_GOLDEN"] == "1" {
        do { try Data(text.utf8).write(to: file) } catch {
            Issue.record("Golden/\(name).txt cannot be written: \(error)", sourceLocation: sourceLocation)
        }
        return
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
        Issue.record(
            "Golden/\(name).txt is missing. Look at what is drawn now; if it is right, record it (INTERLEAVE_RECORD_GOLDEN=1):\n\(text)",
            sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: data, as: UTF8.self)
    if expected != text {
        Issue.record("Golden/\(name).txt differs (- the file, + drawn now):\n\(difference(expected, text))", sourceLocation: sourceLocation)
    }
}

/// The lines that differ, with their numbers, and how many are the same.
package func difference(_ expected: String, _ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [String] = []
    var same = 0
    for index in 0..<max(old.count, new.count) {
        let before = index < old.count ? old[index] : nil, after = index < new.count ? new[index] : nil
        if before == after {
            same += 1
            continue
        }
        if let before { lines.append("\(index + 1) - \(before)") }
        if let after { lines.append("\(index + 1) + \(after)") }
    }
    return lines.joined(separator: "\n") + "\n(\(same) lines are the same)"
}
