import Foundation
import System
import TestSupport
import Testing
import Timeline

@testable import Grading
@testable import Learning

@Suite("A session with a grader that is a script: saves, endings, and a file that goes away", .serialized, .startsProcesses)
struct SessionTests {
    let home: String
    init() throws { home = try Samples.home() }

    private var own: String { ExerciseFolder(.once, in: home).ownPath }
    private func text(_ name: String) -> String { (try? String(contentsOfFile: "\(home)/\(name)", encoding: .utf8)) ?? "" }

    /// A session whose grader is this script. It finds a refusing verdict in `$REFUSED`, and a passing one in `$ACCEPTED`.
    private func session(_ script: String) throws -> LearnerSession {
        func message(_ verdict: LearnerVerdict, _ name: String) throws {
            let bytes = try JSONEncoder().encode(GradingMessage(verdict: verdict)) + Data("\n".utf8)
            try bytes.write(to: URL(filePath: "\(home)/\(name)"))
        }
        try message(Samples.refused, "refused")
        try message(Samples.accepted, "accepted")
        let prefix = "cd '\(home)'; REFUSED=refused; ACCEPTED=accepted; FILE='\(own)'; "
        return try LearnerSession(
            LearnerSetup(
                exercises: Exercise.all, home: home, first: 0, style: .plain, columns: 80, isPlain: true,
                grader: { _ in GraderProgram("/bin/bash", ["-c", prefix + script]) }, shownPath: { $0 }))
    }

    @Test("A copy of the package's folders has the same exercises, and their files are those of the copy")
    func copies() throws {
        let copies = try Exercise.all(in: home)
        #expect(copies.map(\.name) == Exercise.all.map(\.name))
        for copy in copies {
            let folder = ExerciseFolder(copy, in: "/nowhere")
            #expect(folder.ownPath.hasPrefix("\(home)/") && folder.solutionPath.hasPrefix("\(home)/"))
            #expect(try !folder.isStarted() && folder.hints().count == 3 && folder.task().hasPrefix("# "))
        }
    }

    /// Lets a session work until something holds; records an issue if that does not come.
    @discardableResult private func work(
        _ session: LearnerSession, _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
        until holds: () -> Bool
    ) -> Bool {
        let deadline = ContinuousClock.now + .patience
        while ContinuousClock.now < deadline {
            session.advance()
            if holds() { return true }
            _ = Waiting.wait(for: session.descriptors, atMost: min(session.patience ?? .milliseconds(50), .milliseconds(50)))
        }
        Issue.record("\(what) did not come", sourceLocation: sourceLocation)
        return false
    }

    private func isRunning(_ process: String) -> Bool {
        let state = try? String(contentsOfFile: "/proc/\(process.trimmingCharacters(in: .whitespacesAndNewlines))/stat", encoding: .utf8)
        return state.map { !$0.contains(") Z ") } ?? false
    }

