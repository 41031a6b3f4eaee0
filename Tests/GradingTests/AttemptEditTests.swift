import Words
import Foundation
import Testing

@testable import Grading

/// Attempts that are kept as the place where they differ from another file.
@Suite struct AttemptEditTests {
    /// A folder with an exercise whose starter and solution have these lines, removed with this value.
    private final class Home {
        let path = NSTemporaryDirectory() + "/interleave-edits-\(UUID().uuidString)"
        var folder: ExerciseFolder { ExerciseFolder(.once, in: path) }

        init() throws {
            try write("// Counts.\nlet a = 1\n/// Two.\nlet b = 2\n    // Three.\nlet b = 2\n", folder.starterPath)
            try write("let a = 1\n", folder.solutionPath)
            try write("// Other.\nlet c = 3\n", "\(folder.solutionFolder)/Right/Other.swift")
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, _ path: String) throws {
            let file = URL(filePath: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        /// The whole text of an edit.
        func whole(_ edit: String) throws -> String {
            try write(edit, "\(folder.solutionFolder)/Wrong/Other.diff")
            let attempt = try KeptAttempt(path: "\(folder.solutionFolder)/Wrong/Other.diff", in: folder)
            #expect(attempt.name == "Other.swift" && attempt.isEdit)
            return attempt.text
        }
    }

    @Test("An edit is its own header and the lines of its base, with and without comments, with each change in its place")
    func applied() throws {
        let home = try Home()
        #expect(
            try home.whole("// From: the starter\n// Refused by: it\n@@\n-let a = 1\n+let a = 0\n /// Two.\n")
                == "// Refused by: it\nlet a = 0\n/// Two.\nlet b = 2\n    // Three.\nlet b = 2\n")
        #expect(
            try home.whole("// From: the starter, without its comments\n@@\n let a = 1\n+\n+let z = 26\n@@\n let b = 2\n-let b = 2\n")
                == "let a = 1\n\nlet z = 26\nlet b = 2\n")
        #expect(try home.whole("// From: the solution\n@@\n-let a = 1\n") == "")
        #expect(
            try home.whole("// Refused by: it\n// From: Right/Other\n@@\n let c = 3\n+let d = 4\n")
                == "// Refused by: it\nlet c = 3\nlet d = 4\n")
    }

    @Test("A change whose lines are not in the base, or several times, is refused, and so is a file that is no edit")
    func refused() throws {
        let home = try Home()
        for (edit, words) in [
            ("// From: the starter\n@@\n-let c = 3\n", "is not in the starter"),
            ("// From: the starter\n@@\n-let b = 2\n", "is several times in the starter"),
            ("// From: the starter\n@@\n+let b = 2\n", "is several times in the starter"),
            ("// From: the starter\n@@\n let a = 1\n@@\n-let a = 1\n", "is not in the starter"),
            ("// From: the end\n@@\n-let a = 1\n", "begins from “the end”"), ("// From: the starter\n", "does not say what it changes"),
            ("@@\n-let a = 1\n", "does not say what it changes"), ("// From: the starter\n@@\nlet a = 1\n", "has the line “let a = 1”"),
            ("// From: Right/None\n@@\n-let a = 1\n", "None.swift is missing"),
        ] {
            let error = #expect(throws: ExplainedError.self) { try home.whole(edit) }
            #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test("Edits and whole files are listed together, by name, and are written as whole files")
    func listed() throws {
        let home = try Home(), right = "\(home.folder.solutionFolder)/Right"
        try home.write("// From: the solution\n@@\n let a = 1\n+let z = 26\n", "\(right)/Later.diff")
        try home.write("let y = 25\n", "\(right)/Zero.swift")
        #expect(try home.folder.otherSolutions().map(\.name) == ["Later.swift", "Other.swift", "Zero.swift"])
        let files = try home.folder.writeAttempts(into: "\(home.path)/whole")
        #expect(
            files.map { $0.dropFirst("\(home.path)/whole/01-once/".count) }
                == ["Starter.swift", "Exercise.swift", "Right/Later.swift", "Right/Other.swift", "Right/Zero.swift"])
        #expect(try ExerciseFolder.text(of: files[2]) == "let a = 1\nlet z = 26\n")
    }
}
