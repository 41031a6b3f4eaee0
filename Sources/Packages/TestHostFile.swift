/// The file that is compiled with a package's tests. It is not instrumented, so it is no part of what is explored.
///
/// The compiler writes each `@Test` into a table of the program, with a function that makes the test. For the wanted test, this file puts
/// another function there, which adds a trait to it. So Swift Testing runs the test as usual, with its suites, traits and arguments, and
/// calls the trait in place of the body. The trait explores the body. The sources of the tests stay as they are.
enum TestHostFile {
    static let name = "interleave-test-host.swift"

    static let text = #"""
        import Testing

        @_silgen_name("interleave_test_begin") private func interleaveBegin() -> Bool
        @_silgen_name("interleave_test_notice") private func interleaveNotice(_ notice: String)
        @_silgen_name("interleave_test_is_real") private func interleaveIsReal() -> Bool
        @_silgen_name("interleave_test_end_real") private func interleaveEndReal() -> Never
        @_silgen_name("interleave_test_explore")
        private func interleaveExplore(
            begin: @escaping () -> Void, body: @escaping () async -> Void, outcome: @escaping () throws -> String) -> Never
        @_silgen_name("swt_abiv0_getEntryPoint") private func interleaveEntryPoint() -> UnsafeRawPointer
        @_silgen_name("swift_enumerateAllMetadataSections")
        private func interleaveSections(
            _ body: @convention(c) (_ sections: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?) -> Bool, _ context: UnsafeMutableRawPointer?)
        @_silgen_name("mprotect") private func interleaveProtect(_ address: UnsafeMutableRawPointer, _ size: Int, _ how: Int32) -> Int32
        @_silgen_name("_exit") private func interleaveExit(_ code: Int32) -> Never
        @_silgen_name("pause") private func interleavePause() -> Int32
        @_silgen_name("alarm") private func interleaveAlarm(_ seconds: UInt32) -> UInt32

        /// A test of Swift Testing, as the compiler has written it down in the program.
        private struct InterleaveRecord {
            typealias Accessor = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UInt) -> CBool
            typealias Generator = @Sendable () async -> Test

            let address: UnsafeMutableRawPointer

            /// The records of all tests, without those of suites.
            static var all: [InterleaveRecord] {
                var found: [InterleaveRecord] = []
                withUnsafeMutablePointer(to: &found) { found in
                    interleaveSections({ sections, found in
                        guard sections.load(as: UInt.self) >= 4 else { return true }
                        // (In the runtime's table of sections, swift5_tests is the entry at this offset.)
                        let range = sections.advanced(by: 32 + 14 * 16)
                        guard let start = range.load(as: UnsafeMutableRawPointer?.self) else { return true }
                        for offset in stride(from: 0, to: range.load(fromByteOffset: 8, as: Int.self), by: 32) {
                            let address = start.advanced(by: offset)
                            let isSuite = address.load(fromByteOffset: 16, as: UInt.self) & 1 != 0
                            guard address.load(as: UInt32.self) == 0x7465_7374, !isSuite else { continue }
                            found?.assumingMemoryBound(to: [InterleaveRecord].self).pointee.append(InterleaveRecord(address: address))
                        }
                        return true
                    }, found)
                }
                return found
            }

            var accessor: Accessor? { address.load(fromByteOffset: 8, as: Accessor?.self) }

            /// What an accessor makes.
            /// - Parameter type: the type that Swift Testing asks for.
            static func generator(_ accessor: Accessor, _ type: UnsafeRawPointer) -> Generator? {
                let made = UnsafeMutablePointer<Generator>.allocate(capacity: 1)
                return accessor(made, type, nil, 0) ? made.pointee : nil
            }

