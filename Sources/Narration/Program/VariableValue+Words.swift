import Trace
import Words

extension VariableValue {
    /// "100" of a read, "100 → 20" of a change; nil if neither value is known.
    var change: String? {
        let found = found.map { SafeText.inLine($0) }, left = left.map { SafeText.inLine($0) }
        if access == .read { return found }
        if found == nil, left == nil { return nil }
        return "\(found ?? "?") → \(left ?? "?")"
    }
}
