import Foundation
import TestSupport
import Testing

/// Commands that are printed can be pasted into the shell in which they were printed.
@Suite(.startsProcesses, .takesTurns) struct PrintedCommandTests {
    let folder: Folder
    private static let racing = """
        import Dispatch
        func other() -> Int {
            nonisolated(unsafe) var count = 0
            DispatchQueue.concurrentPerform(iterations: 2) { _ in count += 1 }
            return count
        }

        """

    init() throws {
        folder = try Folder()
        try Self.racing.write(toFile: folder.file("it's a race.swift"), atomically: false, encoding: .utf8)
        // A package whose build is ours, and a `swift` that runs what is built there.
        try FileManager.default.createDirectory(
            atPath: folder.file("package/.build/x86_64-unknown-linux-gnu"), withIntermediateDirectories: true)
        try "".write(toFile: folder.file("package/Package.swift"), atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("package/.build/x86_64-unknown-linux-gnu/debug"), withDestinationPath: Commands.buildFolder)
        try FileManager.default.createSymbolicLink(atPath: folder.file("package/.build/debug"), withDestinationPath: Commands.buildFolder)
        _ = try folder.executable(
            "swift",
            """
            #!/bin/bash
            echo "swift $*" >> "$(dirname "$0")/asked"
            shift
            if [ "$1" = --package-path ]; then package=$2; shift 2; else package=.; while [ ! -e $package/Package.swift ]; do package=../$package; done; fi
            name=$1
            shift
            exec "${package#./}/.build/x86_64-unknown-linux-gnu/debug/$name" "$@"

            """)
    }

    /// Runs a command line in a folder, with our `swift` before the real one; then each command that it prints, in the same place.
    private func replayed(_ command: String, in place: String, first: String) throws -> [String] {
        func shell(_ line: String) throws -> Commands.Outcome {
            try Commands.shell(
                "mkdir -p '\(folder.path)/\(place)'; cd '\(folder.path)/\(place)' && PATH='\(first)':\"$PATH\" && \(line)", in: folder)
        }
        let made = try shell(command)
        try #require(made.code == 1, "\(made.errors)")
        let lines = made.output.split(separator: "\n").filter { $0.contains(" replay ") }
        let printed = lines.map { String($0.replacing("  Step  ", with: "").drop { $0 == " " }) }
        #expect(!printed.isEmpty)
        for line in printed {
            let again = try shell(line)
            #expect(again.code == 1 && again.output.contains("race"), "\(line): \(again.output) \(again.errors)")
        }
        return printed
    }

    @Test(
        "A replay command is printed as the program was called, with all its options",
        arguments: [
            (".build/debug/interleave", "package", ".build/debug/interleave replay "),
            ("../package/.build/debug/interleave", "elsewhere", "../package/.build/debug/interleave replay "),
            (".build/x86_64-unknown-linux-gnu/debug/interleave", "package", "swift run interleave replay "),
            ("../.build/x86_64-unknown-linux-gnu/debug/interleave", "package/Sources", "swift run interleave replay "),
            (
                "../package/.build/x86_64-unknown-linux-gnu/debug/interleave", "elsewhere",
                "swift run --package-path ../package interleave replay "
            ),
        ])
    func replays(_ program: String, _ place: String, _ beginning: String) throws {
        let file = "'\(folder.path)/it'\\''s a race.swift'"
        let printed = try replayed("\(program) explore --entry other --swift-version 6 \(file)", in: place, first: folder.path)
        for line in printed {
            #expect(line.hasPrefix(beginning) && line.hasSuffix("\(file) --entry other --swift-version 6 --step"), "\(line)")
        }
    }

    @Test("A program found along PATH is printed by its name; the parser's hint and the help name it in the same way")
    func byName() throws {
        let file = "'\(folder.path)/it'\\''s a race.swift'"
        for line in try replayed("interleave explore --entry other \(file)", in: "elsewhere", first: Commands.buildFolder) {
            #expect(line.hasPrefix("interleave replay "))
        }
        let shell = "cd '\(folder.file("package"))' && .build/debug/interleave"
        #expect(try Commands.shell("\(shell) explore --nonsense", in: folder).errors.contains(".build/debug/interleave explore --help"))
        #expect(try Commands.shell("\(shell) --help", in: folder).output.contains("`.build/debug/interleave labs`"))
        #expect(try Commands.shell("\(shell) labs", in: folder).output.contains("Run one: .build/debug/interleave lab "))
    }

    @Test("A lab's replay is printed as the lab was called, also through interleave")
    func labs() throws {
        for program in [".build/debug/lab-singleton", ".build/debug/interleave lab singleton"] {
            let page = try Commands.shell("cd '\(folder.file("package"))' && \(program) --variant racing --explore --plain", in: folder)
            let line = try #require(page.output.split(separator: "\n").first { $0.contains("--replay ") }, "\(page)")
            #expect(line.contains(".build/debug/lab-singleton --variant racing --replay "), "\(line)")
        }
    }
}
