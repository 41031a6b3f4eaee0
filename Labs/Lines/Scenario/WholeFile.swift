import Foundation

/// The bug: the whole file is in memory, and then a second time as an array of lines.
func readWholeFile(_ file: TextFile) throws -> [Substring] {
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }  // The file ends with a newline.
    return lines
}
