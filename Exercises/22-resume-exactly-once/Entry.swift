import ExerciseChecks

extension ResumeOnceRun.Request: PhotoRequest {}

@main enum ResumeOnceEntry {
    static func main() {
        ResumeOnceRun.run { try await photo(from: $0) }
    }
}
