/// Stands in for the measurement of processor time. There is no real time in an explored schedule.
public struct Expense: Codable, Sendable {
    public var seconds = 0.0
    public var processorSeconds = 0.0
    public var readySeconds = 0.0

    public static func of(_ body: () -> Void) -> Expense {
        body()
        return Expense()
    }
}
