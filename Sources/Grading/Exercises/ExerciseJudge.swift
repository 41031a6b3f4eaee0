/// The part of an exercise of the package that judges in Swift: its `Judge.swift`, which says more than `exercise.json` can, such as which queue
/// was used, or why a thread waits. It judges what the exercise's `Run.swift` has observed, and the trace.
///
/// The folder of the exercise has all of it: `./setup` makes the links by which the compiler finds these files, and the list of the judges.
struct ExerciseJudge: Sendable {
    /// How the checks are judged, by their names in `exercise.json`.
    let checks: [String: Judgment]
    /// As in `Exercise`.
    let remarks: @Sendable (Evidence) -> [String]
    let situation: @Sendable (Evidence) -> String?
    let crashedPart: @Sendable (Evidence) -> String?

    init(
        checks: [String: Judgment], remarks: @escaping @Sendable (Evidence) -> [String] = { _ in [] },
        situation: @escaping @Sendable (Evidence) -> String? = { _ in nil },
        crashedPart: @escaping @Sendable (Evidence) -> String? = { _ in nil }
    ) {
        self.checks = checks
        self.remarks = remarks
        self.situation = situation
        self.crashedPart = crashedPart
    }
}
