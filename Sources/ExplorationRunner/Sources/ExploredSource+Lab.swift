import FoundationEssentials
import Words

/// The small versions of a lab's variants.
extension ExploredSource {
    /// The lab's scenario and the small versions of its variants, which are compiled together.
    /// - Parameters:
    ///   - folder: of the lab.
    ///   - variants: all variants that can be explored, in the lab's order: tokens depend on it.
    /// - Throws: `ExplainedError` if a file cannot be read.
    public init(lab folder: String, variants: [String]) throws(ExplainedError) {
        func files(in name: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
            return names.filter { $0.hasSuffix(".swift") }.sorted()
        }
        let standIns = files(in: "Explored"), own = files(in: "Scenario").filter { !standIns.contains($0) }
        try self.init(
            "\(folder)/Explored.swift",
            with: own.map { "\(folder)/Scenario/\($0)" } + standIns.map { "\(folder)/Explored/\($0)" },
            entries: variants.map(Self.function(ofVariant:)))
    }

    /// The variant "global-barrier" is the function globalBarrier().
    public static func function(ofVariant name: String) -> String {
        let words = name.split(separator: "-")
        return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }
}
