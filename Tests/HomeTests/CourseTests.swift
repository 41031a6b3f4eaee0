import Foundation
import Testing

@testable import Course

@Suite("The path, and which exercise belongs to which lab") struct CourseTests {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    @Test("A table below \"The path\" gives labs, exercises and pages in their order; other tables give nothing")
    func path() {
        let page = """
            ## Before
            | 1 | [`lab-x`](../Labs/X/README.md) | no |
            ## The path

            | part | what | you learn |
            |---|---|---|
            | 1 | your first fifteen minutes, above | reading a timeline |
            | 2 | [`lab-singleton`](../Labs/Singleton/README.md) | data race, `static let` |
            | 3 | exercise [`01-once`](../Exercises/01-once/README.md) | one instance |
            | 4 | [your own code](your-own-code.md) | explore |

            ## After
            | 5 | [`lab-y`](../Labs/Y/README.md) | no |
            """
        let expected = [
            Course.Part(.page, "docs/start-here.md", "reading a timeline"), Course.Part(.lab, "singleton", "data race, static let"),
            Course.Part(.exercise, "01-once", "one instance"), Course.Part(.page, "docs/your-own-code.md", "explore"),
        ]
        #expect(Course.path(in: page) == expected)
        #expect(Course.path(in: "no path").isEmpty)
        #expect(Course.subject(of: "# lab-race: race `conditions`\n\ntext") == "race conditions")
        #expect(Course.subject(of: "").isEmpty)
        let named = Course.labs(in: "see lab-race, and\n`swift run lab-deadlock\n--variant sync-self`.")
        #expect(named.map(\.lab) == ["race", "deadlock"] && named.map(\.variant) == [nil, "sync-self"])
    }

    @Test("In this package, each part of the path exists, each lab and each exercise is on it, and each lab has a subject")
    func complete() throws {
        let folder = Self.package + "/Exercises"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)/exercise.json")
        }.sorted()
        let course = Course(package: Self.package, exercises: names.map { ($0, "") })
        #expect(course.path.count > 40)
        #expect(Set(course.path.filter { $0.kind == .lab }.map(\.name)) == Set(course.labs.map(\.name)))
        #expect(Set(course.path.filter { $0.kind == .exercise }.map(\.name)) == Set(names))
        for part in course.path where part.kind == .page {
            #expect(FileManager.default.fileExists(atPath: "\(Self.package)/\(part.name)"), "\(part.name)")
        }
        for lab in course.labs {
            #expect(!lab.subject.isEmpty, "\(lab.name)")
            #expect(FileManager.default.fileExists(atPath: "\(Self.package)/\(Course.folder(ofLab: lab.name))/README.md"))
        }
        #expect(course.labOfExercise["01-once"] == "singleton")
        // Each exercise has a lab that shows its subject, and a variant that it names exists.
        for name in names {
            guard let lab = course.labOfExercise[name] else {
                Issue.record("\(name) names no lab")
                continue
            }
            guard let variant = course.variantOfExercise[name] else { continue }
            let folder = "\(Self.package)/\(Course.folder(ofLab: lab))"
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            let source = try files.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
            #expect(source.contains("\"\(variant)\","), "\(name): \(lab) has no variant \(variant)")
        }
        #expect(course.variantOfExercise["09-lock-order"] == "abba" && course.variantOfExercise["13-async-operation"] == "silent-finish")
        #expect(Course(package: Self.package).exercises.map(\.name) == names)
        #expect(Course(package: Self.package).exercises.allSatisfy { !$0.subject.isEmpty })
        #expect(course.exercises(ofLab: "deadlock").map(\.name) == ["08-no-self-sync", "09-lock-order"])
    }
}