    @Test("However an editor saves, one save is graded once, and a save without a change is not")
    func editors() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let session = try session("echo run >> runs; cat $REFUSED")
        defer { session.finish() }
        func runs() -> Int { text("runs").split(separator: "\n").count }
        work(session, "the first grading") { session.isIdle && session.model.verdict != nil }
        #expect(runs() == 1)
        let saves: [(String) throws -> Void] = [
            { try Data($0.utf8).write(to: URL(filePath: own), options: .atomic) },
            { try Data($0.utf8).write(to: URL(filePath: own)) },
            {
                // Emptied, then written in two parts.
                let file = try #require(fopen(own, "w"))
                for part in [$0.prefix(4), $0.dropFirst(4)] {
                    fputs(String(part), file)
                    fflush(file)
                }
                fclose(file)
            },
            {
                try FileManager.default.removeItem(atPath: own)
                try Samples.write($0, own)
            },
            {
                // The old file becomes a backup.
                try? FileManager.default.removeItem(atPath: own + "~")
                try FileManager.default.moveItem(atPath: own, toPath: own + "~")
                try Samples.write($0, own)
            },
        ]
        for (index, save) in saves.enumerated() {
            try save("let save = \(index)\n")
            work(session, "the grading of save \(index)") { runs() == index + 2 && session.isIdle }
            // The same text again, and another file of the folder.
            try Samples.write("let save = \(index)\n", own)
            try Samples.write("x", "\(home)/Exercises/01-once/notes.txt")
            session.advance()
            work(session, "the end of save \(index)") { session.isIdle }
            #expect(runs() == index + 2)
        }
        #expect(Progress.work(on: .once, in: home).attempts == saves.count)
    }

    @Test("A save during a grading ends that grading with all its processes, and the new text is graded")
    func during() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        mkfifo("\(home)/never", 0o600)
        let session = try session(
            "echo $$ > outer; if grep -q hang $FILE; then sh -c 'echo $$ > inner; cat never'; else cat $ACCEPTED; fi & wait")
        defer { session.finish() }
        work(session, "the first grading") { session.isIdle && session.model.verdict != nil }
        try FileManager.default.removeItem(atPath: "\(home)/outer")
        try Samples.write("hang\n", own)
        work(session, "the hanging grading") { text("inner").hasSuffix("\n") && text("outer").hasSuffix("\n") && session.isGrading }
        let processes = [text("inner"), text("outer")]
        #expect(processes.allSatisfy(isRunning))
        _ = session.takeNews()
        try Samples.write("good\n", own)
        work(session, "the verdict on the new text") { session.takeNews().contains(.verdict) }
        #expect(!processes.contains(where: isRunning))
        #expect(session.model.solution != nil && session.model.list[0].passed)
    }

    @Test("After a save during the interleavings, the old early verdict gets no remainder, and the new verdict is a new one")
    func afterEarly() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        mkfifo("\(home)/never", 0o600)
        mkfifo("\(home)/soon", 0o600)
        let early = Samples.verdict(
            [Samples.failed("one instance", 3, "old"), .init(Exercise.once.checks[0], .notJudged(because: "it runs"), seconds: 0)],
            isEarly: true)
        let bytes = try JSONEncoder().encode(GradingMessage(verdict: early)) + Data("\n".utf8)
        try bytes.write(to: URL(filePath: "\(home)/early"))
        let session = try session(
            "if grep -q hang $FILE; then cat early never; elif grep -q good $FILE; then cat soon > nothing; fi; cat $REFUSED")
        defer { session.finish() }
        work(session, "the first grading") { session.isIdle && session.model.verdict != nil }
        try Samples.write("hang\n", own)
        work(session, "the early verdict") { session.model.verdict?.isEarly == true }
        #expect(session.model.status.words.hasPrefix("Not yet"))
        _ = session.model.take(.character("h"))
        #expect(session.model.page == .hints)
        _ = session.takeNews()
        try Samples.write("good\n", own)
        try #require(work(session, "the next grading") { session.takeNews().contains(.began) })
        #expect(session.model.verdict?.isEarly == false && !session.model.status.words.hasPrefix("Not yet"), "\(session.model.status)")
        #expect(session.model.text(of: .verdict, width: 80).contains("a new grading began"))
        let end = open("\(home)/soon", O_WRONLY)
        close(end)
        work(session, "the new verdict") { session.takeNews().contains(.verdict) }
        #expect(session.model.page == .verdict && session.model.verdict == Samples.refused)
    }

    @Test("If no progress can be kept, the session says so at the beginning, and goes on")
    func fixed() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Samples.write("", "\(home)/Exercises/.progress")
        let session = try session("cat $REFUSED")
        defer { session.finish() }
        let words = session.model.message ?? ""
        #expect(
            words.contains("\(home)/Exercises/.progress cannot be written (") && words.contains("your progress is not kept"), "\(words)")
        work(session, "the verdict") { session.model.verdict != nil }
    }

    @Test("The end of a session ends a grader that hangs, and removes its files")
    func end() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        mkfifo("\(home)/never", 0o600)
        let session = try session("echo $$ > outer; echo $TMPDIR > folder; cat never")
        work(session, "the hanging grading") { text("outer").hasSuffix("\n") && text("folder").hasSuffix("\n") }
        let folder = text("folder").trimmingCharacters(in: .newlines)
        #expect(isRunning(text("outer")) && FileManager.default.fileExists(atPath: folder))
        session.finish()
        #expect(!isRunning(text("outer")) && !FileManager.default.fileExists(atPath: folder))
    }

    @Test("A file that is gone for a moment is no news; one that stays away is, until it comes back")
    func gone() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let session = try session("cat $REFUSED")
        defer { session.finish() }
        work(session, "the first grading") { session.isIdle && session.model.verdict != nil }
        _ = session.takeNews()
        try FileManager.default.removeItem(atPath: own)
        var notes: [LearnerSession.News] = []
        work(session, "the note") {
            notes += session.takeNews()
            return notes.contains { if case .note(let words) = $0 { words.contains("is not there") } else { false } }
        }
        #expect(session.isIdle)
        try Samples.write("back\n", own)
        work(session, "the grading after it") { session.takeNews().contains(.verdict) }
    }

    @Test("A folder that is removed and made again is watched again")
    func folder() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let session = try session("cat $REFUSED")
        defer { session.finish() }
        work(session, "the first grading") { session.isIdle && session.model.verdict != nil }
        _ = session.takeNews()
        let folder = "\(home)/Exercises/01-once"
        try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
        work(session, "the loss") { session.patience != nil }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Samples.write("again\n", own)
        work(session, "the grading after it") { session.takeNews().contains(.verdict) }
    }

    @Test("A file that is a link to another folder is graded when the other file is saved")
    func link() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: "\(home)/mine", withIntermediateDirectories: true)
        try Samples.write("first\n", "\(home)/mine/once.swift")
        try FileManager.default.removeItem(atPath: own)
        try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: "\(home)/mine/once.swift")
        let session = try session("cat $REFUSED")
        defer { session.finish() }
        work(session, "the first grading") { session.takeNews().contains(.verdict) }
        try Data("second\n".utf8).write(to: URL(filePath: "\(home)/mine/once.swift"), options: .atomic)
        work(session, "the grading after the save") { session.takeNews().contains(.verdict) }
    }

    @Test("A grader that ends without a result leaves its words, and the same text can be graded again")
    func silent() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let session = try session("echo run >> runs; if [ $(wc -l < runs) = 1 ]; then echo no disk >&2; exit 3; fi; cat $REFUSED")
        defer { session.finish() }
        work(session, "the failure") { session.model.failure != nil }
        #expect(session.model.failure?.contains("no disk") == true)
        if let request = session.model.take(.character("g")) { session.obey(request) }
        work(session, "the verdict") { session.model.verdict != nil }
        #expect(session.model.failure == nil)
    }

    @Test("A reset keeps the attempt, and begins the exercise again; another exercise gets its own watch")
    func requests() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Samples.write("mine\n", own)
        let session = try session("cat $REFUSED")
        defer { session.finish() }
        work(session, "the verdict") { session.model.verdict != nil }
        session.obey(.reset)
        #expect(text("Exercises/.progress/attempts/01-once-1.swift") == "mine\n")
        #expect(session.model.message?.contains("01-once-1.swift") == true)
        work(session, "the verdict on the original") { session.model.isUnchanged }
        session.obey(.shown(hints: 2))
        session.obey(.open(4))
        #expect(session.model.texts.file.contains("05-apply-stride") && session.model.verdict == nil)
        #expect(Progress.work(on: .once, in: home).hints == 2)
        _ = session.takeNews()
        try Samples.write("// changed\n", ExerciseFolder(.applyStride, in: home).ownPath)
        work(session, "the grading of the other file") { session.takeNews().contains(.verdict) && session.isIdle }
        try Samples.write("// changed\n", own)
        session.advance()
        #expect(session.isIdle)
    }

    @Test("Where the kernel does not see changes, the file is looked at each second")
    func remote() {
        let mounts = """
            22 1 0:20 / / rw - ext4 /dev/sda rw
            30 22 0:30 / /home rw shared:1 - nfs4 server:/home rw
            31 30 0:31 / /home/me/my\\040disk rw - tmpfs tmpfs rw
            """
        #expect(RemoteFolder.kind(of: "/srv/x", mounts: mounts) == "ext4")
        #expect(RemoteFolder.kind(of: "/home/me", mounts: mounts) == "nfs4")
        #expect(RemoteFolder.kind(of: "/homework", mounts: mounts) == "ext4")
        #expect(RemoteFolder.kind(of: "/home/me/my disk/a", mounts: mounts) == "tmpfs")
        #expect(FileWatch("/nowhere/at/all/Exercise.swift").interval == .seconds(1))
        try? FileManager.default.removeItem(atPath: home)
    }
}
