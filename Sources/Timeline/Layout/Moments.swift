import Words
import Trace

/// Moments of a table: all in one unit with the same number of decimals, so that a column of them
/// can be compared.
struct Moments: Sendable {
    let unit: MomentUnit
    private let decimals: Int
    private let isSteps: Bool

    init(_ trace: Trace) {
        isSteps = trace.origin == .explorer
        if isSteps {
            (unit, decimals) = (.step, 0)
        } else if trace.duration >= 1_000_000_000_000 {
            (unit, decimals) = (.second, 3)
        } else {
            (unit, decimals) = (.millisecond, 3)
        }
    }

    func text(_ time: Int64) -> String { Wording.decimal(time, unit: unit.nanoseconds, decimals: decimals) }

    func duration(_ time: Int64) -> String { isSteps ? String(time) : Wording.duration(time) }

    /// "11 items, times in ms".
    func title(_ what: String) -> String { "\(what), times in \(isSteps ? "steps" : unit.name)" }

    /// Columns that the last moment takes.
    func width(_ trace: Trace) -> Int { text(trace.duration).utf8.count }
}
