import ExerciseChecks

@main enum AtMostEntry {
    static func main() {
        AtMostRun.run { downloadAll($0, atMost: $1, with: $2) }
    }
}
