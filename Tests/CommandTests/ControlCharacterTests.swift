import Foundation
import TestSupport
import Testing

/// Names and texts that others wrote, with bytes that would change the terminal: none of them arrives there.
@Suite(.startsProcesses) struct ControlCharacterTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func expectClean(_ outcome: Commands.Outcome) {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control && !"\n\t".unicodeScalars.contains(scalar)
        }
        #expect(!(outcome.output + outcome.errors).unicodeScalars.contains(where: isControl), "\(outcome)")
    }

    /// A folder with an exercise whose topic and check have control characters.
    private func hostileHome() throws -> String {
        let home = folder.file("home")
        #expect(try Commands.run(["exercises", "new", "counter", "--exercises", home], in: folder).code == 0)
        let file = "\(home)/Exercises/counter/exercise.json"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let bell = "\\u001b]0;owned\\u0007\\u001b[8m\\u009b2J"
        let hostile = text.replacing(#""topic": ""#, with: #""topic": "\#(bell)"#).replacing(#""name": ""#, with: #""name": "\#(bell)"#)
        #expect(hostile != text)
        try Data(hostile.utf8).write(to: URL(fileURLWithPath: file))
        return home
    }

    @Test("The list of exercises shows a topic with control characters, and they are written as codes")
    func topic() throws {
        let list = try Commands.run(["exercises", "--exercises", try hostileHome()], in: folder)
        #expect(list.code == 0 && list.output.contains(#"\u{1B}]0;owned\u{7}\u{1B}[8m\u{9B}2J"#), "\(list)")
        expectClean(list)
    }

    @Test("A hint of an exercise from another folder is shown without control characters")
    func hint() throws {
        let home = try hostileHome()
        let hints = "\(home)/Exercises/counter/hints.md"
        let text = try String(contentsOfFile: hints, encoding: .utf8).replacing(
            "looks like", with: "\u{1B}[8mhidden\u{7} like")
        try Data(text.utf8).write(to: URL(fileURLWithPath: hints))
        let outcome = try Commands.run(["grade", "counter", "--exercises", home, "--hint"], in: folder)
        #expect(outcome.output.contains(#"\u{1B}[8mhidden\u{7}"#), "\(outcome)")
        expectClean(outcome)
    }

    @Test("Lines that end with CR LF are shown as lines: a carriage return at the end of a line is not written as a code")
    func carriageReturns() throws {
        let home = try hostileHome()
        let hints = "\(home)/Exercises/counter/hints.md"
        let text = try String(contentsOfFile: hints, encoding: .utf8)
        let plain = try Commands.run(["grade", "counter", "--exercises", home, "--hint"], in: folder)
        try Data(text.replacing("\n", with: "\r\n").utf8).write(to: URL(fileURLWithPath: hints))
        let outcome = try Commands.run(["grade", "counter", "--exercises", home, "--hint"], in: folder)
        #expect(outcome.output == plain.output && !outcome.output.contains(#"\u{"#), "\(outcome)")
        expectClean(outcome)
    }

    @Test("An exercise whose folder has a control character in its name is refused")
    func folderName() throws {
        let home = try hostileHome()
        try FileManager.default.moveItem(atPath: "\(home)/Exercises/counter", toPath: "\(home)/Exercises/red\u{1B}[31m")
        for command in [["exercises"], ["grade", "red"], ["learn", "red"]] {
            let outcome = try Commands.run(command + ["--exercises", home], in: folder)
            #expect(outcome.code == 2 && outcome.errors.contains("has a control character"), "\(outcome)")
            expectClean(outcome)
        }
    }
}
