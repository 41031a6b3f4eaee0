import ExerciseChecks

@main enum GroupBalanceEntry {
    static func main() {
        GroupBalanceRun.run { backUp($0, load: $1, upload: $2, completion: $3) }
    }
}
