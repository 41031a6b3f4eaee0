import Foundation
import TestSupport
import Testing

/// The standard input of an explored program.
@Suite(.startsProcesses) struct StandardInputTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try "Ann\nBob\n".write(toFile: folder.file("two lines.txt"), atomically: false, encoding: .utf8)
    }

    private func outcomes(_ text: String, input: String?) throws -> Set<String> {
        let options = input.map { ["--stdin", folder.file($0)] } ?? []
        let outcome = try Commands.explore(text, ["--json"] + options, in: folder)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return try JSONDecoder().decode(ScriptTests.Report.self, from: Data(outcome.output.utf8)).outcomes
    }

    @Test(
        "Input comes from --stdin, each execution reads it from its beginning, and without the option it is empty",
        arguments: [
            ("print(readLine() ?? \"-\", readLine() ?? \"-\", readLine() ?? \"-\")", "Ann Bob -", "- - -"),
            ("import Glibc\nprint(getchar(), getchar())", "65 110", "-1 -1"),
            ("import Glibc\nvar room = [CChar](repeating: 0, count: 9)\nfgets(&room, 9, stdin)\nprint(strlen(room))", "4", "0"),
            ("import Foundation\nprint(FileHandle.standardInput.readDataToEndOfFile().count)", "8", "0"),
            ("import Foundation\nprint(FileHandle.standardInput.availableData.count)", "8", "0"),
            ("func scenario() -> String { readLine() ?? \"-\" }", "Ann", "-"),
        ])
    func reads(_ text: String, _ withInput: String, _ without: String) throws {
        // (Two more threads make sure that there is more than one execution.)
        let others = "import Dispatch\nvar shared = 0, queue = DispatchQueue(label: \"own\")\n"
        let twice =
            text.contains("scenario")
            ? text : others + "for n in 1...2 { DispatchQueue.global().async { queue.sync { shared += n } } }\n" + text
        #expect(try outcomes(twice, input: "two lines.txt") == [withInput])
        #expect(try outcomes(twice, input: nil) == [without])
    }

    @Test("The order of two threads that read is explored, and shown in the steps; the printed command has the input")
    func order() throws {
        let text = """
            import Dispatch
            let group = DispatchGroup()
            for n in 1...2 { DispatchQueue.global().async(group: group) { let line = readLine() ?? "-"; print(n, line) } }
            group.wait()
            """
        #expect(try outcomes(text, input: "two lines.txt") == ["1 Ann\n2 Bob", "2 Bob\n1 Ann", "1 Bob\n2 Ann", "2 Ann\n1 Bob"])
        let judged = "func allowed(_ text: String) -> Bool { text.contains(\"1 Ann\") }\n" + text
        let page = try Commands.explore(judged, ["--stdin", folder.file("two lines.txt")], in: folder).output
        let command = try #require(page.split(separator: "\n").first { $0.contains(" replay ") })
        let steps = try Commands.shell(String(command), in: folder)
        #expect(steps.code == 1 && steps.output.contains("reads standard input") && steps.output.contains("prints \"1 Bob\""), "\(steps)")
    }

    @Test("A token belongs to the input that it was made with")
    func token() throws {
        try "Eve\n".write(toFile: folder.file("other.txt"), atomically: false, encoding: .utf8)
        let made = try Commands.explore("print(readLine() ?? \"\")\n", ["--json", "--stdin", folder.file("two lines.txt")], in: folder)
        let token = try #require(
            try JSONDecoder().decode(ScriptTests.Report.self, from: Data(made.output.utf8)).distinctOutcomes.first?.token)
        try Commands.run(["replay", token, folder.file("scenario.swift"), "--stdin", folder.file("other.txt")], in: folder)
            .expectMisuse("another file")
        try Commands.run(["explore", folder.file("scenario.swift"), "--stdin", folder.file("none.txt")], in: folder).expectMisuse(
            "none.txt")
    }
}
