import ExerciseChecks

@main enum LineReaderEntry {
    static func main() {
        LineReaderRun.run { readLines(from: $0, on: $1, line: $2, end: $3) }
    }
}
