import Foundation
import TestSupport
import Testing

/// `Gradescope/pack`, in a package that has only the files that it packs.
@Suite(.startsProcesses) struct PackTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let hasZip = ["zip", "unzip"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }

    private func write(_ text: String, _ path: String) throws {
        let file = URL(filePath: folder.file(path))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The files of an exercise that a teacher has solved, with backups of an editor.
    private func layOut(_ home: String, _ name: String) throws {
        let exercise = "\(home)/Exercises/\(name)", solution = "\(home)/Solutions/\(name)"
        for file in ["Exercise.swift", "Exercise.swift~", ".Exercise.swift.swp", "old/Exercise.swift"] {
            try write("solved", "\(exercise)/\(file)")
        }
        for file in ["README.md", "hints.md", "Explored.swift", "Checks.swift", "exercise.json"] { try write(file, "\(exercise)/\(file)") }
        try write("solved", "\(home)/Exercises/.progress/attempts/\(name)-1.swift")
        for file in ["Exercise.swift", "README.md", "Right/Other.swift", "Wrong/Typical.swift", "Draft.swift"] {
            try write("solved", "\(solution)/\(file)")
        }
        try write("the original text", "\(exercise)/Starter.swift")
    }

    @Test(
        "An autograder has the original text of each exercise, and no solution: not even the teacher's own, or an editor's copy of it",
        .enabled(if: hasZip, "This needs zip and unzip."))
    func solutions() throws {
        try layOut("package", "05-apply-stride")
        try layOut("course", "counter")
        for file in ["Package.swift", "Package.resolved", "setup", "Exercises/Package.swift", "Exercises/README.md"] {
            try write("", "package/\(file)")
        }
        for name in ["Sources", "Benchmarks", "Labs", "Tests"] { try write("", "package/\(name)/file") }
        try ExecutableFile.copy("\(Self.package)/Gradescope", to: folder.file("package/Gradescope"))

        let outcome = try Commands.shell(
            "cd '\(folder.path)' && package/Gradescope/pack counter made.zip course && mkdir made && cd made && unzip -q ../made.zip",
            in: folder)
        try #require(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        let solved = try Commands.shell("cd '\(folder.file("made"))' && grep -rl solved .", in: folder)
        #expect(solved.output.isEmpty)
        for place in ["interleave", "exercises"] {
            #expect(!FileManager.default.fileExists(atPath: folder.file("made/\(place)/Solutions")))
        }
        for place in ["interleave/Exercises/05-apply-stride", "exercises/Exercises/counter"] {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("made/\(place)")).sorted()
            #expect(files == ["Checks.swift", "Explored.swift", "README.md", "Starter.swift", "exercise.json", "hints.md"])
            #expect(try String(contentsOfFile: folder.file("made/\(place)/Starter.swift"), encoding: .utf8) == "the original text")
        }
    }
}
