import Words
import ArgumentParser
import FoundationEssentials
import Grading

/// The options of `grade` for a class.
struct BatchOptions: ParsableArguments {
    @Option(name: .customLong("batch"), help: ArgumentHelp("Grade the attempts of a class, which are in this folder.", valueName: "folder"))
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "Where the attempts are in the folder: {student}, {exercise}, and * for any text. (default: \(SubmissionPattern.standard))",
            valueName: "pattern"))
    var names: String?

    @Option(
        help: ArgumentHelp("The folder for the results. (default: the folder of --batch with “-grades” at its end)", valueName: "folder"))
    var results: String?

    @Option(
        help: ArgumentHelp(
            "The students of the class: a table with a column “student”, or a name in each line. Students who handed in nothing are then in the table, too.",
            valueName: "file"))
    var students: String?

    @Option(help: ArgumentHelp("The number of attempts that are graded at the same time. (1 to 64, default: 1)", valueName: "count"))
    var jobs: Int?

    @Flag(help: "Keep the results of attempts that would be graded in the same way again.")
    var resume = false

    @Option(help: ArgumentHelp("Grade only the students of part K of N, for example 2/4: for several machines.", valueName: "k/n"))
    var shard: String?

    /// Refuses the options where there is no class.
    func refuse() throws {
        guard names == nil, results == nil, students == nil, jobs == nil, !resume, shard == nil else {
            throw ValidationError("--names, --results, --students, --jobs, --resume and --shard need --batch FOLDER.")
        }
    }

    /// The work that the options ask for; nil if there is no class.
    func grading(exercise: String?, home: String?) throws -> BatchGrading? {
        guard var folder else { return nil }
        while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
        let names = names ?? (exercise == nil ? SubmissionPattern.standard : "{student}.swift")
        guard let pattern = SubmissionPattern(names) else {
            throw ExplainedError(
                .usage, "The pattern “\(names)” must contain {student} once, and {exercise} at most once.",
                cure: "For example: --names '\(SubmissionPattern.standard)'")
        }
        if exercise == nil, !names.contains("{exercise}") {
            throw ExplainedError(
                .usage, "Nothing says which exercise the attempts belong to.",
                cure: "Name the exercise, as in `grade 05 --batch \(folder)`, or give a pattern with {exercise}.")
        }
        if exercise != nil, names.contains("{exercise}") {
            throw ExplainedError(
                .usage, "The exercise is in the pattern and on the command line.", cure: "Leave out one of them.")
        }
        let catalogue = try ExerciseCatalogue(home: home)
        if let exercise { _ = try catalogue.exercise(named: exercise) }
        guard 1...64 ~= jobs ?? 1 else {
            throw ExplainedError(.usage, "--jobs \(jobs ?? 0) is not between 1 and 64.", cure: "Use the number of cores.")
        }
        var part: BatchGrading.Shard?
        if let shard {
            guard let found = BatchGrading.Shard(shard) else {
                throw ExplainedError(
                    .usage, "--shard \(shard) is not a part: give K/N with K from 1 to N.", cure: "For example: --shard 2/4")
            }
            part = found
        }
        return BatchGrading(
            folder: folder, results: results ?? "\(folder)-grades", pattern: pattern, names: names, catalogue: catalogue, home: home,
            exercise: exercise, students: try students.map { try StudentList(path: $0) }, jobs: jobs ?? 1, resumes: resume, shard: part)
    }
}
