import ExplorationRunner
import FoundationEssentials
import Terminal

/// The report of a replay with its steps, for scripts.
struct SteppedPage: Encodable {
    var page: ExplorationPage
    var steps: [SteppedEvent]

    private enum CodingKeys: String, CodingKey { case steps }

    /// The keys of the report, and `steps` beside them.
    func encode(to encoder: any Encoder) throws {
        try page.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(steps, forKey: .steps)
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
