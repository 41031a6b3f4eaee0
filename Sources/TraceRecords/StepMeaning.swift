/// The meaning of a step for the failure of a run.
public struct StepMeaning: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The order of this step and another one decides that the run fails.
    public static let decides = StepMeaning(rawValue: 1)
    /// The access is part of a data race.
    public static let races = StepMeaning(rawValue: 2)
    /// The failure shows here.
    public static let fails = StepMeaning(rawValue: 4)

    private static let names: [(StepMeaning, String)] = [(.decides, "decides"), (.races, "races"), (.fails, "fails")]

    /// As a trace has it: "decides races".
    public var words: String { Self.names.filter { contains($0.0) }.map(\.1).joined(separator: " ") }

    /// Words that this version does not know are left out.
    public init(words: String) {
        let words = Set(words.split(separator: " ").map(String.init))
        self = StepMeaning(Self.names.filter { words.contains($0.1) }.map(\.0))
    }
}
