import Foundation
import Testing

@testable import Grading

extension Exercise {
    /// The exercises of the package, and those that tests name.
    static let all = try! Exercise.all(ofPackage: Bench.package)
    static let once = named("01-once")
    static let readerWriter = named("02-reader-writer")
    static let applyStride = named("05-apply-stride")

    private static func named(_ name: String) -> Exercise { all.first { $0.name == name }! }
}

/// The tests' grader, with the package's own workspace.
enum Bench {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    static let buildFolder: String = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: path).deletingLastPathComponent().path
    }()

    static func grader(_ limits: AttemptProcess.Limits = AttemptProcess.Limits()) throws -> Grader {
        var grader = Grader(
            try GradingWorkspace(package: package, buildFolder: buildFolder, recorder: "\(buildFolder)/libInterleavePreload.so"))
        grader.limits = limits
        return grader
    }

    static func exercise(_ name: String) throws -> Exercise { try #require(Exercise.all.first { $0.name == name }) }

    /// A wrong attempt of an exercise.
    static func wrongAttempt(_ name: String, at exercise: Exercise) throws -> KeptAttempt {
        try #require(try ExerciseFolder(exercise, in: package).wrongAttempts().first { $0.name == name }).attempt
    }

    /// Grades a text as an attempt.
    static func grade(_ text: String, for name: String, _ limits: AttemptProcess.Limits = AttemptProcess.Limits()) throws -> Grade {
        let folder = NSTemporaryDirectory() + "/interleave-grading-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = "\(folder)/Student.swift"
        try Data(text.utf8).write(to: URL(filePath: file))
        return try grader(limits).grade(file, for: exercise(name))
    }
}
