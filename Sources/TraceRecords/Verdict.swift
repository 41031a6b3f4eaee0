/// The result for a program in one word, in the order of the list: if there are several findings, the
/// first in the list is the verdict.
public enum Verdict: String, Sendable, Codable, CaseIterable, Comparable {
    case crash, misuse, assertion, deadlock, poolExhaustion, lostWakeup, leak, livelock, starvation, race
    case none

    /// Whether it is graver.
    public static func < (one: Verdict, other: Verdict) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}
