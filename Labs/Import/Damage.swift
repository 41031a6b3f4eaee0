import Foundation

/// Damages lines of a file, so that a learner sees what an import does with them.
enum Damage {
    /// The first lines of a file and its header. Some of them, at equal distances, are damaged in turn: too few fields, text that is not
    /// UTF-8, a quote that is not closed.
    static func damaging(_ count: Int, of file: Data, lines: Int) -> Data {
        var kept = file.split(separator: UInt8(ascii: "\n"), maxSplits: lines + 1).prefix(lines + 1).map { Data($0) }
        for number in 0..<count {
            let line = 2 + (kept.count - 2) * number / count
            switch number % 3 {
            case 0: kept[line] = Data("a line without commas".utf8)
            case 1: kept[line] = Data([0xC3, 0x28]) + kept[line]
            default: kept[line] = Data("\"".utf8) + kept[line].filter { $0 != UInt8(ascii: "\"") }
            }
        }
        return Data(kept.joined(separator: [UInt8(ascii: "\n")]))
    }
}
