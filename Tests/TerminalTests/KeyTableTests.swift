import Foundation
import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

@Suite("One table of keys for the full screen, the steps, ? and docs/timeline.md", .startsProcesses) struct KeyTableTests {
    private static let unknown = "this key does nothing here"

    private func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("docs/timeline.md"), encoding: .utf8)
    }

    @Test("docs/timeline.md lists the keys of the table, word for word")
    func documented() throws {
        let list = KeyTable.markdown.joined(separator: "\n")
        #expect(try page().contains(list), "docs/timeline.md lacks this list:\n\(list)")
    }

    @Test("Every key that a screen's help shows does something there, and no other printable key does")
    func obeyed() {
        for screen in [KeyScreen.viewer, .stepper] {
            let shown = KeyTable.rows(on: screen).flatMap(\.commands.keys)
            for scalar in 33...126 {
                let key = Key.character(Character(UnicodeScalar(UInt8(scalar))))
                #expect((KeyTable.command(for: key, on: screen) != nil) == shown.contains(key), "\(key)")
            }
            for row in KeyTable.rows(on: screen) {
                #expect(!row.commands.isEmpty && !row.words.isEmpty && !row.shown.isEmpty)
                for key in row.commands.keys { #expect(KeyTable.command(for: key, on: screen) != nil, "\(key) on \(screen)") }
            }
        }
    }

    @Test("No key has two meanings on one screen")
    func unambiguous() {
        for screen in [KeyScreen.viewer, .stepper] {
            let keys = KeyTable.rows(on: screen).flatMap { $0.commands.keys }
            #expect(keys.count == Set(keys).count, "\(screen)")
        }
    }

    @Test(
        "A key that both screens know has the same command on both, except for the arrows, and j and k, which mean the same as two of them")
    func agreement() {
        let arrows: Set<Key> = [.up, .down, .left, .right, .pageUp, .pageDown, .character("j"), .character("k")]
        for key in Set(KeyTable.rows.flatMap(\.commands.keys)).subtracting(arrows) {
            guard let first = KeyTable.command(for: key, on: .viewer), let second = KeyTable.command(for: key, on: .stepper) else {
                continue
            }
            #expect(first == second, "\(key)")
        }
    }

    @Test("The line of hints names keys of the table only, fits its width, and always has ? and q")
    func hints() {
        for screen in [KeyScreen.viewer, .stepper] {
            let known = Set(KeyTable.rows(on: screen).compactMap(\.hint))
            for width in [40, 60, 80, 200] {
                let line = KeyTable.hints(on: screen, width: width)
                #expect(line.count <= width && line.hasSuffix("? help  q quit"), "\(line)")
                #expect(line.components(separatedBy: "  ").allSatisfy(known.contains), "\(line)")
            }
        }
    }

    @Test("The full screen's ? shows each row of the table, at 60×20 too: longer lists are scrolled")
    func help() {
        for (columns, rows) in [(200, 60), (80, 24), (60, 20), (40, 12)] {
            var model = ViewerModel(
                heading: "lab-test", runs: [ViewerRun(title: "barrier", trace: SampleRuns.barrier())], style: .plain, size: (columns, rows))
            model.take(.character("?"))
            var text = ""
            for _ in 0..<140 {
                text += model.frame(columns: columns, rows: rows).text(.plain)
                model.take(.down)
            }
            #expect(model.overlay == .help)
            for row in KeyTable.rows(on: .viewer) {
                #expect(text.contains(" \(row.shown) "), "\(row.shown) at \(columns)×\(rows)")
                for word in row.words.split(separator: " ") { #expect(text.contains(word), "\(word)") }
            }
            model.take(.escape)
            #expect(model.overlay == nil)
        }
    }

    @Test("Every key of the full screen's table is known to its model, in a run of any kind")
    func knownToTheModel() {
        for key in KeyTable.rows(on: .viewer).flatMap(\.commands.keys) {
            for trace in [SampleRuns.barrier(), Trace()] {
                var model = ViewerModel(heading: "lab-test", runs: [ViewerRun(title: "barrier", trace: trace)], style: .plain)
                model.take(key)
                #expect(model.message?.contains(Self.unknown) != true, "\(key)")
            }
        }
    }
}
