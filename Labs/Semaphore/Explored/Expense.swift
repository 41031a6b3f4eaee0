/// What a piece of code cost is a matter of real time, of which there is none here.
public struct Expense: Codable, Sendable {
    public var seconds = 0.0
    public var processorSeconds = 0.0

    public static func of(_ body: () -> Void) -> Expense {
        body()
        return Expense()
    }
}
