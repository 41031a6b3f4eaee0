import Foundation
import Narration
import Terminal
import TestSupport
import Synchronization
import Testing
import Words

/// A variant of a lab as `--describe` tells it.
struct DescribedVariant: Decodable {
    struct Code: Decodable {
        struct Line: Decodable {
            var number: Int
            var text: String
        }
        var file: String
        var lines: [Line]
    }

    var name: String
    var fixes: [String]
    var question: String?
    var choices: [String]?
    var answer: Int?
    var questionAfterRun: String?
    /// For a follow-up: the variants after whose wrong guess it is asked.
    var after: [String]?
    var hasAnsweringEvent: Bool?
    var code: [Code]?
    var claimsBesideCode: [String]?

    private struct Description: Decodable {
        var variants: [DescribedVariant]
        var followUps: [DescribedVariant]

        /// What `--describe` says: several tests ask the same lab.
        static func of(_ lab: String) throws -> Description {
            try known.withLock { known in
                if let description = known[lab] { return description }
                let description = try JSONDecoder().decode(Self.self, from: Data(LabProcess(lab, ["--describe"]).output.utf8))
                known[lab] = description
                return description
            }
        }

        private static let known = Mutex<[String: Description]>([:])
    }

    static func all(of lab: String) throws -> [DescribedVariant] { try Description.of(lab).variants }

    /// The variants to guess after a wrong guess.
    static func followUps(of lab: String) throws -> [DescribedVariant] { try Description.of(lab).followUps }

    var rightChoice: String? { answer.flatMap { choices?[$0] } }

    /// The code as the lab shows it, in rows of a terminal.
    func rows(width: Int) -> [String] {
        let parts = (code ?? []).map { part in
            CodeListing.Part(
                file: part.file,
                lines: zip(part.lines, SwiftCode.pieces(of: part.lines.map(\.text))).map {
                    CodeListing.Line(number: $0.number, pieces: $1)
                })
        }
        return CodeListing(parts).lines(width: width, isASCII: false).map { $0.map(\.text).joined() }
    }
}

/// A lab's question shows the code that it asks about.
@Suite(.startsProcesses) struct ExhibitTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "Every question has code, of at most 14 lines, which is in the source, and which contains code that the question names",
        arguments: EveryLabTests.labs)
    func code(_ lab: String) throws {
        for variant in try DescribedVariant.all(of: lab) + DescribedVariant.followUps(of: lab) {
            let question = try #require(variant.question), code = try #require(variant.code, "\(lab) \(variant.name) shows no code")
            let lines = code.flatMap(\.lines)
            #expect((1...14).contains(lines.count), "\(lab) \(variant.name): \(lines.count) lines")
            for part in code {
                let source = try String(contentsOf: Self.root.appending(path: part.file), encoding: .utf8).split(
                    separator: "\n", omittingEmptySubsequences: false)
                for line in part.lines {
                    let isThere = source.indices.contains(line.number - 1) && source[line.number - 1].hasPrefix(line.text)
                    #expect(isThere, "\(part.file):\(line.number): \(line.text)")
                    #expect(!line.text.contains("//"))
                }
            }
            let named = question.matches(of: /`([^`]+)`/).map { String($0.1) }
            let isShown = named.contains { name in
                lines.contains { $0.text.contains(name) || $0.text.contains(name.replacing("()", with: "(")) }
            }
            #expect(isShown, "\(lab) \(variant.name) asks about \(named), and shows other code")
        }
    }

    @Test(
        "Question, code and answers fit into a terminal of 80 columns and 24 rows, with the line for the guess",
        arguments: EveryLabTests.labs)
    func fits(_ lab: String) throws {
        for variant in try DescribedVariant.all(of: lab) + DescribedVariant.followUps(of: lab) {
            func rows(_ text: String, hanging: Int) -> Int { LineFilling.wrap(text, width: 80, hanging: hanging).count }
            // The strip, the heading, two empty lines, the keys and the guess.
            let others = 6
            let asked = rows("Before it runs: \(variant.question ?? "")", hanging: 2)
            let choices = (variant.choices ?? []).map { rows("  1  \($0)", hanging: 3) }.reduce(0, +)
            let code = variant.rows(width: 80).count
            let all = others + asked + choices + code
            #expect(all <= 24, "\(lab) \(variant.name): \(all) rows, \(code) of them code")
        }
    }

    @Test("Before the guess the page has only the code; with the answer it has the same lines, and the values beside them")
    func answers() throws {
        let race = try LabProcess("lab-race", ["--variant", "unprotected", "--width", "80"])
        let before = race.output.split(separator: "Before it runs").first ?? ""
        let after = race.output.split(separator: "The answer").last ?? ""
        #expect(before.contains("── unprotected\n\n     Labs/Race/Scenario/UnprotectedOffice.swift\n") && !before.contains("lost"))
        #expect(before.contains(/\d+ {6}sold = seat\n/) && after.contains(/\d+ {6}sold = seat +← wrote 1, 1, 1, 1\n/))
        #expect(after.contains(/printer\.print\(seat\) +← 4 of 4 counters at the same time\n/))
        let barrier = try LabProcess("lab-barrier", ["--variant", "unprotected", "--width", "120"])
        #expect(barrier.output.contains(/photos = found \+ \[photo\] +← \d+ of \d+ photos lost\n/))
        // The recording says by itself what a line did.
        let lock = try LabProcess("lab-race", ["--variant", "lock", "--width", "120"])
        #expect(lock.output.contains(#/lock\.lock\(\) +← 4 times; 3 threads blocked, up to /#))
    }

    @Test("The page starts in any folder, and has no colours where it is piped")
    func otherFolder() throws {
        let lab = try LabProcess.path(of: "lab-barrier")
        let run = try LabProcess("/bin/sh", ["-c", "cd / && \(lab) --variant serial --ascii --width 80"])
        #expect(run.output.contains("     Labs/Barrier/Scenario/SerialLibrary.swift"))
        #expect(run.output.contains("<- ") && run.output.utf8.allSatisfy { $0 == 10 || (0x20..<0x7F).contains($0) })
    }
}
