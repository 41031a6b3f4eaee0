import Foundation
import Testing

/// `interleave start`: a learner's own folder.
@Suite(.startsProcesses) struct StartTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    let folder: Folder
    init() throws { folder = try Folder() }

    @Test("A folder of one's own gets tasks and files to edit, keeps what is there, and is where the commands look")
    func ownFolder() throws {
        let started = try Commands.run(["start", folder.file("work")], in: folder)
        #expect(started.code == 0 && started.output.contains("has 33 exercises"), "\(started.output)\(started.errors)")
        let place = folder.file("work/Exercises/05-apply-stride")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == ["Exercise.swift", "README.md"])
        #expect(!FileManager.default.fileExists(atPath: folder.file("work/Solutions")))

        try Data("// mine\n".utf8).write(to: URL(filePath: "\(place)/Exercise.swift"))
        try FileManager.default.removeItem(atPath: "\(place)/README.md")
        let again = try Commands.run(["start", folder.file("work")], in: folder)
        #expect(again.code == 0 && again.output.contains("nothing of yours is changed"), "\(again.output)\(again.errors)")
        #expect(try String(contentsOfFile: "\(place)/Exercise.swift", encoding: .utf8) == "// mine\n")
        #expect(FileManager.default.fileExists(atPath: "\(place)/README.md"))

        // (In a folder below it.)
        let here = ["-c", "cd '\(place)' && exec '\(Commands.interleave)' \"$@\"", "sh"]
        let list = try Commands.run("/bin/sh", here + ["exercises"], in: folder)
        #expect(list.output.contains(/05-apply-stride .*\n *edited, not graded yet/), "\(list.output)\(list.errors)")
        let grade = try Commands.run("/bin/sh", here + ["grade", "01"], in: folder)
        let words = grade.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(grade.code == 1 && words.contains("/01-once/Exercise.swift is unchanged"), "\(grade.output)")
    }

    @Test("The tasks in a folder of one's own have commands that work there, and a grade keeps its trace there")
    func commandsAndTraces() throws {
        let work = folder.file("work"), exercises = "\(work)/Exercises"
        #expect(try Commands.run(["start", work], in: folder).code == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: exercises) where !name.hasPrefix(".") {
            let task = try String(contentsOfFile: "\(exercises)/\(name)/README.md", encoding: .utf8)
            #expect(task.contains("In your folder, `\(Commands.interleave) learn \(name)`"), "\(name)")
            #expect(!task.contains("swift run") && !task.contains("folder of the package"), "\(name)")
        }
        let solution = try String(contentsOfFile: "\(Self.package)/Solutions/01-once/Exercise.swift", encoding: .utf8)
        try solution.write(toFile: "\(exercises)/01-once/Exercise.swift", atomically: false, encoding: .utf8)
        let script = "cd '\(work)' && exec '\(Commands.interleave)' grade 01"
        let grade = try Commands.run("/bin/sh", ["-c", script], in: folder)
        #expect(grade.code == 0, "\(grade.output)\(grade.errors)")
        #expect(FileManager.default.fileExists(atPath: "\(exercises)/.progress/traces/01-once.trace"))
    }

    @Test("For a teacher's own exercises it remembers their folder; it is refused for others, and where it cannot be")
    func exercisesOfATeacher() throws {
        #expect(try Commands.run(["exercises", "new", "counter", "--exercises", folder.file("course")], in: folder).code == 0)
        let work = folder.file("work")
        #expect(try Commands.run(["start", work, "--exercises", folder.file("course")], in: folder).code == 0)
        let script = "cd '\(work)' && exec '\(Commands.interleave)' exercises"
        let list = try Commands.run("/bin/sh", ["-c", script], in: folder)
        #expect(
            list.output.contains("counter  a counter that loses no addition") && list.output.contains("learn counter\n"), "\(list.output)")
        #expect(try Commands.run(["start", work], in: folder).output.contains("has 1 exercise. All were there"))
        try Commands.run(["start", work, "--exercises", folder.path], in: folder).expectMisuse(
            "was made for the exercises of", "another folder")
        try Commands.run(["start", folder.file("course"), "--exercises", folder.file("course")], in: folder)
            .expectMisuse("the folder of the exercises themselves")
        try Commands.run(["start", "/proc/nowhere"], in: folder).expectMisuse("cannot be written", "on a disk with space")
    }
}
