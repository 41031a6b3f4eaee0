import ExerciseChecks

@main enum ProgressThrottleEntry {
    static func main() {
        ProgressThrottleRun.run { rows, report in
            let progress = ImportProgress(rows: rows, report: report)
            return { progress.rowIsDone() }
        }
    }
}
