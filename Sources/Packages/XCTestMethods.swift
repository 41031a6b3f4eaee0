import ExplorationRunner
import FoundationEssentials
import Glibc
import Symbols

/// The tests of XCTest in a target, as its compiled files name them.
///
/// On Linux nothing lists the methods of a class in a running program. SwiftPM finds the tests in the compiler's index, and compiles a list
/// of them. Here the list comes from the symbols.
struct XCTestMethods {
    struct Method {
        /// The class, with those around it.
        var type: String
        var name: String
        var isAsync: Bool
        var file = ""
        var line = 0
    }

    private(set) var all: [Method] = []
    /// Whether a class has an asynchronous set-up or tear-down.
    private(set) var preparesAsTask = false
    private let module: String

    /// - Parameters:
    ///   - objects: the compiled files of the target.
    ///   - files: its sources.
    init(module: String, objects: [String], files: [String]) {
        self.module = module
        let endings = ["yyF", "yyKF", "yyYaF", "yyYaKF"]
        var classes: Set<String> = [], found: [Method] = []
        for symbol in objects.flatMap({ LinkNames(object: $0)?.defined ?? [] }) where symbol.hasPrefix("$s") {
            if symbol.hasSuffix("tcfc") {
                let initializer = /^\w+\.(.*)\.init\(name: Swift\.String, testClosure: .*/
                if let match = Self.demangled(symbol).wholeMatch(of: initializer) { classes.insert(String(match.1)) }
            }
            guard endings.contains(where: symbol.hasSuffix) else { continue }
            let words = Self.demangled(symbol)
            if words.contains(".setUp() async throws") || words.contains(".tearDown() async throws") { preparesAsTask = true }
            let test = /^\w+\.(.*)\.(test\w*)\(\)( async)?( throws)? -> \(\)$/
            guard let match = words.wholeMatch(of: test) else { continue }
            found.append(Method(type: String(match.1), name: String(match.2), isAsync: match.3 != nil))
        }
        let texts = files.map { path in
            (path: path, lines: FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? "")
        }.filter { $0.lines.contains("XCTest") || $0.lines.contains("extension") }
        for var method in found where classes.contains(method.type) {
            (method.file, method.line) = Self.place(of: method, texts) ?? (files.first ?? "", 1)
            all.append(method)
        }
        all.sort { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) }
    }

    /// The file that lists them, for the compiler.
    var list: String {
        let rows = all.map { method in
            let call = "(($0 as! \(method.type)).\(method.name)())"
            let body = method.isAsync ? ".asTask { try await \(call) }" : ".onMain { try \(call) }"
            return "    InterleaveXCTest(name: \"\(method.name)\", type: \(method.type).self, body: \(body)),\n"
        }
        return "@testable import \(module)\nimport XCTest\n\nlet interleaveXCTests: [InterleaveXCTest] = [\n\(rows.joined())]\n"
    }

    /// They as tests of a program.
    var tests: [TestProgram.Test] {
        all.enumerated().map { number, method in
            TestProgram.Test(
                number: number, module: module, name: "\(method.type)/\(method.name)()", file: method.file, line: method.line,
                isParameterized: false, identity: preparesAsTask ? "task" : "", isOfXCTest: true)
        }
    }

    /// The line of a method: in a file that names its class.
    private static func place(of method: Method, _ texts: [(path: String, lines: String)]) -> (file: String, line: Int)? {
        let name = method.type.split(separator: ".").last.map(String.init) ?? ""
        let inOrder = texts.filter { $0.lines.contains("class \(name)") } + texts.filter { $0.lines.contains("extension \(name)") }
        for (path, lines) in inOrder {
            let all = lines.split(separator: "\n", omittingEmptySubsequences: false)
            let first = all.firstIndex { $0.contains("class \(name)") || $0.contains("extension \(name)") } ?? 0
            if let line = all[first...].firstIndex(where: { $0.contains("func \(method.name)(") }) { return (path, line + 1) }
        }
        return nil
    }

    private static func demangled(_ symbol: String) -> String {
        guard let text = symbol.withCString({ demangle($0, symbol.utf8.count, nil, nil, 0) }) else { return symbol }
        defer { free(text) }
        return String(cString: text)
    }

    /// The runtime's own demangler.
    @_silgen_name("swift_demangle")
    private static func demangle(
        _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
        _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
}
