import ExerciseChecks

@main enum ApplyStrideEntry {
    static func main() {
        ApplyStrideRun.run { count, body in forEachIndex(below: count, body) }
    }
}
