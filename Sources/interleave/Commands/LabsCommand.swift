import ArgumentParser
import Course
import ExplorationRunner
import Grading
import System
import Words

/// `interleave labs`: the labs, or the one that answers a question.
struct LabsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labs", abstract: "List the labs, with their topics and variants.")

    @Option(name: .customLong("ask"), help: ArgumentHelp("Answer a question, and say where you see it.", valueName: "words"))
    var question: String?

    func run() throws {
        if let question { return try answer(question) }
        let catalogue = try LabCatalogue()
        let width = catalogue.names.map(\.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 2)
        for name in catalogue.names {
            let lab = try catalogue.description(of: name)
            let room = max(20, (StandardOutput.terminalWidth ?? .max) - indent.count)
            let variants = "variants: \(lab.variants.map(\.name).joined(separator: ", "))"
            let lines = ExerciseText.broken(lab.title, room) + ExerciseText.broken(variants, room)
            try StandardOutput.line("\(name)\(indent.dropFirst(name.count))\(lines.joined(separator: "\n\(indent)"))")
        }
        try StandardOutput.line("\nRun one: \(Invocation.interleave) lab \(catalogue.names[0])")
        try StandardOutput.line("Ask: \(Invocation.interleave) labs --ask \"order of tasks\"")
    }

    /// Prints the answer that fits best, and the titles of others that fit.
    private func answer(_ words: String) throws {
        let questions = Question.all(package: try ExerciseCatalogue().package)
        guard !questions.isEmpty else {
            throw ExplainedError(.missing, "The page docs/questions.md is missing.", cure: "Get it again from the package.")
        }
        let found = Question.matching(words, in: questions)
        guard let best = found.first else {
            try StandardOutput.line("No question has these words. The questions are:\n")
            for question in questions { try StandardOutput.line("  \(question.title)") }
            throw ExitCode(ExitStatus.doesNotHold)
        }
        let room = max(40, min(100, StandardOutput.terminalWidth ?? 100))
        try StandardOutput.line(best.title + "\n")
        for paragraph in best.plainAnswer { try StandardOutput.line(ExerciseText.broken(paragraph, room).joined(separator: "\n")) }
        if !best.commands.isEmpty { try StandardOutput.line("") }
        for command in best.commands { try StandardOutput.line("  \(Invocation.own.adapted(command))") }
        let others = found.dropFirst().prefix(3)
        guard !others.isEmpty else { return }
        try StandardOutput.line("\nSee also:")
        for question in others { try StandardOutput.line("  \(question.title)") }
    }
}
