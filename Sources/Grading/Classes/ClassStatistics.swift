import Words

/// How a class did: for each check how many passed; for each kind of mistake how many made it, and for each misconception how many have it.
public struct ClassStatistics: Equatable, Sendable {
    /// One line of it.
    public struct Row: Equatable, Sendable {
        public var exercise: String
        /// A check's name, a kind of mistake, or a misconception.
        public var name: String
        public var kind = Kind.check
        /// The attempts that were graded.
        public var attempts = 0
        public var passed = 0
        /// For a mistake or a misconception: the attempts that have it.
        public var failed = 0
        public var notJudged = 0

        public enum Kind: String, Sendable { case check, mistake, misconception }
    }

    public private(set) var rows: [Row] = []

    public init(_ grades: ClassGrades) {
        let graded = Dictionary(grouping: grades.grades.filter(\.isGraded), by: \.exercise)
        for exercise in graded.keys.sorted() {
            let grades = graded[exercise] ?? []
            // In the order of the report.
            let checks = grades.map(\.checks).max { $0.count < $1.count } ?? []
            for check in checks {
                let results = grades.compactMap { grade in grade.checks.first { $0.name == check.name } }
                let passed = results.count(where: \.passed)
                let open = results.count { !$0.passed && $0.verdict == GradeFinding.Verdict.notJudged.rawValue }
                rows.append(
                    Row(
                        exercise: exercise, name: check.name, attempts: grades.count, passed: passed, failed: results.count - passed - open,
                        notJudged: open))
            }
            rows += Self.rows(.mistake, exercise, grades.map { Set($0.verdicts) })
            rows += Self.rows(.misconception, exercise, grades.map { Set($0.checks.compactMap(\.misconception)) })
        }
    }

    /// A row for each of the words, the most frequent first.
    /// - Parameter words: those of each attempt.
    private static func rows(_ kind: Row.Kind, _ exercise: String, _ words: [Set<String>]) -> [Row] {
        let counts = words.joined().reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { word, count in
            Row(exercise: exercise, name: word, kind: kind, attempts: words.count, passed: words.count - count, failed: count)
        }
    }

    /// The misconceptions of the class for people, the most frequent first: each as a sentence, with the number of attempts.
    public var misconceptions: String {
        let known = rows.filter { $0.kind == .misconception }.sorted {
            ($1.failed, $0.exercise, $0.name) < ($0.failed, $1.exercise, $1.name)
        }
        guard !known.isEmpty else { return "No check names a misconception of this class.\n" }
        let lines = known.map { row in
            "\(row.failed) of \(Wording.count(row.attempts, "attempt")) at \(row.exercise) would be right if \(row.name)."
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A table of comma-separated values.
    public var csv: String {
        let header = ["exercise", "kind", "name", "attempts", "passed", "failed", "notJudged"]
        let lines = rows.map { row in
            [
                row.exercise, row.kind.rawValue, row.name, String(row.attempts), String(row.passed), String(row.failed),
                String(row.notJudged),
            ]
        }
        return ([header] + lines).map(CSV.row).joined()
    }
}