            /// From now on, another accessor makes the test.
            func replace(by accessor: Accessor) {
                let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: address) & ~4095)!
                _ = interleaveProtect(page, 8192, 3)
                address.storeBytes(of: accessor, toByteOffset: 8, as: Accessor.self)
            }
        }

        /// The wanted test.
        private enum InterleaveWanted {
            nonisolated(unsafe) static var original: InterleaveRecord.Accessor?
            nonisolated(unsafe) static var number = 0
            nonisolated(unsafe) static var next = 0
            nonisolated(unsafe) static var run: InterleaveTrait.Run?
            /// The type that Swift Testing asks accessors for.
            nonisolated(unsafe) static var type: Any.Type?

            /// Makes no test.
            static let spy: InterleaveRecord.Accessor = { _, type, _, _ in
                InterleaveWanted.type = type.load(as: Any.Type.self)
                return false
            }

            static let accessor: InterleaveRecord.Accessor = { value, type, _, _ in
                guard let original = InterleaveWanted.original, let generator = InterleaveRecord.generator(original, type) else { return false }
                return Test.__store(
                    {
                        var test = await generator()
                        test.traits.append(InterleaveTrait())
                        return test
                    }, into: value, asTypeAt: type)
            }
        }

        private struct InterleaveFailure: Error, CustomStringConvertible { let description: String }

        /// Explores the body of the wanted test.
        private struct InterleaveTrait: TestTrait, TestScoping {
            /// The threads of an explored test take turns on one real thread, so no two use it at the same time.
            final class Run: @unchecked Sendable {
                var issues: [String] = []
                var error: (any Error)?

                func begin() {
                    issues = []
                    error = nil
                }

                /// The outcome of the execution that has ended.
                func outcome() throws -> String {
                    if let issue = issues.first { throw InterleaveFailure(description: issue) }
                    if let error { throw error }
                    return "passed"
                }
            }

            func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
                guard let testCase else { return try await function() }
                defer { InterleaveWanted.next += 1 }
                guard InterleaveWanted.next == InterleaveWanted.number else { return }
                if testCase.isParameterized { interleaveNotice("argument " + Self.arguments(of: testCase)) }
                _ = interleaveAlarm(0)
                let run = Run()
                InterleaveWanted.run = run
                withoutActuallyEscaping(function) { function in
                    interleaveExplore(
                        begin: { run.begin() },
                        body: {
                            let handler = IssueHandlingTrait.compactMapIssues { issue in
                                if Self.isFailure(issue) { run.issues.append(Self.words(issue)) }
                                return nil
                            }
                            do {
                                try await handler.provideScope(for: test, testCase: testCase) {
                                    do { try await function() } catch { run.error = error }
                                }
                            } catch { run.error = run.error ?? error }
                        },
                        outcome: { try run.outcome() })
                }
            }

            /// Whether it is neither known nor a warning.
            private static func isFailure(_ issue: Issue) -> Bool {
                #if compiler(>=6.3)
                    issue.isFailure
                #else
                    true
                #endif
            }

            private static func words(_ issue: Issue) -> String {
                var text = "\(issue)"
                if text.hasSuffix(" (error)") { text.removeLast(8) }
                let prefix = "Expectation failed: "
                let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
                return (text.hasPrefix(prefix) ? text : prefix + text) + place
            }

            private static func arguments(of testCase: Test.Case) -> String {
                var found: [String] = []
                func look(_ value: Any, _ depth: Int) {
                    let mirror = Mirror(reflecting: value)
                    if "\(mirror.subjectType)" == "Argument", let value = mirror.children.first(where: { $0.label == "value" })?.value {
                        found.append(String(describingForTest: value))
                    } else if depth < 5 {
                        for child in mirror.children { look(child.value, depth + 1) }
                    }
                }
                look(testCase, 0)
                return found.joined(separator: ", ")
            }
        }

        /// Calls the entry point of Swift Testing.
        private enum InterleaveRunner {
            private typealias EntryPoint =
                @convention(thin) @Sendable (
                    _ configuration: UnsafeRawBufferPointer?, _ handler: @escaping @Sendable (_ record: UnsafeRawBufferPointer) -> Void
                ) async throws -> Bool

            static func run(_ configuration: String, record: @escaping @Sendable (String) -> Void) async throws {
                let entry = unsafeBitCast(interleaveEntryPoint(), to: EntryPoint.self)
                let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: configuration.utf8.count, alignment: 8)
                bytes.copyBytes(from: configuration.utf8)
                _ = try await entry(UnsafeRawBufferPointer(bytes)) { record(String(decoding: $0, as: UTF8.self)) }
            }

            /// Tells which tests there are.
            private static func list(_ records: [InterleaveRecord]) async throws {
                let accessors = records.map(\.accessor)
                records.first?.replace(by: InterleaveWanted.spy)
                try await run(#"{"verbosity":-10,"parallel":false,"listTests":true}"#) { _ in }
                guard let type = InterleaveWanted.type else { return }
                for (number, accessor) in accessors.enumerated() {
                    let generator = accessor.flatMap { accessor in withUnsafePointer(to: type) { InterleaveRecord.generator(accessor, $0) } }
                    guard let test = await generator?() else { continue }
                    let id = test.id, place = test.sourceLocation
                    let words = [
                        "\(number)", id.moduleName, id.nameComponents.joined(separator: "/"), place.filePath, "\(place.line)",
                        test.isParameterized ? "cases" : "", "\(id)",
                    ]
                    interleaveNotice("test " + words.joined(separator: "\t"))
                }
            }

            /// The words of an issue, from its record in JSON.
            private static func words(_ record: String) -> String {
                var bytes: [UInt8] = [], rest = Array(record.utf8)[...]
                let key = Array("\"text\":\"".utf8)
                while rest.count > key.count, !rest.starts(with: key) { rest = rest.dropFirst() }
                rest = rest.dropFirst(key.count)
                while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                    let isEscaped = byte == UInt8(ascii: "\\")
                    bytes.append(isEscaped ? rest.popFirst() ?? 32 : byte)
                }
                let words = String(decoding: bytes, as: UTF8.self)
                return words.hasPrefix("Expectation failed: ") ? words : "Expectation failed: " + words
            }

            /// The text or the number of a key in a record, the first one after `start`.
            private static func value(of key: String, after start: String, in record: String) -> String {
                var rest = Array(record.utf8)[...]
                for word in [start, "\"\(key)\":"] {
                    let word = Array(word.utf8)
                    while rest.count > word.count, !rest.starts(with: word) { rest = rest.dropFirst() }
                    rest = rest.dropFirst(word.count)
                }
                if rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst() }
                return String(decoding: rest.prefix { ![UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "}")].contains($0) }, as: UTF8.self)
            }

            /// Runs a test as `swift test` does, with all its arguments.
            private static func runReally(_ pattern: String) async -> Never {
                do {
                    try await run("{\"verbosity\":-10,\"parallel\":false,\"filter\":[\"\(pattern)$\"]}") { record in
                        if record.contains("\"kind\":\"issueRecorded\""), !record.contains("\"isKnown\":true"), !record.contains("\"isFailure\":false") {
                            let file = value(of: "fileID", after: "sourceLocation", in: record).split(separator: "/").last ?? ""
                            let line = value(of: "line", after: "sourceLocation", in: record)
                            interleaveNotice("issue \(words(record)) (\(file):\(line))")
                        }
                        for kind in ["testSkipped", "testCancelled"] where record.contains("\"kind\":\"\(kind)\"") {
                            interleaveNotice("skipped \(value(of: "text", after: "messages", in: record))")
                        }
                    }
                } catch { interleaveNotice("error \(error)") }
                interleaveEndReal()
            }

            /// Lists the tests, or runs one of them.
            static func main(_ arguments: [String]) async {
                let records = InterleaveRecord.all
                guard let number = Int(arguments[1]) else {
                    do { try await list(records) } catch { interleaveNotice("error \(error)") }
                    interleaveNotice("over")
                    interleaveExit(0)
                }
                if !interleaveIsReal() {
                    InterleaveWanted.original = records[number].accessor
                    InterleaveWanted.number = Int(arguments[2]) ?? 0
                    records[number].replace(by: InterleaveWanted.accessor)
                }
                var pattern = "^"
                for letter in arguments[3] {
                    // (In JSON, each sign that has a meaning in an expression or in JSON by its number.)
                    let isPlain = letter.isLetter || letter.isNumber || letter == "_"
                    pattern += isPlain ? "\(letter)" : letter.unicodeScalars.map { "\\\\x{\(String($0.value, radix: 16))}" }.joined()
                }
                if interleaveIsReal() { await runReally(pattern) }
                do {
                    try await run("{\"verbosity\":-10,\"parallel\":false,\"filter\":[\"\(pattern)$\"]}") { record in
                        guard let run = InterleaveWanted.run else {
                            for kind in ["issueRecorded", "testSkipped", "testCancelled"] where record.contains("\"kind\":\"\(kind)\"") {
                                interleaveNotice("event \(record)")
                            }
                            return
                        }
                        // An expectation in a block or a thread: Swift Testing does not know its test.
                        if record.contains("\"kind\":\"issueRecorded\""), !record.contains("\"isKnown\":true") {
                            run.issues.append(words(record))
                        }
                    }
                } catch { interleaveNotice("error \(error)") }
                interleaveNotice("over")
                interleaveExit(0)
            }
        }

        @_cdecl("interleave_explore_entries") public func interleaveExploreEntries() {
            guard interleaveBegin() else { interleaveExit(64) }
            if !interleaveIsReal() { _ = interleaveAlarm(60) }
            let arguments = CommandLine.arguments
            #if INTERLEAVE_XCTEST
                if arguments[1] == "xctest" { InterleaveXCTest.run(Int(arguments[2]) ?? 0, preparesAsTask: arguments[3] == "task") }
            #endif
            Task.detached { await InterleaveRunner.main(arguments) }
            while true { _ = interleavePause() }
        }

        """#
}
