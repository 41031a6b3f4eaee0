import FoundationEssentials
import Game
import System
import Words

/// The levels of the package, in the folder `Levels`: each folder there has a program and `level.json`.
struct LevelCatalogue {
    let levels: [(name: String, level: Level)]
    let package: String

    init() throws {
        guard let package = BuildFolder.current.package else {
            throw ExplainedError(
                .usage, "The levels are in Interleave's package, but this program is outside of it.",
                cure: "In the package: swift run interleave play. Or play a file: interleave play FILE")
        }
        self.package = package
        let folder = "\(package)/Levels"
        levels = try ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().compactMap { name in
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)/level.json") else { return nil }
            do { return (name, try JSONDecoder().decode(Level.self, from: bytes)) } catch {
                throw ExplainedError(.usage, "\(folder)/\(name)/level.json is not a level.", cure: "Get the whole package again.")
            }
        }
        guard !levels.isEmpty else {
            throw ExplainedError(.usage, "There is no level in \(folder).", cure: "Get the whole package again: a file is missing there.")
        }
    }

    /// The level with this number, from 1.
    func level(_ number: Int) throws(ExplainedError) -> (name: String, level: Level) {
        guard levels.indices.contains(number - 1) else {
            throw ExplainedError(.usage, "There is no level \(number).", cure: "The levels are 1 to \(levels.count).")
        }
        return levels[number - 1]
    }

    func program(of name: String) -> String { "\(package)/Levels/\(name)/Program.swift" }

    /// The levels that were won.
    var progress: LevelProgress { KeptScore.all(package: package) }

    func score(of name: String) -> KeptScore { KeptScore(name, package: package) }
}
