import Explorer

extension Scene {
    /// A top-level variable that a thread uses before the main thread reaches the line that sets
    /// its value.
    func lateInitialization(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        for (writes, uses) in [(one, other), (other, one)] where writes.writes && log.names.indices.contains(writes.task) {
            guard log.names[writes.task].hasPrefix("main"), let declared = source.position(stack(writes)),
                let used = source.position(stack(uses)), declared.isTopLevel, used.line != declared.line,
                let variable = declared.text.firstMatch(
                    of: /^(?:(?:nonisolated\(unsafe\)|private|fileprivate)\s+)*(?:let|var)\s+([A-Za-z_]\w*)\b[^{]*=/)?.1,
                used.text.names(variable)
            else { continue }
            return IneffectiveProtection(
                words:
                    "`\(variable)` is a variable of top-level code. It gets its value only when the main thread reaches \(quote(stack(writes))). \(name(uses.task).capitalizedFirst) was started above that line. So it can use the variable earlier, and then sees zero or nothing.",
                hint:
                    "Declare `\(variable)` above the line that starts the other work. Or give the value to the other work as an argument.",
                standsAlone: true)
        }
        return nil
    }
}
