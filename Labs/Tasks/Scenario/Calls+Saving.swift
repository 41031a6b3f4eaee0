/// A line of the log, and the priority of the task that wrote it.
public struct SavingReport: Codable, Sendable {
    public var line: String
    public var priority: String
}

/// A task of priority `utility` saves.
@MainActor private func request(_ save: @escaping @MainActor @Sendable (Log) async -> Void) async -> SavingReport {
    let witness = Witness(), log = Log(witness)
    await Task(name: "request", priority: .utility) { await save(log) }.value
    return SavingReport(line: log.last, priority: witness.priority.name)
}

@MainActor public func saveWithDetachedTask() async -> SavingReport { await request { await saveDetached($0) } }
@MainActor public func saveWithTask() async -> SavingReport { await request { await save($0) } }
@MainActor public func saveAfterScope() async -> SavingReport { await request { await saveLater($0) } }

extension TaskPriority {
    fileprivate var name: String {
        switch self {
        case .high: "high"
        case .medium: "medium"
        case .utility: "utility"
        case .background: "background"
        default: "\(rawValue)"
        }
    }
}
