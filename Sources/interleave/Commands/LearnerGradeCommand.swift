import ArgumentParser
import FoundationEssentials
import Glibc
import Grading
import Synchronization
import System

/// One grading for `interleave learn`, in a process of its own: it prints messages for that program.
struct LearnerGradeCommand: ParsableCommand {
    static let name = "grade-for-learn"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Grade a learner's file, with messages for `learn`.", shouldDisplay: false)

    @Argument(help: "The exercise.")
    var exercise: String

    /// The folder with the learner's file; without it, the package.
    @Option(help: .hidden) var home: String?

    /// The folder for a workspace where the build folder cannot be written: TMPDIR lasts only as long as
    /// this grading.
    @Option(help: .hidden) var elsewhere: String?

    @OptionGroup var other: ExercisesOption

    func run() throws {
        Self.endWithParent()
        let messages = Messages()
        do {
            messages.send(GradingMessage(step: "preparing"))
            let catalogue = try other.catalogue()
            let exercise = try catalogue.exercise(named: exercise)
            try ExerciseCatalogue.checkToolchain()
            let recorder = try PreloadLibrary()
            defer { recorder.remove() }
            var workshop = try GradingWorkspace(
                package: catalogue.package, buildFolder: BuildFolder.current.folder, recorder: recorder.path, elsewhere: elsewhere)
            if let home { workshop.keepTraces(inLearnerFolder: home) }
            let grader = Grader(workshop) { words in
                messages.send(GradingMessage(step: words.hasSuffix(" …") ? String(words.dropLast(2)) : words))
            } progress: { words in
                messages.send(GradingMessage(step: words))
            } early: { grade in
                messages.send(GradingMessage(verdict: LearnerVerdict(grade, isEarly: true)))
            }
            let file = ExerciseFolder(exercise, in: home ?? catalogue.package).ownPath
            // (Before the first change, the screen shows what is wrong with the starter. That counts for nothing.)
            let grade = try grader.gradeChanged(file, for: exercise)
            messages.send(GradingMessage(verdict: LearnerVerdict(grade)))
        } catch {
            messages.send(GradingMessage(failure: Main.words(for: error)))
        }
        // The program for the interleavings may still be compiled, for an attempt that does not need
        // it.
        ChildProcess.killDescendants()
    }

    /// Ends this process, and all that it has started, when the program that has started it has ended:
    /// its end of our standard input is closed then.
    private static func endWithParent() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                var byte: UInt8 = 0, count = 0
                repeat { count = read(STDIN_FILENO, &byte, 1) } while count > 0 || (count < 0 && errno == EINTR)
                ChildProcess.killDescendants()
                _exit(130)
            }, nil)
        pthread_detach(thread)
    }
}

/// Sends messages, a line each; the same step only once.
private final class Messages: Sendable {
    private let last = Mutex("")

    func send(_ message: GradingMessage) {
        last.withLock { last in
            if let step = message.step {
                if step == last { return }
                last = step
            }
            guard let bytes = try? JSONEncoder().encode(message) else { return }
            try? StandardOutput.write(String(decoding: bytes, as: UTF8.self) + "\n")
        }
    }
}
