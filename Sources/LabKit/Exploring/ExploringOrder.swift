import Words
import Trace
import FoundationEssentials
import Glibc
import Narration
import System
import Timeline

/// The work of the program `explore-lab`. A lab that is called with `--explore` or `--replay` becomes
/// that program, so that a lab can be built and run without the explorer.
package struct ExploringOrder: Codable, Sendable {
    /// A variant that can be explored.
    package struct Variant: Codable, Sendable {
        package var name: String
        package var summary: String
        /// The documented verdict of its small version.
        package var documented: Verdict
        /// The number of threads of the pool; nil: as many as are needed.
        package var poolWidth: Int?
        package var hasThreadLanes: Bool
        package var foldsIdleTime: Bool
        /// The lines that its question is about.
        package var shownParts: [ShownFiles.Part]
        /// The file that keeps its trace; nil if it is not kept.
        package var record: String?

        /// The lanes of a schedule: those of tasks, if most of its work is in Swift tasks.
        package func lanes(for trace: Trace) -> LaneMode { hasThreadLanes ? .threads : .usual(for: trace) }
    }

    /// The lab's name.
    package var lab: String
    /// The lab's folder, with the scenario and the small versions.
    package var folder: String
    /// The variants to explore, or the one to replay.
    package var variants: [Variant]
    /// All variants of the lab that can be explored, by name: they are compiled together.
    package var explorable: [String]
    /// Sentences about the variants that were asked for and cannot be explored.
    package var unexplored: [String]
    /// The schedule to replay; nil: explore.
    package var token: String?
    package var page: TextPage.Wishes
    package var isJSON: Bool
    package var isStep: Bool
    package var showsStaging: Bool

    private static let key = "INTERLEAVE_EXPLORE_LAB"

    /// Takes the order out of this process's environment; nil if there is none.
    package static func take() -> ExploringOrder? {
        defer { unsetenv(key) }
        guard let text = getenv(key).map({ String(cString: $0) }) else { return nil }
        return try? JSONText.decode(Self.self, from: Array(text.utf8))
    }

    /// Turns this process into the program that carries the order out.
    fileprivate func carryOut(with program: String) throws -> Never {
        setenv(Self.key, String(decoding: try JSONText.encode(self), as: UTF8.self), 1)
        // By the lab's own name, so that the commands that it prints can be called.
        let name = strdup(CommandLine.arguments.first ?? lab)
        execv(program, [name, nil])
        throw ExplainedError.cannotRun("\(program) cannot be started: \(String(cString: strerror(errno)))")
    }
}

extension LabInvocation {
    /// Hands an exploration over to the program `explore-lab`, which is built first if that is necessary.
    func handOver() throws(ExplainedError) -> Never {
        let order = try exploringOrder()
        do {
            let program = try BuildFolder.current.locate(
                "explore-lab", product: "explore-lab",
                sources: ["ExploreLab", "ExplorationRunner", "Diagnosis", "Explorer", "LabKit", "Trace"].map { "Sources/\($0)" })
            try order.carryOut(with: program)
        } catch let error as ExplainedError {
            throw error
        } catch {
            throw .cannotRun("\(error)")
        }
    }

    private func exploringOrder() throws(ExplainedError) -> ExploringOrder {
        let explorable = lab.variants.map(\.name).filter { lab.verdict(of: $0) != nil }
        let chosen = variants.compactMap { variant in
            lab.verdict(of: variant.name).map { documented in
                ExploringOrder.Variant(
                    name: variant.name, summary: variant.summary, documented: documented, poolWidth: lab.poolWidth(of: variant.name),
                    hasThreadLanes: variant.lanes == .threads, foldsIdleTime: variant.idleTime == .folded,
                    shownParts: lab.exhibitedParts(of: variant), record: traceFile(for: variant))
            }
        }
        let unexplored = lab.unexplored(of: variants.map(\.name))
        if chosen.isEmpty { throw .notExplorable(unexplored, of: explorable) }
        return ExploringOrder(
            lab: lab.name, folder: lab.folder, variants: chosen, explorable: explorable, unexplored: unexplored, token: options.replay,
            page: options.page, isJSON: options.json, isStep: options.step, showsStaging: options.staging)
    }
}
