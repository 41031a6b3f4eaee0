import Foundation
import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

@Suite("One table of keys for all screens, their help and docs/keys.md", .startsProcesses) struct KeyTableTests {
    private static let unknown = "this key does nothing here"

    @Test("docs/keys.md has a table for each screen, word for word (INTERLEAVE_RECORD_GOLDEN=1 writes it)")
    func documented() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/keys.md"), page = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(page.firstRange(of: "## ")).lowerBound
        let end = try #require(page.firstRange(of: "## Typed texts")).lowerBound
        if ProcessInfo.processInfo.environment["INTERLEAVE_RECORD_GOLDEN"] == "1" {
            try (page[..<begin] + KeyTable.markdown + "\n" + page[end...]).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(page[begin..<end] == KeyTable.markdown + "\n", "\(difference(String(page[begin..<end]), KeyTable.markdown + "\n"))")
        }
    }

    @Test("Every key that a screen's help shows does something there, and no other printable key does")
    func obeyed() {
        for screen in KeyScreen.allCases {
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
        for screen in KeyScreen.allCases {
            let keys = KeyTable.rows(on: screen).flatMap { $0.commands.keys }
            #expect(keys.count == Set(keys).count, "\(screen)")
        }
    }

    @Test("A key that the full screen and the steps know has the same command on both, except for those that move up, down and in time")
    func agreement() {
        let moving: Set<Key> = [.up, .down, .left, .right, .mouse(MouseEvent(.wheelUp)), .mouse(MouseEvent(.wheelDown))]
        let others = Set("jkadf".map { Key.character($0) })
        for key in Set(KeyTable.rows(on: .viewer).flatMap(\.commands.keys)).subtracting(moving).subtracting(others) {
            guard let first = KeyTable.command(for: key, on: .viewer), let second = KeyTable.command(for: key, on: .stepper) else {
                continue
            }
            #expect(first == second, "\(key)")
        }
    }

    @Test("Every screen takes the keys of less, vim, tig and Perfetto that can mean something there")
    func habits() {
        func check(_ key: Key, _ wanted: [KeyScreen: ScreenCommand], sourceLocation: SourceLocation = #_sourceLocation) {
            for (screen, command) in wanted {
                let found = KeyTable.command(for: key, on: screen)
                #expect(found == command, "\(key) on \(screen)", sourceLocation: sourceLocation)
            }
        }
        func everywhere(_ command: ScreenCommand) -> [KeyScreen: ScreenCommand] {
            Dictionary(uniqueKeysWithValues: KeyScreen.allCases.map { ($0, command) })
        }
        func letter(_ character: Character) -> Key { .character(character) }
        check(letter("j"), everywhere(.down).merging([.stepper: .next]) { $1 })
        check(letter("k"), everywhere(.up).merging([.stepper: .previous]) { $1 })
        check(letter("G"), everywhere(.last))
        check(.control("d"), everywhere(.halfPageDown))
        check(.control("u"), everywhere(.halfPageUp))
        check(.control("f"), everywhere(.pageDown))
        check(.control("b"), everywhere(.pageUp))
        // (A game has a few threads and a few lines: there is nothing to search.)
        let longOnes = everywhere(.search).filter { $0.key != .game }.keys
        for screen in longOnes {
            check(letter("/"), [screen: .search])
            check(letter("N"), [screen: .previousMatch])
            check(letter("n"), [screen: screen == .learner ? .nextExercise : .nextMatch])
        }
        check(letter("g"), [.viewer: .goTo, .stepper: .goTo])
        check(letter("w"), [.viewer: .zoomIn])
        check(letter("s"), [.viewer: .zoomOut])
        check(letter("a"), [.viewer: .earlier, .stepper: .previous])
        check(letter("d"), [.viewer: .later, .stepper: .next])
        check(letter("f"), [.viewer: .focus, .stepper: .next, .learner: .pageDown])
        check(letter(" "), [.viewer: .next, .stepper: .next, .learner: .pageDown])
        check(letter("["), [.viewer: .cause, .stepper: .cause])
        check(letter("]"), [.viewer: .effect, .stepper: .effect])
        check(letter("."), [.viewer: .next, .stepper: .next])
        check(letter(","), [.viewer: .previous, .stepper: .previous])
        check(.function(1), everywhere(.help))
        check(.control("l"), everywhere(.redraw))
        check(letter("q"), everywhere(.quit))
        check(.mouse(MouseEvent(.click)), everywhere(.select))
        check(.mouse(MouseEvent(.doubleClick)), everywhere(.detail))
        check(.mouse(MouseEvent(.wheelDown)), everywhere(.down).merging([.viewer: .wheelDown, .stepper: .next]) { $1 })
        check(.mouse(MouseEvent(.wheelUp, isControl: true)), [.viewer: .zoomIn])
        check(.mouse(MouseEvent(.wheelUp, isShifted: true)), [.viewer: .earlier])
    }

    @Test("Two clicks at one place within half a second are a double click; a third one, another place and a later one are not")
    func doubleClicks() {
        func click(_ column: Int) -> Key { .mouse(MouseEvent(.click, column: column, row: 3)) }
        let twice = Key.mouse(MouseEvent(.doubleClick, column: 7, row: 3))
        var clicks = ClickCounter()
        #expect(clicks.take(click(7), at: .seconds(1)) == click(7))
        #expect(clicks.take(click(7), at: .milliseconds(1400)) == twice)
        #expect(clicks.take(click(7), at: .milliseconds(1500)) == click(7))
        #expect(clicks.take(click(8), at: .milliseconds(1600)) == click(8))
        #expect(clicks.take(click(8), at: .milliseconds(2200)) == click(8))
        #expect(clicks.take(.enter, at: .milliseconds(2250)) == .enter)
        #expect(clicks.take(click(8), at: .milliseconds(2300)) == click(8))
    }

    @Test("A report of the mouse is a click or a turn of the wheel, with its keys; a release, a movement and other buttons are nothing")
    func mouseReports() {
        #expect(MouseEvent(report: "0;48;5", isRelease: false) == MouseEvent(.click, column: 47, row: 4))
        #expect(MouseEvent(report: "64;1;1", isRelease: false) == MouseEvent(.wheelUp))
        #expect(MouseEvent(report: "65;223;300", isRelease: false) == MouseEvent(.wheelDown, column: 222, row: 299))
        #expect(MouseEvent(report: "68;1;1", isRelease: false) == MouseEvent(.wheelUp, isShifted: true))
        #expect(MouseEvent(report: "81;1;1", isRelease: false) == MouseEvent(.wheelDown, isControl: true))
        for report in ["1;1;1", "2;1;1", "3;1;1", "32;1;1", "35;1;1", "66;1;1", "128;1;1", "-1;1;1", "0;1", "0;1;1;1", ";;", "a;1;1", ""] {
            #expect(MouseEvent(report: report, isRelease: false) == nil, "\(report)")
        }
        #expect(MouseEvent(report: "0;1;1", isRelease: true) == nil)
    }

    @Test("The line of hints names keys of the table only, fits its width, and always has ? and q")
    func hints() {
        for screen in KeyScreen.allCases {
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
