import Foundation
import TestSupport
import Testing

/// Swift toolchains differ: Linux distributions strip the symbol tables from their libraries, and each compiler begins functions in its own way.
@Suite(.startsProcesses, .takesTurns) struct StrippedRuntimeTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// Programs that depend on private functions: of the runtime, of libswiftDispatch (sources of data), of Foundation (enumerators).
    private static let programs = [
        "Correct/Tasks/ActorAccount.swift", "Correct/Tasks/ActorCache.swift", "Correct/Tasks/Cancellation.swift",
        "Correct/Tasks/QueueExecutor.swift", "Correct/Tasks/Stream.swift", "Explored/progress.swift",
    ]
    private static let enumerator = """
        import Foundation

        func scenario() -> Int {
            let numbers = NSArray(array: [1, 2, 3]).objectEnumerator(), group = DispatchGroup()
            for _ in 1...2 { DispatchQueue.global().async(group: group) { _ = numbers.nextObject() } }
            group.wait()
            return 0
        }
        """

    private let folder: Folder
    init() throws { folder = try Folder() }

    /// The path of the Swift runtime of this process.
    private static let runtime: String? = {
        // (The size of such a file is told as 0, so it is read to its end.)
        guard let data = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasSuffix("/libswift_Concurrency.so") }), let first = line.firstIndex(of: "/") else {
            return nil
        }
        return URL(fileURLWithPath: String(line[first...])).deletingLastPathComponent().path
    }()

    /// A tool that comes with the toolchain, or that the system has.
    private static func has(_ tool: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(tool)", X_OK) == 0 }
    }

    private func shell(_ script: String) throws -> Commands.Outcome {
        let outcome = try Commands.shell("set -e -o pipefail; cd '\(Self.package)'; \(script)", in: folder)
        try #require(outcome.code == 0, "\(outcome.output.suffix(2000)) \(outcome.errors.suffix(2000))")
        return outcome
    }

    /// Compiles Tests/RuntimeFunctions and runs it with this runtime.
    private func ask(_ arguments: String) throws -> String {
        let runtime = try #require(Self.runtime)
        let sources = ["epilogues", "instructions", "library-code", "library-symbols", "patches", "private-functions", "runtime-functions"]
            .map { "Sources/CInterposition/program/\($0).c" }.joined(separator: " ")
        return try shell(
            """
            clang -O2 -fblocks -ISources/CInterposition Tests/RuntimeFunctions/functions.c \(sources) -o \(folder.file("functions")) -ldl
            LD_LIBRARY_PATH='\(runtime)' \(folder.file("functions")) \(arguments)
            """
        ).output
    }

    /// The findings of a program, and its outcomes: each with the number of its executions, and the
    /// token of the first.
    private func report(_ program: String, libraries: String = "") throws -> String {
        let file = program.hasPrefix("/") ? program : "\(Self.package)/Tests/CommandTests/\(program)"
        let environment = libraries.isEmpty ? [:] : ["LD_LIBRARY_PATH": libraries]
        let outcome = try Commands.run(["explore", "--json", file], in: folder, environment: environment)
        try #require(outcome.code <= 1, "\(program): \(outcome.output.prefix(1000)) \(outcome.errors)")
        struct Report: Decodable {
            struct Outcome: Decodable {
                var outcome: String
                var executions: Int
                var token: String
            }
            struct Finding: Decodable { var summary: String }
            var distinctOutcomes: [Outcome]
            var findings: [Finding]
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let outcomes = report.distinctOutcomes.map { "\($0.outcome) \($0.executions) \($0.token)" }
        return (report.findings.map(\.summary) + outcomes).joined(separator: "\n")
    }

    @Test(
        "Tasks and actors are explored alike with a runtime whose symbol tables are gone",
        .enabled(if: has("llvm-objcopy") && runtime != nil, "there is no llvm-objcopy"))
    func strippedLibraries() throws {
        let runtime = try #require(Self.runtime), copies = folder.file("libraries")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        _ = try shell(
            """
            for library in '\(runtime)'/*.so; do ln -s "$library" '\(copies)'; done
            for name in libswift_Concurrency libFoundation libswiftDispatch libdispatch libswiftCore; do
                rm '\(copies)'/$name.so
                llvm-objcopy --strip-all '\(runtime)'/$name.so '\(copies)'/$name.so
            done
            """)
        for program in Self.programs { #expect(try report(program, libraries: copies) == report(program), "\(program)") }
        let enumerator = folder.file("enumerator.swift")
        try Self.enumerator.write(toFile: enumerator, atomically: false, encoding: .utf8)
        let found = try report(enumerator)
        #expect(try found.contains("race") && report(enumerator, libraries: copies) == found, "\(found)")
    }

    @Test(
        "A runtime in which a function is not found is refused with its version and with the features that still work",
        .enabled(if: has("llvm-objcopy") && runtime != nil, "there is no llvm-objcopy"))
    func unknownRuntime() throws {
        let runtime = try #require(Self.runtime), copies = folder.file("libraries")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        // Without its table of functions, its code cannot be searched either.
        _ = try shell(
            """
            for library in '\(runtime)'/*.so; do ln -s "$library" '\(copies)'; done
            rm '\(copies)'/libswift_Concurrency.so
            llvm-objcopy --strip-all '\(runtime)'/libswift_Concurrency.so '\(copies)'/libswift_Concurrency.so
            offset=$(llvm-objdump -h --wide '\(copies)'/libswift_Concurrency.so | awk '$2 == ".eh_frame_hdr" { print $4 }')
            printf '\\377' | dd of='\(copies)'/libswift_Concurrency.so bs=1 seek=$((16#$offset)) conv=notrunc status=none
            """)
        let task = "\(Self.package)/Tests/CommandTests/\(Self.programs[0])"
        let refused = try Commands.run(["explore", task], in: folder, environment: ["LD_LIBRARY_PATH": copies])
        #expect(refused.code == 2 && refused.errors.contains(/this Swift task cannot be explored with Swift \d+\.\d+/), "\(refused.errors)")
        #expect(refused.errors.contains("Threads, locks, queues, groups, semaphores and operations can be explored"), "\(refused.errors)")
        let lock = "Correct/GuardedDictionary.swift"
        #expect(try report(lock, libraries: copies) == report(lock))
    }

    @Test("Each private function of the runtime that is found by its code is the one with that name", .enabled(if: runtime != nil))
    func functionsByCode() throws {
        let lines = try ask("names").split(separator: "\n")
        #expect(lines.count == 6 && lines.allSatisfy { !$0.contains(" 0 by its code") }, "\(lines)")
    }

    @Test(
        "The decoder tells the length of every instruction of the runtime and of libdispatch as the disassembler does",
        .enabled(if: has("llvm-objdump") && runtime != nil, "there is no llvm-objdump"))
    func lengths() throws {
        let runtime = try #require(Self.runtime)
        _ = try ask("names")
        for library in ["libswift_Concurrency.so", "libdispatch.so", "libswiftDispatch.so"] {
            let outcome = try shell(
                """
                llvm-objdump -d --no-leading-addr '\(runtime)'/\(library) | awk -F'\\t' '/^ *[0-9a-f][0-9a-f] / { gsub(/ /, "", $1); if ($1 != "f0") print $1 }' \
                | \(folder.file("functions")) lengths
                """)
            #expect(outcome.output.contains(/\d{4,} instructions, 0 wrong/), "\(library): \(outcome.output.suffix(1000))")
        }
    }

    @Test("A function's end and the library's own description name the same caller", .enabled(if: runtime != nil))
    func epilogues() throws {
        for library in ["libswift_Concurrency.so", "libdispatch.so", "libswiftDispatch.so"] {
            let words = try ask("epilogues \(library)")
            let numbers = try #require(words.firstMatch(of: /(\d+) calls, (\d+) unknown, 0 wrong\n$/), "\(library): \(words.suffix(1000))")
            let all = try #require(Int(numbers.1)), unknown = try #require(Int(numbers.2))
            #expect(all > 500 && unknown * 2 <= all, "\(library): \(words.suffix(100))")
        }
    }

    @Test(
        "Nearly every function of the libraries can be changed in place: all but those that jump back to their own first bytes",
        .enabled(if: runtime != nil),
        arguments: [
            ("libswift_Concurrency.so", "swift_task_cancel"), ("libdispatch.so", "dispatch_async"),
            ("libFoundation.so", "$s10Foundation6NSLockC4lockyyF"),
        ])
    func changes(_ library: String, _ known: String) throws {
        let words = try ask("changes \(library) '\(known)'")
        let numbers = try #require(words.firstMatch(of: /(\d+) functions, (\d+) unchanged\n$/))
        let all = try #require(Int(numbers.1)), unchanged = try #require(Int(numbers.2))
        #expect(all > 100 && unchanged * 50 <= all, "\(words.suffix(1000))")
    }
}
