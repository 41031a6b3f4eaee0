/// How a class did: for each check how many passed, and for each kind of mistake how many made it.
public struct ClassStatistics: Equatable, Sendable {
    /// One line of it.
    public struct Row: Equatable, Sendable {
        public var exercise: String
        /// A check's name, or a kind of mistake.
        public var name: String
        public var isMistake = false
        /// The attempts that were graded.
        public var attempts = 0
        public var passed = 0
        /// For a mistake: the attempts that have it.
        public var failed = 0
        public var notJudged = 0
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
            var counts: [String: Int] = [:]
            for grade in grades { for verdict in Set(grade.verdicts) { counts[verdict, default: 0] += 1 } }
            for (verdict, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                rows.append(
                    Row(
                        exercise: exercise, name: verdict, isMistake: true, attempts: grades.count, passed: grades.count - count,
                        failed: count)
                )
            }
        }
    }

    /// A table of comma-separated values.
    public var csv: String {
        let header = ["exercise", "kind", "name", "attempts", "passed", "failed", "notJudged"]
        let lines = rows.map { row in
            [
                row.exercise, row.isMistake ? "mistake" : "check", row.name, String(row.attempts), String(row.passed), String(row.failed),
                String(row.notJudged),
            ]
        }
        return ([header] + lines).map(CSV.row).joined()
    }
}
