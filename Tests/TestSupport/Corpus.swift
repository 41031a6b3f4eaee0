import Foundation
import Testing

/// The large collections of programs that tests go through. A run of the tests takes a fifth of each, so that it stays short.
///
/// `TEST_CORPUS=2/5` is the second fifth, and `TEST_CORPUS=all` everything (`.ci/nightly` does that). Without the variable, a run of chosen
/// tests (`--filter`) takes everything, and for a run of all tests the day decides: in five days every program has had its turn.
package enum Corpus {
    private static let part: (number: Int, count: Int) = {
        let words = ProcessInfo.processInfo.environment["TEST_CORPUS"] ?? ""
        if words == "all" { return (0, 1) }
        let numbers = words.split(separator: "/").compactMap { Int($0) }
        if numbers.count == 2, numbers[1] > 0 { return (numbers[0] % numbers[1], numbers[1]) }
        if CommandLine.arguments.contains("--filter") { return (0, 1) }
        return (Int(Date.now.timeIntervalSince1970) / 86_400 % 5, 5)
    }()

    /// The elements of a collection that are tested in this run: every fifth one, never none.
    package static func part<Elements: RandomAccessCollection>(_ all: Elements) -> [Elements.Element] where Elements.Index == Int {
        let chosen = all.indices.filter { ($0 - all.startIndex) % part.count == part.number }.map { all[$0] }
        return chosen.isEmpty && !all.isEmpty ? [all[all.startIndex + part.number % all.count]] : chosen
    }

    package static let notItsTurn: Comment = "not its turn (see Corpus.swift)"

    /// Whether a test that takes long is run this time. The name decides when it is its turn.
    package static func takes(_ name: String) -> Bool {
        name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % part.count == part.number
    }
}
