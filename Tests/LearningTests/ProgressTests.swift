import Words
import Foundation
import System
import TestSupport
import Testing

@testable import Grading
@testable import Learning

@Suite("The learner's progress and attempts, on the disk", .startsProcesses) struct ProgressTests {
    let home: String
    init() throws { home = try Samples.home() }

    private var file: String { "\(home)/Exercises/.progress/01-once.json" }
    private var own: String { ExerciseFolder(.once, in: home).ownPath }

    @Test("A text counts as an attempt once, if it compiles; the work until the first pass stays as it was then")
    func attempts() throws {
        func grade(_ verdict: LearnerVerdict, _ text: String) -> LearnerRecord {
            Progress.remember(verdict, ofText: text, of: .once, in: home, seconds: 30)
        }
        var broken = Samples.refused
        broken.status = .notCompiled
        #expect(grade(broken, "a").attempts == 0)
        #expect(grade(Samples.refused, "b").attempts == 1)
        #expect(grade(Samples.refused, "b").attempts == 1)
        Progress.add(seconds: 10, hints: 2, to: .once, in: home)
        let passed = grade(Samples.accepted, "c")
        #expect(passed.solved == .init(attempts: 2, seconds: 130, hints: 2))
        #expect(passed.words == "2 attempts, 2 min, 2 hints")
        let later = grade(Samples.refused, "d")
        #expect(later.attempts == 3 && later.words == "2 attempts, 2 min, 2 hints")
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test("A file of an older version is read, and an older version could read the new one")
    func older() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: "\(home)/Exercises/.progress", withIntermediateDirectories: true)
        try Samples.write("let a = 1\n", own)
        var mark = Fingerprint()
        mark.addPart("let a = 1\n".utf8)
        try Samples.write(#"{"text":"\#(mark.text)","points":10,"maxPoints":10,"passed":true}"#, file)
        #expect(try Progress.of(.once, in: home) == .graded(points: 10, of: 10, passed: true))
        #expect(Progress.work(on: .once, in: home).solved?.attempts == 1)
        Progress.add(seconds: 5, hints: 1, to: .once, in: home)
        #expect(try Progress.of(.once, in: home) == .graded(points: 10, of: 10, passed: true))
        struct Old: Codable { var text: String, points: Double, maxPoints: Double, passed: Bool }
        let old = try JSONDecoder().decode(Old.self, from: Data(contentsOf: URL(filePath: file)))
        #expect(old.text == mark.text && old.passed)
    }

    @Test(
        "A damaged file counts as none, is put aside, and the next one is whole",
        arguments: ["", "{", "[]", #"{"text":1}"#, String(repeating: "x", count: 100_000)])
    func damaged(_ text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        Progress.add(seconds: 5, to: .once, in: home)
        try Samples.write(text, file)
        #expect(Progress.work(on: .once, in: home) == LearnerRecord())
        #expect(Progress.add(seconds: 7, to: .once, in: home).seconds == 7)
        #expect(Progress.work(on: .once, in: home).seconds == 7)
        #expect(try String(contentsOfFile: "\(file).damaged", encoding: .utf8) == text)
    }

    @Test("Numbers that cannot be true are not believed")
    func implausible() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        Progress.add(seconds: 5, to: .once, in: home)
        try Samples.write(
            #"{"text":"","points":0,"maxPoints":0,"passed":false,"work":{"attempts":-4,"seconds":-1e300,"hints":-1}}"#, file)
        #expect(Progress.work(on: .once, in: home) == LearnerRecord())
        #expect(LearnerRecord.time(1e300).hasSuffix("min"))
    }

    @Test("Nothing is lost when several processes add at the same time")
    func together() async throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let home = home
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<10 { Progress.add(seconds: 1, to: .once, in: home) } } }
        }
        #expect(Progress.work(on: .once, in: home).seconds == 40)
    }

    @Test("Without a writable folder nothing is kept, and nothing fails")
    func readOnly() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Samples.write("", "\(home)/Exercises/.progress")
        #expect(Progress.add(seconds: 5, to: .once, in: home).seconds == 5)
        #expect(Progress.work(on: .once, in: home) == LearnerRecord())
    }

    @Test("A reset keeps each attempt under a name of its own, and brings back the original text, also through a link")
    func reset() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let folder = ExerciseFolder(.once, in: home)
        #expect(try folder.reset() == .wasOriginal)
        var kept: [String] = []
        for text in ["let a = 1", "let b = 2"] {
            try Samples.write(text, own)
            let result = try folder.reset()
            guard case .kept(let path) = result else {
                Issue.record("\(result)")
                continue
            }
            kept.append(path)
            #expect(try !folder.isStarted())
        }
        #expect(Set(kept).count == 2)
        #expect(try kept.map { try String(contentsOfFile: $0, encoding: .utf8) } == ["let a = 1", "let b = 2"])
        // The learner keeps the file elsewhere.
        let elsewhere = "\(home)/mine.swift"
        try Samples.write("let c = 3", elsewhere)
        try FileManager.default.removeItem(atPath: own)
        try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: elsewhere)
        if case .kept = try folder.reset() {} else { Issue.record("The text of the link's file was not kept") }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: own) == elsewhere)
        #expect(try !folder.isStarted())
        try FileManager.default.removeItem(atPath: own)
        #expect(try folder.reset() == .wasMissing)
        #expect(try !folder.isStarted())
    }

    @Test("A reset does not replace a file that cannot be read: it could hold an attempt")
    func unreadable() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Samples.write("let a = 1", own)
        chmod(own, 0)
        if geteuid() == 0 { for path in [home, "\(home)/Exercises", "\(home)/Exercises/01-once", own] { chown(path, 12345, 12345) } }
        func reset() throws -> ExplainedError? {
            let user = geteuid()
            if user == 0 { _ = useFiles(as: 12345) }
            defer { if user == 0 { _ = useFiles(as: 0) } }
            do throws(ExplainedError) {
                let result = try ExerciseFolder(.once, in: home).reset()
                Issue.record("\(result)")
                return nil
            } catch { return error }
        }
        let words = try reset()?.description ?? ""
        #expect(words.contains("Permission denied. It could be an attempt, so it is unchanged.\nMake it readable"), "\(words)")
        chmod(own, 0o600)
        #expect(try String(contentsOfFile: own, encoding: .utf8) == "let a = 1")
        // Neither a folder nor a pipe is an attempt, but they are not ours to remove.
        for make in [{ mkdir($0, 0o777) }, { mkfifo($0, 0o666) }] as [(String) -> Int32] {
            try FileManager.default.removeItem(atPath: own)
            #expect(make(own) == 0)
            #expect(try reset()?.message.contains("is not a file") == true)
            #expect(access(own, F_OK) == 0)
        }
    }

    @Test("A reset that cannot keep the attempt changes nothing")
    func noRoom() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Samples.write("let a = 1", own)
        try Samples.write("", "\(home)/Exercises/.progress")
        let error = #expect(throws: ExplainedError.self) { try ExerciseFolder(.once, in: home).reset() }
        #expect(error?.message.contains("Your file is unchanged") == true)
        #expect(try String(contentsOfFile: own, encoding: .utf8) == "let a = 1")
    }
}

/// Changes the user whose rights this thread has for files. (The Glibc module does not have this call.)
@_silgen_name("setfsuid") private func useFiles(as user: uid_t) -> Int32
