import FoundationEssentials

/// A test of a package as a file that can be explored.
///
/// The file calls the entry point of Swift Testing, for this test alone. The test itself stays as it is.
public struct TestScenario: Sendable {
    /// The module that the test is in.
    public var module: String
    /// The name with its suites: "Accounts/neverNegative()".
    public var name: String
    public var file: String
    public var line: Int

    /// Its identity, without the place.
    private var identity: String { "\(module).\(name)" }

    /// The name of its file.
    var fileName: String {
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        var short = ""
        for letter in plain where letter != "_" || short.last != "_" { short.append(letter) }
        while short.last == "_" { short.removeLast() }
        return "\(module)_\(short)_\(line).swift"
    }

    /// A regular expression that only its identity matches.
    private var pattern: String {
        "^" + identity.map { $0.isLetter || $0.isNumber || $0 == "_" ? "\($0)" : "\\\($0)" }.joined() + "(/|$)"
    }

    /// The outcome of a test without an issue, and of a test that did not run.
    public static let passed = "passed", skipped = "skipped"

    var text: String {
        let quoted = pattern.replacing("\\", with: "\\\\")
        return """
            // Made by `interleave test`: it runs one test of the package. Changes are lost.
            import Synchronization
            import Testing
            @testable import \(module)

            @_silgen_name("swt_abiv0_getEntryPoint") private func interleaveEntryPoint() -> UnsafeRawPointer

            @_silgen_name("memmem")
            private func interleaveFind(
                _ bytes: UnsafeRawPointer?, _ count: Int, _ word: UnsafePointer<CChar>, _ length: Int
            ) -> UnsafeRawPointer?

            private typealias InterleaveEntryPoint =
                @convention(thin) @Sendable (
                    _ configuration: UnsafeRawBufferPointer?, _ handler: @escaping @Sendable (_ record: UnsafeRawBufferPointer) -> Void
                ) async throws -> Bool

            private let interleaveRecords = Mutex<[String]>([])

            func scenario() async throws -> String {
                let entry = unsafeBitCast(interleaveEntryPoint(), to: InterleaveEntryPoint.self)
                let configuration = Array(#"{"verbosity":-10,"parallel":false,"filter":["\(quoted)"]}"#.utf8)
                let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: configuration.count, alignment: 8)
                defer { bytes.deallocate() }
                bytes.copyBytes(from: configuration)
                let isPassed = try await entry(UnsafeRawBufferPointer(bytes)) { record in
                    // (Most records are of no interest. To keep them would be a step of the program.)
                    for kind in ["\\"kind\\":\\"issueRecorded\\"", "\\"kind\\":\\"testSkipped\\""]
                    where interleaveFind(record.baseAddress, record.count, kind, kind.utf8.count) != nil {
                        let text = String(decoding: record, as: UTF8.self)
                        interleaveRecords.withLock { $0.append(text) }
                    }
                }
                let records = interleaveRecords.withLock { $0 }
                if !isPassed {
                    let issues = records.filter { $0.contains("\\"issueRecorded\\"") && !$0.contains("\\"isKnown\\":true") }
                    return issues.map(interleaveWords).joined(separator: "\\n")
                }
                return records.contains { $0.contains("\\"testSkipped\\"") } ? "\(Self.skipped)" : "\(Self.passed)"
            }

            func allowed(_ outcome: String) -> Bool { outcome == "\(Self.passed)" || outcome == "\(Self.skipped)" }

            /// The words of an issue, from its record in JSON.
            private func interleaveWords(_ record: String) -> String {
                var words: [String] = []
                var rest = Array(record.utf8)[...]
                let key = Array("\\"text\\":\\"".utf8)
                while rest.count > key.count {
                    guard rest.starts(with: key) else { rest = rest.dropFirst(); continue }
                    rest = rest.dropFirst(key.count)
                    var text: [UInt8] = []
                    while let byte = rest.first, byte != UInt8(ascii: "\\"") {
                        if byte == UInt8(ascii: "\\\\") { rest = rest.dropFirst() }
                        if let next = rest.first { text.append(next) }
                        rest = rest.dropFirst()
                    }
                    words.append(String(decoding: text, as: UTF8.self))
                }
                return words.joined(separator: " ")
            }

            """
    }
}

/// A record of Swift Testing about a test, in the form of its event stream.
struct TestRecord: Decodable {
    struct Payload: Decodable {
        struct Location: Decodable {
            var filePath: String?
            var line: Int
        }
        var id: String?
        var kind: String
        var sourceLocation: Location?
    }
    var kind: String
    var payload: Payload

    /// A test function.
    func scenario(of module: String) -> TestScenario? {
        guard kind == "test", payload.kind == "function", let id = payload.id, let place = payload.sourceLocation,
            id.hasPrefix("\(module).")
        else { return nil }
        // The identity ends with the place: "Module.Suite/test()/File.swift:4:2".
        let parts = id.dropFirst(module.count + 1).split(separator: "/")
        return TestScenario(module: module, name: parts.dropLast().joined(separator: "/"), file: place.filePath ?? "", line: place.line)
    }
}
