import Foundation
import TestSupport
import Testing
import Timeline

@testable import Grading
@testable import Learning

extension Exercise {
    /// The exercises of the package, and those that tests name.
    static let all = try! Exercise.all(ofPackage: Samples.root)
    /// Those of a model. (A new exercise changes no picture.)
    static let some = Array(all.prefix(22))
    static let once = named("01-once")
    static let applyStride = named("05-apply-stride")

    private static func named(_ name: String) -> Exercise { all.first { $0.name == name }! }
}

/// Models, verdicts and folders that several tests use.
enum Samples {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    static func verdict(_ results: [Grade.CheckResult], isEarly: Bool = false) -> LearnerVerdict {
        LearnerVerdict(Grade(.once, checks: results), isEarly: isEarly)
    }

    static func passed(_ name: String, _ points: Double) -> Grade.CheckResult {
        .init(name: name, passed: true, points: points, maxPoints: points, verdict: "none", message: "", seconds: 0.1)
    }

    static func failed(_ name: String, _ points: Double, _ message: String, token: String? = nil) -> Grade.CheckResult {
        .init(name: name, passed: false, points: 0, maxPoints: points, verdict: "race", message: message, token: token, seconds: 0.1)
    }

    static let refused = verdict([
        passed("the photos are read once, by the first caller", 1),
        failed(
            "one instance", 3,
            "4 threads asked for `shared` at the same time and got 2 different catalogues. See line 12 of Exercise.swift.\nTry this: a `static let`.\nStep by step:\n  interleave replay 12ab 01-once --step",
            token: "12ab"),
        failed("later callers block until the first has finished", 2, "1 other thread was spinning.\nTry this: a lock."),
    ])

    static let accepted = verdict([passed("one instance", 3), passed("right in every interleaving", 2)])

    static func model(style: Style = .plain, passing: Set<Int> = []) -> LearnerModel {
        let list = Exercise.some.enumerated().map { index, exercise in
            LearnerModel.Listed(
                name: exercise.name, topic: exercise.topic, state: passing.contains(index) ? "passed, 10 of 10 points" : exercise.topic,
                passed: passing.contains(index))
        }
        let texts = LearnerModel.Texts(
            file: "Exercises/01-once/Exercise.swift", task: "# 01 Once\n\nFix `PhotoCatalogue`.",
            hints: ["A nudge\n\nFollow two threads.", "A direction\n\nOne step.", "Nearly the answer\n\nA static let."])
        return LearnerModel(list: list, current: 0, texts: texts, record: LearnerRecord(), style: style)
    }

    static let solution = LearnerModel.Solution(explanation: "# Why it works\n\nA token.", code: "static let shared = PhotoCatalogue()\n")

    /// A folder with the exercises, as a package has them, where none has been started. The learner's
    /// own files of this checkout are not touched.
    static func home() throws -> String {
        let files = FileManager.default
        let home = files.temporaryDirectory.appending(path: "interleave-learn-\(UUID().uuidString)").path
        try files.createDirectory(atPath: "\(home)/Exercises", withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: "\(home)/Solutions", withDestinationPath: "\(root)/Solutions")
        for exercise in Exercise.all {
            let folder = "\(home)/Exercises/\(exercise.name)"
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for name in ["README.md", "Starter.swift", "hints.md", "Explored.swift", "exercise.json"] {
                try files.createSymbolicLink(
                    atPath: "\(folder)/\(name)", withDestinationPath: "\(root)/Exercises/\(exercise.name)/\(name)")
            }
            try files.copyItem(atPath: "\(root)/Exercises/\(exercise.name)/Starter.swift", toPath: "\(folder)/Exercise.swift")
        }
        return home
    }

    static func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
}
