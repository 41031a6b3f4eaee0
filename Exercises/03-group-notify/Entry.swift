import ExerciseChecks

@main enum GroupNotifyEntry {
    static func main() {
        GroupNotifyRun.run { downloadAll($0, with: $1, completion: $2) }
    }
}
