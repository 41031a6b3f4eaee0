import Words
import Diagnosis
import ExplorationRunner
import FoundationEssentials
import System

extension Grade: Encodable {
    private enum Key: String, CodingKey {
        case exercise, passed, points, maxPoints, unjudgedPoints, checks, status, message, remarks, confinement
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(exercise, forKey: .exercise)
        try container.encode(passed, forKey: .passed)
        try container.encode(points, forKey: .points)
        try container.encode(maxPoints, forKey: .maxPoints)
        try container.encode(unjudgedPoints, forKey: .unjudgedPoints)
        try container.encode(checks, forKey: .checks)
        try container.encode(status.rawValue, forKey: .status)
        try container.encode(trouble?.message ?? "", forKey: .message)
        try container.encode(allRemarks, forKey: .remarks)
        try container.encode(Confinement.inForce.map(\.rawValue), forKey: .confinement)
    }

    /// One JSON object, for scripts.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map { SafeText.forTerminal(String(decoding: $0, as: UTF8.self)) } ?? "{}") + "\n"
    }
}

extension Grade.CheckResult: Encodable {
    private enum Key: String, CodingKey { case name, passed, points, maxPoints, unjudgedPoints, verdict, message, table, token, seconds }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(passed, forKey: .passed)
        try container.encode(points, forKey: .points)
        try container.encode(maxPoints, forKey: .maxPoints)
        try container.encode(unjudgedPoints, forKey: .unjudgedPoints)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(message, forKey: .message)
        // Keys that are always present: null is an answer too.
        try container.encode(table.map(ExplorationPage.Table.init), forKey: .table)
        try container.encode(token, forKey: .token)
        try container.encode(seconds, forKey: .seconds)
    }
}
