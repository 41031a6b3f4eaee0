import ArgumentParser
import FoundationEssentials
import Grading

/// `interleave grade merge FOLDER …`: one table from the results of several parts of a class.
struct GradeMergeCommand: ParsableCommand {
    /// `grade` has an argument of its own, so its parser cannot have a subcommand.
    static let name = "grade-merge"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Merge the results of a class into one table.",
        usage: "interleave grade merge <folder> ... [--output <file>] [--statistics] [--force]",
        discussion: """
            The folders are those that `grade --batch` wrote its results to. The table has a row for each attempt, and is the same as if one process had \
            graded all of them. Exit codes: 0 merged; 2 a folder has no results, or two have different grades for one attempt.
            """, shouldDisplay: false)

    /// The arguments of the program, with the two words as one.
    static func adapted(_ arguments: [String]) -> [String] {
        switch arguments.prefix(2) {
        case ["grade", "merge"]: [name] + arguments.dropFirst(2)
        case ["test", "merge"]: [TestMergeCommand.name] + arguments.dropFirst(2)
        default: arguments
        }
    }

    @Argument(help: ArgumentHelp("Folders with results.", valueName: "folder"))
    var folders: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"))
    var output: String?

    @Flag(help: "Print how the class did in each check, and how often each kind of mistake was made, instead of the grades.")
    var statistics = false

    @Flag(help: "Replace the file of -o even if it is not a table of grades.")
    var force = false

    func run() throws {
        let grades = try ClassGrades(mergingFolders: folders)
        let csv = statistics ? ClassStatistics(grades).csv : grades.csv
        guard let output else { return try StandardOutput.write(csv) }
        let target = try OutputFile(output, unlessItIs: folders[0], replacing: statistics ? .classStatistics : .classTable, force: force)
        try target.write(csv)
        try target.close()
    }
}
