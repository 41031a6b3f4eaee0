import ExplorationRunner
import Explorer
import Foundation
import Game
import TestSupport
import Testing
import TraceRecords

/// The levels under the search. All of them are one program, so that it is compiled once.
@Suite(.startsProcesses) struct LevelSearchTests {
    private static var package: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    @Test("Each level can be won with as few preemptions as it says, by choices; or the search is complete, and nothing fails")
    func levels() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.package.appending(path: "Levels").path()).sorted()
        let levels = try names.map {
            try JSONDecoder().decode(Level.self, from: Data(contentsOf: Self.package.appending(path: "Levels/\($0)/level.json")))
        }
        let texts = try names.map { try String(contentsOf: Self.package.appending(path: "Levels/\($0)/Program.swift"), encoding: .utf8) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "levels-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Levels.swift")
        try texts.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let build = try ExploredBuild.make(ExploredSource(file.path(), entries: levels.map(\.function)))
        for (name, level) in zip(names, levels) {
            let result = try build.explore(level.function), known = SeatKnowledge(result.report)
            #expect(result.report.isComplete, "\(name)")
            #expect(known.isPossible == (level.par != nil) && known.par == level.par, "\(name)")
            let seat = try build.seat(level.function, options: ExplorationOptions(), result: result, path: nil)
            let first = try seat.moment(after: [])
            #expect(first.end == nil && first.next.count(where: \.isEnabled) > 1, "\(name) begins with a choice")
            let reach = try seat.reach(known.goal, after: first.choices, steps: 1_000_000)
            if level.par == nil {
                #expect(reach == .impossible, "\(name)")
                continue
            }
            #expect(known.isParExact, "\(name)")
            guard case .reached(let choices) = reach else { Issue.record("\(name) cannot be won"); continue }
            let end = try seat.moment(after: choices)
            #expect(known.goal.isReached(end.end?.report.findings.map(\.verdict) ?? [], outcome: nil), "\(name)")
            // The token opens as the same game.
            let path = try #require(known.example), opened = try seat.end(of: path)
            let verdict = try #require(opened.end).report.verdict
            #expect(opened.preemptions == level.par && opened.token == result.token(path) && verdict != Verdict.none, "\(name)")
        }
    }
}
