import Foundation
import Testing

@testable import Game

@Suite struct LevelTests {
    private static let level = Level(
        title: "Two locks", function: "twoLocks", par: 1, opening: ["One.", "Two."], closing: "Learned.", next: "lab-deadlock")

    @Test("A better score stays, and a worse one does not replace it")
    func progress() {
        var progress = LevelProgress()
        progress.note("06-two-locks", preemptions: 3)
        progress.note("06-two-locks", preemptions: 1)
        progress.note("06-two-locks", preemptions: 2)
        progress.note("03-correct-lock", preemptions: nil)
        #expect(progress.best(of: "06-two-locks") == "Your best so far: 1 preemption.")
        #expect(progress.best(of: "03-correct-lock") == "You know that it cannot be broken." && progress.best(of: "lab-race/lost") == nil)
        #expect(progress.won["06-two-locks"]?.preemptions == 1 && progress.won["03-correct-lock"] == .init(preemptions: nil))
    }

    @Test("The list says which levels were won, and with how many preemptions")
    func list() {
        var other = Self.level
        (other.title, other.par) = ("A correct lock", nil)
        var progress = LevelProgress()
        progress.note("a", preemptions: 2)
        progress.note("b", preemptions: nil)
        let lines = progress.list([("a", Self.level), ("b", other), ("c", Self.level)])
        #expect(
            lines == [
                "Levels: 2 of 3 won.", "", "  ✓  1  Two locks       2 preemptions, the fewest: 1",
                "  ✓  2  A correct lock  cannot be broken",
                "     3  Two locks",
            ])
    }

    @Test("Each level of the package has two opening sentences, one closing sentence, and a lab or an exercise that exists")
    func files() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: package.appending(path: "Levels").path()).sorted()
        #expect(names.count == 16)
        for (number, name) in names.enumerated() {
            let folder = package.appending(path: "Levels/\(name)")
            let level = try JSONDecoder().decode(Level.self, from: Data(contentsOf: folder.appending(path: "level.json")))
            #expect(name.hasPrefix(number < 9 ? "0\(number + 1)-" : "\(number + 1)-"))
            #expect(
                level.opening.count == 2 && (level.opening + [level.closing]).allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("?") },
                "\(name)")
            let program = try String(contentsOf: folder.appending(path: "Program.swift"), encoding: .utf8)
            #expect(program.contains("func \(level.function)()"), "\(name)")
            let next =
                level.next.hasPrefix("lab-")
                ? "Labs/\(level.next.dropFirst(4).prefix(1).uppercased() + level.next.dropFirst(5))/main.swift"
                : "Exercises/\(level.next)/exercise.json"
            #expect(FileManager.default.fileExists(atPath: package.appending(path: next).path()), "\(name): \(next)")
        }
    }
}
