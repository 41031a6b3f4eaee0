import ExerciseChecks

@main enum TaskGroupLimitEntry {
    static func main() {
        TaskGroupLimitRun.run { try await downloadAll($0, atMost: $1, with: $2) }
    }
}
